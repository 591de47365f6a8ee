"""Scenarios (module 14) and the set-up of the campaign: by the list, and by the players; mines, special rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.games.somme_1916.plan import GunSetUp, Reinforcement, SetUp, Span
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.bombardment.losses import lose_steps
from grognard.games.somme_1916.rules.movement.facing import settle_facing
from grognard.games.somme_1916.rules.movement.stacking import room
from grognard.games.somme_1916.rules.victory.control import squares_behind
from grognard.games.somme_1916.setting import SommeSetting
from grognard.games.somme_1916.state import SommeState
from grognard.games.somme_1916.terms import (
    AHEAD,
    ALLIED,
    BACK,
    BRITISH,
    FACINGS,
    FRENCH,
    FRONT,
    GERMAN,
    OFF_MAP,
    POOL,
    SIDES,
    Heap,
    Nation,
    Operation,
    Sector,
)
from grognard.rules.masks import cells_of, mask
from grognard.rules.orders import END, PASS, Placing

TO_DEPLOY = -1
"""In place of a turn of arrival: the owner puts this gun on the map during the set-up."""
LAST_BRITISH_ROW = 20
"""On July 1 (14.1.3), for the campaign."""


def start(g: Somme) -> None:
    """The position before anything is decided."""
    setting, state, plan = g.setting, g.state, g.setting.plan
    for entry in set_up_entries(setting):
        set_up(setting, state, entry)
    fill_pools(setting, state)
    for order in plan.reinforcement:
        schedule(setting, state, order)
    for guns in plan.free_setup:
        set_up_guns(setting, state, guns)
    g.rebuild()
    set_initial_control(g)
    mark_sectors(g)
    state.phase = "setup-modes"
    state.phasing = SIDES[ALLIED]
    state.acting = g.first_acting()


def set_up_entries(setting: SommeSetting) -> list[SetUp]:
    """The list of the scenario with what an option adds to it (D08)."""
    chosen = [other for other in setting.plan.alternative if setting.options.get(other.option) == other.choice]
    return [*setting.plan.setup, *(entry for other in chosen for entry in other.setup)]


def set_up(setting: SommeSetting, state: SommeState, entry: SetUp) -> None:
    unit = setting.unit_named(entry.id)
    if not 1 <= entry.steps <= setting.units[unit].steps:
        raise setting.plan_error(f"{entry.id} cannot have {entry.steps} steps", entry.id)
    state.loc[unit] = setting.cell_named(entry.cell)
    state.steps[unit] = entry.steps
    state.facing[unit] = FACINGS[entry.facing]
    state.mode[unit] = BACK if entry.mode in ("entrenched", "supply") else FRONT
    state.arrived[unit] = state.turn
    if entry.held:
        state.held.append(unit)


def fill_pools(setting: SommeSetting, state: SommeState) -> None:
    """12.1: the units that begin in the Replacement Boxes; 'brigades' and 'battalions' that are not on the map."""
    for side, words in ((ALLIED, setting.plan.pool.allied), (GERMAN, setting.plan.pool.german)):
        for word in words:
            if word in ("brigades", "battalions"):
                kinds = setting.brigades if word == "brigades" else setting.battalions
                units = [u for u in setting.units_of[side] if kinds[u]]
            else:
                units = [setting.unit_named(word)]
            for unit in units:
                if state.loc[unit] == OFF_MAP:
                    state.loc[unit] = POOL


def schedule(setting: SommeSetting, state: SommeState, order: Reinforcement) -> None:
    """7.7: reinforcements wait off the map until their turn. 'BB4' is any brigade of attack 4 (14.2.1)."""
    for uid in order.units:
        if uid in setting.unit_ids:
            unit = setting.unit_named(uid)
            state.due[unit] = order.turn
            state.steps[unit] = order.steps or setting.units[unit].steps


def set_up_guns(setting: SommeSetting, state: SommeState, order: GunSetUp) -> None:
    """14.2.1, D12: guns that their owners place, or that start where the scenario suggests."""
    suggested = setting.options["artillery_setup"] == "suggested"
    for uid in order.units:
        unit = setting.unit_named(uid)
        state.facing[unit] = AHEAD[SIDES.index(order.side)]
        state.arrived[unit] = state.turn
        if suggested:
            state.loc[unit] = setting.cell_named(order.suggested[uid])
        else:
            state.due[unit] = TO_DEPLOY


def set_initial_control(g: Somme) -> None:
    """13.1.1, X56: before anybody has moved an objective belongs to the side behind whose line it lies.

    What both sides are equally near to is the German's. Squares whose holder is known already are left alone.
    """
    german = squares_behind(g, GERMAN)
    sectors = g.setting.plan.sectors
    last = sectors.british[1] if sectors is not None else LAST_BRITISH_ROW
    for cell in sorted(c for c in g.setting.objective_cells if c not in g.state.control):
        allied = BRITISH if g.setting.row[cell] <= last else FRENCH
        holders = [g.setting.nation[u] for u in g.stack[cell]]
        g.state.control[cell] = holders[0] if holders else Nation.GERMAN if german >> cell & 1 else allied


def mark_sectors(g: Somme) -> None:
    """X20: units that set up outside their rows are exempt until they have been inside."""
    sectors = g.setting.plan.sectors
    if sectors and sectors.set_up_outside_exempt and g.has_option("sector_start", "exempt"):
        for unit in g.on_map(ALLIED):
            if is_outside(g, unit):
                g.state.sector[unit] = Sector.EXEMPT


# -- set-up by the players --


def choose_modes(g: Somme) -> Procedure:
    """14.1.1: HQs begin in either mode, as their owner likes; they stand in Command Mode until he says otherwise."""
    side = g.phasing
    free = {entry.id for entry in set_up_entries(g.setting) if entry.mode == "choice"}
    hqs = [u for u in g.on_map(side) if g.name(u) in free and g.acts(u) and len(g.stack[g.state.loc[u]]) == 1]
    while options := [Action("mode", (unit, "supply")) for unit in hqs if g.in_command_mode(unit)]:
        action = yield from g.ask(
            side, "setup-modes", "14.1.1", "choose HQs to begin in Supply Mode", [*options, END], seat=g.seat(side),
            rest=True,
        )
        if action.verb == "end":
            return
        g.set_mode(action.number(), BACK)
        g.note("mode", "14.1.1", "7.4.2", unit=action.number(), mode="supply")


def after_modes(g: Somme) -> str:
    """The Allies first, nation by nation with three players, then the German."""
    state = g.state
    if state.acting == BRITISH:
        state.acting = FRENCH
        return "setup-modes"
    state.acting = ""
    if g.phasing == ALLIED:
        state.phasing = SIDES[GERMAN]
        return "setup-modes"
    state.phasing = SIDES[ALLIED]
    return "gun-setup"


def deploy_guns(g: Somme) -> Procedure:
    """14.2.1: guns are placed freely behind the line, the German's first."""
    for order in sorted(g.setting.plan.free_setup, key=lambda o: o.order):
        side = SIDES.index(order.side)
        while guns := [u for u in map(g.setting.unit_named, order.units) if g.state.due[u] == TO_DEPLOY]:
            area = gun_squares(g, order, len(guns))
            places = {gun: room(g, gun, area) for gun in guns}
            if not any(places.values()):
                # Only on boards for study: a gun without a square waits in the pool.
                for unit in guns:
                    g.state.due[unit] = 0
                    g.place(unit, POOL)
                break
            question = f"place the {order.nation} guns behind the line"
            action: Action = yield Placing(
                g, side, "gun-setup", order.case, question, "place", places, seat=g.seat(side, order.nation)
            )
            put(g, action, order.case)


