"""The Assaults of a phase planned before the march: who goes where to attack what, and where the headquarters
stand for it; for bots, no rule depends on it.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import Action
from grognard.evaluation import Posture
from grognard.games.somme_1916.evaluation.assault import AssaultTables, fire_factors, prospect
from grognard.games.somme_1916.evaluation.corps import Corps
from grognard.games.somme_1916.evaluation.places import Places
from grognard.games.somme_1916.evaluation.values import Values
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.assault.odds import Assault, front_square, is_covered
from grognard.games.somme_1916.rules.commitment import begin_commitment, may_attack
from grognard.games.somme_1916.rules.movement.modes import may_change_mode
from grognard.games.somme_1916.rules.movement.phase import MoveOrders
from grognard.games.somme_1916.rules.movement.stacking import ROOM
from grognard.games.somme_1916.rules.scenarios import last_british_row
from grognard.games.somme_1916.terms import ALLIED, FRONT, GERMAN, NATIONS
from grognard.rules.masks import cells_of

MOST = 4
"""How many attackers of one square are thought of."""
ROUNDS = 3
"""So often a thorough plan is gone through again."""
EXPOSED = 1.3
"""What it costs a German unit to have left its trench when the enemy's turn comes."""
VACATED = 0.5
"""How much of an objective it costs a German unit to go out of it."""
STAYS = 0.03
"""Of equal places the one where a unit stands is taken."""
SEIZE = 0.7
"""How much of an objective it is worth to stand in it: the enemy may come back."""

Post = tuple[int, int]
"""A unit and the square that it attacks from."""


def misfit(g: Somme, unit: int, cell: int) -> float:
    """14.1.3: squares of the other nation cost three points once."""
    if g.setting.side[unit] != ALLIED or g.state.sector[unit] or g.setting.hqs[unit]:
        return 0.0
    last = last_british_row(g)
    if last is None:
        return 0.0
    return 3.0 if (g.setting.row[cell] <= last) != (g.setting.nation[unit] == "british") else 0.0


