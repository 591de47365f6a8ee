"""What a game is worth to those who play it well, in victory points.

Bots know a game through the engine's public face alone. What a strong player has learnt about it (which
ground matters, what a step is worth, which postures exist) the game says in a class of its own, derived from
`Evaluation` and named in its attribute ``evaluation``. Every method has a plain default, so that a game
without one can be played too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Generic

import msgspec
from typing_extensions import TypeVar

from grognard.engine import Action, Decision, Game, Position, Setting

SettingT = TypeVar("SettingT", bound=Setting, default=Setting)
PositionT = TypeVar("PositionT", bound=Position, default=Position)


class Posture(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A way to fight a turn: what the same commander weighs more and what less."""

    name: str
    text: str
    goal: float = 1.0
    """The pull of objectives."""
    battle: float = 1.0
    """How gladly an attack is sought."""
    nerve: float = 0.0
    """What an attack must promise, in points; below zero also attacks that cost."""
    caution: float = 0.5
    """The weight of what the enemy can do next."""
    line: float = 1.0
    """The weight of a line without holes."""
    pressure: float = 0.05
    """What each hex nearer to the enemy is worth, as long as there is no contact."""
    ground: float = 0.0
    """What each hex forward is worth; below zero for a retreat in good order."""
    effort: int = 1
    """How thoroughly a game's own drill works its plans out; a General asks for more."""


PLAIN_POSTURES = (
    Posture(name="steady", text="take what they offer, hold what we have"),
    Posture(name="attack", text="seek battle", battle=1.5, nerve=-0.1, caution=0.25, pressure=0.12, ground=0.05),
    Posture(name="hold", text="stand and let them come", battle=0.6, nerve=0.1, caution=0.9, pressure=0.0),
)


class Exchange(msgspec.Struct, frozen=True):
    """What an attack brings on average: steps lost by both, and how likely each is thrown back or shaken."""

    own_loss: float
    loss: float
    retreat: float
    own_shaken: float = 0.0


class Orders(msgspec.Struct, frozen=True):
    """What a game's own drill answers to a question: actions to be played one after another, and why."""

    actions: Sequence[Action]
    reason: str
    stay: Sequence[int] = ()
    """Units that keep their places while others march."""


