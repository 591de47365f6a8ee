"""What ground and men are worth, in the Entente's victory points; for bots, no rule depends on it."""

from __future__ import annotations

from grognard.engine.facts import derived
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.supply import LINES
from grognard.games.soissons_1918.rules.zones import entente_towns
from grognard.games.soissons_1918.setting import ENTENTE, GERMAN, SoissonsSetting
from grognard.rules import manners
from grognard.rules.drilling import Pull
from grognard.rules.ground import Ground, open_to
from grognard.rules.masks import Spread, cells_of, mask
from grognard.rules.memo import Memo

FARTHEST = 99


@derived
def weak(g: Soissons) -> int:
    """The hexes that Germans hold with less than a full regiment."""
    held: dict[int, int] = {}
    for unit in g.on_map(GERMAN):
        held[g.state.loc[unit]] = held.get(g.state.loc[unit], 0) + g.state.steps[unit]
    return mask([cell for cell, steps in held.items() if steps < 3])


class Weights(manners.Weights):
    """What each one is for is said in ``bots.toml``."""

    next_turn = later_turns = settled = most_attackers = shells = threat_range = 0
    in_reach = ground_hex = pull_fade = expected = patient = a_turn = soon = twelve = 0.0
    last_remnant = remnant = spent = level = duty = patience = least_shell = 0.0
    stay = caught = weary = cut_off = cover = 0.0
    back_again = way_back_hex = remnants_meet = hex_left = night_rest = staying_margin = 0.0
    loose = opened = point = yields = uncommanded = (0.0, 0.0)
    looked_at = ends_looked_at = (0, 0)
    early = (0.0, 0.0, 0.0)
    mixes = ((0.0, 0.0, 0.0),) * 5


