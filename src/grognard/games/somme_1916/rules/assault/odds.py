"""Combat Supply and the arithmetic of an Assault (11.1-11.7): each strength, shift and modifier a row with its case.

Log, preview and result are made from the same rows, so they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import Ruling, refuse
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.assault.strengths import defence_strength, secondary_attack
from grognard.games.somme_1916.rules.commitment import (
    headquarters,
    near_command,
    squares_beyond_line,
    squares_within,
)
from grognard.games.somme_1916.terms import ALLIED, BACK, BRITISH, NOWHERE, PASSED, Operation, Resource, Tally
from grognard.rules.arithmetic import Fight, Row, applying, by_differential

# -- Combat Supply (11.1, 11.2) --


DISRUPTED_SUPPLY_RANGE = 3
"""11.2: in any weather."""


def supply_range(g: Somme, hq: int) -> int:
    """11.1 by weather for a Good Order HQ, 11.2 for any other (ruling D13)."""
    if not g.good_order(hq):
        return DISRUPTED_SUPPLY_RANGE
    return g.setting.weather_effects[g.state.weather].supply_range


def supply_area(g: Somme, hq: int, more: int) -> int:
    """The squares that a Supply Mode HQ reaches now; ``more`` squares of its range lie beyond (11.1, 11.2)."""
    cell = g.state.loc[hq]
    if cell < 0 or g.state.mode[hq] != BACK:
        return 0
    if cell in g.state.engaged:
        return 1 << cell                                                        # 11.2
    return squares_within(g, g.setting.side[hq], 1 << cell, supply_range(g, hq) - more)


def supplies(g: Somme, hq: int, cell: int, target: int) -> bool:
    """11.1: whether an HQ supplies an Assault from a square on another; the path begins at the attackers."""
    return bool(supply_area(g, hq, squares_beyond_line(g, cell, target)) >> cell & 1)


def supply_sources(g: Somme, nation: str, cell: int, target: int) -> list[int]:
    """The HQs of a nation that can supply an Assault from a square (11.1), or a gun there (6.3.2)."""
    return [hq for hq in headquarters(g, nation, BACK) if supplies(g, hq, cell, target)]


def can_draw_supply(g: Somme, unit: int) -> Ruling:
    """6.3.2, 11.1: whether a gun is in supply, or another unit would be if it attacked from where it stands."""
    name, cell = g.name(unit), g.state.loc[unit]
    assumed = g.setting.assumption("supply", unit)
    if assumed is not None:
        return Ruling(assumed, "11.1", f"this study assumes that {name} is {'in' if assumed else 'out of'} supply")
    if cell < 0:
        return refuse("11.1", f"{name} is not on the map")
    if g.setting.hqs[unit]:
        return Ruling(True, "11.1", f"{name} neither attacks nor bombards, and defenders are always in supply")
    fires = g.setting.guns[unit] or g.is_engaged(unit)
    sources = supply_sources(g, g.setting.nation[unit], cell, cell if fires else NOWHERE)
    what, case = ("its fire", "6.3.2") if g.setting.guns[unit] else ("its Assaults", "11.1")
    if sources:
        return Ruling(True, case, f"{g.names(sources)} can supply {what} from {g.cell_name(cell)}")
    return refusal_of_supply(g, unit, case, what)


def refusal_of_supply(g: Somme, unit: int, case: str, what: str) -> Ruling:
    """The one reason why no HQ supplies a unit: there is none, it is too far, or the enemy bars the way."""
    name, nation, cell = g.name(unit), g.setting.nation[unit], g.state.loc[unit]
    hqs = headquarters(g, nation, BACK)
    if not hqs:
        return refuse(case, f"no {nation.capitalize()} HQ is in Supply Mode to supply {what}")
    far = {hq: g.setting.grid.distance(g.state.loc[hq], cell) for hq in hqs}
    nearest = min(hqs, key=lambda hq: far[hq] - supply_range(g, hq))
    if far[nearest] >= supply_range(g, nearest):
        reach = f"{far[nearest]} squares away, and supplies as far as {supply_range(g, nearest)}"
        return refuse(case, f"{g.name(nearest)} is {reach}: too far to supply {what} from {g.cell_name(cell)}")
    path = f"the path from {name} to {g.name(nearest)}, which would supply {what}"
    return refuse(case, f"enemy zones of control bar {path}")


# -- the arithmetic --


NEAR_COMMAND = 4
"""11.7.1: an HQ within this many squares helps."""


class Assault:
    """Who attacks what. In a counter-attack the roles are exchanged and no resources are used (11.8)."""

    def __init__(
        self, attackers: Sequence[int], defenders: Sequence[int], target: int, counter: bool = False
    ) -> None:
        self.attackers = tuple(attackers)
        self.defenders = tuple(defenders)
        self.target = target
        self.counter = counter


def work_out(g: Somme, assault: Assault, smoke: bool = False) -> Fight:
    """11.4: the differential's column first, then the shifts; the table's ends hold both times."""
    return by_differential(
        g.setting.combat.assault, attack_rows(g, assault), defence_rows(g, assault), shift_rows(g, assault),
        modifier_rows(g, assault, smoke),
    )


STEPS_LOST = {"ASR": 1, "A2SR": 2, "DR": 0, "DSR": 1, "D2SR": 2}
"""The results that cost the attacker or the defender steps and send him back (11.8)."""


def roll_for(g: Somme, assault: Assault, odds: Fight, why: str, *cases: str) -> str:
    """11.8: two dice on the column, modified; each Assault counts for replacements (12.1.1)."""
    g.note("odds", *cases, target=assault.target, units=assault.attackers, odds=odds.as_json())
    g.count(g.setting.side[assault.attackers[0]], Tally.ASSAULTS)
    _, result = g.roll_on(g.setting.combat.assault, odds.column, "11.8", why, odds.modifier)
    return result


def attack_rows(g: Somme, assault: Assault) -> list[Row]:
    """11.4: primary factors; in a Secondary Attack the secondary ones (11.10)."""
    if g.state.secondary and not assault.counter:
        return [Row(g.name(u), secondary_attack(g, u), "11.10") for u in assault.attackers]
    return [Row(g.name(u), g.attack(u), "11.8" if assault.counter else "11.4") for u in assault.attackers]


def defence_rows(g: Somme, assault: Assault) -> list[Row]:
    """11.3: what Supply HQs add is nothing."""
    units = [u for u in assault.defenders if not g.in_supply_mode(u)]
    return [Row(g.name(u), defence_strength(g, u), "11.3" if g.is_suppressed(u) else "11.4") for u in units]


def shift_rows(g: Somme, assault: Assault) -> list[Row]:
    """11.5: the strongest terrain of the defender once, rivers beside it, and Command Resources."""
    setting, target = g.setting, assault.target
    terrain, table, grounds = setting.terrain, setting.combat.shifts, setting.grounds[target]
    kinds = [k for k in grounds if not terrain[k].adds and terrain[k].shift]
    kind = min(kinds, key=lambda k: terrain[k].shift, default="clear")
    over_somme = any("somme" in setting.board.side(c, target) for c in jump_offs(g, assault) if c != target)
    trained = g.has_operation(Operation.TRAIN_TROOPS) and BRITISH in nations(g, assault.attackers)
    rows = applying(
        (kind, terrain[kind].shift, "11.5.1", kinds),
        ("minor-river", terrain["minor-river"].shift, "11.5.1", "minor-river" in grounds),  # ruling X66
        ("across the Somme", terrain["somme"].shift, "11.5.1", over_somme),
        ("Train Troops", table["train-troops"], "15.5.2", trained),
    )
    if not assault.counter:
        rows += [Row(name, table[name], case) for used, name, case in RESOURCE_SHIFTS if used in g.state.used]
    return rows


RESOURCE_SHIFTS = (
    (Resource.CREEPING, "creeping-barrage", "11.5.2.1"), (Resource.TANK_CAVALRY, "tank-cavalry", "11.5.2.2"),
    (Resource.GAS, "gas", "11.5.2"), (Resource.NIGHT, "night-attack", "11.5.2"),
)
"""What each resource is called on the Column Shift Table: 9.2.2, 9.2.4, gas by 9.2.5, night attacks by 9.2.6."""


def jump_offs(g: Somme, assault: Assault) -> list[int]:
    """The squares from which the attackers come; in an engagement the square itself."""
    return sorted({g.state.loc[u] for u in assault.attackers})


def modifier_rows(g: Somme, assault: Assault, smoke: bool) -> list[Row]:
    """11.6, 11.7: all modifiers are cumulative."""
    state, setting, target = g.state, g.setting, assault.target
    drm = setting.combat.assault_modifiers
    weather = setting.weather_effects[state.weather].assault
    dug_in = any(g.is_entrenched(u) for u in assault.defenders) and not setting.trench["german"] >> target & 1
    flanking = flank_attackers(g, assault)
    once = setting.options["flank_modifier"] == "once"                          # ruling X08
    interdicted = sum(g.is_interdicted(c) for c in jump_offs(g, assault))
    over = 0 if assault.counter else sum(state.over[u] == PASSED for u in assault.attackers)
    return [command_row(g, assault), *applying(
        ("out of supply", drm["out-of-supply"], "11.7.2", not assault.counter and not in_attack_supply(g, assault)),
        (state.weather, weather, "11.7.2", weather),
        ("secondary trench", drm["second-trench"], "11.7.3", dug_in),
        (f"flank attack by {flanking}", drm["flank"] * (1 if once else flanking), "11.7.4", flanking),
        ("Disrupted defender", drm["disrupted-defender"], "11.7.5", any(map(g.is_disrupted, assault.defenders))),
        ("Suppressed defender", drm["suppressed-defender"], "11.7.5", any(map(g.is_suppressed, assault.defenders))),
        ("interdicted attackers", drm["interdicted-attacker"] * interdicted, "11.7.6", interdicted),
        ("interdicted defenders", drm["interdicted-defender"], "11.7.6", g.is_interdicted(target)),
        (f"{over} over the top", drm["assaulting-unit"] * over, "11.7.6", over),
        ("lift barrage", drm["lift-barrage"], "11.6.1", not assault.counter and Resource.LIFT in state.used),
        ("smoke screen", drm["smoke"], "11.6.1", smoke),
    )]


def nations(g: Somme, units: Sequence[int]) -> list[str]:
    return sorted({g.setting.nation[u] for u in units})


def seat_of(g: Somme, attackers: Sequence[int]) -> str:
    """Who answers for an Assault: the player of its nation; the British one for a joint one (D11)."""
    found = nations(g, attackers)
    return g.seat(g.phasing, found[0] if len(found) == 1 else BRITISH)


def squares_of(g: Somme, units: Sequence[int], nation: str) -> list[int]:
    """The squares of those units that belong to a nation."""
    return sorted({g.state.loc[u] for u in units if g.setting.nation[u] == nation})


def command_row(g: Somme, assault: Assault) -> Row:
    """11.7.1, rulings X29 and X59: each nation needs a Good Order HQ of its own within 4 squares."""
    table = g.setting.combat.assault_modifiers
    for nation in nations(g, assault.attackers):
        cells = squares_of(g, assault.attackers, nation)
        if not any(is_near_command(g, nation, cell, assault.target) for cell in cells):
            return Row("Command HQ far away", table["hq-far"], "11.7.1")
    return Row("Command HQ near", table["hq-near"], "11.7.1")


def is_near_command(g: Somme, nation: str, cell: int, target: int) -> bool:
    return bool(near_command(g, nation, True, NEAR_COMMAND - squares_beyond_line(g, cell, target)) >> cell & 1)


def unsupplied(g: Somme, attackers: Sequence[int], target: int, nation: str) -> list[int]:
    """11.1: the squares of a nation's attackers that no HQ giving supply in this phase reaches."""
    sources = [hq for hq in g.state.supply_used if g.setting.nation[hq] == nation]
    return [
        cell for cell in squares_of(g, attackers, nation) if not any(supplies(g, hq, cell, target) for hq in sources)
    ]


