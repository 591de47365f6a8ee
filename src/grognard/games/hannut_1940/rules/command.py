"""The Command Phase (4.3.1), in which both sides choose in secret at the same time: HQ modes (9.1), barrage points
(10.3.5), attachments (9.3.1), night chits (19.5) and the low fuel turn (19.8); air points are received (17.0).

Every choice is asked for, also where one answer is left: the number of questions tells nothing.
"""

from __future__ import annotations

from grognard.engine import Action, Procedure
from grognard.engine.decisions import Choice
from grognard.games.hannut_1940.position import Hannut
from grognard.games.hannut_1940.rules.allowances import halved
from grognard.games.hannut_1940.rules.markers import exploit_quota
from grognard.games.hannut_1940.rules.supply import mark_supply, traces_to_hq
from grognard.games.hannut_1940.setting import FRENCH, GERMAN, UNATTACHED
from grognard.games.hannut_1940.state import Chit, Mark

Question = tuple[str, str]
"""What is asked, and about which division or unit."""
STATIC, MOBILE = 1, 0
CHITS = {"real": Chit.REAL, "dummy": Chit.DUMMY}


# -- dawn --


def dawn(g: Hannut) -> None:
    """4.3.1: supply, the corps' points, air points, and the draw of the night chits."""
    state, setting = g.state, g.setting
    g.note("dawn", "4.3.1", label=g.turn.label)
    for row in setting.plan.corps_bp:
        if row.turn <= state.turn and (row.turn > state.turn - 3 or state.turn == setting.plan.first_turn):
            state.base[row.side] = state.base.get(row.side, 0) + row.points
    mark_supply(g)
    for side in setting.sides:
        state.air[side] = g.turn.air(side)                                      # 17.0, 19.4
    for side in setting.sides:
        draw_chit(g, side)
    state.asked, state.orders = 0, {}


def draw_chit(g: Hannut, side: str) -> None:
    """19.5: at random, and only its owner looks at it; the French place it at once."""
    bins = g.state.bins
    real, dummy = bins.get(f"{side}:real", 0), bins.get(f"{side}:dummy", 0)
    if real + dummy == 0:
        return
    die = g.throw("19.5", "the night chit", faces=real + dummy, seen_by=side)
    drawn = "real" if die <= real else "dummy"
    bins[f"{side}:{drawn}"] -= 1
    g.note("chit-drawn", "19.5", seen_by=side, chit=drawn)
    if side == "french":
        g.state.chit[side] = CHITS[drawn]
    else:
        bins[f"{side}:drawn"] = CHITS[drawn]


def return_chits(g: Hannut) -> None:
    """19.5: back to the bin at the end of the night; the first real one of the Germans is set aside (ruling C37)."""
    state = g.state
    for side in g.setting.sides:
        chit = state.chit.pop(side, Chit.NONE)
        if chit == Chit.REAL and side == "german" and not state.bins.get("german:used", 0):
            state.bins["german:used"] = 1
            if g.has_option("german_chits", "kept"):
                if state.bins.get("german:lies", 0):                            # one lies aside at a time
                    state.bins["german:real" if state.bins["german:aside"] == Chit.REAL else "german:dummy"] += 1
                state.bins["german:aside"], state.bins["german:lies"] = Chit.REAL, 1
        elif chit:
            key = f"{side}:{'real' if chit == Chit.REAL else 'dummy'}"
            state.bins[key] = state.bins.get(key, 0) + 1


# -- the questions --


def questions(g: Hannut, side: int) -> list[Question]:
    """What a side decides today, in one order; their number follows from what everybody sees."""
    setting, state = g.setting, g.state
    found: list[Question] = []
    if side == GERMAN:
        if state.bins.get("german:lies", 0):
            found.append(("chit", ""))
        if state.turn >= setting.plan.low_fuel.first_turn:
            found.append(("fuel", ""))
    divisions = g.divisions_of(side)
    found += [("mode", d) for d in divisions if d not in setting.off_map_hq and not must_be_mobile(g, d)]
    if state.base.get(setting.sides[side], 0) and not is_split(g, side):
        found += [("allot", d) for d in divisions]
    if side == FRENCH and divisions:
        found += [("attach", setting.unit_ids[u]) for u in setting.corps if state.loc[u] >= 0]
    return found


