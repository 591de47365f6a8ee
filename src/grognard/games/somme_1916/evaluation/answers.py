"""Quick answers to the small questions: losses, retreats, advances, replacements; for bots only."""

from __future__ import annotations

from grognard.engine import Action
from grognard.games.somme_1916.evaluation.places import Places
from grognard.games.somme_1916.evaluation.values import Values
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.assault.strengths import is_mobile_arm
from grognard.games.somme_1916.rules.bombardment.losses import successor
from grognard.games.somme_1916.terms import FACINGS, GERMAN, TRACK
from grognard.rules.masks import cells_of


def liking(g: Somme, values: Values, places: Places, side: int, action: Action) -> float | None:
    """How much an answer is liked; None for questions that are not small."""
    answer = ANSWERS.get(action.verb)
    return answer(g, values, places, side, action) if answer is not None else None


def loss(g: Somme, values: Values, places: Places, side: int, action: Action) -> float:
    """6.5: a step is a point; to be Disrupted costs none."""
    unit = action.number()
    if action.verb == "disrupt":
        return -0.5
    before = g.attack(unit)
    left = 0
    if g.state.steps[unit] > 1:
        left = g.setting.faces[unit][1].attack
    elif (smaller := successor(g, unit)) >= 0:
        left = g.setting.faces[smaller][0].attack
    return -1.0 - values.strength(g) * 0.1 * (before - left) - (0.4 if g.setting.guns[unit] else 0.0)


def retreat(g: Somme, values: Values, places: Places, side: int, action: Action) -> float:
    cell = action.number(1)
    setting = g.setting
    shift = min((setting.terrain[kind].shift for kind in setting.grounds[cell]), default=0)
    enemies = len(cells_of(setting.around[cell] & g.occupied(1 - side)))
    worth = -0.3 * shift - 0.2 * enemies + 0.3 * values.squares(g).get(cell, 0.0)
    crowd = sum(setting.stacking_points[u] for u in g.friends_in(cell, side))
    return worth - 0.1 * crowd


def face(g: Somme, values: Values, places: Places, side: int, action: Action) -> float:
    """7.2.2: towards the strongest enemy beside the square, else ahead."""
    direction = FACINGS[action.word(1)]
    cell = g.state.loc[action.number()]
    ahead = FACINGS["west" if side == GERMAN else "east"]
    beside = g.setting.grid.toward[cell][direction]
    enemies = sum(g.attack(u) for u in g.enemies_in(beside, side)) if beside >= 0 else 0
    return 0.1 * enemies + (0.3 if direction == ahead else 0.0)


def displace(g: Somme, values: Values, places: Places, side: int, action: Action) -> float:
    return -float(g.defence(action.number()))


def advance(g: Somme, values: Values, places: Places, side: int, action: Action) -> float:
    """11.8.2: the target first; beyond it only to ground that counts."""
    unit, cell = action.number(), action.number(1)
    setting, state = g.setting, g.state
    target = state.target
    if cell == target:
        here = g.friends_in(target, side)
        return (1.0 if not here else 0.15) + 0.02 * g.defence(unit) + 0.3 * values.squares(g).get(cell, 0.0)
    goal = values.squares(g).get(cell, 0.0)
    if goal and state.control.get(cell) == ("german" if side == GERMAN else setting.nation[unit]):
        goal = 0.0
    enemies = len(cells_of(setting.around[cell] & g.occupied(1 - side)))
    friends = bool(setting.around[cell] & g.occupied(side))
    empty_target = not g.friends_in(target, side)
    reach = 0.25 if is_mobile_arm(g, unit) else 0.0
    return goal + reach - 0.15 * enemies - (0.0 if friends else 0.3) - (0.6 if empty_target else 0.0)


def consolidate(g: Somme, values: Values, places: Places, side: int, action: Action) -> float:
    return 0.05 + 0.01 * g.defence(action.number())


def engage(g: Somme, values: Values, places: Places, side: int, action: Action) -> float:
    return 0.1 * g.attack(action.number())


def counter(g: Somme, values: Values, places: Places, side: int, action: Action) -> float:
    """11.8: against the weakest square."""
    return -float(sum(g.defence(u) for u in g.enemies_in(action.number(), side)))


def stay(g: Somme, values: Values, places: Places, side: int, action: Action) -> float:
    return -float(g.attack(action.number()))


def replace(g: Somme, values: Values, places: Places, side: int, action: Action) -> float:
    """12.1: headquarters are worth their point, infantry seldom is (13.3)."""
    unit, cell = action.number(), action.number(1)
    left = values.turns_left(g)
    if g.setting.hqs[unit]:
        if left < 1 and g.state.loc[unit] == TRACK and g.state.returns[unit] == "supply":
            return -0.5
        return 2.0 + 0.1 * places.hq(g, unit, cell)
    return -1.0


def rally(g: Somme, values: Values, places: Places, side: int, action: Action) -> float:
    """Whoever may negate a zone for others rallies first; trying costs nothing (12.2)."""
    return 1.0 + 0.01 * g.defence(action.number())


def spend(g: Somme, values: Values, places: Places, side: int, action: Action) -> float:
    """12.1.3: enough for the headquarters that are due."""
    due = sum(
        g.setting.hqs[u] and g.state.loc[u] == TRACK and g.state.due[u] <= g.state.turn
        for u in g.setting.units_of[side]
    )
    return -abs(action.number() - due) - 0.01 * action.number()


def operations(g: Somme, values: Values, places: Places, side: int, action: Action) -> float:
    """15.5: what operations give the enemy is more than they bring."""
    return 1.0 if action.word() == "no" else 0.0


def plan(g: Somme, values: Values, places: Places, side: int, action: Action) -> float:
    """15.5.1: if there must be one, the cheapest."""
    return -float(sum(g.setting.combat.operations[name].vp for name in action.word().split(",")))


def change(g: Somme, values: Values, places: Places, side: int, action: Action) -> float:
    """15.6.1: a marker that asks for more than a place is given back."""
    return 0.2 if g.setting.combat.markers[action.word()].kind != "place" else -0.1


def discover(g: Somme, values: Values, places: Places, side: int, action: Action) -> float:
    return 1.0 if action.word() == "british" else 0.0


def boost(g: Somme, values: Values, places: Places, side: int, action: Action) -> float:
    """15.5: used when much is under way."""
    return 0.1 * len({c for c in g.state.commit if c >= 0}) - 0.35


def shoot(g: Somme, values: Values, places: Places, side: int, action: Action) -> float:
    """10.2: fire costs nothing; first at the attack on what matters most."""
    return 1.0 + values.take(g, action.number())


def keep(g: Somme, values: Values, places: Places, side: int, action: Action) -> float:
    return -1.0


def exit_map(g: Somme, values: Values, places: Places, side: int, action: Action) -> float:
    return -1.0


ANSWERS = {
    "lose": loss, "disrupt": loss, "retreat": retreat, "face": face, "displace": displace, "advance": advance,
    "consolidate": consolidate, "engage": engage, "counter": counter, "stay": stay, "replace": replace,
    "rebuild": exit_map, "rally": rally, "recover": rally, "spend": spend, "operations": operations, "plan": plan,
    "change": change, "discover": discover, "boost": boost, "shoot": shoot, "keep": keep, "exit": exit_map,
}
