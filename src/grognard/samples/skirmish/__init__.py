"""Skirmish, a small hex game: see game.py."""

from grognard.samples.skirmish.game import GAME

__all__ = ["GAME"]