def must_be_mobile(g: Hannut, division: str) -> bool:
    """19.1: the 4th Panzer Division on the first day."""
    return g.turn.day <= g.setting.divisions[division].mobile_days


def is_split(g: Hannut, side: int) -> bool:
    """19.1: the French corps points of the first day are assigned."""
    return side == FRENCH and any(row.until >= g.state.turn for row in g.setting.plan.first_split)


def options_of(g: Hannut, side: int, question: Question) -> list[Action]:
    what, about = question
    if what == "chit":
        return [Action("chit", ("drawn",)), Action("chit", ("aside",))]
    if what == "fuel":
        return [Action("fuel", ("am",)), Action("fuel", ("pm",))]
    if what == "mode":
        return [Action("mode", (about, "static")), Action("mode", (about, "mobile"))]
    if what == "allot":
        return [Action("allot", (about, number)) for number in range(corps_left(g, side) + 1)]
    unit = g.setting.unit_number(about)
    own = g.division(unit)
    here = [d for d in g.divisions_of(side) if g.setting.limit[d] >> g.state.loc[unit] & 1]            # 19.6
    open_to = [d for d in here if d == own or traces_to_hq(g, unit, d)]         # 9.3.1
    return [Action("attach", (unit, d)) for d in dict.fromkeys((*open_to, own))]    # nobody has to change


TEXTS = {
    "chit": ("19.5", "which night chit do you place?"),
    "fuel": ("19.8", "which is the low fuel turn of the day?"),
    "mode": ("9.1", "static or mobile: the HQ of the {}"),
    "allot": ("10.3.5", "how many corps barrage points for the {}?"),
    "attach": ("9.3.1", "which division is {} attached to?"),
}


def corps_left(g: Hannut, side: int) -> int:
    name = g.side_name(side)
    given = sum([points for key, points in g.state.orders.items() if key.startswith(f"{name}:allot:")])
    return g.state.base.get(name, 0) - given


def question_for(g: Hannut, side: int, question: Question) -> Choice:
    case, text = TEXTS[question[0]]
    known = g.setting.divisions.get(question[1])
    about = known.name if known is not None else question[1]
    name = g.side_name(side)
    return Choice(
        name, f"command-{question[0]}", case, f"{g.setting.seat_name(name)}: {text.format(about)}",
        options_of(g, side, question),
    )


def command_phase(g: Hannut) -> Procedure:
    """9.1: both sides at the same time, question by question; a side with fewer of them waits."""
    state = g.state
    asked = [questions(g, side) for side in (GERMAN, FRENCH)]
    while state.asked < max([len(found) for found in asked]):
        open_sides = [side for side in (GERMAN, FRENCH) if state.asked < len(asked[side])]
        parts = {side: question_for(g, side, asked[side][state.asked]) for side in open_sides}
        answers = yield from g.ask_in_secret(parts)
        for side, action in answers.items():
            about = asked[side][state.asked][1]
            state.orders[f"{g.side_name(side)}:{action.verb}:{about}".rstrip(":")] = value_of(g, action)
        state.asked += 1


def value_of(g: Hannut, action: Action) -> int:
    """An answer as a number."""
    if action.verb == "allot":
        return action.number(1)
    if action.verb == "attach":
        word = action.word(1)
        return -1 if word == UNATTACHED else g.setting.divisions_of[FRENCH].index(word)
    return {"static": STATIC, "mobile": MOBILE, "aside": 1, "drawn": 0, "am": 0, "pm": 1}[str(action.args[-1])]


# -- what is chosen takes effect --


def reveal(g: Hannut) -> None:
    """9.1: modes and barrage points become known together; the chit and the low fuel turn do not."""
    state, setting = g.state, g.setting
    orders = state.orders
    if orders.get("german:chit"):
        put_back = Chit(state.bins.get("german:drawn", 0))
        state.chit["german"] = Chit(state.bins["german:aside"])
        state.bins["german:aside"] = state.bins["german:lies"] = 0
        if put_back:
            state.bins["german:real" if put_back == Chit.REAL else "german:dummy"] += 1
    elif state.bins.get("german:drawn", 0):
        state.chit["german"] = Chit(state.bins["german:drawn"])
    state.bins["german:drawn"] = 0
    low_fuel = state.turn >= setting.plan.low_fuel.first_turn
    state.fuel, state.fuelled = (state.turn + orders.get("german:fuel", 0) if low_fuel else 0), ""
    state.newcomers = []
    for side in (GERMAN, FRENCH):
        for division in g.divisions_of(side):
            set_division(g, side, division)
    for unit in setting.corps:
        place = orders.get(f"french:attach:{setting.unit_ids[unit]}")
        if place is not None:
            attach(g, unit, setting.divisions_of[FRENCH][place] if place >= 0 else "")
    state.orders, state.asked = {}, 0
    g.changed()


