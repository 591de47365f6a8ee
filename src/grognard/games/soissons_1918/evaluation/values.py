"""What ground and men are worth, in the Entente's victory points; for bots, no rule depends on it."""

from __future__ import annotations

from grognard.engine.facts import derived
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.supply import LINES
from grognard.games.soissons_1918.rules.zones import entente_towns
from grognard.games.soissons_1918.setting import ENTENTE, GERMAN, SoissonsSetting
from grognard.rules.drilling import Pull
from grognard.rules.ground import Ground, open_to
from grognard.rules.masks import Spread, cells_of, mask
from grognard.rules.memo import Memo

FARTHEST = 99
NEXT, LATER = 4, 9
"""How many hexes the Entente gains where nobody stands before it: in a turn, and in the two or three that follow."""
MIXES = ((1.0, 0.0, 0.0), (0.7, 0.3, 0.0), (0.5, 0.35, 0.15), (0.4, 0.35, 0.25), (0.3, 0.4, 0.3))
"""What counts of the ground held, in reach next turn and in reach later, by the Entente's turns of combat to come."""
SETTLED = 4
"""With fewer turns of combat to come the line before the towns must be whole (3.3.4); until then it may be open."""
LOOSE = (0.15, 0.4)
"""What a town loses that the Entente holds by threat zones alone: in the last turn, and before."""
IN_REACH = 0.5
"""What a German town in reach counts of one that is held: the line before it must be whole as well (3.3.4)."""
GROUND = 0.012
"""What each further hex in reach is worth by itself."""
PULL = 0.86
"""How the pull of a town fades with each hex."""
EXPECTED, A_TURN, SOON, TWELVE = 11.0, 0.5, 2.0, 1.0
"""What the game is likely to end with, what the Entente gains in a turn late in it and in the next one early in it,
and the point for twelve divisions that are not Spent, which it nearly always has (3.3.2)."""
EARLY = (1.0, 0.7, 0.4)
"""How likely the Entente ends the game where its end lies within reach: next turn, or later as either side sees it."""
OPENED = (0.2, 0.5)
"""How likely an assault opens a German hex: usually, and where less than a full regiment holds it."""
POINT = (0.13, 0.21)
"""What a strength point of either side is worth."""
REMNANT = 0.12
"""What a German loses with the point that makes a regiment a remnant, besides it (5.5)."""
SPENT = 0.7
"""What the Entente loses with the point that makes a division Spent, besides it (5.3)."""
LEVEL = 0.012
"""What a level of disruption costs for each strength point of a unit."""


@derived
def weak(g: Soissons) -> int:
    """The hexes that Germans hold with less than a full regiment."""
    held: dict[int, int] = {}
    for unit in g.on_map(GERMAN):
        held[g.state.loc[unit]] = held.get(g.state.loc[unit], 0) + g.state.steps[unit]
    return mask([cell for cell, steps in held.items() if steps < 3])


