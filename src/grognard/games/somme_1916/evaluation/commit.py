"""Which Assaults are made, by whom and with what help (modules 8 to 11); for bots, no rule depends on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.engine import Action, Choice, Decision
from grognard.games.somme_1916.evaluation.assault import (
    OUT_OF_SUPPLY,
    AssaultTables,
    Prospect,
    fire_factors,
    odds_of,
    prospect,
)
from grognard.games.somme_1916.evaluation.values import Values
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.assault.declaration import may_declare
from grognard.games.somme_1916.rules.assault.odds import squares_of, supplies
from grognard.games.somme_1916.rules.assault.phase import attackers_of
from grognard.games.somme_1916.rules.assault.strengths import is_mobile_arm
from grognard.games.somme_1916.rules.commitment import CommitOrders, committed, groups, pending_squares
from grognard.games.somme_1916.terms import GERMAN

END, RESOLVE = Action("end"), Action("resolve")
MOST = 5
"""How many attackers of one square are thought of."""
SUPPLY_PRICE = 1.3
"""What it costs to use up an HQ: the step that brings it back (11.2.1) and the turns without it."""
SHIFTS = {"creeping": (2, 0), "lift": (0, 2), "gas": (1, 0), "night": (1, 0), "tank-cavalry": (1, 0)}
"""What a resource adds: columns and pips (11.5.2, 11.6.1); smoke depends on the wind."""


def open_targets(decision: CommitOrders) -> dict[int, list[int]]:
    """For each square that can be attacked now, who can."""
    found: dict[int, list[int]] = {}
    for subject in decision.subjects():
        if isinstance(subject.ref, int):
            for target in decision.targets(subject.ref):
                found.setdefault(target, []).append(subject.ref)
    return found


class Staff:
    """Works out Assaults of the phasing side in one position."""

    def __init__(self, g: Somme, values: Values, tables: AssaultTables) -> None:
        self.g = g
        self.values = values
        self.tables = tables
        self._known: dict[object, Prospect] = {}

    def prospect(self, attackers: Sequence[int], target: int, others: Iterable[int], over: bool = False) -> Prospect:
        near = tuple(c for c in others if c != target and self.g.setting.within(target, 2) >> c & 1)
        key = (target, tuple(attackers), near, over)
        found = self._known.get(key)
        if found is None:
            fire = fire_factors(self.g, target, near)
            best = prospect(self.g, self.values, self.tables, attackers, target, over=over, fire=fire)
            found = self._known[key] = best
        return found

    def better(self, attackers: Sequence[int], target: int, others: Sequence[int]) -> Prospect:
        """With or without going over the top, whichever promises more (8.7)."""
        plain = self.prospect(attackers, target, others)
        return max(plain, self.prospect(attackers, target, others, over=True))

    # -- commitment (8.6) --

    def commitments(self, decision: CommitOrders, nerve: float, expected: Sequence[int] = ()) -> list[Action]:
        """The Assaults that promise more than ``nerve``, the best first, each unit used once.

        ``expected``: squares that are likely attacked too, so that the fire is shared (10.2).
        """
        g = self.g
        open_to = open_targets(decision)
        already = {target: list(units) for target, units in decision.against.items()}
        orders: list[Action] = []
        taken: set[int] = set()
        chosen = list(expected)
        while True:
            best: tuple[float, int, list[int]] | None = None
            for target, units in sorted(open_to.items()):
                free = [u for u in units if u not in taken]
                found = self.strongest(target, already.get(target, []), free, chosen)
                if found is not None and (best is None or found[0] > best[0]):
                    best = (found[0], target, found[1])
            if best is None or best[0] <= nerve:
                return orders
            _, target, units = best
            orders += [Action("commit", (unit, target)) for unit in units]
            taken.update(units)
            chosen.append(target)
            already.setdefault(target, []).extend(units)
            if g.state.secondary:
                return orders                                                   # 11.10: one square

    def strongest(
        self, target: int, base: list[int], free: Sequence[int], others: Sequence[int],
    ) -> tuple[float, list[int]] | None:
        """How many more attackers make the best of it: what they add, and who they are."""
        g = self.g
        if base:
            nation = g.setting.nation[base[0]]
            free = [u for u in free if g.setting.nation[u] == nation]
        order = sorted(free, key=lambda u: (is_mobile_arm(g, u), -g.attack(u), u))
        if order and not base:
            nation = g.setting.nation[order[0]]
            order = [u for u in order if g.setting.nation[u] == nation]         # 11.3: they seldom coordinate
        before = self.better(base, target, others).worth if base else 0.0
        best: tuple[float, list[int]] | None = None
        for number in range(1, min(MOST, len(order)) + 1):
            units = order[:number]
            gain = self.better([*base, *units], target, others).worth - before
            if best is None or gain > best[0] + 0.02 * (number - len(best[1])):
                best = (gain, units)
        return best

    def over_the_top(self, decision: Choice) -> Action:
        """8.7: a stack goes over the top where that promises more."""
        g = self.g
        targets = pending_squares(g)
        for (_, target), units in groups(g).items():
            action = Action("over", (units[0],))
            if g.state.over[units[0]] or action not in decision.options:
                continue
            attackers = committed(g, target)
            if END not in decision.options:
                return action
            if self.prospect(attackers, target, targets, over=True) > self.prospect(attackers, target, targets):
                return action
        return END if END in decision.options else decision.options[0]

    # -- the Assault Phase (11) --

    def next_assault(self, decision: Choice) -> Action:
        """The surest first: what it wins may help the others."""
        g = self.g

        def worth(action: Action) -> float:
            units = attackers_of(g, action.number())
            return prospect(g, self.values, self.tables, units, action.number()).worth

        return max(decision.options, key=lambda a: (worth(a), -a.number()))

    def with_help(self, target: int, column: int, drm: int) -> float:
        return prospect(
            self.g, self.values, self.tables, attackers_of(self.g, target), target, column=column, drm=drm
        ).worth

    def resource(self, decision: Choice) -> Action:
        """9.3, 11.1: each resource where it helps most; supply where it pays for the HQ."""
        g = self.g
        here = g.state.target
        waiting = [c for c in pending_squares(g) if attackers_of(g, c)]
        for action in decision.options:
            price = SUPPLY_PRICE if self.values.turns_left(g) else 0.05
            if action.verb == "supply" and self.supply_worth(action.number(), waiting) > price:
                return action
        best: tuple[float, Action] | None = None
        for action in decision.options:
            if action.verb != "use":
                continue
            word = action.word()
            gain = self.gain(here, word)
            if gain < 0.05:
                continue
            rivals = sum(self.gain(c, word) > gain for c in waiting if c != here and self.may_use(c, word))
            if rivals < g.state.resources.get(word, 0) and (best is None or gain > best[0]):
                best = (gain, action)
        return best[1] if best is not None else RESOLVE

    def may_use(self, target: int, word: str) -> bool:
        g = self.g
        now, g.state.target = g.state.target, target
        used, g.state.used = g.state.used, []
        allowed = bool(may_declare(g, attackers_of(g, target), word))
        g.state.target, g.state.used = now, used
        return allowed

    def gain(self, target: int, word: str) -> float:
        if word == "smoke":
            return 0.5 * (self.with_help(target, 0, 1) - self.with_help(target, 0, 0))
        column, drm = SHIFTS.get(word, (0, 0))
        return self.with_help(target, column, drm) - self.with_help(target, 0, 0)

    def supply_worth(self, hq: int, waiting: Sequence[int]) -> float:
        """What an HQ's supply adds to all Assaults that it reaches."""
        g = self.g
        nation = g.setting.nation[hq]
        penalty = g.setting.combat.assault_modifiers["out-of-supply"]
        total = 0.0
        for target in waiting:
            units = attackers_of(g, target)
            if not any(supplies(g, hq, cell, target) for cell in squares_of(g, units, nation)):
                continue
            if any(row.what == OUT_OF_SUPPLY for row in odds_of(g, units, target).modifiers):
                fed = prospect(g, self.values, self.tables, units, target).worth
                unfed = prospect(g, self.values, self.tables, units, target, drm=penalty).worth
                total += fed - unfed
        return total


