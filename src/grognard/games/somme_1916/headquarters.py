"""The end of the Assault Phase: HQs that are spent (11.2.1) and HQs that flee (7.4.2)."""

from __future__ import annotations

from grognard.games.somme_1916.commitment import clear_orders
from grognard.games.somme_1916.engagements import settle
from grognard.games.somme_1916.losses import eliminate
from grognard.games.somme_1916.ranges import headquarters
from grognard.games.somme_1916.setting import ALLIED, FRONT, GERMAN, NATIONS
from grognard.games.somme_1916.state import TRACK, Somme

TURNS_OF_FLIGHT = 2
"""7.4.2: back after one complete game turn has elapsed."""


def end_assaults(g: Somme) -> None:
    """Used Supply HQs leave, endangered Command HQs flee, unused resources vanish (9.3)."""
    state = g.state
    clear_orders(g)
    for hq in state.supply_used:
        if state.loc[hq] >= 0:
            use_up(g, hq)
    for hq in [*endangered(g, ALLIED), *endangered(g, GERMAN)]:
        send_away(g, hq, state.turn + TURNS_OF_FLIGHT, "zoc")
        g.note("hq-flees", "7.4.2", unit=hq, turn=state.turn + TURNS_OF_FLIGHT)
    state.resources, state.used, state.supply_used, state.done = {}, [], [], []
    state.secondary, state.target = 0, -1


def use_up(g: Somme, hq: int) -> None:
    """11.2.1: one die says on which turn the HQ comes back."""
    table = g.setting.combat.hq_replacement
    turns = table[g.throw("11.2.1", f"the return of {g.name(hq)}", same=[table[die] for die in range(1, 7)])]
    send_away(g, hq, g.state.turn + turns, "supply")
    g.note("hq-used", "11.2.1", unit=hq, turn=g.state.turn + turns)


def send_away(g: Somme, hq: int, turn: int, why: str) -> None:
    cell = g.state.loc[hq]
    eliminate(g, hq, TRACK)
    g.state.due[hq], g.state.returns[hq] = turn, why
    if cell in g.state.engaged:
        settle(g, cell)


def endangered(g: Somme, side: int) -> list[int]:
    """7.4.2: Command HQs in an enemy zone of control; a friend in the square saves them (X03)."""
    nations = [n for n in NATIONS if (n == "german") == (side == GERMAN)]
    return [
        hq for nation in nations for hq in headquarters(g, nation, FRONT)
        if g.in_enemy_zone(hq) and not is_protected(g, hq)
    ]


def is_protected(g: Somme, hq: int) -> bool:
    if g.setting.options["hq_protection"] != "friendly-unit":
        return False
    friends = g.friends_in(g.state.loc[hq], g.setting.side[hq])
    return any(not g.setting.hqs[u] for u in friends)