def gun_squares(g: Somme, order: GunSetUp, waiting: int) -> int:
    """Where guns may be placed: in the nation's area, and enough of them on each bank of the Somme."""
    south, cells = g.setting.south_of_somme, gun_area(g, order)
    guns = [g.setting.unit_named(u) for u in order.units]
    for least, bank in ((order.south_of_somme, south), (order.north_of_somme, ~south)):
        there = sum([g.state.loc[u] >= 0 and bank >> g.state.loc[u] & 1 for u in guns])
        if least - there >= waiting:
            cells &= bank
    return cells


def gun_area(g: Somme, order: GunSetUp) -> int:
    """14.2.1: behind the line, in the rows of the nation, free of enemy zones (X63)."""
    setting, side = g.setting, SIDES.index(order.side)
    region = f"behind-line-{order.nation}-{setting.scenario}"
    found = setting.region(region) if region in setting.board.regions else squares_behind(g, side)
    first, last = order.rows
    found = mask([c for c in cells_of(found) if first <= setting.row[c] <= last])
    found &= ~g.occupied(1 - side) & ~setting.shaded
    return found & ~g.zone_cells[1 - side] if order.free_of_enemy_zoc else found


def put(g: Somme, action: Action, case: str) -> None:
    unit, cell = action.number(), action.number(1)
    g.state.due[unit] = 0
    g.place(unit, cell)
    settle_facing(g, unit, g.state.facing[unit])
    g.note("placed", case, unit=unit, to=cell)


