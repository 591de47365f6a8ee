"""What Hannut 1940 is worth to those who play it well; for bots, no rule depends on it."""

from grognard.games.hannut_1940.evaluation.evaluation import HannutEvaluation

__all__ = ["HannutEvaluation"]
