"""Grognard plays operational board wargames with every rule enforced.

>>> import grognard
>>> match = grognard.start("marne-1914", scenario="counter-attack", seed=7)
>>> match.decision.prompt
'Entente: shift army boundaries'
"""

from grognard.engine import Match, Refused, find_game, game_slugs, load, start
from grognard.errors import GrognardError

__version__ = "0.2.0"

__all__ = ["GrognardError", "Match", "Refused", "__version__", "find_game", "game_slugs", "load", "start"]