# -- British mines (14.1.3, 15.1, and Plant Mines of 15.5.2) --




def start_squares(g: Somme, rows: Span) -> list[int]:
    """14.1.3: squares of the German start trench with front-line infantry, rows 1 to 21, one marker each."""
    return [
        c for c in cells_of(g.setting.trench["german"] & g.occupied(GERMAN))
        if rows[0] <= g.setting.row[c] <= rows[1] and c not in g.state.mines
        and any(g.setting.infantry[u] for u in g.friends_in(c, GERMAN))
    ]


def planted_squares(g: Somme) -> list[int]:
    """15.5.2: German-occupied squares next to a British unit, not engaged."""
    units = g.living(g.setting.units_of_nation[BRITISH])
    near = g.setting.beside.of(mask([g.state.loc[u] for u in units])) & g.occupied(GERMAN)
    return [c for c in cells_of(near) if c not in g.state.engaged and c not in g.state.mines]


def may_undermine(g: Somme, cell: int) -> Ruling:
    """14.1.3: whether a mine may lie under a square before the first turn, and the one reason why not."""
    here, plan = g.cell_name(cell), g.setting.plan.mines
    if cell in g.state.mines:
        return refuse("14.1.3", f"there is a mine under {here} already")
    if not g.setting.trench["german"] >> cell & 1:
        return refuse("14.1.3", f"{here} is not in the German start trench")
    if plan is not None and not plan.rows[0] <= g.setting.row[cell] <= plan.rows[1]:
        return refuse("14.1.3", f"{here} is not in rows {plan.rows[0]} to {plan.rows[1]}")
    if cell not in start_squares(g, plan.rows if plan is not None else (0, 0)):
        return refuse("14.1.3", f"no German infantry is in {here}")
    return ALLOW


def may_plant(g: Somme, cell: int) -> Ruling:
    """15.5.2: whether a mine may be planted under a square now, and the one reason why not."""
    here = g.cell_name(cell)
    if cell in g.state.mines:
        return refuse("15.5.2", f"there is a mine under {here} already")
    if not g.occupied(GERMAN) >> cell & 1:
        return refuse("15.5.2", f"no German unit is in {here}")
    if cell in g.state.engaged:
        return refuse("15.5.2", f"units are engaged in {here}")
    return ALLOW if cell in planted_squares(g) else refuse("15.5.2", f"no British unit is next to {here}")


def set_up_mines(g: Somme) -> Procedure:
    """14.1.3: six markers before the first turn, each on a square of its own."""
    plan = g.setting.plan.mines
    if plan:
        yield from lay_mines(g, "14.1.3", plan.markers, lambda: start_squares(g, plan.rows), may_undermine)


def plant_mines(g: Somme) -> Procedure:
    """15.5.2: with Plant Mines two more in each turn after the first."""
    if g.phasing == ALLIED and g.has_operation(Operation.PLANT_MINES) and g.state.turn > g.state.first_turn:
        markers = g.setting.combat.operations[Operation.PLANT_MINES].number("markers")
        yield from lay_mines(g, "15.5.2", markers, lambda: planted_squares(g), may_plant, [PASS])


def lay_mines(
    g: Somme, case: str, markers: int, find: Callable[[], list[int]], may_lie: Callable[[Somme, int], Ruling],
    others: Sequence[Action] = (),
) -> Procedure:
    while (left := markers - len(g.state.mines)) > 0 and (squares := find()):
        action = yield from g.ask(
            ALLIED, "mines", case, f"deploy a mine marker ({left} left)",
            [*(Action("mine", (cell,)) for cell in squares), *others], common=True, about="cell", rest=True,
            why_not=lambda a: may_lie(g, a.number()),
        )
        if action.verb == "pass":
            return
        g.state.mines.append(action.number())
        g.note("mine", case, cell=action.number())


