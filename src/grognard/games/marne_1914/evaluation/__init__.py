"""What a strong player of the First Battle of the Marne values."""

from grognard.games.marne_1914.evaluation.evaluation import MarneEvaluation

__all__ = ["MarneEvaluation"]
