"""What things are worth in The Big Push, in victory points; for bots, no rule depends on it.

The scenarios are won by objectives, not by points, so objectives are put on the scale of points here: a step
lost is one point (13.2), and a lead of about 25 points wins for the German (14.1.4, 14.2.4).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from grognard.games.somme_1916.plan import Claim, HoldAndTrace, TrenchClear
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.bombardment.losses import STEPS_BELOW
from grognard.games.somme_1916.rules.victory.control import claims
from grognard.games.somme_1916.setting import SommeSetting
from grognard.games.somme_1916.terms import ALLIED, DISRUPTED, GERMAN, SUPPRESSED
from grognard.rules.masks import cells_of

OBJECTIVE = 5.0
"""What an objective of the Allies is worth to both sides."""
VICTORY = 25.0
"""What winning is worth beside the points: as much as the lead that wins."""
TRENCH = 0.5
"""What a square of the German start trench is worth that Germans still hold (trench-clear)."""
FIELD = 0.3
"""What any other square is worth to whoever takes it."""
DISORDER, UNREST = 0.45, 0.3
"""What it costs when a unit is Disrupted, and when it is Suppressed."""
EAST = 0.05
"""What a square of ground is worth to an Allied division that has won it."""


class Aim(NamedTuple):
    """An objective that counts: whose it is, where, how many squares it takes, how much it weighs."""

    id: str
    nation: str
    cells: tuple[int, ...]
    needed: int
    weight: float


def scenario_aims(setting: SommeSetting) -> tuple[Aim, ...]:
    """What the Allied victories of a scenario ask for; an objective that can be spared weighs less."""
    found: dict[str, Aim] = {}
    for entry in setting.plan.victory:
        if entry.side != "allied":
            continue
        for condition in entry.conditions:
            if isinstance(condition, Claim):
                weight = condition.at_least / len(condition.objectives)
            elif isinstance(condition, HoldAndTrace):
                weight = 0.6 / len(condition.objectives)  # another way to win, farther away
            else:
                continue
            for name in condition.objectives:
                found.setdefault(name, aim(setting, name, weight))
    return tuple(found.values())


def campaign_aims(setting: SommeSetting, drawn: tuple[str, ...]) -> tuple[Aim, ...]:
    """15.6: the drawn markers; the German, who does not know them, counts each as likely as it is."""
    markers = [m for m in setting.combat.markers.values() if m.kind == "place"]
    if len(drawn) > 1:
        return tuple(aim(setting, m.objective, 1.0) for m in markers if m.id in drawn)
    number = setting.plan.objectives.draw
    cup = {nation: sum(m.nation == nation for m in setting.combat.markers.values()) for nation in number}
    return tuple(
        aim(setting, m.objective, 1.0 if m.id in drawn else number[m.nation] / cup[m.nation]) for m in markers
    )


def aim(setting: SommeSetting, name: str, weight: float) -> Aim:
    goal = setting.objectives[name]
    cells = tuple(setting.grid.cell(square) for square in goal.squares if square in setting.grid.ids)
    return Aim(name, goal.nation, cells, goal.needed, weight)


class Weights(NamedTuple):
    """What a staff's plans weigh; found by games in which all of them were varied at once."""

    unit: float = 0.05
    """What an Assault must promise more for each attacker: somebody has to stay behind."""
    engaged: float = 0.35
    """How much of a square's worth an engagement in it is to the attacker."""
    gun: float = 0.12
    """What a gun's factor must bring at least for a bombardment to begin: it could fire elsewhere."""
    likely: float = 0.7
    """How likely the Assault comes that a bombardment prepares."""
    spare_gun: float = 0.03
    """What a factor must bring at least that has nothing better to do."""
    shaken_gun: float = 0.4
    """What it costs when a gun is Disrupted."""
    answered: float = 1.0
    """How much of the Counter-battery Fire that could come is reckoned with."""
    last_steps: bool = False
    """Whether it is reckoned with that Disruption may stand for the loss of a last step (6.5.2)."""


USUAL = Weights()
THOROUGH: Mapping[int, Weights] = {
    ALLIED: Weights(unit=0.0, engaged=0.1, gun=0.05, likely=1.0, last_steps=True),
    GERMAN: Weights(
        unit=0.0, engaged=0.1, gun=0.03, spare_gun=0.01, shaken_gun=0.0, answered=0.4, last_steps=True,
    ),
}
"""A General's: the Allied one keeps guns in good order for his barrages, the German one seldom attacks."""