def mines_phase(g: Somme) -> Procedure:
    """14.1.3, X21: after the Allied Bombardment Phase each mine is tried; then all markers are off the map."""
    state, plan = g.state, g.setting.plan.mines
    while plan and state.mines and g.phasing == ALLIED:
        cell = yield from g.choose(
            ALLIED, "mines", "14.1.3", "choose the next mine to fire", "detonate", state.mines, common=True,
            about="cell", rest=len(state.mines) > 1,
        )
        state.mines.remove(cell)
        if g.succeeds("14.1.3", "mine", *plan.explodes_on):
            yield from explode(g, cell)
        else:
            g.note("mine-fails", "14.1.3", result=True, cell=cell)
    state.mines_seen = []


def explode(g: Somme, cell: int) -> Procedure:
    """The face is drawn only now, for nobody has seen it: any that has not come up in this phase, all as likely."""
    faces = list(g.setting.mine_faces)
    for face in g.state.mines_seen:
        if face in faces:
            faces.remove(face)
    face = g.roll("14.1.3", "face of the mine", faces)
    g.state.mines_seen.append(face)
    g.note("mine-explodes", "14.1.3", result=True, cell=cell, face=face)
    yield from damage(g, cell, face)


def damage(g: Somme, cell: int, face: str) -> Procedure:
    """14.1.3: a step loss, Disruption or Suppression of the infantry on which the marker lies (D30)."""
    units = [u for u in g.friends_in(cell, GERMAN) if g.setting.infantry[u]] or g.friends_in(cell, GERMAN)
    if not units or face == "dud":
        return
    if face == "S":
        for unit in units:
            g.suppress(unit, "14.1.3")
    if "L" in face:
        units = yield from lose_steps(g, units, 1, "14.1.3", "mine")
    if "D" in face:
        for unit in units:
            g.disrupt(unit, "14.1.3")


# -- special rules (14.1.3, 14.2.3, 14.3.6, 14.4.4): held cavalry, squares of the other Allied nation --


def may_release(g: Somme, unit: int) -> Ruling:
    """From July 15 on, once in a turn, until the last turn that the scenario grants."""
    if unit not in g.state.held:
        return refuse("14.1.3", f"{g.name(unit)} is not held")
    plan = g.setting.plan.cavalry_release
    if plan is None or not plan.first_turn <= g.state.turn <= plan.last_turn:
        return refuse("14.1.3", f"{g.name(unit)} cannot be released this turn")
    if unit in g.state.tried:
        return refuse("14.1.3", f"{g.name(unit)} has already been tried this turn")
    return ALLOW


def release_actions(g: Somme, unit: int) -> list[Action]:
    return [Action("release", (unit,))] if unit in g.state.held and may_release(g, unit) else []


def release(g: Somme, unit: int) -> None:
    """A die: 1-3 frees the unit to move normally."""
    plan = g.setting.plan.cavalry_release
    g.state.tried.append(unit)
    freed = plan is not None and g.succeeds("14.1.3", f"release of {g.name(unit)}", *plan.released_on)
    if freed:
        g.state.held.remove(unit)
    g.note("released" if freed else "held", "14.1.3", result=True, unit=unit)


def last_british_row(g: Somme) -> int | None:
    """The southernmost row of the British, None where no rule divides the map."""
    plan = g.setting.plan
    if plan.sectors is not None:
        return plan.sectors.british[1]
    if g.has_option("campaign_sectors"):                                        # D07
        rows = [s.british_last_row for s in plan.sectors_by_turn if s.first_turn <= g.state.turn]
        return rows[-1] if rows else None
    return None


def is_outside(g: Somme, unit: int) -> bool:
    """Whether an Allied combat unit stands in a row of the other nation; HQs are exempt."""
    last, cell = last_british_row(g), g.state.loc[unit]
    if last is None or cell < 0 or g.setting.hqs[unit]:
        return False
    return (g.setting.row[cell] <= last) != (g.setting.nation[unit] == BRITISH)


def check_sectors(g: Somme) -> None:
    """Units outside their nation's rows pay once in the game; those set up there only after being inside (X20)."""
    if last_british_row(g) is None:
        return
    paid, plan = g.state.sector, g.setting.plan.sectors
    points, case = (plan.vp, plan.case) if plan is not None else (3, "14.1.3")
    for unit in g.on_map(ALLIED):
        outside = is_outside(g, unit)
        if not outside and paid[unit] == Sector.EXEMPT:
            paid[unit] = Sector.UNPAID
        elif outside and paid[unit] == Sector.UNPAID:
            paid[unit] = Sector.PAID
            g.award(GERMAN, Heap.SECTORS, points, case, f"{g.name(unit)} in squares of the other nation")
