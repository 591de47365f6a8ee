"""Combat once more, plain and slow, from the book alone: random fights must come out as it says (15.5, 16.0-16.5)."""

from __future__ import annotations

import csv
import random
from collections.abc import Iterable, Iterator
from itertools import combinations

import pytest

from grognard.engine import Event, Match
from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.rules.command import in_command
from grognard.games.soissons_1918.state import Order
from tests.games.soissons_1918.position import FIXED, asked, game, listed, of_kind, study

Units = frozenset[int]
ODDS = ((3, 2), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1))
GROUND = ("1405", "1311", "2004", "1209", "0706", "1514", "1316", "1613")
"""Woods, woods by a stream, ravines, a town, and clear ground beside them."""


class Board:
    """A position in plain lists, as it was before a combat."""

    def __init__(self, g: Soissons) -> None:
        self.g, self.turn, self.assault = g, g.state.turn, g.state.phase == "assault"
        state = g.copy().state
        self.loc, self.steps, self.level, self.retreated = state.loc, state.steps, state.disruption, state.retreated
        self.order, self.aim, self.corps, self.tank = state.order, state.aim, state.corps, state.tank
        self.fought, self.struck = state.fought, state.struck
        self.commanded = {u: bool(in_command(g, u)) for u in g.on_map(g.phasing)}

    def fighters(self, where: int) -> list[int]:
        return [u for u in range(len(self.loc)) if self.loc[u] == where and self.g.setting.infantry[u]]

    def surprise(self) -> bool:
        """4.1, step B.4."""
        return self.turn == 1 and self.g.phasing == 0 and self.assault

    # -- who may attack whom --

    def eligible(self) -> Units:
        """16.3, 16.0."""
        g, wanted = self.g, Order.PREPARE if self.assault else Order.LOW
        return frozenset(
            u for u in g.on_map(g.phasing)
            if self.order[u] == wanted and not (self.fought[u] or self.retreated[u] or self.level[u] >= 3)
            and not g.setting.remnant[u] and 2 * self.steps[u] > g.setting.units[u].steps * g.setting.division[u]
        )  # fmt: skip

    def share(self, unit: int, lead: int) -> int:
        """16.4.5: of three conditions all hold, one fails, or the unit may not attack. Counted in halves."""
        fit = (self.corps[unit] == self.corps[lead]) + self.commanded[unit] + (self.level[unit] == 0)
        return {3: 2, 2: 1}.get(fit, 0)

    def leads(self, units: Iterable[int]) -> list[int]:
        """16.4.2."""
        among = list(units)
        first = [u for u in among if self.commanded[u]]
        return sorted(lead for lead in first or among if all(self.share(u, lead) for u in among))

    def enemies(self) -> Units:
        return frozenset(self.loc[u] for u in self.g.on_map(self.g.other) if self.g.setting.infantry[u])

    def beside(self, units: Iterable[int]) -> Units:
        return frozenset(c for u in units for c in self.g.setting.grid.neighbours[self.loc[u]]) & self.enemies()

    def shapes(self) -> Iterator[tuple[Units, Units]]:
        """16.0: many hexes against one, or one against many; a Low Intensity marker leads to its own hex (B.9c)."""
        done, ready = {self.loc[u] for u in range(len(self.loc)) if self.struck[u]}, sorted(self.eligible())
        for number in range(1, len(ready) + 1):
            for units in combinations(ready, number):
                near = [self.beside([u]) - done for u in units]
                common = sorted(frozenset.intersection(*near))
                most = len(common) if len({self.loc[u] for u in units}) == 1 else 1
                for size in range(1, most + 1):
                    for cells in combinations(common, size):
                        if (self.assault or all(self.aim[u] in cells for u in units)) and self.leads(units):
                            yield frozenset(units), frozenset(cells)

    def declarations(self) -> set[str]:
        """16.1, ruling K47: whoever is next to an attacker was attacked, is attacked now, or can be attacked later."""
        g, shapes, ids = self.g, list(self.shapes()), self.g.setting.grid.ids

        def kept(ready: Units, done: Units, owed: Units) -> bool:
            return not owed - done or any(
                kept(ready - units, done | cells, owed | self.beside(units))
                for units, cells in shapes if units <= ready and cells & (owed - done) and not cells & done
            )  # fmt: skip

        done = frozenset(self.loc[u] for u in range(len(self.loc)) if self.struck[u] and self.loc[u] >= 0)
        owed = self.beside([u for u in g.on_map(g.phasing) if self.fought[u]]) - done
        found = {
            f"attack {'-'.join(ids[c] for c in sorted(cells))} by {','.join(g.name(u) for u in sorted(units))}"
            for units, cells in shapes
            if kept(self.eligible() - units, done | cells, owed | self.beside(units))
        }  # fmt: skip
        return found if owed else found | {"end"}

    # -- how it ends --

    def odds(self, units: list[int], defenders: list[int], lead: int) -> tuple[int, int, str]:
        """16.4.5, 16.4.6."""
        attack = sum(self.steps[u] * self.share(u, lead) // 2 for u in units)
        defence = sum(self.steps[u] for u in defenders)
        fits = ["1-1" if self.assault else "3-2", *[f"{a}-{d}" for a, d in ODDS if attack * d >= defence * a]]
        return attack, defence, fits[-1]

    def drm(self, units: list[int], lead: int, chief: int) -> int:
        """16.4.7, 5.4; 4.1 takes the ground away on the first morning, but not from the tanks."""
        setting, here = self.g.setting, self.loc[chief]
        ravine = setting.board.terrain[here] == "ravine" or "ravine" in setting.board.tags(here)
        woods, town = setting.board.terrain[here] == "woods", setting.board.terrain[here] in ("town", "city")
        stream = bool({"stream", "bridge"}.intersection(setting.board.side(self.loc[lead], here)))
        drm = setting.units[lead].stars - setting.units[chief].stars
        if not ravine:
            drm += sum(1 if woods else self.steps[self.tank[u]] for u in units if self.tank[u] >= 0)
        if not self.surprise():
            drm -= (1 if woods and not stream else 0) + (2 if stream or town or ravine else 0)
        return drm + (0, 1, 1, 2, 3, 4, 5)[self.level[chief]]


def worse(level: int, letter: str) -> int:
    """16.4.9."""
    return {"": level, "d": max(level, min(2, level + 1)), "D": max(2, level + 1)}[letter]


def parts(printed: str) -> tuple[str, str]:
    return printed.rstrip("dD"), printed.lstrip("0123456789X")


def table(name: str) -> dict[tuple[str, int], dict[str, str]]:
    lines = (FIXED / "tables" / f"{name}.csv").read_text().splitlines()
    return {(row["odds"], int(row["die"])): row for row in csv.DictReader(x for x in lines if not x.startswith("#"))}


def a_fight(chance: random.Random) -> Match:
    """A stack of Germans, others beside it, and Entente divisions around, with whatever can have befallen them."""
    low, turn, middle = chance.random() < 0.5, chance.choice([1, 4]), chance.choice(GROUND)
    grid = study("assault entente", board="map").setting.grid
    ring = [grid.ids[c] for c in grid.neighbours[grid.cell(middle)]]
    chance.shuffle(ring)
    germans = [middle, *ring[4:]][: chance.randint(1, 3)]
    regiments = chance.sample(["241/472", "241/473", "11B/3", "11B/22", "42/17", "42/131", "14R/16"], 6)
    lines = ["HQ-STAABS 0919", "HQ-WATTER 2018"]
    for number, where in enumerate(germans):
        whole = chance.choice([0, 1, 1, 2])
        for uid in regiments[2 * number : 2 * number + whole]:
            level, marks = chance.choice([0, 0, 1, 2, 3, 4]), chance.choice(["", "", " retreated"])
            lines.append(f"{uid} {where} {chance.choice([2, 3])} disruption={level}{marks}")
        for remnant in range(6 * number, 6 * number + (chance.randint(1, 6), chance.randint(0, 2), 0)[whole]):
            lines.append(f"REM{remnant + 1} {where} 1 disruption={chance.choice([2, 3])}")
    divisions = chance.sample(["162DI", "11DI", "1US", "DM", "38DI"], 4)
    for uid, tank, where in zip(divisions, chance.sample(["AS-I", "AS-XI", "", ""], 4), ring, strict=False):
        aims = [c for c in germans if grid.distance(grid.cell(c), grid.cell(where)) == 1]
        if chance.random() < 0.8 and aims:
            points = {"1US": 14, "DM": 10, "38DI": 10}.get(uid, 9) - chance.choice([0, 0, 2, 4])
            order = f"order=low aim={chance.choice(aims)}" if low else "order=prepare"
            lines += [f"{tank} {where} {chance.choice([1, 2])}"] if tank else []
            order += f" tank={tank}" if tank else ""
            lines.append(f"{uid} {where} {points} {order} disruption={chance.choice([0, 0, 0, 1, 2])}")
    lines += [f"HQ-{corps} {where}" for corps, where in (("I", "1002"), ("XX", "1402"), ("XXX", "1802"))]
    command, phase = chance.choice([None, "yes"]), "attack entente" if low else "assault entente"
    dice = [chance.randint(1, 6) for _ in range(60)]
    return study(phase, "\n".join(lines), turn=turn, board="map", supply="yes", command=command, dice=dice)


@pytest.mark.parametrize("seed", range(120))
def test_a_random_fight_goes_by_the_book(seed: int) -> None:
    chance = random.Random(seed)
    match = a_fight(chance)
    while asked(match) == "combat":
        board = Board(game(match).copy())
        if board.surprise():
            assert set(listed(match)) - {"end"} <= board.declarations()  # 4.1 asks for more: test_ch04
        else:
            assert set(listed(match)) == board.declarations()
        orders = [text for text in listed(match) if text != "end"]
        if not orders:
            return
        events = list(match.play(chance.choice(orders)))
        while asked(match) not in ("combat", "advance", "fallback", "overstack"):
            answers = [text for text in listed(match) if not text.startswith("breakdown")]
            if asked(match) == "lead-attacker":
                assert answers == [f"lead {board.g.name(u)}" for u in board.leads(declared(events, match)[0])]
            events += match.play(chance.choice(answers))
        if asked(match) in ("fallback", "overstack") and game(match).state.phase in ("assault", "attack"):
            return  # others are concerned, too
        require_outcome(board, match, events)


def declared(events: list[Event], match: Match) -> tuple[list[int], list[int]]:
    found = of_kind(events, "declare")[0].data
    return list(found["units"]), list(found["cells"])


def require_outcome(board: Board, match: Match, events: list[Event]) -> None:
    """One combat: odds, modifier, losses and levels of both sides, and who had to retreat how far."""
    g, (units, cells) = game(match), declared(events, match)
    defenders = [u for where in cells for u in board.fighters(where)]
    chosen, fallen = of_kind(events, "odds")[0].data, of_kind(events, "combat")[0].data
    lead, chief = chosen["lead"], chosen["chief"]
    remnants = [board.g.setting.remnant[u] for u in defenders]
    assert not board.g.setting.remnant[chief] or all(remnants)  # 16.4.4
    attack, defence, odds = board.odds(units, defenders, lead)
    drm = board.drm(units, lead, chief)
    assert (fallen["odds"], fallen["drm"]) == (odds, drm)
    row = table("assault" if board.assault else "low_intensity")[odds, max(-2, min(10, fallen["die"] + drm))]
    (lost, letter), (suffered, theirs) = parts(row["attacker"]), parts(row["defender"])
    told = of_kind(events, "losses")[0].data
    large = attack >= 12 and defence >= 6  # 16.4.11
    assert (told["attacker"], told["defender"]) in {
        (max(0, int(lost.replace("X", x)) - all(remnants) + large), int(suffered.replace("X", x)) + large) for x in "12"
    }
    converted = bool(of_kind(events, "convert"))
    number = int(row["retreat"]) if board.surprise() else 0
    heirs = {e.data["unit"]: e.data["remnant"] for e in of_kind(events, "remnant")}
    for unit in units:
        aggravated = unit == lead and fallen["die"] == 1 and board.turn > 1  # 16.4.10, 4.1
        level = worse(board.level[unit], (letter.replace("d", "D") or "d") if aggravated else letter)
        assert g.state.disruption[unit] == (board.level[unit] if board.surprise() else level), g.name(unit)
    require_shares(board, units, lead, told["attacker"], events)
    left = require_shares(board, defenders, chief, told["defender"] - converted, events)
    number += converted + left
    went = {e.data["unit"]: e.data["path"] for e in of_kind(events, "retreat")}
    for unit in defenders:
        heir = heirs.get(unit, unit)
        if g.state.loc[heir] < 0:
            continue
        level = max(2 if heir != unit else 0, worse(board.level[unit], theirs))  # 5.5
        level += board.surprise() + (heir in went and board.retreated[unit])  # 4.1, 16.5.4
        assert g.state.disruption[heir] == level, g.name(heir)
        assert heir in went or not number  # 16.5
        if heir in went:
            assert len(went[heir]) >= number  # ruling K07
            assert all(g.setting.grid.distance(board.loc[u], went[heir][-1]) >= number for u in units)


def require_shares(board: Board, units: list[int], leader: int, number: int, events: list[Event]) -> int:
    """16.4.11: the leader first, nobody twice before all once, remnants never; ends with what is left for them."""
    floor = board.g.setting.side[leader]  # a German keeps his last point
    room = {u: board.steps[u] - floor for u in units if not board.g.setting.remnant[u]}
    taken = {u: sum(e.data["unit"] == u for e in of_kind(events, "loss")) for u in units}
    assert sum(taken.values()) == min(number, sum(room.values()))
    assert not number or leader not in room or taken[leader]
    assert all(taken[u] >= min(room[u], taken[v] - 1) for u in room for v in room)
    assert all(not taken[u] for u in units if u not in room)
    return max(0, number - sum(room.values()))
