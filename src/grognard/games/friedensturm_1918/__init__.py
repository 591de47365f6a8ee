"""Marne 1918: Friedensturm. Modules named after the chapters of the rulebook."""

from grognard.games.friedensturm_1918.game import GAME

__all__ = ["GAME"]
