"""What a strong player of Soissons 1918 values, and the drill of its segments."""

from grognard.games.soissons_1918.evaluation.evaluation import SoissonsEvaluation

__all__ = ["SoissonsEvaluation"]
