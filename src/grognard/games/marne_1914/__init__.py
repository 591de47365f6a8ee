"""The First Battle of the Marne, 1914: modules named after the rulebook's own."""

from grognard.games.marne_1914.game import GAME

__all__ = ["GAME"]
