"""What is declared for one Assault: coordination, resources and supply (9.3, 11.1-11.3, 11.5.2, 11.6.1)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from grognard.engine import ALLOW, Action, Procedure, Ruling, refuse
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.assault.odds import nations, seat_of, supply_choices
from grognard.games.somme_1916.rules.assault.strengths import is_mobile_arm
from grognard.games.somme_1916.rules.bombardment.guns import bearing_guns
from grognard.games.somme_1916.rules.commitment import committed, may_attack, stand_down
from grognard.games.somme_1916.terms import ARMS, FRENCH, RESOURCES, Resource

MOST_RESOURCES = 4
"""9.3, 11.5.2: in one Assault."""
BARRAGES = (Resource.LIFT, Resource.CREEPING)
DECLARED = tuple(r for r in RESOURCES if r not in (Resource.SECONDARY, Resource.CONSOLIDATE))
"""The resources that are declared before the dice; the other two have their own time (11.9, 11.10)."""
NO_COORDINATION = 6
"""11.5.2.2: the die with which British tanks and French units do not find together."""
RESOLVE = Action("resolve")


def test_coordination(g: Somme, attackers: Sequence[int]) -> Procedure:
    """8.1, 11.3: British and French in one Assault need the die; else one nation stays behind (X28)."""
    if len(nations(g, attackers)) < 2:
        return
    words = [g.setting.combat.coordination[die] for die in range(1, 7)]
    together = g.roll("11.3", "Attack Coordination", words) == "yes"
    g.note("coordination", "11.3", result=True, together=together)
    if together:
        return
    action = yield from g.ask(
        g.phasing, "coordination", "11.3", "choose the nation that attacks (no coordination)",
        [Action("send", (nation,)) for nation in nations(g, attackers)], common=True,
    )
    keep_back(g, [u for u in attackers if g.setting.nation[u] != action.word()], "11.3")


def keep_back(g: Somme, units: Sequence[int], case: str) -> None:
    """Committed units that stay in their own squares after all."""
    for unit in units:
        stand_down(g, unit)
        g.note("stays", case, unit=unit)


def has_both_arms(g: Somme, attackers: Sequence[int]) -> bool:
    mobile = [u for u in attackers if is_mobile_arm(g, u)]
    return bool(mobile) and len(mobile) < len(attackers)


def send_one_arm(g: Somme, attackers: Sequence[int]) -> Procedure:
    """11.5.2.2, ruling X27: only the resource, or being engaged, lets infantry and tanks or cavalry attack together."""
    if not has_both_arms(g, attackers) or Resource.TANK_CAVALRY in g.state.used or g.state.target in g.state.engaged:
        return
    action = yield from g.ask(
        g.phasing, "arm", "11.5.2.2", "choose who attacks: infantry, or tanks and cavalry",
        [Action("send", (arm,)) for arm in ARMS], common=True,
    )
    tanks = action.word() == "tanks"
    keep_back(g, [u for u in attackers if is_mobile_arm(g, u) != tanks], "11.5.2.2")


def may_spend(g: Somme, resource: str, case: str = "9.3") -> Ruling:
    """9.3: one is left, and it is not the fifth of this Assault."""
    if not g.state.resources.get(resource, 0):
        return refuse(case, f"no {resource} resource is left this phase")
    if len(g.state.used) >= MOST_RESOURCES:
        return refuse("9.3", "at most four resources can support one Assault")
    return ALLOW


def spend(g: Somme, resource: str) -> None:
    g.state.resources[resource] -= 1
    g.state.used.append(resource)


def may_declare(g: Somme, attackers: Sequence[int], resource: str) -> Ruling:
    """Whether a resource may be declared for this Assault."""
    state = g.state
    if resource not in DECLARED:
        return refuse("9.2", f"{resource} cannot be declared before an Assault roll")
    ruling = may_spend(g, resource)
    if not ruling:
        return ruling
    if resource in state.used:
        return refuse("9.3", f"{resource} is already declared for this Assault")
    if resource in BARRAGES:
        if any(b in state.used for b in BARRAGES):
            return refuse("9.2.2", "only one kind of barrage per Assault")
        missing = [n for n in nations(g, attackers) if not has_barrage_gun(g, n)]
        if missing:
            return refuse("11.5.2.1", f"no {missing[0].capitalize()} gun in Good Order has the square in range")
    if resource == Resource.TANK_CAVALRY and not has_both_arms(g, attackers):
        return refuse("11.5.2.2", "the Assault needs infantry together with tanks or cavalry")
    return ALLOW


def has_barrage_gun(g: Somme, nation: str) -> bool:
    """11.5.2.1, D20: a gun of the attacking country within range, as in a Bombardment (6.3.2)."""
    return any(g.setting.nation[u] == nation for u in bearing_guns(g, g.phasing, g.state.target))


def declare_resources(g: Somme, attackers: Sequence[int]) -> Procedure:
    """9.3, 11.0: what aids this Assault and who supplies it; then the dice."""
    state = g.state
    while True:
        options = [Action("use", (r,)) for r in DECLARED if may_declare(g, attackers, r)]
        options += [Action("supply", (hq,)) for hq in supply_choices(g, attackers)]
        if not options and not state.used:
            return                                                              # nothing to declare: the dice fall
        action = yield from g.ask(
            g.phasing, "resources", "11.5.2", f"choose support for the Assault on {g.cell_name(state.target)}",
            [*options, RESOLVE], seat=seat_of(g, attackers), also=("use", "supply"),
            why_not=partial(may_aid, g, tuple(attackers)), rest=True,
        )
        if action.verb == "resolve":
            return
        if action.verb == "supply":
            hq = action.number()
            state.supply_used.append(hq)
            g.note("supply", "11.1", unit=hq, target=state.target)
            continue
        resource = action.word()
        spend(g, resource)
        g.note("use", "9.3", resource=resource, target=state.target, left=state.resources[resource])
        if resource == Resource.TANK_CAVALRY:
            yield from join_tanks_and_french(g, attackers)
            attackers = [u for u in committed(g, state.target) if u in attackers and may_attack(g, u)]
            if not has_both_arms(g, attackers):
                state.used.remove(resource)


def may_aid(g: Somme, attackers: Sequence[int], action: Action) -> Ruling:
    """Whether a resource may be used, or an HQ give supply, in this Assault."""
    if action.verb == "use":
        return may_declare(g, attackers, action.word())
    hq = action.number()
    if hq in supply_choices(g, attackers):
        return ALLOW
    return refuse("11.1", f"{g.name(hq)} is not a Supply Mode HQ in range that this Assault needs")


def join_tanks_and_french(g: Somme, attackers: Sequence[int]) -> Procedure:
    """11.5.2.2: the die says how many French and tank or cavalry units fight side by side; a 6 none."""
    mobile = [u for u in attackers if is_mobile_arm(g, u)]
    french = [u for u in attackers if g.setting.nation[u] == FRENCH]
    if not mobile or not french:
        return
    die = g.throw("11.5.2.2", "coordination of tanks and French")
    g.note("tank-coordination", "11.5.2.2", number=0 if die == NO_COORDINATION else die)
    if die == NO_COORDINATION:
        keep_back(g, mobile, "11.5.2.2")
        return
    joined = [*french, *mobile]
    while len(joined) > die:
        unit = yield from g.choose(
            g.phasing, "tank-coordination", "11.5.2.2", f"choose a unit to stay behind ({len(joined) - die} to go)",
            "stay", joined, common=True,
        )
        joined.remove(unit)
        keep_back(g, [unit], "11.5.2.2")
