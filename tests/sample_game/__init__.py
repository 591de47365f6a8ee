"""Night Patrol, the sample game: see game.py."""

from tests.sample_game.game import GAME

__all__ = ["GAME"]
