"""The arithmetic of an Assault (11.1-11.7): strengths, column shifts and modifiers, each a row with its case.

Log, preview and result are made from the same rows, so they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from grognard.games.somme_1916.rules.assault.strengths import defence_strength, secondary_attack
from grognard.games.somme_1916.rules.assault.supply import supplies
from grognard.games.somme_1916.rules.commitment.command import command_distance
from grognard.games.somme_1916.state import Somme
from grognard.games.somme_1916.terms import (
    ALLIED,
    BRITISH,
    DISRUPTED,
    NO_FACING,
    PASSED,
    SUPPRESSED,
    Operation,
    Resource,
)

NEAR_COMMAND = 4
"""11.7.1: an HQ within this many squares helps."""


class Row(msgspec.Struct, frozen=True):
    """What it is, what it adds, and by which case."""

    what: str
    value: int
    case: str


class Odds(msgspec.Struct, frozen=True):
    """One Assault worked out."""

    attack: tuple[Row, ...]
    defence: tuple[Row, ...]
    shifts: tuple[Row, ...]
    modifiers: tuple[Row, ...]
    differential: int
    column: int
    drm: int


class Fight(msgspec.Struct, frozen=True):
    """Who attacks what. In a counter-attack the roles are exchanged and no resources are used (11.8)."""

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    target: int
    counter: bool = False


def work_out(g: Somme, fight: Fight, smoke: bool = False) -> Odds:
    """11.4: the differential's column first, then the shifts; the table's ends hold both times."""
    attack, defence = attack_rows(g, fight), defence_rows(g, fight)
    shifts, modifiers = shift_rows(g, fight), modifier_rows(g, fight, smoke)
    differential = sum(r.value for r in attack) - sum(r.value for r in defence)
    table = g.setting.combat.assault
    column = table.clamp(table.clamp(differential) + sum(r.value for r in shifts))
    return Odds(
        tuple(attack), tuple(defence), tuple(shifts), tuple(modifiers), differential, column,
        sum(r.value for r in modifiers),
    )


def attack_rows(g: Somme, fight: Fight) -> list[Row]:
    """11.4: primary factors; in a Secondary Attack the secondary ones (11.10)."""
    if g.state.secondary and not fight.counter:
        return [Row(g.name(u), secondary_attack(g, u), "11.10") for u in fight.attackers]
    return [Row(g.name(u), g.attack(u), "11.8" if fight.counter else "11.4") for u in fight.attackers]


def defence_rows(g: Somme, fight: Fight) -> list[Row]:
    rows = []
    for unit in fight.defenders:
        if g.in_supply_mode(unit):
            continue                                                            # 11.3: adds nothing
        case = "11.3" if g.state.status[unit] == SUPPRESSED else "11.4"
        rows.append(Row(g.name(unit), defence_strength(g, unit), case))
    return rows


def shift_rows(g: Somme, fight: Fight) -> list[Row]:
    """11.5: the strongest terrain of the defender once, rivers beside it, and Command Resources."""
    setting, target = g.setting, fight.target
    rows: list[Row] = []
    kinds = [k for k in setting.grounds[target] if not setting.terrain[k].adds and setting.terrain[k].shift]
    if kinds:
        kind = min(kinds, key=lambda k: setting.terrain[k].shift)
        rows.append(Row(kind, setting.terrain[kind].shift, "11.5.1"))
    if "minor-river" in setting.grounds[target]:                                # ruling X66
        rows.append(Row("minor-river", setting.terrain["minor-river"].shift, "11.5.1"))
    if any("somme" in setting.board.side(c, target) for c in jump_offs(g, fight) if c != target):
        rows.append(Row("across the Somme", setting.terrain["somme"].shift, "11.5.1"))
    table = setting.combat.shifts
    if g.has_operation(Operation.TRAIN_TROOPS) and any(setting.nation[u] == BRITISH for u in fight.attackers):
        rows.append(Row("Train Troops", table["train-troops"], "15.5.2"))
    if not fight.counter:
        for resource, name, case in RESOURCE_SHIFTS:
            if resource in g.state.used:
                rows.append(Row(name, table[name], case))
    return rows


RESOURCE_SHIFTS = (
    (Resource.CREEPING, "creeping-barrage", "11.5.2.1"), (Resource.TANK_CAVALRY, "tank-cavalry", "11.5.2.2"),
    (Resource.GAS, "gas", "11.5.2"), (Resource.NIGHT, "night-attack", "11.5.2"),
)
"""What each resource is called on the Column Shift Table: 9.2.2, 9.2.4, gas by 9.2.5, night attacks by 9.2.6."""


def jump_offs(g: Somme, fight: Fight) -> list[int]:
    """The squares from which the attackers come; in an engagement the square itself."""
    return sorted({g.state.loc[u] for u in fight.attackers})


def modifier_rows(g: Somme, fight: Fight, smoke: bool) -> list[Row]:
    """11.6, 11.7: all modifiers are cumulative."""
    state, setting, target = g.state, g.setting, fight.target
    table = setting.combat.assault_modifiers
    rows: list[Row] = [command_row(g, fight)]
    if not fight.counter and not in_attack_supply(g, fight):
        rows.append(Row("out of supply", table["out-of-supply"].drm, "11.7.2"))
    weather = setting.weather_effects[state.weather].assault
    if weather:
        rows.append(Row(state.weather, weather, "11.7.2"))
    if any(g.is_entrenched(u) for u in fight.defenders) and not setting.start_trench >> target & 1:
        rows.append(Row("secondary trench", table["second-trench"].drm, "11.7.3"))
    flanking = flank_attackers(g, fight)
    if flanking:
        once = setting.options["flank_modifier"] == "once"                      # ruling X08
        rows.append(Row(f"flank attack by {flanking}", table["flank"].drm * (1 if once else flanking), "11.7.4"))
    if any(state.status[u] == DISRUPTED for u in fight.defenders):
        rows.append(Row("Disrupted defender", table["disrupted-defender"].drm, "11.7.5"))
    if any(state.status[u] == SUPPRESSED for u in fight.defenders):
        rows.append(Row("Suppressed defender", table["suppressed-defender"].drm, "11.7.5"))
    interdicted = sum(g.is_interdicted(c) for c in jump_offs(g, fight))
    if interdicted:
        rows.append(Row("interdicted attackers", interdicted * table["interdicted-attacker"].drm, "11.7.6"))
    if g.is_interdicted(target):
        rows.append(Row("interdicted defenders", table["interdicted-defender"].drm, "11.7.6"))
    if not fight.counter:
        over = sum(state.over[u] == PASSED for u in fight.attackers)
        if over:
            rows.append(Row(f"{over} over the top", over * table["assaulting-unit"].drm, "11.7.6"))
        if Resource.LIFT in state.used:
            rows.append(Row("lift barrage", table["lift-barrage"].drm, "11.6.1"))
    if smoke:
        rows.append(Row("smoke screen", table["smoke"].drm, "11.6.1"))
    return rows


def nations(g: Somme, units: Sequence[int]) -> list[str]:
    return sorted({g.setting.nation[u] for u in units})


def seat_of(g: Somme, attackers: Sequence[int]) -> str:
    """Who answers for an Assault: the player of its nation; the British one for a joint one (D11)."""
    found = nations(g, attackers)
    return g.seat(g.phasing, found[0] if len(found) == 1 else BRITISH)


def range_ends(g: Somme, fight: Fight, nation: str) -> list[int]:
    """X04: where command and supply of an Assault are counted to."""
    if g.setting.options["range_end"] == "attacked-square":
        return [fight.target]
    return sorted({g.state.loc[u] for u in fight.attackers if g.setting.nation[u] == nation})


def command_row(g: Somme, fight: Fight) -> Row:
    """11.7.1, rulings X29 and X59: each nation needs an HQ of its own within 4 squares."""
    table = g.setting.combat.assault_modifiers
    for nation in nations(g, fight.attackers):
        for end in range_ends(g, fight, nation):
            distance = command_distance(g, nation, end)
            if distance is None or distance > NEAR_COMMAND:
                return Row("Command HQ far away", table["hq-far"].drm, "11.7.1")
    return Row("Command HQ near", table["hq-near"].drm, "11.7.1")


def is_supplied(g: Somme, fight: Fight, nation: str) -> bool:
    """11.1: an HQ of the nation that gives supply in this phase reaches its attackers."""
    sources = [hq for hq in g.state.supply_used if g.setting.nation[hq] == nation]
    return all(any(supplies(g, hq, end) for hq in sources) for end in range_ends(g, fight, nation))


def in_attack_supply(g: Somme, fight: Fight) -> bool:
    """11.1, 11.2: each nation draws on its own HQs."""
    assumed = [g.setting.assumption("supply", u) for u in fight.attackers]
    if any(a is not None for a in assumed):
        return all(a is not False for a in assumed)
    return all(is_supplied(g, fight, nation) for nation in nations(g, fight.attackers))


def flank_attackers(g: Somme, fight: Fight) -> int:
    """11.7.4: how many units attack an uncovered flank; it takes two squares to have one (ruling D02)."""
    squares = jump_offs(g, fight)
    if len(squares) < 2:
        return 0
    if g.setting.side[fight.attackers[0]] == ALLIED and g.has_operation(Operation.REINFORCED_DEFENSES):
        return 0                                                                # 15.5.3
    front = front_square(g, fight)
    open_flanks = {c for c in squares if c != front and not is_covered(g, fight, c)}
    return sum(g.state.loc[u] in open_flanks for u in fight.attackers)


def front_square(g: Somme, fight: Fight) -> int:
    """The one square that the defenders face; -1 for a Supply HQ, which has no front."""
    facing = next((g.state.facing[u] for u in fight.defenders if g.state.facing[u] >= 0), NO_FACING)
    return g.setting.grid.toward[fight.target][facing] if facing >= 0 else -1


def is_covered(g: Somme, fight: Fight, square: int) -> bool:
    """11.7.4, 11.7.5: another defender in Good Order, not interdicted, controls the jump-off square."""
    side = g.setting.side[fight.defenders[0]]
    for cell in g.setting.grid.neighbours[square]:
        if cell == fight.target:
            continue
        for unit in g.stack[cell]:
            if g.setting.side[unit] == side and square in g.zone(unit, cell):
                return True
    return False
