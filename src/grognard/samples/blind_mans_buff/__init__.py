"""Blind Man's Buff: a small game of stacks of which only the top counter shows."""

from grognard.samples.blind_mans_buff.game import GAME

__all__ = ["GAME"]