class Evaluation(Generic[SettingT, PositionT]):
    """The plain evaluation, from what every game shows: counters, places and the verbs' shapes.

    A game's own says which setting and position it is for: ``class MyEvaluation(Evaluation[MySetting, MyPosition])``.
    """

    combines = True
    """Whether attackers of one hex add their factors; if not, each attack is fought by itself."""
    formation_reach = 0
    """How far the units of a formation may stand apart; 0 if it does not matter."""
    horizon = "reply"
    """How far a manner of playing is followed when it is weighed: through the enemy's "reply", or not at all where the
    game's own "drill" plans the turn."""
    rest_distance = 3
    """How far from the enemy a worn unit rests."""

    def __init__(self, game: Game, setting: SettingT) -> None:
        self.game = game
        self.setting = setting
        self.page = game.page_for(setting)
        self.sides = tuple(game.sides)

    # -- what the verbs mean --

    def role(self, verb: str) -> str:
        """What a verb is for: "move", "attack", "commit", "resolve", "end", or "" for anything else."""
        found = self.setting.language.verbs.get(verb)
        if found is None:
            return ""
        if found.resolves:
            return "resolve"
        kinds = [part for part in found.parts if part.isupper()]
        if not kinds:
            return "end" if verb in ("end", "pass", "done") else ""
        if kinds == ["CELL", "UNITS"]:
            return "attack"
        if verb == "commit":
            return "commit"
        return "move" if kinds == ["UNIT", "CELL"] else ""

    # -- units --

    def other(self, side: str) -> str:
        return next(name for name in self.sides if name != side)

    def factors(self, position: PositionT, unit: int) -> list[int]:
        return [int(number) for number in re.findall(r"\d+", self.page.factors(position, unit))]

    def attack(self, position: PositionT, unit: int) -> float:
        """A unit's attack as it stands now."""
        numbers = self.factors(position, unit)
        return float(numbers[0] if numbers else position.state.steps[unit])

    def defence(self, position: PositionT, units: Sequence[int], cell: int) -> float:
        """The defence of some units in a cell, terrain included."""
        numbers = [self.factors(position, unit) for unit in units]
        return float(sum(n[1] if len(n) > 1 else position.state.steps[u] for n, u in zip(numbers, units, strict=True)))

    def crossing(self, a: int, b: int) -> float:
        """What the side between two cells adds to the defence of the second."""
        return 0.0

    def reach(self, unit: int) -> int:
        """How many cells a unit can go in a turn, roughly."""
        return 4

    def formation(self, position: PositionT, unit: int) -> str:
        """The name of the formation that a unit should stay near; "" for none."""
        return ""

    def step_worth(self, position: PositionT, unit: int) -> float:
        """What losing a step of this unit costs its side."""
        return 0.25

    def step_outlook(self, position: PositionT, unit: int, side: str) -> float:
        """What losing a step of this unit costs its owner by the end of the game, as a side sees it."""
        return self.step_worth(position, unit)

    def worn(self, position: PositionT, unit: int) -> bool:
        """Whether a unit should rather rest than fight."""
        return False

    def rest_worth(self, position: PositionT, unit: int) -> float:
        """What it is worth that a unit ends its move out of contact."""
        return 0.2 if self.worn(position, unit) else 0.0

    def in_line(self, unit: int) -> bool:
        """Whether a unit stands and fights in the line; guns and staffs have posts of their own."""
        return True

    def post(self, position: PositionT, unit: int, cell: int) -> float:
        """What a cell is worth to a unit that does not fight in the line."""
        return 0.0

    # -- ground --

    def forward(self, side: str) -> Sequence[float] | None:
        """For each cell how far it lies toward the enemy's rear; None where there is no direction."""
        return None

    def goals(self, position: PositionT, side: str) -> Mapping[int, float]:
        """The cells worth holding or taking, with the points that hang on each."""
        cells: dict[int, float] = {}
        for place in self.setting.board.places:
            for cell in place.cells:
                cells[cell] = cells.get(cell, 0.0) + float(place.value or 0)
        return {cell: worth for cell, worth in cells.items() if worth}

    def gaps(self, position: PositionT, side: str) -> Sequence[int]:
        """Cells where the side's line is open and ought not to be."""
        return ()

    def gap_worth(self, side: str) -> float:
        return 0.0

    def misfit(self, position: PositionT, unit: int, cell: int) -> float:
        """What is wrong with a unit standing there by the rules of command, in points."""
        return 0.0

    def torn(self, position: PositionT, unit: int) -> float:
        """What it costs that a unit's formation is torn apart as it stands now; 0 if it is whole."""
        return 0.0

    def fed(self, position: PositionT, unit: int) -> bool:
        """Whether a unit is in supply where it stands."""
        ruling = self.game.supply(position, unit)
        return ruling is None or bool(ruling)

    def unfed_worth(self, side: str) -> float:
        """What it costs a side that a unit ends its move out of supply."""
        return 1.2

    def closing(self, position: PositionT, side: str) -> float | None:
        """What the places of all units would bring if the game ended now; None where they bring nothing then."""
        return None

    def put(self, position: PositionT, unit: int, cell: int) -> None:
        """Place a unit on a position of the bot's own, to see what that would be worth."""
        position.state.loc[unit] = cell
        position.rebuild()

    def room(self, position: PositionT, unit: int, cell: int) -> bool:
        """Whether a unit may stand there with whoever is there."""
        return True

    # -- fighting and the whole --

    def discord(self, position: PositionT, units: Sequence[int]) -> float:
        """How many factors each attack loses because these units attack together."""
        return 0.0

    def exchange(self, attack: float, defence: float) -> Exchange:
        """What an attack of that strength against that defence brings on average."""
        odds = max(0.1, min(6.0, attack / max(defence, 0.5)))
        return Exchange(own_loss=min(1.2, 1.0 / odds), loss=min(2.0, 0.5 * odds), retreat=min(0.9, 0.3 * odds))

    def push_worth(self, position: PositionT, side: str, cell: int) -> float:
        """What throwing the enemy out of a cell is worth besides his losses."""
        return 0.1

    def score(self, position: PositionT, side: str) -> float:
        """How well a side stands, in points; what is there on the map and what the end is likely to bring."""
        total = 0.0
        for unit, steps in enumerate(position.state.steps):
            if position.state.loc[unit] >= 0:
                worth = steps * self.step_worth(position, unit)
                total += worth if self.setting.units[unit].side == side else -worth
        return total

    def outlook(self, position: PositionT, side: str) -> float:
        """As `score`, with the strength of both sides counted by what it brings by the end."""
        return self.score(position, side)

    def foresee(self, position: PositionT, side: str) -> float:
        """A closer look than `score` at a position where a turn ends; may take a hundred times longer."""
        return self.score(position, side) - self.gap_worth(side) * len(self.gaps(position, side))

    def turning_point(self, position: PositionT, decision: Decision) -> bool:
        """Whether this is a question at which a turn is planned: the first one that moves units."""
        return any(self.role(verb) == "move" for verb in decision.verbs())

    def replies(self, position: PositionT, side: str) -> int:
        """How many turns the enemy still has after this one of ours; a large number if unknown."""
        return 99

    # -- the drill --

    def orders(
        self, position: PositionT, side: str, decision: Decision, posture: Posture, careful: bool
    ) -> Orders | None:
        """What the game's own drill answers; None where places, odds and reflexes do.

        ``careful`` asks for the drill of a staff that reckons with more than the next step.
        """
        return None

    def finish(self, position: PositionT, side: str, decision: Decision) -> Action | None:
        """What is still to be done before a phase of moves is ended; None if nothing is."""
        return None

    def prefer(self, position: PositionT, side: str, action: Action) -> float | None:
        """A quick liking for an answer to a small question; None to have it tried out instead."""
        return None

    def postures(self, side: str) -> Sequence[Posture]:
        return PLAIN_POSTURES

    def posture(self, position: PositionT, side: str) -> Posture:
        """The posture that the situation asks for, without much thought."""
        return self.postures(side)[0]

    def staff_posture(self, position: PositionT, side: str) -> Posture:
        """The one that a careful staff thinks of first."""
        return self.posture(position, side)

    def refined(self, posture: Posture) -> Posture:
        """A posture as a General takes it up."""
        return msgspec.structs.replace(posture, effort=2)

    # -- for studies --

    def points(self, position: PositionT, side: str) -> float:
        """The victory points of a side less those of the other, as they are counted now."""
        return self.score(position, side)


@lru_cache(maxsize=64)
def evaluation_of(game: Game, setting: Setting) -> Evaluation:
    """The game's evaluation for a setting; nothing in it changes, so it is made once."""
    found: Evaluation = (game.evaluation or Evaluation)(game, setting)
    return found