class Thumb:
    """The same by rules of thumb, for those who have no staff: strength against strength, and everything at once."""

    def __init__(self, g: Somme, values: Values, odds: int) -> None:
        self.g = g
        self.values = values
        self.odds = odds
        """By how many columns an Assault must be better than none."""

    def commitments(self, decision: CommitOrders) -> list[Action]:
        """Whoever can attack together with more strength than the defenders and their ground have, attacks."""
        g = self.g
        open_to = open_targets(decision)
        orders: list[Action] = []
        taken: set[int] = set()
        for target in sorted(open_to, key=lambda c: (-self.values.take(g, c), c)):
            units = [u for u in open_to[target] if u not in taken]
            nation = g.setting.nation[units[0]] if units else ""
            units = sorted((u for u in units if g.setting.nation[u] == nation), key=lambda u: (-g.attack(u), u))[:3]
            if units and odds_of(g, units, target).column >= self.odds:
                orders += [Action("commit", (u, target)) for u in units]
                taken.update(units)
                if g.state.secondary:
                    break                                                       # 11.10: one square
        return orders

    def over_the_top(self, decision: Choice) -> Action:
        """8.7: divisions go, the others wait."""
        g = self.g
        for action in decision.options:
            if action.verb == "over" and (g.setting.divisions[action.number()] or END not in decision.options):
                return action
        return END

    def resource(self, decision: Choice) -> Action:
        """9.3: whatever helps, at once."""
        column = odds_of(self.g, attackers_of(self.g, self.g.state.target), self.g.state.target).column
        for action in decision.options:
            if action.verb == "supply" or (action.verb == "use" and (column < 5 or action.word() in ("lift", "smoke"))):
                return action
        return RESOLVE


def stronger_group(g: Somme, decision: Decision, attackers: Sequence[int]) -> Action:
    """11.3, 11.5.2.2: when not all can attack together, those with more factors."""

    def factors(word: str) -> int:
        if word in ("infantry", "tanks"):
            units = [u for u in attackers if is_mobile_arm(g, u) == (word == "tanks")]
        else:
            units = [u for u in attackers if g.setting.nation[u] == word]
        return sum(g.attack(u) for u in units)

    return max(decision.all_actions(), key=lambda a: factors(a.word()))


def substitute(decision: Choice) -> Action:
    """9.4: the German asks for what every Assault can use."""
    return next(a for a in decision.options if a.verb == "substitute" and a.word() == "gas")


def usual_nerve(g: Somme) -> float:
    """Germans attack only for something sure: they win by standing."""
    return 0.25 if g.phasing == GERMAN else 0.0