def supply_choices(g: Somme, attackers: Sequence[int]) -> list[int]:
    """11.1, 11.2.1: HQs that could give supply here, for attackers whom no used HQ supplies yet."""
    target = g.state.target
    found: list[int] = []
    for nation in nations(g, attackers):
        for cell in unsupplied(g, attackers, target, nation):
            found += [hq for hq in supply_sources(g, nation, cell, target) if hq not in found]
    return found


def in_attack_supply(g: Somme, assault: Assault) -> bool:
    """11.1, 11.2: each nation draws on its own HQs."""
    assumed = [g.setting.assumption("supply", u) for u in assault.attackers]
    if any(a is not None for a in assumed):
        return all(a is not False for a in assumed)
    attackers, target = assault.attackers, assault.target
    return not any(unsupplied(g, attackers, target, nation) for nation in nations(g, attackers))


def flank_attackers(g: Somme, assault: Assault) -> int:
    """11.7.4: how many units attack an uncovered flank; it takes two squares to have one (ruling D02)."""
    squares = jump_offs(g, assault)
    if len(squares) < 2:
        return 0
    if g.setting.side[assault.attackers[0]] == ALLIED and g.has_operation(Operation.REINFORCED_DEFENSES):
        return 0                                                                # 15.5.3
    front = front_square(g, assault)
    open_flanks = {c for c in squares if c != front and not is_covered(g, assault, c)}
    return sum(g.state.loc[u] in open_flanks for u in assault.attackers)


def front_square(g: Somme, assault: Assault) -> int:
    """The one square that the defenders face; -1 for a Supply HQ, which has no front."""
    facings = [g.state.facing[u] for u in assault.defenders if g.state.facing[u] >= 0]
    return g.setting.grid.toward[assault.target][facings[0]] if facings else -1


def is_covered(g: Somme, assault: Assault, square: int) -> bool:
    """11.7.4, 11.7.5: another defender in Good Order, not interdicted, controls the jump-off square."""
    side = g.setting.side[assault.defenders[0]]
    near = [cell for cell in g.setting.grid.neighbours[square] if cell != assault.target]
    return any(square in g.zone(unit, cell) for cell in near for unit in g.friends_in(cell, side))
