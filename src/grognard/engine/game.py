"""What a game is to the engine, and how games are found."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic

import msgspec
from mypy_extensions import mypyc_attr
from typing_extensions import TypeVar

from grognard.board import Board
from grognard.data import DataFolder, nearest
from grognard.engine.actions import Action, Verb
from grognard.engine.concealed import NOTHING_CONCEALED, Concealed, concealed_together, take_away
from grognard.engine.decisions import Decision, Together
from grognard.engine.events import Event, Messages, Wording, Writer, told_to
from grognard.engine.judge import Judge
from grognard.engine.page import Page
from grognard.engine.position import Position, Setting
from grognard.engine.ruling import Ruling
from grognard.engine.state import Unit
from grognard.errors import DamagedGame, GrognardError, UnknownGame

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Asked = Decision | Together
Procedure = Generator[Asked, Any, None]
"""A game's rules: yields what must be decided, is sent the action (a dict by side after Together)."""
Asking = Generator[Asked, Any, Action]
"""A part of a procedure that ends with the action chosen."""


class Option(msgspec.Struct, frozen=True):
    """A switch of a game: an optional rule, or a ruling on which reasonable players differ."""

    name: str
    default: str
    choices: tuple[str, ...]
    case: str
    text: str


class Scenario(msgspec.Struct, frozen=True):
    name: str
    title: str
    turns: tuple[int, int]
    text: str = ""


C = TypeVar("C", bound=Setting, default=Any)
P = TypeVar("P", bound=Position, default=Any)


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[C, P]):
    """The base of every game. One instance a game, named by an entry point ``grognard.games``.

    A game binds its own setting and position (``class MyGame(Game[MySetting, MyPosition])``), so that the
    rules get what they know without looking.
    """

    slug: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[str]
    unfinished: ClassVar[str] = ""
    """What is still missing, in a sentence; empty for a game that is whole."""
    odds_paths: ClassVar[int] = 3_000
    """How many courses of the dice are followed for the odds of an action; beyond that only the first throws branch."""
    sides: ClassVar[Mapping[str, str]]
    """The sides' short names with their names for people, in the order of the rulebook."""
    called: ClassVar[Mapping[str, str]] = {}
    """What a seat is called within a sentence, where that is not "the" and its name: "the Germans" for German."""
    turn_order_case: ClassVar[str]
    """The case that says whose turn it is: cited when the wrong side acts."""
    verbs: Sequence[Verb]
    messages: Messages
    """What the log says of each kind of event, and what its fields hold."""
    wordings: ClassVar[Mapping[str, Wording]] = {}
    """The ways of its own in which those sentences write a field."""
    colours: ClassVar[Mapping[str, str]] = {}
    """The colour of each nation's counters."""
    page: ClassVar[type[Page[Any]]] = Page
    """What people see of a position beyond what every game has."""
    judge: ClassVar[type[Judge[Any]]] = Judge
    """What the referee can be asked about a position beyond moves and fights."""
    evaluation: ClassVar[type[Any] | None] = None
    """What bots value in this game: a class derived from `grognard.evaluation.Evaluation`; None for the plain one."""
    folder: ClassVar[Path]

    def data(self, overlay: Path | None = None) -> DataFolder:
        return DataFolder(self.folder, overlay)

    def scenarios(self, data: DataFolder) -> Mapping[str, Scenario]:
        raise NotImplementedError

    def options(self, data: DataFolder) -> Sequence[Option]:
        return ()

    def setting(
        self,
        data: DataFolder,
        scenario: str,
        options: Mapping[str, str],
        board: Board | None = None,
        units: Sequence[Unit] | None = None,
    ) -> C:
        """The setting of a match; for study with another board or other units than the game's own."""
        raise NotImplementedError

    def start(self, setting: C, seed: str) -> P:
        """The position at the start of a match, before anything is decided or thrown."""
        raise NotImplementedError

    def empty(self, setting: C, seed: str) -> P:
        """The same without any unit on the map, for positions that people write by hand."""
        raise NotImplementedError

    def complete(self, position: P) -> None:
        """Fill in what a position written by hand leaves unsaid and the rules would know by now."""

    def establish(self, position: P, said: Collection[tuple[int, str]]) -> None:
        """Mark what the phases before would have established in a position by hand that begins in the middle of a
        turn: supply, disruption, commitments. A position that comes from play has it already. What the file says of a
        unit holds: ``said`` has the unit with the field.
        """

    def supply(self, position: P, unit: int, /) -> Ruling | None:
        """Whether a unit is in supply, with the case and the reason; None if the game has no supply."""
        return None

    def command(self, position: P, unit: int, /) -> Ruling | None:
        """Whether a unit is in command, with the case and the reason; None if the game has no command."""
        return None

    def procedure(self, position: P) -> Procedure:
        """The rules from this position on. At a rest point it must ask the same question again."""
        raise NotImplementedError

    # -- what a side may know --

    def redact(self, position: P, side: str) -> P:
        """A copy without what that side may not see, but for units: those are `concealed`'s."""
        return position.copy()

    def concealed(self, position: P, side: str) -> Concealed:
        """The units that a side may not identify, and the anonymous counters that it sees instead."""
        return NOTHING_CONCEALED

    def hidden_units(self, position: P, side: str) -> frozenset[int]:
        """The units of `concealed` alone. That is asked at every event: a game may have a shorter way to them."""
        return self.concealed(position, side).units

    def guess(self, seen: P, side: str, chance: Random) -> P:
        """A position that could be the real one for all that a side knows, the unknown drawn by chance.

        It is made from what the side sees and so cannot betray more: ``seen.concealed`` has the units that it
        may not identify, which are nowhere in it, and the counters. Bots think in a guess, and odds against
        unknown units are counted over several. Whoever asks for one rebuilds its layers.
        """
        return seen

    def another_world(self, position: P, side: str, chance: Random) -> P | None:
        """Another position that a side could not tell from this one; for the laws. None if there is none."""
        return self.guess(self.seen(position, side), side, chance) if self.guesses else None

    def seen(self, position: P, *sides: str) -> P:
        """What a side sees of a position, or what several see alike: the only way from a position to a player."""
        seen = position
        for side in sides:
            seen = self.redact(seen, side)
        if self.hides(position.setting):
            concealed = concealed_together([self.concealed(position, side) for side in sides])
            take_away(seen, concealed.units)
            seen.rebuild()  # neither layers nor known facts may tell what the state no longer does
            seen.concealed = concealed
        return seen

    def told(self, events: Iterable[Event], *sides: str) -> list[Event]:
        """What a side may know of some events, or what several may know alike."""
        return told_to(self.messages, events, sides)

    def hides(self, setting: Setting) -> bool:
        """Whether a match of that setting keeps anything from a side: in some games only some scenarios do."""
        return setting.hides and self.may_hide

    @property
    def may_hide(self) -> bool:
        """Whether the game can keep anything from one of its sides, beyond choices made in secret."""
        return self.conceals or type(self).redact is not Game.redact

    @property
    def conceals(self) -> bool:
        """Whether it has units that a side may not identify."""
        return type(self).concealed is not Game.concealed

    @property
    def guesses(self) -> bool:
        """Whether it draws by chance what a side may not know."""
        return type(self).guess is not Game.guess

    def invariants(self, position: P) -> list[str]:
        """What is wrong with a position that play itself has produced (nothing, we hope)."""
        return []

    def check(self, data: DataFolder) -> list[str]:
        """What is wrong with the game's data, a sentence each; damaged files raise DataError."""
        return []

    def page_for(self, setting: C) -> Page[P]:
        return self.page(setting)

    def judge_for(self, setting: C) -> Judge[P]:
        return self.judge(setting)

    def writer(self, setting: C) -> Writer:
        """Tells events in the game's own words and names."""
        names = {
            "unit": Wording("unit", setting.unit_ids.__getitem__),
            "cell": Wording("cell", setting.place_name),
            "side": Wording("side", lambda side: self.sides.get(side, side)),
        }
        return Writer(self.messages, {**self.wordings, **names})

    def sentence(self, setting: C, event: Event) -> str:
        return self.writer(setting).sentence(event)

    def chosen_options(self, data: DataFolder, options: Mapping[str, str]) -> dict[str, str]:
        """All options with their values; complains of unknown names and values."""
        known = {o.name: o for o in self.options(data)}
        chosen = {o.name: o.default for o in known.values()}
        for name, value in options.items():
            if name not in known:
                raise UnknownGame(f"{self.slug} has no option '{name}'{nearest(name, known)}")
            value = str(value)
            if value not in known[name].choices:
                choices = ", ".join(known[name].choices)
                raise UnknownGame(f"option '{name}' of {self.slug} takes {choices}, not '{value}'")
            chosen[name] = value
        return chosen


