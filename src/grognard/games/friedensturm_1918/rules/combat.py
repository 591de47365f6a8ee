"""Combat (12.1, 12.2): who attacks whom, and the ten steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.games.friedensturm_1918.position import Friedensturm, frozen
from grognard.games.friedensturm_1918.rules.advance import advance_after_combat, mark_exploitation, react
from grognard.games.friedensturm_1918.rules.artillery import bombard_both, name_counter_battery, name_guns
from grognard.games.friedensturm_1918.rules.coordination import (
    coordination_rows,
    misunderstood,
    strip_marker,
    throw_for_coordination,
)
from grognard.games.friedensturm_1918.rules.fight import Combat
from grognard.games.friedensturm_1918.rules.losses import convert, pay_for_cancelled
from grognard.games.friedensturm_1918.rules.odds import is_cancelled, work_out
from grognard.games.friedensturm_1918.rules.retreat import next_hexes, retreat
from grognard.games.friedensturm_1918.rules.stacking import eliminate, lose_step, may_fit
from grognard.games.friedensturm_1918.rules.supply import in_command
from grognard.games.friedensturm_1918.rules.support import combat_cells, overrun, settle
from grognard.games.friedensturm_1918.setting import ALLIED, EVENT, GERMAN
from grognard.games.friedensturm_1918.state import CombatStep, Marker
from grognard.games.friedensturm_1918.tables import Result
from grognard.rules.arithmetic import Row
from grognard.rules.masks import cells_of
from grognard.rules.orders import END

ALL = Action("all")


def may_take_part(g: Friedensturm, unit: int) -> Ruling:
    """12.1: once a phase; fit (12.5), supplied (9.2), not about to disengage (11.2.7)."""
    state, name = g.state, g.name(unit)
    if not g.is_phasing(unit) or state.loc[unit] < 0 or not g.setting.combat[unit]:
        return refuse("12.1", f"{name} is not one of your combat units on the map")
    if state.fought[unit]:
        return refuse("12.1", f"{name} has already attacked in this phase")
    if g.is_disorganised(unit):
        return refuse("12.5", f"{name} is disorganised or reorganising and may not attack")
    if state.unsupplied[unit]:
        return refuse("9.2", f"{name} is out of supply and may not attack")
    if state.marker[unit] == Marker.DISENGAGEMENT:
        return refuse("11.2.7", f"{name} has a Disengagement marker and may not attack")
    if state.phase == "exploitation-combat" and state.marker[unit] != Marker.EXPLOITATION:
        return refuse("14.1", f"{name} has no Exploitation marker")             # ruling Q06
    if frozen(g) >> state.loc[unit] & 1 and g.has_option("frozen_zone", "no-attacks"):
        return refuse("Scenario 3", f"nobody attacks from {g.cell_name(state.loc[unit])} on this turn")
    return ALLOW


def can_lead(g: Friedensturm, unit: int, alone: bool = False) -> bool:
    """12.2.1, 12.2.3: morale 4, in good order, in command; a tank only by itself (ruling Q70)."""
    if g.setting.tank[unit] and not alone:
        return False
    able = g.lead_morale(unit) >= g.setting.limits["attack-morale"] and not g.is_disorganised(unit)
    return able and in_command(g, unit)


def leads_among(g: Friedensturm, units: Sequence[int]) -> list[int]:
    return [u for u in units if can_lead(g, u, alone=len(units) == 1)]


def may_be_attacked(g: Friedensturm, cell: int) -> Ruling:
    """12.1: a hex with enemy combat units, once a phase."""
    here = g.cell_name(cell)
    if not combat_cells(g, g.other) >> cell & 1:
        return refuse("12.1", f"there is no enemy combat unit in {here}")
    if cell in g.state.attacked:
        return refuse("12.1", f"{here} was already attacked in this phase")
    if frozen(g) >> cell & 1 and g.has_option("frozen_zone", "no-attacks"):
        return refuse("Scenario 3", f"nobody is attacked in {here} on this turn")
    return ALLOW


def tank_may_attack(g: Friedensturm, unit: int, cell: int, here: int) -> Ruling:
    """15.4.1: not a town, and not across a river or a slope, bridged or not (ruling Q69)."""
    name, board = g.name(unit), g.setting.board
    if g.setting.towns >> cell & 1:
        return refuse("15.4.1", f"{name} may not attack a town")
    if g.setting.river(here, cell) or board.slope(here, cell) or board.slope(cell, here):
        return refuse("15.4.1", f"{name} may not attack across a river or a slope")
    return ALLOW


def may_join(g: Friedensturm, c: Combat, unit: int) -> Ruling:
    """12.2.1: next to the target; one tank at most (15.4.1, ruling Q68)."""
    ruling = may_take_part(g, unit)
    if not ruling:
        return ruling
    if unit in c.attackers:
        return refuse("12.2.1", f"{g.name(unit)} is already taking part")
    if not g.beside(unit, c.target):
        return refuse("12.1", f"{g.name(unit)} is not next to {g.cell_name(c.target)}")
    if g.setting.tank[unit]:
        if c.tank >= 0:
            return refuse("15.4.1", "only one tank unit takes part in an attack")
        return tank_may_attack(g, unit, c.target, g.state.loc[unit])
    return ALLOW


def could_attack(g: Friedensturm, cell: int) -> Ruling:
    """12.1, 12.2.1: somebody next to the hex can attack it, and can lead; if nobody may attack, why the first not."""
    ruling, c = may_be_attacked(g, cell), Combat(g, cell)
    if not ruling or leads_among(g, able := able_to_join(g, c)):
        return ruling
    if not able:
        near, why = beside_target(g, c), f"none of your combat units is next to {g.cell_name(cell)}"
        return may_join(g, c, near[0]) if near else refuse("12.1", why)
    return refuse("12.2.1", f"no unit with morale 4, in good order and in command can attack {g.cell_name(cell)}")


def beside_target(g: Friedensturm, c: Combat) -> list[int]:
    return [u for cell in g.setting.grid.neighbours[c.target] for u in g.combat_at(cell) if g.is_phasing(u)]


def able_to_join(g: Friedensturm, c: Combat) -> list[int]:
    return [u for u in beside_target(g, c) if may_join(g, c, u)]


def combat_segment(g: Friedensturm) -> Procedure:
    """12.1: one combat after the other, in any order; the same for exploitation combat (14.1)."""
    case = "14.1" if g.state.phase == "exploitation-combat" else "12.1"
    while True:
        if g.state.combat_step:
            yield from combat(g, Combat.under_way(g))
        targets = targets_now(g)
        if not targets:
            return
        cell = yield from g.choose_or_end(
            g.phasing, "combat", case, "which hex do you attack?", "attack", targets, about="cell", rest=True,
            why_not=lambda a: could_attack(g, a.number()) if a.args else ALLOW,
        )
        if cell is None:
            return
        Combat(g, cell).keep(CombatStep.PARTICIPANTS)


def targets_now(g: Friedensturm) -> list[int]:
    near = combat_cells(g, g.other) & g.setting.beside.of(combat_cells(g, g.phasing))
    if g.state.phase == "exploitation-combat" and not g.with_marker(g.phasing, Marker.EXPLOITATION):
        return []
    return [cell for cell in cells_of(near) if could_attack(g, cell)]


# -- step 1 --


def may_name_attackers(g: Friedensturm, c: Combat, action: Action) -> Ruling:
    if action == END:
        if leads_among(g, c.attackers):
            return ALLOW
        return refuse("12.2.1", "a unit with morale 4, in good order and in command must take part")
    if action.verb == "commit":
        return may_commit(g, c, action.number(0), action.number(1))
    return may_join(g, c, action.number()) if action.args else ALLOW


def may_commit(g: Friedensturm, c: Combat, tank: int, unit: int) -> Ruling:
    """15.4.2: the German Tank event, with an attacking unit in whose hex there is room (ruling Q72)."""
    if g.state.loc[tank] != EVENT or not g.state.tanks or c.attacker != GERMAN:
        return refuse("15.4.2", "there are no German tanks left")
    if unit not in c.attackers or c.tank >= 0:
        return refuse("15.4.2", f"{g.name(tank)} must go with an attacking unit that has no tanks")
    here = g.state.loc[unit]
    return may_fit(g, tank, here) and tank_may_attack(g, tank, c.target, here)


def name_attackers(g: Friedensturm, c: Combat) -> Procedure:
    """Step 1: who takes part, once and for all."""
    question = f"who attacks {g.cell_name(c.target)}?"
    while True:
        units = able_to_join(g, c)
        options = [Action("join", (u,)) for u in units]
        if sum([g.setting.tank[u] for u in units]) > 1:                         # 15.4.1: which one is a choice
            units = [u for u in units if not g.setting.tank[u]]
        if len(units) > 1:
            options.append(ALL)
        tanks = [u for u in g.setting.tanks_of[GERMAN] if g.state.loc[u] == EVENT] if g.state.tanks else []
        options += [Action("commit", (t, u)) for t in tanks for u in c.attackers if may_commit(g, c, t, u)]
        if may_name_attackers(g, c, END):
            options.append(END)
        if options == [END]:
            return
        c.keep(CombatStep.PARTICIPANTS)
        action = yield from g.ask(
            c.attacker, "participants", "12.2.1", question, options, also=("join", "commit", "all", "end"),
            why_not=lambda a: may_name_attackers(g, c, a), rest=len(options) > 1,
        )
        if action == END:
            return
        if action.verb == "commit":
            commit(g, c, action.number(0), action.number(1))
        else:
            c.attackers += [action.number()] if action.args else units


def commit(g: Friedensturm, c: Combat, tank: int, unit: int) -> None:
    """15.4.2: placed with an attacking unit; the event is spent."""
    g.state.tanks -= 1
    g.place(tank, g.state.loc[unit])
    c.attackers.append(tank)
    g.note("tank-event", "15.4.2", unit=tank, regiment=unit)


# -- the ten steps --


def combat(g: Friedensturm, c: Combat) -> Procedure:
    """12.2, step by step; taken up where the state says it stands."""
    if c.waits_for(CombatStep.PARTICIPANTS):                                    # step 1
        yield from name_attackers(g, c)
        declare(g, c)
        c.keep(CombatStep.STOSSTRUPPEN)
    if c.waits_for(CombatStep.STOSSTRUPPEN):
        if c.stoss(c.attacker):
            question, answers = "use Stosstruppen in this attack?", [Action("use"), Action("hold")]
            answer = yield from g.ask(c.attacker, "stosstruppen", "15.3", question, answers, rest=True)
            c.uses_stoss = answer.verb == "use"
        c.keep(CombatStep.GUNS_ATTACKER)
    if c.waits_for(CombatStep.GUNS_ATTACKER):                                   # step 2
        yield from name_guns(g, c, c.attacker)
        c.keep(CombatStep.GUNS_DEFENDER)
    if c.waits_for(CombatStep.GUNS_DEFENDER):                                   # step 3
        yield from name_guns(g, c, c.defender)
        c.keep(CombatStep.COUNTER_BATTERY)
    if c.waits_for(CombatStep.COUNTER_BATTERY):                                 # step 4
        if not c.exploits:
            yield from name_counter_battery(g, c)
        yield from bombard_both(g, c)                                           # step 5
        c.uses_stoss = c.uses_stoss and bool(c.stoss(c.attacker))
        c.keep(CombatStep.LEAD_ATTACKER)
    yield from close_combat(g, c)
    close(g, c)
    c.forget()


def declare(g: Friedensturm, c: Combat) -> None:
    """12.1: a hex is attacked once in a phase, and units attack once."""
    g.note("declare", "12.2.1", units=list(c.attackers), cell=c.target)
    g.state.attacked = [*g.state.attacked, c.target]
    for unit in c.attackers:
        g.state.fought[unit] = 1


def close_combat(g: Friedensturm, c: Combat) -> Procedure:
    """Steps 6 to 10; an attack without a leader is cancelled (12.2.3)."""
    if c.waits_for(CombatStep.LEAD_ATTACKER):
        leads = leads_among(g, c.alive(c.attacker))
        if not c.alive(c.defender):                                             # 12.2.2: won in step 5 (ruling N19)
            leads = leads or c.alive(c.attacker)
        if not leads:
            yield from pay_for_cancelled(g, c.attacker, c.attackers, "12.2.3")
            return
        c.lead = yield from g.choose(
            c.attacker, "lead-attacker", "12.2.3", "which unit leads the attack?", "lead", leads,
            why_not=lambda a: refusal_of_lead(g, c, a.number()), rest=len(leads) > 1,
        )
        c.keep(CombatStep.LEAD_DEFENDER)
    defenders = c.alive(c.defender)
    if not defenders:                                                           # 12.2.2: the guns have done it
        rows = {c.attacker: coordination_rows(g, c, c.attacker)}
        g.by_chance(lambda: throw_for_coordination(g, c, rows))
        yield from apply_results(g, c)
        return
    firm = g.tanks_last(defenders)
    c.chief = yield from g.choose(
        c.defender, "lead-defender", "12.2.3", "which unit leads the defence?", "lead", firm, rest=len(firm) > 1,
    )
    c.odds = work_out(g, c)
    g.note(
        "odds", "12.2.4", units=c.alive(c.attacker), cell=c.target, lead=c.lead, chief=c.chief,
        odds=c.odds.as_json(),
    )
    if is_cancelled(g, c.odds):
        yield from pay_for_cancelled(g, c.attacker, c.attackers, "12.2.4")
        return
    yield from resolve(g, c)


def refusal_of_lead(g: Friedensturm, c: Combat, unit: int) -> Ruling:
    if unit not in c.alive(c.attacker):
        return refuse("12.2.3", f"{g.name(unit)} does not take part in the attack")
    return refuse("12.2.3", f"{g.name(unit)} cannot lead: that takes morale 4, good order and command")


def resolve(g: Friedensturm, c: Combat) -> Procedure:
    """Steps 8 and 9: two dice on the table, then coordination, the defender's first."""
    rows = {side: coordination_rows(g, c, side) for side in (c.defender, c.attacker)}
    result = g.by_chance(lambda: throw_for_results(g, c, rows))
    if result.star and c.uses_stoss:                                            # 12.2.8: beside all other losses
        question, among = "which Stosstruppen are lost?", c.stoss(c.attacker)
        stoss = yield from g.choose(c.attacker, "hits", "12.2.8", question, "lose", among)
        yield from lose_step(g, stoss, "12.2.8")
    yield from apply_results(g, c)


