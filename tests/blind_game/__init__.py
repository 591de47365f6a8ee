"""Blind Man's Buff: a small game of stacks of which only the top counter shows."""

from tests.blind_game.game import GAME

__all__ = ["GAME"]
