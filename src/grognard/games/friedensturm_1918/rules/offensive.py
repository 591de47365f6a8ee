"""The administrative sequence (7.0): offensives (8.0, 15.2.3), and the weather of each sequence (10.0)."""

from __future__ import annotations

from grognard.engine import Procedure
from grognard.games.friedensturm_1918.position import Friedensturm
from grognard.games.friedensturm_1918.rules.air import rise


def begin_turn(g: Friedensturm) -> None:
    """The turn marker moves; last turn's artillery goes back to bombardment mode (8.0)."""
    state = g.state
    state.sequence = 1
    state.initiative = state.phasing = g.turn_plan.initiative
    state.clear("offensive")
    g.changed()
    g.note("turn", "7.0", label=g.setting.tables.turns[state.turn].dates, side=state.initiative)


def declare_offensive(g: Friedensturm) -> Procedure:
    """8.0, 15.2.3: where the scenario has an offensive, the initiative player picks its army artillery (ruling Q99)."""
    plan, side = g.turn_plan, g.initiative
    while sum(g.state.offensive) < plan.guns:
        ready = [
            u for u in g.guns(side)
            if g.setting.army[u] and not g.state.offensive[u] and u not in g.setting.immune
        ]
        if not ready:
            return
        unit = yield from g.choose_or_end(
            side, "offensive", "8.0", "which army artillery goes to offensive mode?", "activate", ready, rest=True
        )
        if unit is None:
            return
        g.state.offensive[unit] = 1
        g.changed()
        g.note("offensive", "15.2.3", unit=unit)


def set_weather(g: Friedensturm) -> None:
    """10.0: fixed by the scenario, or two dice. Then the air units come up."""
    fixed = g.turn_plan.weather.get(str(g.state.sequence))
    if fixed is None:
        table = g.setting.tables.weather
        g.state.weather = g.roll("10.0", "weather", [table[total] for total in range(2, 13)], 2)
    else:
        g.state.weather = fixed
    g.state.attempts = 0                                                        # 11.2.4: in each sequence
    rise(g)
    g.note("weather", "10.0", result=True, sequence=g.state.sequence, weather=g.state.weather)
