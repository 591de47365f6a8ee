"""What headquarters do for the Assaults of a phase: which lead, which feed, and where; for bots only."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from grognard.engine import Action
from grognard.games.somme_1916.evaluation.places import FAR_COMMAND, NEAR_COMMAND, Places
from grognard.games.somme_1916.evaluation.values import Values
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.movement.modes import may_change_mode
from grognard.games.somme_1916.rules.movement.phase import MoveOrders
from grognard.games.somme_1916.terms import ALLIED, BACK, FRONT, GERMAN, GOOD_ORDER, NATIONS, Mode
from grognard.rules.masks import cells_of

RIDE = 3
"""How many squares a headquarters can still come nearer in its own move."""
NEAR_INFANTRY = 3
"""So near to a square infantry must be to attack it in this phase."""
SPENT = 1.2
"""What it costs when a headquarters gives its supply and is away for a turn or two (11.2.1)."""
ALONE = 0.5
"""What company costs a headquarters: it cannot change its mode there (7.3.3)."""


def pip(values: Values, g: Somme, cell: int) -> float:
    """What a pip more on the dice of an Assault is worth."""
    return 0.33 + 0.12 * values.take(g, cell)


class Corps:
    """The headquarters of one nation: which lead, which feed, and how far from everything that is attacked."""

    def __init__(self, g: Somme, values: Values, places: Places, nation: str) -> None:
        self.g = g
        self.values = values
        self.places = places
        self.nation = nation
        self.side = GERMAN if nation == "german" else ALLIED
        self.hqs = [u for u in g.setting.hq_units[nation] if g.state.loc[u] >= 0]
        self.mode = {hq: g.state.mode[hq] for hq in self.hqs}
        self.cell = {hq: g.state.loc[hq] for hq in self.hqs}
        self.supply = g.setting.weather_effects[g.state.weather].supply_range
        self.price = 0.0 if values.turns_left(g) == 0 else SPENT

    def likely(self) -> dict[int, float]:
        """The squares that infantry of the nation stands near to, with the worth of a pip against each."""
        g = self.g
        if not self.hqs:
            return {}
        infantry = [
            g.state.loc[u] for u in g.on_map(self.side)
            if g.setting.nation[u] == self.nation and g.state.status[u] == GOOD_ORDER and g.setting.infantry[u]
        ]
        found = {}
        for cell, _ in self.places.own_targets(g, self.hqs[0]):
            near = g.setting.grid.distances(cell)
            ready = sum(near[c] <= NEAR_INFANTRY for c in infantry)
            if ready:
                found[cell] = pip(self.values, g, cell) * min(1.0, ready / 2)
        return found

    def choose_modes(self) -> list[Action]:
        """7.4.2: which headquarters change their mode, by what all of them do for the Assaults to come."""
        g = self.g
        able = [hq for hq in self.hqs if self.may_change(hq)]
        likely = self.likely()
        if not able or not likely:
            return []
        distances = {hq: g.setting.grid.distances(self.cell[hq]) for hq in self.hqs}
        best: tuple[float, tuple[bool, ...]] | None = None
        for changes in product((False, True), repeat=len(able)):
            changed = {hq for hq, change in zip(able, changes, strict=True) if change}
            mode = {hq: 1 - m if hq in changed else m for hq, m in self.mode.items()}
            feeds = [distances[hq] for hq in self.hqs if mode[hq] == BACK]
            leads = [distances[hq] for hq in self.hqs if mode[hq] == FRONT]
            worth = -self.price * len(feeds) - 0.2 * len(changed)
            for cell, weight in likely.items():
                fed = any(d[cell] <= self.supply for d in feeds)
                near = min((d[cell] for d in leads), default=99) - RIDE
                if near <= FAR_COMMAND:
                    worth += weight * ((2.0 if fed else 0.0) + (1.0 if near <= NEAR_COMMAND else -1.0) + 1.5)
            if best is None or worth > best[0]:
                best = (worth, changes)
        assert best is not None
        found = []
        for hq, change in zip(able, best[1], strict=True):
            if change:
                self.mode[hq] = Mode(1 - self.mode[hq])
                found.append(Action("mode", (hq, "supply" if self.mode[hq] == BACK else "command")))
        return found

    def may_change(self, hq: int) -> bool:
        g, cell = self.g, self.cell[hq]
        if self.mode[hq] == FRONT and (g.zones[1 - self.side][cell] or len(g.stack[cell]) > 1):
            return False
        return bool(may_change_mode(g, hq, "supply" if self.mode[hq] == FRONT else "command"))

    def help(self, cell: int) -> int | None:
        """The pips of command and supply that an Assault on a square can have; None if nobody leads it."""
        distances = self.g.setting.grid.distances(cell)
        lead = min((distances[self.cell[hq]] for hq in self.hqs if self.mode[hq] == FRONT), default=99) - RIDE
        if lead > FAR_COMMAND:
            return None
        table = self.g.setting.combat.assault_modifiers
        pips = table["hq-near"] if lead <= NEAR_COMMAND else table["hq-far"]
        fed = any(distances[self.cell[hq]] <= self.supply for hq in self.hqs if self.mode[hq] == BACK)
        return pips + (0 if fed else table["out-of-supply"])

    def ride(self, decision: MoveOrders, targets: Sequence[int], taken: set[int]) -> list[Action]:
        """Each headquarters where it leads most of the planned Assaults from near."""
        g = self.g
        weights = [(cell, pip(self.values, g, cell)) for cell in targets]
        leaders = [hq for hq in self.hqs if self.mode[hq] == FRONT]
        for _ in range(2):
            for hq in leaders:
                others = [g.setting.grid.distances(self.cell[o]) for o in leaders if o != hq]
                base = [min((o[cell] for o in others), default=99) for cell, _ in weights]
                options = [c for c in cells_of(decision.ends(hq)) if c not in taken]
                here = g.state.loc[hq]
                self.cell[hq] = max(
                    (here, *options), key=lambda c: (self.post(hq, c, weights, base) + 0.05 * (c == here), -c)
                )
        return [Action("move", (hq, self.cell[hq])) for hq in leaders if self.cell[hq] != g.state.loc[hq]]

    def post(self, hq: int, cell: int, weights: Sequence[tuple[int, float]], base: Sequence[int]) -> float:
        g = self.g
        near = g.setting.grid.distances(cell)
        total = 0.35 * self.places.hq(g, hq, cell)
        for (target, weight), other in zip(weights, base, strict=True):
            total += weight * (lead(min(other, near[target])) - lead(other))
        company = sum(u != hq for u in g.stack[cell])
        return total - ALONE * company


def depots(g: Somme, values: Values, places: Places, side: int) -> Action | None:
    """14.1.1: the next headquarters that begins in the other mode."""
    for nation in NATIONS:
        if (nation == "german") == (side == GERMAN):
            changes = Corps(g, values, places, nation).choose_modes()
            if changes:
                return changes[0]
    return None


def lead(distance: int) -> float:
    return 1.0 if distance <= NEAR_COMMAND else -1.0 if distance <= FAR_COMMAND else -3.0