def throw_for_results(g: Friedensturm, c: Combat, rows: Mapping[int, Sequence[Row]]) -> Result:
    """The dice of steps 8 and 9, and those of an order if nothing is lost before it."""
    assert c.odds is not None
    dice, result = g.roll_on(g.setting.tables.crt, c.odds.column, "12.2.5", "combat")
    c.hits = hit_points(g, c, result)
    g.note(
        "combat", "12.2.5", result=True, cell=c.target, odds=c.odds.odds or "", dice=dice, outcome=str(result),
        attacker=c.hits[c.attacker], defender=c.hits[c.defender],
    )
    throw_for_coordination(g, c, rows, order=not (result.star and c.uses_stoss))
    return result


def hit_points(g: Friedensturm, c: Combat, result: Result) -> list[int]:
    """12.2.5: what the table says for each side, in fog and under the Foch doctrine."""
    hits, limits = [0, 0], g.setting.limits
    hits[c.attacker], hits[c.defender] = result.attacker, result.defender
    if g.is_fog:                                                                # 10.0
        hits[c.attacker] -= limits["fog-hits"]
    if c.attacker == ALLIED and g.doctrine(c.lead) == "foch":                   # ruling Q93
        hits[c.attacker] += limits["foch-hits"]
    return [max(0, number) for number in hits]


