"""The Big Push: the Battle of the Somme, 1916. Modules are named after the rulebook's own."""

from grognard.games.somme_1916.game import GAME

__all__ = ["GAME"]
