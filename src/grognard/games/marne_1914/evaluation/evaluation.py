"""What a strong player of the First Battle of the Marne values. All worths are in victory points.

The numbers are judgement, tuned by matches of bots against each other; no rule depends on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from grognard.engine import Action, Game
from grognard.evaluation import Evaluation, Exchange, Posture
from grognard.games.marne_1914.evaluation.lines import holes
from grognard.games.marne_1914.evaluation.postures import CUT_OFF, POSTURES
from grognard.games.marne_1914.position import Marne
from grognard.games.marne_1914.rules.boundaries import areas, in_area
from grognard.games.marne_1914.rules.integrity import in_integrity
from grognard.games.marne_1914.rules.odds import GARRISON_DF, half_by_scenario
from grognard.games.marne_1914.rules.stacking import fits
from grognard.games.marne_1914.rules.supply import (
    LENGTH,
    barred_hexes,
    in_supply,
    out_of_supply,
    source_hexes,
    sources,
)
from grognard.games.marne_1914.rules.victory import cadre_divisions, chart, place_at
from grognard.games.marne_1914.setting import CP, ENTENTE, MarneSetting
from grognard.rules.masks import cells_of, mask
from grognard.rules.search import cells_near, connected

DIVISION = 0.7
"""Of the points for a division in the Cadre Box: it may still come back (11.2)."""
STEP = 0.035
"""What a point of AF or DF is worth."""
GROUND = 0.02
"""What a hex of ground is worth to a division that has won or lost it."""
STRENGTH: Mapping[str, tuple[float, float]] = {"cp": (2.4, 0.8), "entente": (1.0, 1.0)}
"""How many times its worth on the map the strength of both sides brings by the end, as each side had better see it:
a German step lost now is a division, a town or supply lost later."""
UNFED: Mapping[str, float] = {"cp": 0.2, "entente": 0.3}
"""What a move out of supply costs, beside the points that the Central Powers lose if it stays so (13.0.2)."""
OUTSIDE = 0.3
"""What it costs that a unit stands outside the area of its army."""
GAP: Mapping[str, float] = {"cp": 0.5, "entente": 1.0}
"""What a hole in the line costs: a point by 4.6.2, or the supply of those south of it."""


def fed_hexes(g: Marne, side: int, start: tuple[int, ...]) -> int:
    """The hexes from which lines of supply lead to these of a source: for all units at once, from the roads back."""
    barred = barred_hexes(g, side)
    return cells_near(g.setting.supply_steps, connected(g.setting.road_steps, start, barred), LENGTH, barred)


def unfed(g: Marne, start: Iterable[int] | None = None) -> int:
    """How many units of the Central Powers are out of supply: of the north edge, or of these hexes of it alone."""
    if g.setting.assumed:  # a study may take some to be in supply
        return sum(not in_supply(g, unit) for unit in g.on_map(CP))
    fed = fed_hexes(g, CP, source_hexes(g, CP, "north") if start is None else tuple(start))
    return sum(len(g.stack[cell]) for cell in cells_of(g.held(CP) & ~fed))


def last_player_turn(g: Marne) -> bool:
    """Whether nobody moves any more after this one: what is not counted at the end is worth nothing."""
    return g.state.turn >= g.setting.plan.last_turn and g.state.phasing != g.state.initiative


class MarneEvaluation(Evaluation[MarneSetting, Marne]):
    combines = False  # 8.1.1: each unit attacks by itself
    formation_reach = 3  # 4.5.1

    def __init__(self, game: Game, setting: MarneSetting) -> None:
        super().__init__(game, setting)
        south = setting.south
        self._forward = {"cp": tuple(y / 2 for y in south), "entente": tuple(-y / 2 for y in south)}
        self._south_of_marne = frozenset(setting.board.regions.get("south-of-marne", ()))
        self._prize_towns = tuple(c for c in setting.town_cells if c in self._south_of_marne)
        awards = {name: award.points for name, award in setting.tables.awards.items()}  # 13.0.2, as the data have it
        self._town, self._paris = awards["town-south-of-marne"], awards["paris-hex"]
        self._lost = {CP: -awards["german-division-lost"], ENTENTE: awards["entente-division-lost"]}
        self._hunger = awards["german-out-of-supply"]
        self._unfed = {"cp": UNFED["cp"] - self._hunger, "entente": UNFED["entente"]}
        self._prizes = (*self._prize_towns, *setting.paris)
        self._town_mask, self._paris_mask = mask(self._prize_towns), mask(setting.paris)
        self._north = tuple(setting.board.regions.get("road-exit-north", ()))
        self._exchange = {column: self._average(column) for column in range(-3, 7)}
        self._worth = [
            [
                STEP * (af + df) + 0.05 * steps
                for steps, (af, df) in enumerate(zip(setting.af[u], setting.df[u], strict=True))
            ]
            for u in range(len(setting.units))
        ]
        self._ground = [GROUND if infantry else 0.0 for infantry in setting.infantry]

    def _average(self, column: int) -> Exchange:
        """The mean of a column of the Combat Results Table."""
        row = self.setting.tables.crt.row(column)
        return Exchange(
            own_loss=sum(r.attacker_loss for r in row) / 6,
            loss=sum(r.defender_loss for r in row) / 6,
            retreat=sum(r.retreat for r in row) / 6,
            own_shaken=sum(r.attacker_disrupted for r in row) / 6,
        )

    def role(self, verb: str) -> str:
        return ROLES.get(verb, "")

    # -- units --

    def attack(self, position: Marne, unit: int) -> float:
        """8.4.1 as far as the unit itself goes: halvings and disruption, supply as it would be determined now."""
        state = position.state
        factor = position.attack_factor(unit)
        if self.setting.side[unit] == ENTENTE and state.initiative == "cp":
            factor //= 2
        if half_by_scenario(position, unit):
            factor //= 2
        if out_of_supply(position, unit):
            factor //= 2
        return float(max(0, factor - 2 * state.disrupted[unit]))

    def defence(self, position: Marne, units: Sequence[int], cell: int) -> float:
        if not units:
            return float(GARRISON_DF) if cell in position.state.garrisons else 0.0
        total = sum(position.defence_factor(u) for u in units) + self.setting.terrain_df[cell]
        if any(position.state.disrupted[u] for u in units):
            total = max(0, total - 2)
        return float(total)

    def crossing(self, a: int, b: int) -> float:
        found = self.setting.crossing(a, b)
        return float(found.df) if found else 0.0

    def reach(self, unit: int) -> int:
        return self.setting.ma[unit] // 2 - 1

    def formation(self, position: Marne, unit: int) -> str:
        return position.state.corps[unit] if self.setting.infantry[unit] else ""

    def step_worth(self, position: Marne, unit: int) -> float:
        return self._step(position, unit, 1.0)

    def _step(self, position: Marne, unit: int, strength: float) -> float:
        steps = position.state.steps[unit]
        if steps <= 0:
            return 0.0
        worth = strength * (self._worth[unit][steps] - self._worth[unit][steps - 1])
        if steps == 1 and self.setting.infantry[unit] and self.setting.units[unit].size == "division":
            worth += DIVISION * self._lost[self.setting.side[unit]]
        return worth

    def step_outlook(self, position: Marne, unit: int, side: str) -> float:
        strength = 0.0 if last_player_turn(position) else STRENGTH[side][self.setting.side[unit]]
        return self._step(position, unit, strength)

    def worn(self, position: Marne, unit: int) -> bool:
        state = position.state
        if self.setting.infantry[unit] and self.setting.units[unit].steps > 2:
            return state.steps[unit] == 1 or (state.steps[unit] == 2 and state.disrupted[unit] == 1)
        return False

    def rest_worth(self, position: Marne, unit: int) -> float:
        """9.2.1, 11.1.2: only outside enemy zones of control units rally and take replacements."""
        state = position.state
        missing = self.setting.units[unit].steps - state.steps[unit]
        return 0.2 * state.disrupted[unit] + (0.15 if state.steps[unit] == 1 and missing else 0.02 * missing)

    # -- ground --

    def forward(self, side: str) -> Sequence[float]:
        return self._forward[side]

    def goals(self, position: Marne, side: str) -> Mapping[int, float]:
        """Towns south of the Marne, the milestones of the full battle, and Paris (13.0.2)."""
        state, setting = position.state, self.setting
        left = int(setting.plan.last_turn) - state.turn
        found: dict[int, float] = {}
        for cell in self._prize_towns:
            mine = state.control.get(cell) == side
            # Points are counted at the end: what can still change hands is worth less far from it.
            found[cell] = self._town * (0.8 if mine else 1.0) * (1.0 if left <= 3 else 0.7)
        if self.replies(position, side) == 0:
            # The last move of the game: what we hold nobody can take any more.
            found = {cell: float(self._town) for cell in found if state.control.get(cell) != side}
        for cell in setting.paris:
            if side == "entente" or state.control.get(cell) != "cp":
                found[cell] = 2.0 if side == "cp" else 0.6
        for cell in setting.north_exits:  # 10.1.4: the German supply
            found[cell] = found.get(cell, 0.0) + 0.3
        if side == "cp":
            for award in chart(position, "at-once"):
                for cell in setting.town_cells:
                    if (
                        award.id.startswith("first-entry")
                        and cell not in state.visited
                        and place_at(position, award, cell)
                    ):
                        found[cell] = found.get(cell, 0.0) + award.points
        return found

    def gaps(self, position: Marne, side: str) -> Sequence[int]:
        """4.6.2: holes of the Entente's line give points; through those of the Central Powers' supply is cut."""
        return holes(position, self.setting.sides.index(side))

    def gap_worth(self, side: str) -> float:
        return GAP[side]

    def misfit(self, position: Marne, unit: int, cell: int) -> float:
        """5.2.3: outside its army's area a unit may not attack and is disrupted or moved back."""
        return 0.0 if in_area(position, unit, cell) else 2.5

    def torn(self, position: Marne, unit: int) -> float:
        """4.5.1: a corps without integrity is moved together again, at the line's cost."""
        if not self.setting.infantry[unit]:
            return 0.0
        corps, loc = position.state.corps, position.state.loc
        members = [
            u
            for u in self.setting.units_of[self.setting.side[unit]]
            if loc[u] >= 0 and corps[u] == corps[unit] and self.setting.infantry[u]
        ]
        return 0.0 if len(members) < 2 or in_integrity(position, members) else 1.2

    def fed(self, position: Marne, unit: int) -> bool:
        """10.1.2, as `in_supply` says: quicker where many places are asked for, one after another."""
        if self.setting.assumed:
            return in_supply(position, unit)
        side, cell = self.setting.side[unit], position.state.loc[unit]
        return any(
            fed_hexes(position, side, source_hexes(position, side, source)) >> cell & 1
            for source in sources(position, unit)
        )

    def unfed_worth(self, side: str) -> float:
        return self._unfed[side]

    def closing(self, position: Marne, side: str) -> float:
        """13.0.2: towns, Paris and supply as they would be counted; whoever stands in a hex has entered it (13.0.3)."""
        control, own, theirs = position.state.control, position.held(CP), position.held(ENTENTE)
        german = own | (mask(c for c in self._prizes if control.get(c) == "cp") & ~theirs)
        lost = theirs | (mask(c for c in self._north if control.get(c) == "entente") & ~own)
        total = self._town * (german & self._town_mask).bit_count()
        total += self._paris * (german & self._paris_mask).bit_count()
        total += self._hunger * unfed(position, [c for c in self._north if not lost >> c & 1])
        return float(total if side == "cp" else -total)

    def put(self, position: Marne, unit: int, cell: int) -> None:
        position.place(unit, cell)

    def room(self, position: Marne, unit: int, cell: int) -> bool:
        return not position.closed[self.setting.side[unit]][cell] and fits(position, unit, cell)

    # -- fighting and the whole --

    def discord(self, position: Marne, units: Sequence[int]) -> float:
        """8.3.3, 8.3.4: mixed corps cost a column, mixed armies three."""
        if len({position.state.army[u] for u in units}) > 1:
            return 3.0
        return 1.0 if len({position.state.corps[u] for u in units}) > 1 else 0.0

    def exchange(self, attack: float, defence: float) -> Exchange:
        return self._exchange[max(-3, min(6, int(attack - defence)))]

    def push_worth(self, position: Marne, side: str, cell: int) -> float:
        return 0.1

    def score(self, position: Marne, side: str) -> float:
        total = self._standing(position, self._sure(position, 0.12), DIVISION, (1.0, 1.0))
        return total if side == "cp" else -total

    def _sure(self, position: Marne, doubt: float) -> float:
        """How sure it is that what holds now will hold at the end."""
        return 1.0 / (1.0 + doubt * (int(self.setting.plan.last_turn) - position.state.turn))

    def _standing(self, position: Marne, sure: float, division: float, strength: Sequence[float]) -> float:
        """The points of the Central Powers, those of the end by how sure they are, and the strength of both sides."""
        state = position.state
        total = float(state.vp)
        total += self._town * sure * sum(state.control.get(c) == "cp" for c in self._prize_towns)
        total += self._paris * sure * sum(state.control.get(c) == "cp" for c in self.setting.paris)
        total += division * self._lost[ENTENTE] * cadre_divisions(position, ENTENTE)
        total -= division * self._lost[CP] * cadre_divisions(position, CP)
        inside = areas(position)
        total += self._side_score(position, CP, inside, strength[CP])
        return total - self._side_score(position, ENTENTE, inside, strength[ENTENTE])

    def _side_score(
        self, position: Marne, number: int, inside: Mapping[str, tuple[int, int]], strength: float
    ) -> float:
        state, setting = position.state, self.setting
        forward = self._forward[self.setting.sides[number]]
        total = 0.0
        for unit in setting.units_of[number]:
            cell = state.loc[unit]
            if cell >= 0:
                total += strength * self._worth[unit][state.steps[unit]] + self._ground[unit] * forward[cell]
                if state.disrupted[unit]:
                    total -= 0.12
                if state.out_of_supply[unit]:
                    total -= 0.15
                west, east = inside[state.army[unit]]
                if not west <= setting.column[cell] <= east:
                    total -= OUTSIDE
        return total

    def outlook(self, position: Marne, side: str) -> float:
        """With strength by what it brings later, and in the last player-turn by the points alone."""
        if last_player_turn(position):
            total = self._standing(position, 1.0, 1.0, (0.0, 0.0)) + self._hunger * unfed(position)
        else:
            total = self._standing(position, self._sure(position, 0.12), DIVISION, STRENGTH[side])
        return total if side == "cp" else -total

    def foresee(self, position: Marne, side: str) -> float:
        """With the supply of the Central Powers and the gaps of both lines as they are now."""
        total = 0.5 * len(holes(position)) - 0.2 * len(holes(position, CP))
        total -= unfed(position) * (0.3 + 0.5 * self._sure(position, 0.25))
        return self.outlook(position, side) + (total if side == "cp" else -total)

    def replies(self, position: Marne, side: str) -> int:
        state = position.state
        left = int(self.setting.plan.last_turn) - state.turn
        return left + (1 if state.initiative == side else 0)

    def prefer(self, position: Marne, side: str, action: Action) -> float | None:
        """Reflexes: small questions whose answers need no trial."""
        state, setting = position.state, self.setting
        if action.verb == "lose":
            unit = action.number()
            return -self.step_worth(position, unit)
        if action.verb == "retreat":
            unit, cell = action.number(), action.number(1)
            open_sides = sum(not position.stack[n] for n in setting.grid.neighbours[cell])
            return (
                0.5 * setting.terrain_df[cell]
                - 0.05 * open_sides
                - self.misfit(position, unit, cell)
                - 0.2 * (position.zones[1 - setting.side[unit]][cell] > 0)
                + 0.3 * (cell in self._prize_towns)
            )
        if action.verb == "recover":
            unit = action.number()
            return 1.0 / state.steps[unit] + 0.1 * setting.af[unit][-1]
        if action.verb == "transfer":
            return -1.0
        if action.verb == "donate":
            unit = action.number()
            return -setting.af[unit][-1] - 3.0 * (state.steps[unit] == 1)
        if action.verb == "return":
            unit = action.number()
            return 1.0 + setting.af[unit][-1] - (6.0 if setting.units[unit].guard else 0.0)
        if action.verb == "attach":
            return 1.0 if action.args[1] == state.corps[action.number()] else 0.0
        if action.verb == "advance":
            unit = action.number()
            return 0.05 + 0.01 * position.defence_factor(unit)
        if action.verb == "shift":
            return self._gain_of_shift(position, str(action.args[0]), action.number(1)) - 0.001
        if action.verb in ("stand", "withdraw"):
            return 1.0 if action.verb == "stand" else 0.0
        return None

    def _gain_of_shift(self, position: Marne, marker: str, cell: int) -> float:
        """5.2.3: by a shift of a boundary, units come into the area of their army or are left outside."""
        before, markers = self._outside(position), position.state.markers
        position.state.markers = {**markers, marker: self.setting.column[cell]}
        position.changed()
        after = self._outside(position)
        position.state.markers = markers
        position.changed()
        return OUTSIDE * (before - after)

    def _outside(self, position: Marne) -> int:
        """How many units of the side to move stand outside the area of their army."""
        state, column = position.state, self.setting.column
        inside = areas(position)
        return sum(
            not inside[state.army[u]][0] <= column[state.loc[u]] <= inside[state.army[u]][1]
            for u in position.on_map(position.phasing)
        )

    def postures(self, side: str) -> Sequence[Posture]:
        return POSTURES[side]

    def posture(self, position: Marne, side: str) -> Posture:
        """Whoever has the Initiative attacks; the Entente only holds before it has it (4.4.4)."""
        first, second = POSTURES[side][0], POSTURES[side][1]
        return first if position.state.initiative == side else second

    def staff_posture(self, position: Marne, side: str) -> Posture:
        """The Entente's counter-attack aims at the German supply (10.1.4), if its line is kept closed meanwhile."""
        attacks = side == "entente" and position.state.initiative == side
        return CUT_OFF if attacks else self.posture(position, side)

    def points(self, position: Marne, side: str) -> float:
        """13.0.1: the points are the Central Powers'."""
        return float(position.state.vp if side == "cp" else -position.state.vp)


ROLES: Mapping[str, str] = {
    "move": "move",
    "strategic": "move",
    "taxi": "move",
    "enter": "move",
    "rush": "move",
    "deploy": "move",
    "place": "move",
    "attack": "attack",
    "resolve": "resolve",
    "end": "end",
}