def apply_results(g: Friedensturm, c: Combat) -> Procedure:
    """12.2.7: in the order of the book."""
    for side in (c.defender, c.attacker):
        if c.levels[side] == "misunderstood":
            yield from misunderstood(g, c, side)
    if c.levels[c.attacker] in ("none", "misunderstood"):
        yield from strip_marker(g, c)
    yield from withdraw(g, c)
    yield from convert(
        g, c.defender, c.defenders, c.hits[c.defender], "12.2.8", lead=c.chief, stoss=c.spare_stoss(c.defender)
    )
    settle(g)
    yield from react(g, c)
    yield from convert(
        g, c.attacker, c.attackers, c.hits[c.attacker], "12.2.8", lead=c.lead, tank=c.tank,
        stoss=c.spare_stoss(c.attacker),
    )
    settle(g)
    if c.is_won:
        overrun(g, c.defender, 1 << c.target)                                   # 11.3.1: left alone after the combat
    yield from advance_after_combat(g, c)
    yield from mark_exploitation(g, c)


def withdraw(g: Friedensturm, c: Combat) -> Procedure:
    """12.2.6: the defender may go back; each hex saves 3 hit points. Foch and disorder shorten it."""
    level, units = g.setting.tables.coordination[c.levels[c.defender]], c.alive(c.defender)
    if not level.retreat or not units:
        return
    limited = any(g.is_disorganised(u) for u in units) or (c.defender == ALLIED and g.doctrine(c.chief) == "foch")
    most = level.retreat_limited if limited else level.retreat
    if not most or not next_hexes(g, units[0], [c.target], avoids=True):
        return
    options = [Action("hold"), *(Action("withdraw", (str(number),)) for number in range(1, most + 1))]
    question = f"how many hexes do the defenders of {g.cell_name(c.target)} retreat?"
    answer = yield from g.ask(c.defender, "withdraw", "12.2.6", question, options)
    if answer.args:
        gone = yield from retreat(g, units, int(answer.word()), "12.3", combat=c)
        saved = gone * g.setting.limits["retreat-hits"]
        c.hits[c.defender] = max(0, c.hits[c.defender] - saved)


def close(g: Friedensturm, c: Combat) -> None:
    """German tanks go (15.4.2); after an exploitation attack the markers do (14.1); support left alone is lost."""
    if c.tank >= 0 and g.setting.side[c.tank] == GERMAN and g.state.loc[c.tank] >= 0:
        eliminate(g, c.tank, "15.4.2")
    if c.exploits:
        for unit in c.attackers:
            g.mark(unit, Marker.NONE)
    settle(g)
    overrun(g, c.defender, 1 << c.target)

