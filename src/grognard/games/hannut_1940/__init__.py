"""Hannut 1940."""

from grognard.games.hannut_1940.game import GAME

__all__ = ["GAME"]
