"""The engine: matches, decisions, actions, rulings, dice and the journal. It knows no game."""

from grognard.engine.actions import Action, Verb
from grognard.engine.concealed import Concealed, Covered
from grognard.engine.decisions import Choice, Decision, Subject, Together
from grognard.engine.dice import Dice, commitment, own_chance
from grognard.engine.events import Event, Messages, Told, Wording
from grognard.engine.game import Asking, Game, Option, Procedure, Scenario, find_game, game_slugs, in_words, register
from grognard.engine.judge import Judge
from grognard.engine.match import Match
from grognard.engine.page import Page
from grognard.engine.played import Played
from grognard.engine.position import Position, Setting
from grognard.engine.random_player import RandomPlayer
from grognard.engine.ruling import ALLOW, Refused, Ruling, refuse
from grognard.engine.saves import load, save
from grognard.engine.starting import start
from grognard.engine.state import Blank, Cell, Flag, Outcome, PerUnit, State, Unit, UnitNumber

__all__ = [
    "ALLOW",
    "Action",
    "Asking",
    "Blank",
    "Cell",
    "Choice",
    "Concealed",
    "Covered",
    "Decision",
    "Dice",
    "Event",
    "Flag",
    "Game",
    "Judge",
    "Match",
    "Messages",
    "Option",
    "Outcome",
    "Page",
    "PerUnit",
    "Played",
    "Position",
    "Procedure",
    "RandomPlayer",
    "Refused",
    "Ruling",
    "Scenario",
    "Setting",
    "State",
    "Subject",
    "Together",
    "Told",
    "Unit",
    "UnitNumber",
    "Verb",
    "Wording",
    "commitment",
    "find_game",
    "game_slugs",
    "in_words",
    "load",
    "own_chance",
    "refuse",
    "register",
    "save",
    "start",
]
