"""Where units should stand: the German drive west, the French line; for bots, no rule depends on it."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import Action
from grognard.evaluation import Posture
from grognard.games.hannut_1940.evaluation.fights import Fights
from grognard.games.hannut_1940.evaluation.ground import EASTERNMOST, GEMBLOUX, WIDTH, Lay, fighting, front
from grognard.games.hannut_1940.position import Hannut
from grognard.games.hannut_1940.rules.allowances import has_begun
from grognard.games.hannut_1940.rules.halts import is_halted
from grognard.games.hannut_1940.rules.movement import MovementOrders
from grognard.games.hannut_1940.rules.overruns import ExploitationOrders
from grognard.games.hannut_1940.rules.stacking import STACKING, fits
from grognard.games.hannut_1940.rules.supply import can_trace, fed, sources
from grognard.games.hannut_1940.setting import FRENCH, GERMAN
from grognard.games.hannut_1940.state import Mark
from grognard.rules.masks import cells_of, mask

END = Action("end")
STAY = 0.05
"""A unit moves only for more than this."""
A_POINT = 0.06
"""What each movement point nearer to the goal is worth to the German side."""
DELAY = (57.0, 55.0, 52.0, 52.0, 48.0, 44.0)
"""On which line the French stand in the first turns, at the most; then before Gembloux."""
SCREEN = (57.0, 55.0, 53.0, 53.0, 50.0, 47.0, 44.0, 41.0)
"""The same with care: the cavalry screens the infantry while it digs in before Gembloux."""
SUPPLY, CUT_OFF = 9, 0.15
"""How far units go from their HQ without a second thought (15.1), and what each hex beyond costs."""
GARRISON = 0.8
"""The weight of a post on a supply source (15.1); what holding a victory hex that is held already is worth."""
WEAK, STRENGTH = 2, 0.08
"""A unit of no more factors may as well hold a victory hex in the rear; what each one above counts in front."""
MIXED = 0.5
"""What it costs a careful staff to put units of two divisions into one hex: they defend a column worse (13.7.1e)."""
COVERED = 12
"""How many places for an HQ a careful staff looks at closely, tracing the supply of its units."""


class Moves:
    def __init__(self, g: Hannut, lay: Lay, side: int, posture: Posture, careful: bool) -> None:
        self.g = g.copy()
        """A position of the bot's own, in which moves are tried."""
        self.lay, self.side, self.posture, self.careful = lay, side, posture, careful
        self.fights = Fights(self.g, lay, careful)
        self.enemy = self.g.occupied(1 - side)
        self.beside = g.setting.beside.of(self.enemy)
        self.halts = mask([c for c in cells_of(self.beside & ~self.enemy) if is_halted(self.g, side, c)])
        """6.6, as far as the side can guess."""
        self.held = {c for c in g.setting.values if g.occupied(side) >> c & 1}
        self.posts = {True: self.line(self.depth()), False: self.line(GEMBLOUX)} if side == FRENCH else {}
        """19.6: those of the cavalry, which leaves, and of the others, who go to the last line at once."""
        self.weights = {post: self.weight(post) for posts in self.posts.values() for post in posts}
        self.raiders = lay.inside(self.enemy)
        self.manned: dict[int, float] = {}
        self.attack: dict[int, float] = {}
        """Enemy hexes, with the attack factors that stand next to them."""
        for unit in fighting(self.g, side):
            self.count(unit, 1.0)

    # -- what stands where --

    def power(self, unit: int) -> float:
        """A unit's strength as it stands now."""
        counter, state = self.g.setting.units[unit], self.g.state
        factors = counter.attack if self.side == GERMAN else counter.defence
        return factors[state.steps[unit]] / (1 + state.fatigue[unit])

    def count(self, unit: int, sign: float) -> None:
        cell = self.g.state.loc[unit]
        if cell < 0:
            return
        power = sign * max(0.5, self.power(unit))
        self.manned[cell] = self.manned.get(cell, 0.0) + power
        if self.g.state.mark[unit] != Mark.EXP:
            for target in cells_of(self.g.setting.around[cell] & self.enemy):
                self.attack[target] = self.attack.get(target, 0.0) + power

    def put(self, unit: int, cell: int) -> None:
        self.count(unit, -1.0)
        self.g.place(unit, cell)
        self.count(unit, 1.0)

    # -- the French line (19.9) --

    def depth(self) -> float:
        """Which line: as far east as the calendar allows, and before the enemy has come by it."""
        g = self.g
        late, lines = g.state.turn - 1, SCREEN if self.careful else DELAY
        wanted = lines[late] if late < len(lines) else GEMBLOUX
        came = front(g, self.lay) - (0.5 if late >= len(lines) else 1.5)
        depth = max(GEMBLOUX, min(wanted - self.posture.ground, came, EASTERNMOST))
        return GEMBLOUX + 0.5 * int(2 * (depth - GEMBLOUX))

    def line(self, depth: float) -> tuple[int, ...]:
        """The posts of a line; before Gembloux the victory hexes behind it, too."""
        posts = self.lay.line(depth)
        last = depth < GEMBLOUX + 2
        behind = [c for c in self.lay.prizes if last and c not in posts]
        if last and self.careful:
            behind += [c for c in cells_of(sources(self.g, FRENCH)) if c not in posts]
        return (*posts, *behind)

    def weight(self, post: int) -> float:
        if self.lay.depth[post] < GEMBLOUX - 2 * WIDTH and post not in self.g.setting.values:
            return GARRISON if not self.g.friends_in(post, FRENCH) else 0.3 * GARRISON
        return 1.0 + 0.5 * self.g.setting.values.get(post, 0) + 0.1 * self.lay.cover[post]

    def need(self, post: int) -> float:
        """What another unit at a post of the line is worth: the less, the more stands there and beside it."""
        near = sum([self.manned.get(c, 0.0) for c in self.g.setting.grid.neighbours[post]])
        return self.weights[post] * 6.0 / (4.0 + self.manned.get(post, 0.0) + 0.35 * near)

    def french(self, unit: int, cells: Sequence[int]) -> list[float]:
        """Each hex by the post that it holds or is near to."""
        g, lay = self.g, self.lay
        cavalry, prepared = g.division(unit) in g.setting.plan.withdrawing, g.state.mark[unit] == Mark.PA
        needs = [(self.need(post), lay.far[post]) for post in self.posts[cavalry]]
        found = []
        for cell in cells:
            worth = max([need - 0.25 * far[cell] for need, far in needs])
            if self.beside >> cell & 1:
                worth -= 0.1 + (0.3 if g.setting.afv[unit] and not self.manned.get(cell) else 0.0)
                worth += self.contact(unit, cell, self.raiders) + (0.5 if prepared else 0.0)
            value = g.setting.values.get(cell, 0)
            worth += value * (0.4 * (cell not in self.held) + STRENGTH * (self.power(unit) - WEAK))
            found.append(worth + 0.05 * lay.cover[cell] - self.mixes(unit, cell))
        return found

    # -- the German drive --

    def german(self, unit: int, cells: Sequence[int]) -> list[float]:
        g, lay, setting = self.g, self.lay, self.g.setting
        way = lay.ways(g, GERMAN, setting.mech[unit])
        hq = g.hq(g.division(unit))
        home = lay.far[g.state.loc[hq]] if hq >= 0 and g.state.loc[hq] >= 0 else None
        exploits, afv, prepared = g.state.mark[unit] == Mark.EXP, setting.afv[unit], g.state.mark[unit] == Mark.PA
        late = 0.4 + 0.6 * g.state.turn / lay.last_turn
        fights = not exploits and setting.units[unit].pr_attack >= 0
        found = []
        for cell in cells:
            worth = -A_POINT * self.posture.goal * way[cell]
            if setting.goal >> cell & 1 and home is not None and home[cell] <= 2 * SUPPLY:
                worth += 3.0
            value = setting.values.get(cell, 0)
            if value:
                worth += value * self.garrison(unit, cell, late if home is None or home[cell] <= SUPPLY else 0.2)
            if self.beside >> cell & 1:
                worth += self.contact(unit, cell, self.enemy) if fights else -0.15
                worth += 0.5 if prepared else 0.0
                if afv and not any(setting.personnel[u] for u in g.stack[cell]):
                    worth -= 0.1
            if home is not None and home[cell] > SUPPLY:
                worth -= CUT_OFF * (home[cell] - SUPPLY)
            worth += 0.02 * lay.cover[cell]
            found.append(worth - self.mixes(unit, cell))
        return found

    def mixes(self, unit: int, cell: int) -> float:
        """13.7.1e: whether a unit would share a hex with another division; headquarters do not fight."""
        g = self.g
        if not self.careful or not g.stack[cell]:
            return 0.0
        own = g.division(unit)
        return MIXED * any(g.division(u) != own and not g.setting.is_hq[u] for u in g.friends_in(cell, self.side))

    def garrison(self, unit: int, cell: int, late: float) -> float:
        """What a unit in a victory hex is worth, for each point: the strong before the enemy, the weak behind."""
        strong = self.power(unit) - WEAK
        others = [u for u in self.g.stack[cell] if u != unit]
        if self.beside >> cell & 1:
            return STRENGTH * strong + (0.0 if others else late)
        if not others:
            return GARRISON * (1.0 if strong > 0 else 2.0) if cell in self.held else late
        return 0.5 if strong <= 0 and max([self.power(u) for u in others]) > WEAK else 0.0

    def contact(self, unit: int, cell: int, enemy: int) -> float:
        """What an assault from a hex gains by this unit's strength; factors of all neighbours add up."""
        g, power, best = self.g, self.power(unit), 0.0
        if not g.setting.around[cell] & enemy:
            return 0.0
        for target in cells_of(g.setting.around[cell] & enemy):
            units = g.stack[target]
            defence = sum([g.setting.units[u].defence[g.state.steps[u]] for u in units]) + 0.5
            defence *= (1.0, 1.0, 1.4, 1.9)[self.lay.cover[target]]
            before = self.attack.get(target, 0.0)
            gain = self.push(target) * (min(3.0, (before + power) / defence) - min(3.0, before / defence))
            best = max(best, gain)
        return self.posture.battle * best - 0.05

    def push(self, target: int) -> float:
        return 0.35 + 0.2 * self.g.setting.values.get(target, 0)

    # -- a phase of movement --

    def worths(self, unit: int, cells: Sequence[int]) -> list[float]:
        return self.german(unit, cells) if self.side == GERMAN else self.french(unit, cells)

    def compared(self, unit: int, *cells: int) -> list[float]:
        """What some hexes are worth to a unit, as if it stood nowhere yet."""
        self.count(unit, -1.0)
        worths = self.worths(unit, cells)
        self.count(unit, 1.0)
        return worths

    def is_free(self, own: MovementOrders, unit: int, cell: int) -> bool:
        """6.6: whether the way to a hex leads past nobody who stops the unit before."""
        if self.g.state.mark[unit] == Mark.PA:
            path: Sequence[int] = own.prepared(unit)[cell]
        else:
            path = own.routes(unit).best(cell)[1].path(cell)
        return not any(self.halts >> step & 1 for step in path[:-1])

    def best(self, own: MovementOrders, unit: int, cells: int, must: bool = False) -> int:
        """Where a unit should go; its own hex if it should stay."""
        g, here = self.g, self.g.state.loc[unit]
        found = [*([here] if here >= 0 else []), *[c for c in cells_of(cells) if c != here]]
        worths = self.compared(unit, *found)
        if here >= 0:
            worths[0] += -99.0 if must else STAY
        for _, cell in sorted(zip(worths, found, strict=True), key=lambda entry: (-entry[0], entry[1])):
            if cell == here or (fits(g, unit, cell) and self.is_free(own, unit, cell)):
                return cell
        return here

    def plan(self, decision: MovementOrders) -> tuple[list[Action], str]:
        g = self.g
        active = [u for u in g.state.moving if g.state.loc[u] >= 0 and not g.state.done[u] and g.state.arrived[u]]
        for unit in active:
            found = self.onward(decision, unit)
            if found is not None:
                return [found], "marches on from the map edge"
        arriving = [u for u in decision.units() if g.state.loc[u] < 0]
        arriving.sort(key=lambda u: (g.setting.is_hq[u], -g.setting.units[u].ma, u))
        for unit in arriving:
            cells = decision.cells(unit)["enter"]
            if cells:
                return [Action("enter", (unit, self.entry(unit, cells)))], "reinforcements come"
        if self.rests():
            return self.leave_overstacks(decision), "rests at night"
        return self.march(decision)

    def rests(self) -> bool:
        """14.0, 19.5: marching at night tires; in the last one nobody minds."""
        g = self.g
        return g.is_night and g.side_name(self.side) not in g.state.awake and g.state.turn < self.lay.last_turn

    def onward(self, decision: MovementOrders, unit: int) -> Action | None:
        cells = decision.cells(unit).get("move", 0)
        if not cells:
            return None
        best = self.post(unit, cells) if self.g.setting.is_hq[unit] else self.best(decision, unit, cells)
        return Action("move", (unit, best)) if best != self.g.state.loc[unit] else None

    def entry(self, unit: int, cells: int) -> int:
        g = self.g
        order = cells_of(cells)
        worths = self.worths(unit, order)
        return max(zip(worths, order, strict=True), key=lambda e: (e[0] - 0.15 * g.state.queue.get(e[1], 0), -e[1]))[1]

    def march(self, decision: MovementOrders) -> tuple[list[Action], str]:
        """Everybody who has not moved, the foremost or the strongest first; headquarters follow."""
        g, lay, found = self.g, self.lay, []
        fresh = [u for u in decision.units() if g.state.loc[u] >= 0 and not has_begun(g, u)]
        units = [u for u in fresh if not g.setting.is_hq[u]]
        units.sort(key=lambda u: (lay.depth[g.state.loc[u]] * (self.side == GERMAN), -self.power(u), u))
        own = type(decision)(g, decision.kind, decision.case, "")
        for unit in units:
            if not own.may_act(unit):
                continue
            cells = own.cells(unit)
            must = g.state.loc[unit] in STACKING.overstacked_cells(g, self.side)
            cell = self.best(own, unit, cells.get("move", 0), must)
            over = self.overrun(own, unit, cells)
            if over is not None:
                found.append(over)
            elif cell != g.state.loc[unit]:
                found.append(Action("move", (unit, cell)))
                self.put(unit, cell)
                own = type(decision)(g, decision.kind, decision.case, "")
        for hq in fresh:
            if g.setting.is_hq[hq] and own.may_act(hq):
                cell = self.post(hq, own.cells(hq).get("move", 0))
                if cell != g.state.loc[hq]:
                    found.append(Action("move", (hq, cell)))
                    self.put(hq, cell)
        return [*found, *self.leave_overstacks(decision)], f"{self.posture.name}: to better places"

    def overrun(self, own: MovementOrders, unit: int, cells: object) -> Action | None:
        """13.13: where it costs less than it brings."""
        if not isinstance(own, ExploitationOrders) or not isinstance(cells, dict):
            return None
        for verb in ("overrun", "sweep"):
            for cell in cells_of(cells.get(verb, 0)):
                worth, gone = self.fights.worth([unit], cell, overrun=True)
                if worth + 0.3 * gone > 0.35 + self.posture.nerve:
                    return Action(verb, (unit, cell))
        return None

    def leave_overstacks(self, decision: MovementOrders) -> list[Action]:
        """7.0: an overstack must be corrected before the phase ends."""
        g = self.g
        if decision.check(END):
            return [END]
        found = END
        for cell in STACKING.overstacked_cells(g, self.side):
            for unit in g.stack[cell]:
                cells = decision.cells(unit).get("move", 0) if decision.may_act(unit) else 0
                if cells:
                    to = self.best(decision, unit, cells, must=True)
                    if to != cell:
                        return [Action("move", (unit, to))]
                    found = Action("move", (unit, cells_of(cells)[0]))
        return [found]

    def post(self, hq: int, cells: int) -> int:
        """9.0, 15.1: near its units, in supply, away from the enemy."""
        g, lay = self.g, self.lay
        here, division = g.state.loc[hq], g.setting.units[hq].division
        own = [g.state.loc[u] for u in fighting(g, self.side) if g.division(u) == division]
        enemies = [lay.far[c] for c in cells_of(self.enemy)]
        feeds = fed(g, self.side)

        def worth(cell: int) -> float:
            far = lay.far[cell]
            total = -0.3 * sum([float(max(0, far[c] - 4) ** 1.5) for c in own]) / max(1, len(own))
            near = min([distance[cell] for distance in enemies], default=9)
            total -= {0: 9.0, 1: 6.0, 2: 3.0, 3: 1.2, 4: 0.5}.get(near, 0.0)
            if self.side == FRENCH and division not in g.setting.plan.withdrawing:
                total -= 0.4 * max(0.0, lay.depth[cell] - GEMBLOUX + 3)          # behind the last line
            return total - (0.0 if feeds >> cell & 1 else 2.0) + (0.15 if cell == here else 0.0)

        ranked = sorted([c for c in (here, *cells_of(cells)) if c >= 0], key=lambda c: (-worth(c), c))
        if not self.careful or self.side == FRENCH:
            return ranked[0]
        return max(ranked[: COVERED * self.posture.effort], key=lambda c: (worth(c) + self.supplies(hq, c), -c))

    def supplies(self, hq: int, cell: int) -> float:
        """15.1, 19.10: what an HQ in a hex feeds of its division; most of all whoever stands where the game ends."""
        g, division = self.g, self.g.setting.units[hq].division
        here = g.state.loc[hq]
        g.place(hq, cell)
        total = 0.0
        for unit in fighting(g, self.side):
            if g.division(unit) == division and can_trace(g, unit):
                total += 8.0 if g.setting.goal >> g.state.loc[unit] & 1 else 0.12
        if here >= 0:
            g.place(hq, here)
        return total

    # -- deployment (19.2) --

    def deploy(self, places: dict[int, int]) -> tuple[int, int]:
        """The strongest first, each where the line needs it most; headquarters behind."""
        g = self.g
        unit = max(places, key=lambda u: (not g.setting.is_hq[u], self.power(u), -u))
        cells = cells_of(places[unit])
        if g.setting.is_hq[unit]:
            return unit, min(cells, key=lambda c: (abs(self.lay.depth[c] - self.depth() + 5), abs(self.lay.row[c] - 6)))
        worths = self.french(unit, cells)
        return unit, cells[max(range(len(cells)), key=lambda n: (worths[n], -n))]