def attach(g: Hannut, unit: int, division: str) -> None:
    """9.3.1; a division takes no exploitation marker over that it may not have (6.4, 9.1.2, ruling D21)."""
    before, g.state.attached[unit] = g.state.attached[unit], division
    if g.state.mark[unit] == Mark.EXP and division != before and not has_room(g, division):
        g.set_mark(unit, Mark.NONE)


def has_room(g: Hannut, division: str) -> bool:
    """6.4, 9.1.2: whether the exploitation markers of a division are no more than it may have."""
    marked = [u for u in g.on_map(FRENCH) if g.state.mark[u] == Mark.EXP and g.division(u) == division]
    return bool(division) and g.setting.divisions[division].exploits and len(marked) <= exploit_quota(g, division)


def set_division(g: Hannut, side: int, division: str) -> None:
    state, name = g.state, g.side_name(side)
    static = division in g.setting.off_map_hq or bool(state.orders.get(f"{name}:mode:{division}"))
    state.static = [d for d in state.static if d != division] + ([division] if static else [])
    corps = state.orders.get(f"{name}:allot:{division}", 0)
    if is_split(g, side):
        corps = sum([row.points for row in g.setting.plan.first_split if row.division == division])
    state.level[division] = state.base.get(division, 0) + corps
    reset_points(g, division)
    g.note("mode", "9.1", division=g.setting.divisions[division].name, mode="static" if static else "mobile",
           points=state.level[division])


def available(g: Hannut, division: str) -> int:
    """9.1.1, 9.1.2: all points of a static HQ, half of a mobile one's; not on its first day by option (ruling C39)."""
    level = g.state.level.get(division, 0)
    comes_full = division in g.state.newcomers and g.has_option("arriving_bp", "full")
    return level if comes_full or g.is_static(division) else halved(level)


def reset_points(g: Hannut, division: str) -> None:
    g.state.bp[division] = available(g, division)


def reset_all_points(g: Hannut) -> None:
    """4.3.4: at the end of AM and PM turns."""
    for division in g.state.level:
        reset_points(g, division)


def force_mobile(g: Hannut, unit: int) -> None:
    """9.1.1: a static HQ that retreats is mobile for the rest of the day, with half its points."""
    division = g.setting.units[unit].division
    if g.setting.is_hq[unit] and g.is_static(division):
        g.state.static = [d for d in g.state.static if d != division]
        g.state.bp[division] = g.state.bp.get(division, 0) // 2
        g.changed()
        g.note("forced-mobile", "9.1.1", division=g.setting.divisions[division].name)


# -- 19.5, 19.8: later in the day --


def turn_chit_over(g: Hannut) -> None:
    """19.5: at the beginning of its owner's player turn at night."""
    side = g.state.phasing
    if g.is_night:
        real = g.state.chit.get(side, Chit.NONE) == Chit.REAL
        if real:
            g.state.awake.append(side)
        g.note("chit", "19.5", side=side, chit="a Night GT chit" if real else "a dummy")


def announce_low_fuel(g: Hannut) -> None:
    """Ruling C69: the turn is known when it comes."""
    if g.phasing == GERMAN and g.state.fuel == g.state.turn:
        g.note("fuel-turn", "19.8")


def low_fuel(g: Hannut) -> Procedure:
    """19.8, ruling C69: when the low fuel turn comes, one panzer division is named that keeps its MA."""
    state = g.state
    if g.phasing != GERMAN or not state.fuel or state.turn != state.fuel or state.fuelled:
        return
    options = [Action("fuel", (division,)) for division in g.setting.plan.low_fuel.divisions]
    question = "which panzer division keeps its full MA?"
    action = yield from g.ask(GERMAN, "low-fuel", "19.8", question, options, rest=True)
    state.fuelled = action.word()
    g.note("low-fuel", "19.8", division=g.setting.divisions[state.fuelled].name)