_registered: dict[str, Game] = {}


def register(game: Game) -> None:
    """Make a game known without an entry point (tests, notebooks)."""
    _registered[game.slug] = game


def game_slugs() -> list[str]:
    """The names of all installed games."""
    return sorted({*_registered, *_entry_points()})


def find_game(slug: str) -> Game:
    if slug in _registered:
        return _registered[slug]
    points = _entry_points()
    if slug not in points:
        known = game_slugs()
        raise UnknownGame(f"no game is called '{slug}'{nearest(slug, known) or '; installed: ' + ', '.join(known)}")
    _registered[slug] = game = _load(points[slug])
    return game


def _load(point: EntryPoint) -> Game:
    """The game behind an entry point. Whatever goes wrong in another distribution becomes one sentence."""
    try:
        game = point.load()
    except (Exception, SystemExit) as problem:
        raise DamagedGame(f"{point.name} cannot be loaded from {point.value}: {in_words(problem)}") from problem
    if not isinstance(game, Game):
        raise DamagedGame(f"{point.name} is not a game: {point.value} should be an instance of grognard.engine.Game")
    if game.slug != point.name:
        raise DamagedGame(f"{point.name} calls itself '{game.slug}': entry point and slug must be the same")
    return game


def in_words(problem: BaseException) -> str:
    """An error as a sentence: our own as they are, others with their kind, which often says more than their text."""
    if isinstance(problem, GrognardError):
        return str(problem)
    return f"{type(problem).__name__}: {problem}" if str(problem) else type(problem).__name__


def _entry_points() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group="grognard.games")}
