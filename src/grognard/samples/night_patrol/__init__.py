"""Night Patrol, the sample game: see game.py."""

from grognard.samples.night_patrol.game import GAME

__all__ = ["GAME"]