class Values:
    """The worths of one setting; what depends on the markers drawn is kept for each draw."""

    def __init__(self, setting: SommeSetting, weights: Weights = USUAL) -> None:
        self.setting = setting
        self.weights = weights
        self._aims: dict[tuple[str, ...], tuple[Aim, ...]] = {}
        self._squares: dict[tuple[str, ...], Mapping[int, float]] = {}
        self.last_turn = setting.plan.last_turn
        self.trench_counts = any(
            isinstance(c, TrenchClear) for v in setting.plan.victory for c in v.conditions
        )
        self.reserve = tuple(STEPS_BELOW[u.reduces_to] for u in setting.units)

    def aims(self, g: Somme) -> tuple[Aim, ...]:
        drawn = tuple(g.state.objectives)
        found = self._aims.get(drawn)
        if found is None:
            campaign = self.setting.campaign
            found = campaign_aims(self.setting, drawn) if campaign else scenario_aims(self.setting)
            self._aims[drawn] = found
        return found

    def squares(self, g: Somme) -> Mapping[int, float]:
        """The squares that objectives are made of, with their share of the objective."""
        drawn = tuple(g.state.objectives)
        found = self._squares.get(drawn)
        if found is None:
            shares: dict[int, float] = {}
            for a in self.aims(g):
                for cell in a.cells:
                    shares[cell] = max(shares.get(cell, 0.0), OBJECTIVE * a.weight / a.needed)
            found = self._squares[drawn] = shares
        return found

    def take(self, g: Somme, cell: int) -> float:
        """What it is worth to throw the enemy out of a square, for either side."""
        worth = FIELD + self.squares(g).get(cell, 0.0)
        if self.trench_counts and self.setting.trench["german"] >> cell & 1:
            worth += TRENCH
        return worth

    def turns_left(self, g: Somme) -> int:
        return max(0, self.last_turn - g.state.turn)

    def strength(self, g: Somme) -> float:
        """What a living step is worth beside the point that its loss gives: it can still fight."""
        return 0.1 + 0.04 * min(6, self.turns_left(g))

    def step(self, g: Somme) -> float:
        """What the loss of a step costs: a point, and what it could still do."""
        return 1.0 + self.strength(g)

    def steps(self, g: Somme, unit: int) -> int:
        """12.1.3: the steps that a unit has, those of the counters it can become included."""
        return g.state.steps[unit] + self.reserve[unit]

    # -- the whole --

    def points(self, g: Somme) -> float:
        """The balance of points for the Allies: 13.0 as counted now, and the objectives that they claim."""
        total = float(g.points(ALLIED) - g.points(GERMAN))
        return total + OBJECTIVE * sum(claims(g, a.nation, a.id) for a in self.aims(g) if a.weight >= 0.5)

    def score(self, g: Somme) -> float:
        """How the Allies stand: points, ground, what is left of both armies and the order they are in."""
        state, setting = g.state, self.setting
        total = float(g.points(ALLIED) - g.points(GERMAN))
        if g.outcome is not None and g.outcome.winner is not None:
            total += VICTORY if g.outcome.winner == "allied" else -VICTORY
        for cell, worth in self.squares(g).items():
            stack = g.stack[cell]
            if stack:
                sides = {setting.side[u] for u in stack}
                held = 0.5 if len(sides) == 2 else 1.0 - sides.pop()
            else:
                held = 0.0 if state.control.get(cell) == "german" else 0.9
            total += worth * held
        if self.trench_counts:
            total -= TRENCH * len(cells_of(g.occupied(GERMAN) & setting.trench["german"]))
        alive = self.strength(g)
        for side, sign in ((ALLIED, 1.0), (GERMAN, -1.0)):
            for unit in setting.units_of[side]:
                cell = state.loc[unit]
                if cell < 0:
                    continue
                worth = alive * self.steps(g, unit)
                if setting.hqs[unit]:
                    worth += 0.8
                if state.status[unit] == DISRUPTED:
                    worth -= DISORDER
                elif state.status[unit] == SUPPRESSED:
                    worth -= UNREST
                if side == ALLIED and setting.infantry[unit]:
                    worth += EAST * setting.column[cell]
                total += sign * worth
        return total
