"""The hard positions of ``hard_positions.toml`` as matches.

``hard("S04-08")`` reads the set-up of that position as its author wrote it: the turn, the step of the sequence of play,
and every UNIT@HEX with what stands in brackets behind it. What the words leave open (points of artillery, units off the
map) a test adds as lines of a position file. Supply and command are worked out on the game's own map.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from grognard.engine import Event, Match
from grognard.games.soissons_1918.rules.odds import work_out
from grognard.games.soissons_1918.rules.supply import isolated_units
from grognard.games.soissons_1918.state import Order
from tests.games.soissons_1918.position import cell, game, number, study

FILE = Path(__file__).parent.parent / "hard_positions.toml"
SEGMENTS = {
    "1": "reinforcements", "2": "shift", "3": "bombard-1", "4": "assault", "4a": "barrage-1", "5": "fallback-1",
    "6": "maneuver", "7": "fallback-2", "8": "bombard-2", "9": "attack", "9a": "barrage-2", "10": "advance",
    "11": "end-of-operations",
}  # fmt: skip
NIGHT = {"1": "fallback-1", "2": "maneuver", "3": "fallback-2", "4": "advance", "5": "end-of-operations"}
PHASING = {"B": "entente", "C": "german", "E": "entente", "F": "german", "L": "entente", "M": "german"}
STEPS = {"G": "withdrawal", "I": "incorporation", "J": "night-artillery", "K": "night-entente"}
LEVELS = {"Reforming": 1, "Disorganized": 2, "Shocked": 3}
UNIT = re.compile(r"([A-Z0-9][\w/-]*)@(\d{4})(?:\s*\(([^)]*)\))?")


@cache
def positions() -> dict[str, dict[str, Any]]:
    return {entry["id"]: entry for entry in tomllib.loads(FILE.read_text())["position"]}


def hard(
    name: str, at: str = "", more: str = "", dice: Sequence[int] = (), turn: int = 0, **options: str
) -> Match:
    """The position of that name; ``at`` another step than the one that its set-up begins with."""
    setup = positions()[name]["setup"]
    found = re.search(r"Turn (\d+)", setup)
    when = re.search(r"\b([B-FLM])\.(\d+[ac]?)|step ([GIJK])\b|N\.([12])", setup)
    if not at and when is not None:
        at = phase(when)
    turn = turn or (int(found[1]) if found is not None else 1)
    lines = [line for uid, where, words in UNIT.findall(setup) for line in unit_lines(uid, where, words)]
    text = "\n".join([*lines, *more.splitlines()])
    return study(at, text, turn=turn, board="map", supply=None, command=None, dice=dice, start=False, **options)


def phase(when: re.Match[str]) -> str:
    letter, segment, step, night = when.groups()
    if step:
        return f"{STEPS[step]} entente"
    if night:
        return "recovery german" if night == "1" else "reforming german"
    names = NIGHT if letter in "LM" else SEGMENTS
    return f"{names.get(segment) or names[segment.rstrip('ac')]} {PHASING[letter]}"


def unit_lines(uid: str, where: str, words: str) -> list[str]:
    """A unit of the set-up in the words of a position file, with its tank group."""
    points, shocks = re.search(r"(\d+) SP", words), re.search(r"Shocked\D*(\d)?", words)
    level = max([LEVELS[name] for name in LEVELS if name in words], default=2 if uid.startswith("REM") else 0)
    if shocks is not None and shocks[1]:
        level = 2 + int(shocks[1])
    marks = [f"disruption={level}"] if level else []
    if "Retreat marker" in words and "no Retreat marker" not in words:
        marks.append("retreated")
    if "artillery unavailable" in words:
        marks.append("fired")
    if "Prepare" in words:
        marks.append("order=prepare")
    if aim := re.search(r"pointing at (\d{4})", words):
        marks.append(f"order=low aim={aim[1]}")
    if "assaulted" in words:
        marks.append("assaulted prepared")
    if group := re.search(r"assigned to (\w+)", words):
        marks.append(f"corps={group[1].upper()}")
    if "No Withdrawal" in words:
        marks.append("stays")
    tank = re.search(r"tank ([\w-]+) (full|reduced)", words)
    if tank is not None:
        marks.append(f"tank={tank[1]}")
    lines = [" ".join([uid, where, *([points[1]] if points else []), *marks])]
    return [*lines, f"{tank[1]} {where} {2 if tank[2] == 'full' else 1}"] if tank is not None else lines


def fire(*targets: str) -> str:
    """Bombardment markers, each "1209 entente 3" with the points of guns and, if any, of the air."""
    parts = [target.split() for target in targets]
    rows = [f'"{hex}": [{int(side == "german")}, {guns}, {(*air, 0)[0]}]' for hex, side, guns, *air in parts]
    return f"fire {{{', '.join(rows)}}}"


def seen(match: Match, uid: str) -> str:
    """A unit in a few words: hex, points, level, R for a Retreat marker, its attack order."""
    g, unit = game(match), number(match, uid)
    words = [match.setting.place_name(g.state.loc[unit])]
    if not g.setting.hq[unit]:
        words += [str(g.state.steps[unit]), g.level_name(unit)]
    words += ["R"] * g.state.retreated[unit] + ["silent"] * (g.setting.hq[unit] and g.state.fired[unit])
    if g.state.order[unit]:
        words.append("Prepare" if g.state.order[unit] == Order.PREPARE else "LowInt")
    return " ".join(words)


def survivors(match: Match, where: str) -> list[str]:
    """What stands in a hex, remnants without their number."""
    g = game(match)
    units = g.counters_at(cell(match, where))
    return sorted("remnant " + seen(match, g.name(u)) if g.setting.remnant[u] else g.name(u) for u in units)


def isolated(match: Match) -> set[str]:
    g = game(match)
    return {g.name(u) for side in (0, 1) for u in isolated_units(g, side)}


def fight(match: Match, where: str, units: str, lead: str, chief: str) -> str:
    """Odds and modifier of a combat ("2-1 +3") under these leaders."""
    g = game(match)
    attackers = [number(match, uid) for uid in units.split(",")]
    defenders = [u for name in where.split("-") for u in g.fighters_at(cell(match, name))]
    assault = g.state.phase == "assault"
    found = work_out(g, attackers, defenders, number(match, lead), number(match, chief), assault)
    return f"{found.odds} {found.drm:+d}"


def strengths(match: Match, units: str, where: str, lead: str) -> tuple[int, int]:
    """The points on both sides of the odds."""
    g = game(match)
    defenders = [u for name in where.split("-") for u in g.fighters_at(cell(match, name))]
    found = work_out(
        g, [number(match, uid) for uid in units.split(",")], defenders, number(match, lead), defenders[0],
        g.state.phase == "assault",
    )  # fmt: skip
    return found.attack_total or 0, found.defence_total or 0


def answer(match: Match, *answers: str, stop: str = "combat") -> list[Event]:
    """Play on to the next decision of kind ``stop``; where no answer fits: hold, and the first that may be done."""
    events: list[Event] = []
    given = list(answers)
    while match.decision is not None and match.decision.kind != stop:
        text = next((a for a in given if match.check(a)), "")
        if text:
            given.remove(text)
        else:
            text = next((a for a in ("hold", "losses 1", "end") if match.check(a)), "")
            text = text or match.write(next(iter(match.legal_actions())))
        events += match.play(text)
    assert not given, f"not played: {given}"
    return events


def path(match: Match, action: str) -> list[str]:
    """The hexes by which a move, a fallback or a retreat goes."""
    event = next(event for event in match.play(action) if "path" in event.data)
    return [match.setting.grid.ids[c] for c in event.data["path"]]
