"""Results of a ground assault (13.11) and the advance after it (13.12)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import Action, Procedure
from grognard.games.hannut_1940.position import defending
from grognard.games.hannut_1940.rules.halts import meets_halt
from grognard.games.hannut_1940.rules.odds import Assault
from grognard.games.hannut_1940.rules.retreat import Hits, Retreat, carry_shifts
from grognard.games.hannut_1940.rules.stacking import fits
from grognard.games.hannut_1940.state import Mark
from grognard.games.hannut_1940.tables import Obligation
from grognard.rules.hits import GIVE

STAY, HOLD = Action("stay"), Action("hold")
ROLES = ("attacker", "defender")


class Suffering:
    """What one side must satisfy (13.11.5): mandatory and discretionary obligations, losses, retreats."""

    def __init__(self, a: Assault, role: int, result: Obligation) -> None:
        self.a, self.g, self.role = a, a.g, role
        self.side = a.defender if role else a.attacker
        self.units = a.everybody[role]
        self.check = result.check
        self.mandatory, self.discretionary = result.mandatory, result.discretionary
        first = [a.lead[role]]
        armored = a.armor[role]
        if armored >= 0 and a.g.setting.units[armored].armor >= 0:
            first.append(armored)                                               # 13.11.4: armor, not AT
        self.hits = Hits(a.g, self.side, self.units, "13.11.4", first)
        self.backs: list[Retreat] = []
        self.rooted = False
        """13.13.3: an overrunner without success stays where he is."""
        self.retreated = False

    @property
    def points(self) -> int:
        return self.mandatory + self.discretionary

    # -- 13.11.1 --

    def check_lead(self) -> None:
        """The lead unit's proficiency: attack or defence by its role (ruling C28)."""
        if self.check:
            counter = self.g.setting.units[self.a.lead[self.role]]
            pr = counter.pr_defence if self.role else counter.pr_attack
            if not self.g.d10("13.11.1", f"the {ROLES[self.role]}'s lead unit", pr):
                self.discretionary += 1

    def meet(self) -> Procedure:
        """13.11.2 to 13.11.7: all that is left of it."""
        yield from self.convert_recon()
        yield from self.meet_mandatory()
        yield from self.meet_discretionary()

    # -- 13.11.6 --

    def convert_recon(self) -> Procedure:
        """A Recon unit alone may turn one mandatory loss into a discretionary one."""
        g = self.g
        alone = [u for u in self.units if g.setting.recon[u] and g.stack[g.state.loc[u]] == (u,)]
        for unit in alone[: self.mandatory]:
            question = "does the Recon unit try to avoid a mandatory loss?"
            action = yield from g.ask(self.side, "convert", "13.11.6", question, [Action("convert", (unit,)), HOLD])
            if action.verb == "convert" and g.d10("13.11.6", "the Recon unit", g.setting.units[unit].pr_defence):
                self.mandatory, self.discretionary = self.mandatory - 1, self.discretionary + 1

    def meet_mandatory(self) -> Procedure:
        """13.11.2: losses of all units first, then fatigue or further losses; what is left becomes discretionary."""
        while self.mandatory and self.hits.living() and not self.hits.least():
            self.mandatory -= 1
            yield from self.hits.lose()
        while self.mandatory and self.hits.living() and self.hits.may_tire():
            self.mandatory -= 1
            yield from self.hits.absorb(1, all_of_them=True)
        self.discretionary, self.mandatory = self.discretionary + self.mandatory, 0

    # -- 13.11.5, 13.11.7 --

    def groups(self) -> list[Retreat]:
        """The units by hex, each stack with its own way back, or each unit where they have none in common (11.1)."""
        if not self.backs:
            g, most = self.g, self.g.setting.tables.retreat
            for cell in sorted({g.state.loc[u] for u in g.living(self.units)}):
                units = [u for u in g.living(self.units) if g.state.loc[u] == cell]
                for part in [units] if g.open_steps(units, cell) else [[u] for u in units]:
                    self.backs.append(
                        Retreat(g, part, lambda u: most[ROLES[self.role], g.setting.units[u].movement], "11.2")
                    )
        return self.backs

    def ways(self) -> list[Retreat]:
        """The stacks that have a way back; by an option all of a stack stop together (ruling C76)."""
        together = self.g.has_option("mixed_retreat", "together")
        backs = [] if self.rooted else self.groups()
        return [back for back in backs if back.cells() and not (together and back.has_parted())]

    def go_back(self) -> Procedure:
        """One hex of retreat for all stacks that have a way."""
        self.retreated = True
        for back in self.ways():
            yield from back.step()

    def all_can_go(self) -> bool:
        """Nobody is dropped by his own will (11.2): another hex counts only if all go."""
        backs = [] if self.rooted else [back for back in self.groups() if self.g.living(back.units)]
        all_go = all(len(back.going()) == len(self.g.living(back.units)) for back in backs)
        return bool(backs) and all_go and all(back.cells() for back in backs)

    def meet_discretionary(self) -> Procedure:
        """13.11.3: the owner chooses between retreat, losses and fatigue; to stay takes a check (13.11.5)."""
        g = self.g
        if self.discretionary <= 0 or not self.hits.living():
            return                                                              # ruling C29
        question = f"{self.discretionary} {'hit' if self.discretionary == 1 else 'hits'} to satisfy: stay or retreat?"
        open_way = bool(self.ways())
        options = [STAY, GIVE] if open_way else [STAY]
        action = yield from g.ask(self.side, "stay-or-retreat", "13.11.5", question, options, even_if_one=True)
        if action.verb == "give":
            yield from self.retreat_as_chosen()
            return
        lowest = min([g.setting.units[u].pr_defence for u in defending(g, g.living(self.units))])
        if g.d10("13.11.5", f"the {ROLES[self.role]} to stay", lowest):
            yield from self.stay_in_order()
        elif open_way:
            yield from self.driven_back()
        else:
            yield from self.hits.lose()
            yield from self.hits.absorb(self.discretionary - 1, all_of_them=True)

    def retreat_as_chosen(self) -> Procedure:
        """13.11.7: hexes first, one for each obligation (ruling C26), then losses and fatigue."""
        for _ in range(self.discretionary):
            yield from self.go_back()
        yield from self.pay_the_rest(self.discretionary)

    def pay_the_rest(self, number: int, free: int = 0) -> Procedure:
        """11.2, ruling C76: hexes after the free ones satisfy hits of those who went them; all losses so far count."""
        gone = {unit: hexes for back in self.groups() for unit, hexes in back.gone.items()}
        for hexes in sorted(set(gone.values())):
            units = [u for u in self.units if gone.get(u) == hexes]
            hits = Hits(self.g, self.side, units, "13.11.7", self.hits.first)
            hits.taken, hits.tired = {u: self.hits.taken[u] for u in units}, self.hits.tired
            hits.last = self.hits.last
            yield from hits.absorb(number - max(0, hexes - free), all_of_them=bool(free))

    def stay_in_order(self) -> Procedure:
        """13.11.7, check passed: one step loss, then losses, fatigue and hexes as the owner wishes."""
        yield from self.hits.lose()
        left = self.discretionary - 1
        while left > 0 and self.hits.living():
            back = self.all_can_go()
            if not back and not self.hits.may_tire() and self.hits.least() > 0:
                return
            question = f"a step loss, fatigue or a hex of retreat ({left} to go)"
            options = [*([GIVE] if back else []), *self.hits.options()]
            action = yield from self.g.ask(self.side, "hit", "13.11.7", question, options)
            left -= 1
            if action == GIVE:
                yield from self.go_back()
            else:
                self.hits.take(action)

    def driven_back(self) -> Procedure:
        """13.11.7, check failed: the full distance, the first hex free; one step loss; all the rest (ruling C27)."""
        needed = self.discretionary + 1 if self.g.has_option("failed_stay", "needed") else 99
        while needed and self.ways():
            needed -= 1
            yield from self.go_back()
        yield from self.hits.lose()
        yield from self.pay_the_rest(self.discretionary - 1, free=1)

    def settle(self) -> None:
        """10.3.12, 13.7.5: AS markers go with those who retreated."""
        for back in self.backs:
            if back.path:
                carry_shifts(self.g, back.origin, back.units)
        self.g.changed()


