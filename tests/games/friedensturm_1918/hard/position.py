"""What the tests of the hard positions share: the list itself, and attacks that end as a position says.

Where a position gives hit points ("takes 7"), ``battle`` throws the white dice that give them on the Combat Results
Table, whatever column the attack has come to; ``rolls`` are the dice after those, the defender's coordination first.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from grognard.engine import Event, Match
from tests.games.friedensturm_1918.position import fight, force, game, number, of_kind

FILE = Path(__file__).parent.parent / "hard_positions.toml"
BOTH = "HQ-III 10.19 \n AOK-18 10.01 \n 7RD 18.10 \n 126DI 18.11"
"""Headquarters far from the fighting, and two divisions that keep the combat phase open when it is over."""
GERMANS = (
    "206ID", "222ID", "227ID", "84ID", "46RD", "45RD", "JD", "5RD", "7RD", "3RD", "75RD", "30ID", "202ID", "204ID",
    "223ID", "2ID", "3BD", "9BRD", "50RD", "200ID",
)  # fmt: skip
"""Divisions enough for a line from edge to edge."""
DULL = (3, 3)
"""Coordination dice that seldom do anything."""


@cache
def positions() -> dict[str, dict[str, Any]]:
    return {entry["id"]: entry for entry in tomllib.loads(FILE.read_text(encoding="utf-8"))["position"]}


def can(match: Match, action: str) -> bool:
    return bool(match.check(action))


def told(events: Sequence[Event], kind: str, field: str) -> Any:
    """What the last event of a kind says."""
    return of_kind(events, kind)[-1].data[field]


def shifts(events: Sequence[Event]) -> dict[str, int]:
    """The column shifts of the last combat."""
    return {row["what"]: row["value"] for row in told(events, "odds", "odds")["shifts"]}


def coordination(events: Sequence[Event], side: str) -> Event:
    """A side's roll in the last combat."""
    return [event for event in of_kind(events, "coordination") if event.data["side"] == side][-1]


def values(match: Match, uid: str) -> tuple[int, int]:
    """Attack and defence as the unit stands."""
    g, unit = game(match), number(match, uid)
    return g.attack(unit), g.defence(unit)


def is_unsupplied(match: Match, uid: str) -> bool:
    return bool(game(match).state.unsupplied[number(match, uid)])


def declare(match: Match, target: str, units: str) -> list[Event]:
    """Declare an attack by some units, up to the first question after that."""
    events: list[Event] = [*match.play(f"attack {target}")]
    for uid in units.split(","):
        if match.decision is not None and match.decision.kind == "participants":
            events += match.play(f"join {uid}")
    if match.decision is not None and match.decision.kind == "participants":
        events += match.play("end")
    return events


def column_of(match: Match, target: str, units: str, answers: Sequence[str], before: Sequence[int]) -> int:
    """The column to which an attack would come, found on a copy."""
    copy = match.clone()
    force(copy, *before, *[3] * 12)
    events, given = declare(copy, target, units), list(answers)
    while not of_kind(events, "odds"):
        text = next((a for a in given if copy.check(a)), None)
        if text is not None:
            given.remove(text)
        text = text or next((t for t in ("end", "hold") if copy.check(t)), None)
        events += copy.play(text or copy.write(next(iter(copy.legal_actions()))))
    return int(told(events, "odds", "odds")["column"])


def white_dice(
    match: Match, column: int, attacker: int | None, defender: int | None, star: bool | None = None
) -> tuple[int, int]:
    """Two dice that give these hit points in a column, with or without an asterisk."""
    table = game(match).setting.tables.crt
    for total in range(12, 1, -1):
        found = table.result(column, total)
        if attacker in (None, found.attacker) and defender in (None, found.defender) and star in (None, found.star):
            return total // 2, total - total // 2
    raise AssertionError(f"no dice give A{attacker} D{defender} in column {column}")


def roll_for(
    match: Match, target: str, units: str, *answers: str, attacker: int | None = None, defender: int | None = None,
    star: bool | None = None, rolls: Sequence[int] = DULL, before: Sequence[int] = (),
) -> None:  # fmt: skip
    """Force the dice of an attack to come; ``before`` are those of the bombardments."""
    column = column_of(match, target, units, answers, before)
    force(match, *before, *white_dice(match, column, attacker, defender, star), *rolls)


def battle(
    match: Match, target: str, units: str, *answers: str, attacker: int | None = None, defender: int | None = None,
    star: bool | None = None, rolls: Sequence[int] = DULL, before: Sequence[int] = (),
) -> list[Event]:  # fmt: skip
    """An attack with these hit points on the table, played to its end with these answers."""
    roll_for(
        match, target, units, *answers, attacker=attacker, defender=defender, star=star, rolls=rolls, before=before
    )
    return fight(match, target, units, *answers)