class Values:
    """The worths of one setting. All is seen from the Entente's side."""

    def __init__(self, setting: SoissonsSetting, w: Weights, expected: float, pins: bool = False) -> None:
        self.setting = setting
        self.w = w
        self.expected = expected
        self.pins = pins
        """Whether contact holds a division for a turn (9.1.1): what a German needs to know, who lets it go by stepping
        back; the Entente attacks to be free. Only with care."""
        self.rings = [(v, tuple([setting.within(c, d) for d in range(v)])) for c, v in setting.values.items()]
        self.plain = mask(setting.plain_towns)
        self.penalty = -int(setting.tables.points["german-town"])
        self.finish = setting.perimeter | setting.edges[GERMAN]
        """3.3.1: where the Entente ends the game."""
        self.near = setting.beside.within(self.finish, self.w.next_turn + 1)
        """From where a turn's move ends it."""
        far = setting.rear.far[ENTENTE]
        cells = cells_of(setting.playable)
        self.layers = tuple([mask([c for c in cells if far[c] >= column]) for column in range(4, 19, 2)])
        turns = setting.tables.turns.values()
        self.left = {t.turn: sum([u.part != "night" for u in turns if u.turn > t.turn]) for t in turns}
        """How many turns of combat come after each turn."""
        self._standing: Memo[float] = Memo(40_000)
        self._free: Memo[int] = Memo(4096)
        self._pull = Pull(setting.grid, self.w.pull_fade)
        self.behind = Spread([(a, b) for a in cells for b in setting.grid.neighbours[a] if far[b] < far[a]])
        """From each hex to those west of it, between its rows of hexes to the south-west and the north-west."""

    # -- ground --

    def reach(self, start: int, enemy: int, steps: int) -> int:
        """Where the Entente can come to.

        Without ``pins`` whoever is in contact already counts as free: a line is what stops the next one.
        """
        return open_to(self.setting.beside, start, enemy, self.setting.playable, steps, self.pins)

    def towns(self, cells: int, held: int, loose: float) -> float:
        """3.3.2: the points for towns, if the Entente stood in all of some hexes; nothing for a German town.

        ``loose`` is how many of the towns held count as lost, for their line is weak.
        """
        taken, near = (self.plain & held).bit_count(), (self.plain & cells & ~held).bit_count()
        total = self.penalty * (taken + self.w.in_reach * near - loose)
        for value, rings in self.rings:
            far = 0 if rings[0] & held else next((far for far, ring in enumerate(rings) if ring & cells), value)
            total += value - far
        return total

    def quiet(self, own: int, enemy: int) -> int:
        """The towns behind the Entente's divisions with no German near: an open line loses them at the end only."""
        return self.plain & self.behind.within(own, FARTHEST) & ~self.setting.beside.within(enemy, 2)

    def firm(self, now: Ground) -> int:
        """The towns behind a line of units and their zones of control: without these, threat zones soon give way."""
        bars = now.held[ENTENTE] | self.setting.beside.of(now.fighting[ENTENTE])
        free = self._free.found(bars, lambda: self.setting.rear.reached(GERMAN, bars))
        return self.setting.towns & (now.held[ENTENTE] | ~free)

    def standing(self, g: Soissons, now: Ground) -> float:
        """What the ground is worth as both sides hold it, and as the Entente can come to hold it."""
        w = self.w
        left = 0 if g.state.perimeter_turn or g.state.exit_turn else self.left[g.turn.turn]
        own, enemy = now.fighting[ENTENTE], now.fighting[GERMAN]
        frail = weak(g) & self.near & enemy if self.pins else 0
        key = (own, now.held[ENTENTE], enemy, left, frail)
        known = self._standing.get(key)
        if known is not None:
            return known
        held = entente_towns(self.setting, now)
        firm = self.firm(now)
        if left >= w.settled:
            quiet = self.quiet(own, enemy)
            held, firm = held | quiet, firm | quiet
        loose = w.loose[left > 0] * (self.plain & held & ~firm).bit_count()
        here, soon, later = w.mixes[min(left, len(w.mixes) - 1)]
        first, held_now = self.reach(own, enemy, w.next_turn), self.towns(own, held, loose)
        broken = self.setting.beside.of(own) & ~enemy & self.setting.playable if self.pins else 0
        then = self.reach(first | broken, enemy, w.later_turns - w.next_turn) if later else first
        total = here * held_now + soon * self.towns(first, held, loose) + later * self.towns(then, held, loose)
        if left:
            total += w.ground_hex * sum([(first & layer).bit_count() for layer in self.layers])
        if then & self.finish:
            chance = w.early[0 if first & self.finish else 1 + self.pins]
            if self.pins:
                chance += (1.0 - chance) * self.thin(own, enemy, frail)
            total += max(0.0, self.early(held_now + w.soon, left)) * chance
        self._standing[key] = total
        return total

    def thin(self, own: int, enemy: int, frail: int) -> float:
        """How likely one assault opens the way to the end of the game: by the hexes that bar it alone."""
        sole = enemy & self.setting.beside.of(own) & self.near
        opens = [c for c in cells_of(sole) if self.reach(own, enemy & ~(1 << c), self.w.next_turn) & self.finish]
        return max([self.w.opened[frail >> c & 1] for c in opens], default=0.0)

    def early(self, towns: float, left: int) -> float:
        """3.3.2: what an end with these towns brings more than the game is likely to end with."""
        points = towns - self.penalty * len(self.setting.plain_towns) + self.w.twelve
        return points + left + 1 - max(self.expected, points + self.w.a_turn * left)

    def ended(self, g: Soissons, now: Ground) -> float:
        """3.3.1: the same for a division that ends the game now."""
        held = entente_towns(self.setting, now)
        return self.early(self.towns(now.fighting[ENTENTE], held, 0.0), self.left[g.turn.turn])

    def pull(self, g: Soissons) -> tuple[float, ...]:
        """How towns that the Entente does not hold draw its divisions, hex by hex."""
        held = entente_towns(self.setting, g.ground())
        goals = [(c, float(v)) for c, v in self.setting.values.items() if not held >> c & 1]
        goals += [(c, float(self.penalty)) for c in self.setting.plain_towns if not held >> c & 1]
        return self._pull.of(tuple(goals))

    def isolated(self, g: Soissons, now: Ground, side: int) -> int:
        """11.2: the hexes of a side whose units would be isolated."""
        return now.held[side] & ~LINES.supplied_if(g, side, now)

    def can_be_cut_off(self, cell: int, now: Ground) -> bool:
        """13.2: whether the Entente can come next turn to where its zones bar the line east from a hex."""
        behind = mask(self.setting.east.lines[cell])
        return bool(self.reach(*now.fighting, self.w.next_turn + 1) & self.setting.beside.within(behind, 1))

    # -- men --

    def point(self, g: Soissons, unit: int) -> float:
        """What losing the next strength point costs the owner."""
        setting, state = g.setting, g.state
        if setting.remnant[unit]:
            return self.w.last_remnant
        worth = self.w.point[setting.side[unit]]
        if setting.side[unit] == GERMAN:
            return worth + (self.w.remnant if state.steps[unit] == 2 else 0.0)
        if setting.division[unit] and not g.is_spent(unit):
            left = setting.tables.spent[setting.units[unit].nation] - g.losses(unit)
            worth += self.w.spent if left == 1 else 0.5 * self.w.spent / left
        return worth

    def shaken(self, g: Soissons, unit: int, code: str) -> float:
        """What a letter of the tables costs the owner of a unit (16.4.9)."""
        if code == "-":
            return 0.0
        level = g.state.disruption[unit]
        return self.w.level * g.state.steps[unit] * min(2, g.setting.tables.effects[code].after(level) - level)
