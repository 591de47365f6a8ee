"""Friedensturm 1918 for bots: what is worth what, and the drill that answers every question."""

from grognard.games.friedensturm_1918.evaluation.evaluation import FriedensturmEvaluation

__all__ = ["FriedensturmEvaluation"]