def apply_results(a: Assault, results: Sequence[Obligation]) -> Procedure:
    """13.11: the attacker first; if he retreats, the defender has one discretionary obligation less (13.11.5)."""
    ours, theirs = Suffering(a, 0, results[0]), Suffering(a, 1, results[1])
    a.suffering = [ours, theirs]
    for one in (ours, theirs):
        if one is theirs and ours.retreated:
            theirs.discretionary -= 1
        one.check_lead()
        yield from one.meet()
        one.settle()


# -- 13.12 --


class Advance:
    """The advance of the attackers, unit by unit and hex by hex."""

    def __init__(self, a: Assault) -> None:
        self.a, self.g = a, a.g
        theirs = a.suffering[1]
        self.path = [a.cell, *[cell for back in theirs.backs for cell in back.path]]
        self.destroyed = not any(back.path for back in theirs.backs)
        """All defenders were eliminated before they could retreat."""
        self.gone = dict.fromkeys(a.units[0], 0)
        """13.12: only who took part (7.2) advances."""
        self.stopped: set[int] = set()
        self.by_road = dict.fromkeys(a.units[0], True)

    def most(self, unit: int) -> int:
        g, limits = self.g, self.g.setting.limits
        mark = "pa" if g.state.mark[unit] == Mark.PA else "ta"
        most = g.setting.tables.advance[mark, g.setting.units[unit].movement]
        if g.is_night:
            return min(most, limits["night-advance"])
        if self.destroyed:
            most = min(most, limits["eliminated-advance"])
        if mark == "pa" and g.setting.recon[unit] and self.by_road[unit]:
            most += limits["recon-advance"]
        return most

    def cells(self, unit: int) -> list[int]:
        """Where a unit can go next."""
        g, setting = self.g, self.g.setting
        here, gone = g.state.loc[unit], self.gone[unit]
        if unit in self.stopped or gone >= self.most(unit):
            return []
        if gone == 0:
            onward = [self.a.cell]
        elif self.destroyed:
            onward = list(setting.grid.neighbours[here])
        else:
            onward = [c for c in setting.grid.neighbours[here] if c in self.path]
        able = g.open_steps([unit], here)
        return [c for c in onward if c in able and fits(g, unit, c) and self.most_along(unit, here, c) > gone]

    def most_along(self, unit: int, here: int, cell: int) -> int:
        """13.12: the extra hex of Recon needs roads or clear ground all the way."""
        before = self.by_road[unit]
        self.by_road[unit] = before and self.is_easy(here, cell)
        most = self.most(unit)
        self.by_road[unit] = before
        return most

    def is_easy(self, here: int, cell: int) -> bool:
        setting = self.g.setting
        clear = setting.pure_clear >> cell & 1 and not setting.across_stream(here, cell)
        return (here, cell) in setting.roads or bool(clear)

    def go(self, unit: int, cell: int) -> None:
        g, setting = self.g, self.g.setting
        here = g.state.loc[unit]
        self.by_road[unit] &= self.is_easy(here, cell)
        g.place(unit, cell)
        carry_shifts(g, here, [unit])                                           # 10.3.12: AS goes with the unit
        self.gone[unit] += 1
        g.note("advance", "13.12", unit=unit, to=cell)
        if setting.mech[unit] and setting.woods_or_rails >> cell & 1 and (here, cell) not in setting.roads:
            self.stopped.add(unit)
        if self.gone[unit] > 1 and meets_halt(g, setting.side[unit], cell):
            self.stopped.add(unit)


def advance(a: Assault) -> Procedure:
    """13.12: into the hex that was attacked, if it is empty and the attacker has not retreated."""
    g = a.g
    if a.suffering[0].retreated:
        return
    going = Advance(a)
    while not g.stack[a.cell] or g.setting.side[g.stack[a.cell][0]] == a.attacker:
        options = [
            Action("advance", (unit, cell)) for unit in g.living(a.units[0]) for cell in going.cells(unit)
        ]
        if not options:
            return
        action = yield from g.ask(a.attacker, "advance", "13.12", "which units advance?", [*options, Action("end")])
        if action.verb == "end":
            return
        going.go(action.number(), action.number(1))
