"""Weather (module 5)."""

from __future__ import annotations

from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.terms import ALLIED, GERMAN, SIDES, Weather
from grognard.rules.reading import at


def weather_phase(g: Somme) -> None:
    """5.1: a die with the week's modifier; then both sides roll for air observation (5.6, X64)."""
    state = g.state
    if is_fair_by_rule(g):
        state.weather = Weather.FAIR
        g.note("weather", "5.2", weather=state.weather)
    else:
        drm = g.setting.weeks[state.turn].weather_modifier
        state.weather = g.roll("5.1", "weather", [weather_of(g, die + drm) for die in range(1, 7)])
        g.note("weather", "5.1", "5.5" if state.weather == Weather.SNOW else "5.1", result=True, weather=state.weather)
    observe(g)


def is_fair_by_rule(g: Somme) -> bool:
    """5.2: Fair on the first turn of scenario 1 and the campaign, unless Train Troops skips it (X60)."""
    plan = g.setting.plan
    return plan.first_weather == "fair" and g.state.turn == plan.first_turn


def weather_of(g: Somme, total: int) -> Weather:
    weather = Weather(at(g.setting.weather_table, total))
    if weather == Weather.RAIN and g.setting.weeks[g.state.turn].snow:
        return Weather.SNOW                                                     # 5.5
    return weather


def observe(g: Somme) -> None:
    """5.6: each side rolls for its own observation; in Snow there is none (5.5)."""
    state = g.state
    state.observation = []
    for side in (ALLIED, GERMAN) if state.weather != Weather.SNOW else ():
        highest = g.setting.weather_effects[state.weather].observation[side]
        if g.succeeds("5.6", f"{g.setting.game.sides[SIDES[side]]} air observation", 1, highest):
            state.observation.append(SIDES[side])
            g.note("observation", "5.6", result=True, side=SIDES[side])