class Values:
    """The worths of one setting. All is seen from the Entente's side."""

    def __init__(self, setting: SoissonsSetting, pins: bool = False, expected: float = EXPECTED) -> None:
        self.setting = setting
        self.expected = expected
        self.pins = pins
        """Whether contact holds a division for a turn (9.1.1): what a German needs to know, who lets it go by stepping
        back; the Entente attacks to be free. Only with care."""
        self.rings = [(v, tuple([setting.within(c, d) for d in range(v)])) for c, v in setting.values.items()]
        self.plain = mask(setting.plain_towns)
        self.penalty = -int(setting.tables.points["german-town"])
        self.finish = setting.perimeter | setting.edges[GERMAN]
        """3.3.1: where the Entente ends the game."""
        self.near = setting.beside.within(self.finish, NEXT + 1)
        """From where a turn's move ends it."""
        far = setting.rear.far[ENTENTE]
        cells = cells_of(setting.playable)
        self.layers = tuple([mask([c for c in cells if far[c] >= column]) for column in range(4, 19, 2)])
        turns = setting.tables.turns.values()
        self.left = {t.turn: sum([u.part != "night" for u in turns if u.turn > t.turn]) for t in turns}
        """How many turns of combat come after each turn."""
        self._standing: Memo[float] = Memo(40_000)
        self._free: Memo[int] = Memo(4096)
        self._pull = Pull(setting.grid, PULL)
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
        total = self.penalty * (taken + IN_REACH * near - loose)
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
        free = self._free.get(bars)
        if free is None:
            free = self._free[bars] = self.setting.rear.reached(GERMAN, bars)
        return self.setting.towns & (now.held[ENTENTE] | ~free)

    def standing(self, g: Soissons, now: Ground) -> float:
        """What the ground is worth as both sides hold it, and as the Entente can come to hold it."""
        left = 0 if g.state.perimeter_turn or g.state.exit_turn else self.left[g.turn.turn]
        own, enemy = now.fighting[ENTENTE], now.fighting[GERMAN]
        frail = weak(g) & self.near & enemy if self.pins else 0
        key = (own, now.held[ENTENTE], enemy, left, frail)
        known = self._standing.get(key)
        if known is not None:
            return known
        held = entente_towns(self.setting, now)
        firm = self.firm(now)
        if left >= SETTLED:
            quiet = self.quiet(own, enemy)
            held, firm = held | quiet, firm | quiet
        loose = LOOSE[left > 0] * (self.plain & held & ~firm).bit_count()
        here, soon, later = MIXES[min(left, len(MIXES) - 1)]
        first, held_now = self.reach(own, enemy, NEXT), self.towns(own, held, loose)
        broken = self.setting.beside.of(own) & ~enemy & self.setting.playable if self.pins else 0
        then = self.reach(first | broken, enemy, LATER - NEXT) if later else first
        total = here * held_now + soon * self.towns(first, held, loose) + later * self.towns(then, held, loose)
        if left:
            total += GROUND * sum([(first & layer).bit_count() for layer in self.layers])
        if then & self.finish:
            chance = EARLY[0 if first & self.finish else 1 + self.pins]
            if self.pins:
                chance += (1.0 - chance) * self.thin(own, enemy, frail)
            total += max(0.0, self.early(held_now + SOON, left)) * chance
        self._standing[key] = total
        return total

    def thin(self, own: int, enemy: int, frail: int) -> float:
        """How likely one assault opens the way to the end of the game: by the hexes that bar it alone."""
        sole = enemy & self.setting.beside.of(own) & self.near
        opens = [c for c in cells_of(sole) if self.reach(own, enemy & ~(1 << c), NEXT) & self.finish]
        return max([OPENED[frail >> c & 1] for c in opens], default=0.0)

    def early(self, towns: float, left: int) -> float:
        """3.3.2: what an end with these towns brings more than the game is likely to end with."""
        points = towns - self.penalty * len(self.setting.plain_towns) + TWELVE
        return points + left + 1 - max(self.expected, points + A_TURN * left)

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
        return bool(self.reach(*now.fighting, NEXT + 1) & self.setting.beside.within(behind, 1))

    # -- men --

    def point(self, g: Soissons, unit: int) -> float:
        """What losing the next strength point costs the owner."""
        setting, state = g.setting, g.state
        if setting.remnant[unit]:
            return 0.04
        worth = POINT[setting.side[unit]]
        if setting.side[unit] == GERMAN:
            return worth + (REMNANT if state.steps[unit] == 2 else 0.0)
        if setting.division[unit] and not g.is_spent(unit):
            left = setting.tables.spent[setting.units[unit].nation] - g.losses(unit)
            worth += SPENT if left == 1 else 0.5 * SPENT / left
        return worth

    def shaken(self, g: Soissons, unit: int, code: str) -> float:
        """What a letter of the tables costs the owner of a unit (16.4.9)."""
        if code == "-":
            return 0.0
        level = g.state.disruption[unit]
        return LEVEL * g.state.steps[unit] * min(2, g.setting.tables.effects[code].after(level) - level)
