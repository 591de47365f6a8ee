"""Soissons 1918: modules named after the rulebook's own."""

from grognard.games.soissons_1918.game import GAME

__all__ = ["GAME"]