class Plan:
    """All Assaults of the phasing side together, before its units move."""

    def __init__(
        self, g: Somme, values: Values, tables: AssaultTables, places: Places, decision: MoveOrders, posture: Posture,
    ) -> None:
        self.g = g
        self.values = values
        self.tables = tables
        self.decision = decision
        self.nerve = posture.nerve
        self.thorough = g.phasing == ALLIED
        """Allied plans are a General's: the headquarters are led to the Assaults too, and it is gone through again."""
        self.side = g.phasing
        self.scratch = g.copy()
        begin_commitment(self.scratch)
        self.rising = self.rise()
        self.last = values.turns_left(g) == 0
        nations = [n for n in NATIONS if (n == "german") == (self.side == GERMAN)]
        self.corps = {n: Corps(g, values, places, n) for n in nations}
        self.goals = values.squares(g)
        self.owner = {cell: a.nation for a in values.aims(g) for cell in a.cells}
        self.room: dict[int, int] = {}
        self.attack: dict[int, list[Post]] = {}
        self.seized: list[Post] = []
        self.busy: set[int] = set()
        self._worth: dict[object, float] = {}

    def rise(self) -> set[int]:
        """7.4.1: entrenched Germans attack better out of their trench; in the scratch position they have left it."""
        g = self.g
        found = {
            u for u in g.on_map(self.side)
            if g.is_entrenched(u) and not g.is_engaged(u) and may_change_mode(g, u, "mobile")
        }
        for unit in found:
            self.scratch.set_mode(unit, FRONT)
        return found

    def make(self) -> tuple[list[Action], list[int]]:
        """The moves to make, and the units that attack from where they are."""
        actions: list[Action] = []
        if self.thorough:
            for corps in self.corps.values():
                actions += corps.choose_modes()
        self.help = {
            (n, c): corps.help(c) for n, corps in self.corps.items() for c in cells_of(self.g.occupied(1 - self.side))
        }
        self.choose(self.options())
        taken, stay = set(), []
        for posts in self.attack.values():
            for unit, cell in posts:
                taken.add(cell)
                if unit in self.rising:
                    actions.append(Action("mode", (unit, "mobile")))
                if self.g.state.loc[unit] == cell:
                    stay.append(unit)
                else:
                    actions.append(Action("move", (unit, cell)))
        actions += [Action("move", post) for post in self.seized]
        taken.update(cell for _, cell in self.seized)
        if not self.thorough:
            return actions, stay
        for nation, corps in self.corps.items():
            targets = [t for t, posts in self.attack.items() if self.g.setting.nation[posts[0][0]] == nation]
            if targets:
                actions += corps.ride(self.decision, targets, taken)
        return actions, stay

    def posts(self) -> dict[int, int]:
        """Where everybody stands who attacks or seizes something."""
        return dict([*(post for posts in self.attack.values() for post in posts), *self.seized])

    # -- who could --

    def options(self) -> dict[int, list[Post]]:
        """For each enemy square the units that can come beside it, each from the few squares that differ."""
        g, state = self.g, self.g.state
        enemies = g.occupied(1 - self.side)
        found: dict[int, list[Post]] = {}
        for unit in g.on_map(self.side):
            if g.is_engaged(unit) or not may_attack(self.scratch, unit) or self.scratch.attack(unit) <= 0:
                continue
            here = state.loc[unit]
            able = self.decision.ends(unit) if not state.moved[unit] else 0
            able |= 1 << here
            for target in cells_of(enemies & g.setting.nearness(able)[0]):
                if target in state.engaged or self.help.get((g.setting.nation[unit], target)) is None:
                    continue
                kinds: dict[object, int] = {}
                for cell in cells_of(able & g.setting.path_around[target]):
                    kind = self.kind(target, cell)
                    if kind not in kinds or cell == here:
                        kinds[kind] = cell
                found.setdefault(target, []).extend((unit, cell) for cell in kinds.values())
        return found

    def kind(self, target: int, cell: int) -> tuple[bool, bool, bool]:
        g = self.scratch
        fight = Assault((), tuple(g.enemies_in(target, self.side)), target)
        return cell == front_square(g, fight), is_covered(g, fight, cell), g.is_interdicted(cell)

    # -- what it is worth --

    def worth(self, target: int, posts: Sequence[Post]) -> float:
        return self.worth_beside(target, posts, self.beside(target) if self.thorough else ())

    def worth_beside(self, target: int, posts: Sequence[Post], others: tuple[int, ...]) -> float:
        key = (target, tuple(sorted(posts)), others)
        found = self._worth.get(key)
        if found is None:
            found = self._worth[key] = self._reckon(target, posts, others)
        return found

    def beside(self, target: int) -> tuple[int, ...]:
        """The squares that are attacked too and share the Defensive Fire (10.2)."""
        near = self.g.setting.within(target, 2)
        return tuple(sorted(t for t in self.attack if t != target and near >> t & 1))

    def relief(self, target: int) -> float:
        """What it is worth to the Assaults planned so far that this one draws fire too."""
        total = 0.0
        for other in self.beside(target) if self.thorough else ():
            posts, beside = self.attack[other], self.beside(other)
            total += self.worth_beside(other, posts, tuple(sorted({*beside, target})))
            total -= self.worth_beside(other, posts, beside)
        return total

    def _reckon(self, target: int, posts: Sequence[Post], others: tuple[int, ...]) -> float:
        g, loc = self.scratch, self.scratch.state.loc
        units = [u for u, _ in posts]
        before = [loc[u] for u in units]
        for unit, cell in posts:
            loc[unit] = cell
        pips = self.help[g.setting.nation[units[0]], target] or 0
        fire = fire_factors(g, target, others)
        best = max(
            prospect(g, self.values, self.tables, units, target, over=over, fire=fire, pips=pips).worth
            for over in (False, True)
        )
        for unit, cell in zip(units, before, strict=True):
            loc[unit] = cell
        return best - self.values.weights.unit * len(units) + sum(self.ground(u, c) for u, c in posts)

    def ground(self, unit: int, cell: int) -> float:
        """What it is worth to stand in a square: objectives that are not ours yet; squares of the other nation cost."""
        g = self.g
        worth = -misfit(g, unit, cell)
        nation = g.setting.nation[unit]
        ours = nation in ("german", self.owner.get(cell)) and g.state.control.get(cell) != nation
        if ours and cell in self.goals and cell != g.state.loc[unit]:
            worth += (1.0 if self.last and nation == "german" else SEIZE) * self.goals[cell]
        if nation == "german":
            worth -= 0.0 if self.last else EXPOSED
            if cell != g.state.loc[unit]:
                worth -= VACATED * self.goals.get(g.state.loc[unit], 0.0)
        return worth + (STAYS if cell == g.state.loc[unit] else 0.0)

    # -- who does --

    def choose(self, options: dict[int, list[Post]]) -> None:
        """The Assault that promises most for each attacker first; then whoever is left joins where he helps."""
        free = {u for posts in options.values() for u, _ in posts}
        known: dict[int, tuple[float, list[Post]] | None] = {t: self.group(t, options[t], free) for t in options}
        while True:
            ready = [(found[0] / len(found[1]), -t) for t, found in known.items() if found is not None]
            if not ready:
                break
            target = -max(ready)[1]
            chosen = known.pop(target)
            assert chosen is not None
            self.settle(target, chosen[1], free)
            units, cells = {u for u, _ in chosen[1]}, {c for _, c in chosen[1]}
            near = self.g.setting.within(target, 2) if self.thorough else 0
            for other, found in known.items():
                if near >> other & 1 or (found is not None and any(u in units or c in cells for u, c in found[1])):
                    known[other] = self.group(other, options[other], free)
        self.join(options, free)
        if self.thorough:
            self.improve(options)
        self.seize()

    def seize(self) -> None:
        """Whoever attacks nothing takes objectives that nobody holds."""
        g = self.g
        empty = [c for c in self.goals if not g.stack[c] and not self.room.get(c)]
        units = [u for u in g.on_map(self.side) if g.setting.infantry[u] and u not in self.busy]
        while True:
            best: tuple[float, Post] | None = None
            for cell in empty:
                if self.room.get(cell):
                    continue
                for unit in units:
                    if unit in self.busy or not self.decision.ends(unit) >> cell & 1:
                        continue
                    worth = self.ground(unit, cell)
                    if worth > 0.3 and (best is None or worth > best[0]):
                        best = (worth, (unit, cell))
            if best is None:
                return
            self.seized.append(best[1])
            self.busy.add(best[1][0])
            self.room[best[1][1]] = ROOM

    def settle(self, target: int, posts: Sequence[Post], free: set[int]) -> None:
        self.attack.setdefault(target, []).extend(posts)
        for unit, cell in posts:
            free.discard(unit)
            self.busy.add(unit)
            self.room[cell] = self.room.get(cell, 0) + self.g.setting.stacking_points[unit]

    def fits(self, unit: int, cell: int, posts: Sequence[Post]) -> bool:
        """Whether there is room beside those who are planned to stand there."""
        points = self.g.setting.stacking_points
        there = self.room.get(cell, 0) + sum(points[u] for u, c in posts if c == cell)
        if cell != self.g.state.loc[unit]:
            there += sum(points[u] for u in self.g.stack[cell] if (u, cell) not in posts and u != unit)
        return there + points[unit] <= ROOM

    def group(self, target: int, options: Sequence[Post], free: set[int]) -> tuple[float, list[Post]] | None:
        """The attackers that promise most for each of them."""
        nation = self.g.setting.nation
        posts: list[Post] = []
        best: tuple[float, list[Post]] | None = None
        relief = self.relief(target)
        for _ in range(MOST):
            more: tuple[float, Post] | None = None
            for post in options:
                unit, cell = post
                if unit not in free or any(u == unit or nation[u] != nation[unit] for u, _ in posts):
                    continue
                if not self.fits(unit, cell, posts):
                    continue
                worth = self.worth(target, [*posts, post]) + relief
                if more is None or worth > more[0]:
                    more = (worth, post)
            if more is None:
                break
            posts.append(more[1])
            if more[0] > self.nerve and (best is None or more[0] / len(posts) > best[0] / len(best[1])):
                best = (more[0], list(posts))
        return best

    def join(self, options: dict[int, list[Post]], free: set[int]) -> None:
        while free:
            best: tuple[float, int, Post] | None = None
            for target, posts in self.attack.items():
                if len(posts) > MOST:
                    continue
                now = self.worth(target, posts)
                for unit, cell in options[target]:
                    if unit in free and self.fits(unit, cell, ()) and self.same_nation(unit, posts[0][0]):
                        gain = self.worth(target, [*posts, (unit, cell)]) - now
                        if best is None or gain > best[0]:
                            best = (gain, target, (unit, cell))
            if best is None or best[0] <= 0.05:
                return
            self.settle(best[1], [best[2]], free)

    def improve(self, options: dict[int, list[Post]]) -> None:
        """Each attacker in turn is sent to another target, if both Assaults together promise more then."""
        for _ in range(ROUNDS):
            changed = False
            for unit, cell, target in [(u, c, t) for t, posts in self.attack.items() for u, c in posts]:
                changed |= self.send_elsewhere(unit, cell, target, options)
            if not changed:
                return

    def send_elsewhere(self, unit: int, cell: int, target: int, options: dict[int, list[Post]]) -> bool:
        points = self.g.setting.stacking_points[unit]
        here = [post for post in self.attack[target] if post[0] != unit]
        lost = self.worth(target, self.attack[target]) - (self.worth(target, here) if here else 0.0)
        self.room[cell] -= points
        best: tuple[float, int, int] | None = None
        for other, posts in options.items():
            there = self.attack.get(other, [])
            if other == target or (there and not self.same_nation(unit, there[0][0])) or len(there) > MOST:
                continue
            for post in posts:
                if post[0] == unit and self.fits(unit, post[1], ()):
                    gain = self.worth(other, [*there, post]) - (self.worth(other, there) if there else self.nerve)
                    if gain > lost + 0.05 and (best is None or gain > best[0]):
                        best = (gain, other, post[1])
        if best is None:
            self.room[cell] += points
            return False
        self.attack[target] = here
        if not here:
            del self.attack[target]
        self.settle(best[1], [(unit, best[2])], set())
        return True

    def same_nation(self, one: int, other: int) -> bool:
        nation = self.g.setting.nation
        return nation[one] == nation[other]
