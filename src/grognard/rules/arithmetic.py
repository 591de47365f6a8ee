"""The arithmetic of a fight: every factor, shift and modifier a row with its case.

Totals, column and explanation come from the same rows, so log, preview, referee and page cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from grognard.rules.tables import ResultsTable


class Row(msgspec.Struct, frozen=True, gc=False):
    """What it is, what it adds, and by which case."""

    what: str
    value: int
    case: str


class Fight(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """One fight worked out. What a game's table does not know (totals apart, modifiers) is left out."""

    attack: tuple[Row, ...]
    defence: tuple[Row, ...]
    shifts: tuple[Row, ...]
    modifiers: tuple[Row, ...] = ()
    attack_total: int | None = None
    defence_total: int | None = None
    differential: int | None = None
    odds: str | None = None
    """The ratio of the strengths as its column is called ("3-2"), in tables that go by odds."""
    column: int
    drm: int | None = None

    @property
    def modifier(self) -> int:
        """What the dice are modified by; nothing where the table knows no modifiers."""
        return self.drm or 0

    def as_json(self) -> dict[str, Any]:
        """The one form for events, pages and files; `fight_text` reads it."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found


def applying(*rows: tuple[str, int, str, object]) -> list[Row]:
    """The rows whose condition holds: what, how much, by which case, and if.

    >>> applying(("forest", 2, "8.3", True), ("river", 1, "8.4", False))
    [Row(what='forest', value=2, case='8.3')]
    """
    return [Row(what, value, case) for what, value, case, holds in rows if holds]


def total(rows: Iterable[Row]) -> int:
    return sum([row.value for row in rows])


def told(rows: Iterable[Row]) -> list[tuple[str, int, str]]:
    """Rows as events carry them: what, how much, and by which case."""
    return [(row.what, row.value, row.case) for row in rows]


def spelled(rows: Iterable[Row]) -> list[str]:
    """Rows as they are read, each with its case.

    >>> spelled([Row("forest", 2, "8.3")])
    ['forest +2 (8.3)']
    """
    return [f"{row.what} {row.value:+d} ({row.case})" for row in rows]


def by_differential(
    table: ResultsTable[Any], attack: Sequence[Row], defence: Sequence[Row], shifts: Sequence[Row],
    modifiers: Sequence[Row] | None = None,
) -> Fight:  # fmt: skip
    """The column of the difference, then the shifts; the table's ends hold both times."""
    ours, theirs = total(attack), total(defence)
    column = table.clamp(table.clamp(ours - theirs) + total(shifts))
    plain = modifiers is None
    return Fight(
        attack=tuple(attack), defence=tuple(defence), shifts=tuple(shifts), differential=ours - theirs, column=column,
        modifiers=tuple(modifiers or ()), drm=None if modifiers is None else total(modifiers),
        attack_total=ours if plain else None, defence_total=theirs if plain else None,
    )  # fmt: skip


Ratio = tuple[int, int]
"""The odds of a column: the attacker's part, then the defender's."""


def odds_text(ratio: Ratio) -> str:
    return f"{ratio[0]}-{ratio[1]}"


def ratio_column(columns: Sequence[Ratio], attack: int, defence: int) -> int:
    """The last column whose odds the attack reaches: rounded in the defender's favour, never before the first.

    >>> ratio_column([(1, 1), (3, 2), (2, 1)], 15, 8)
    1
    """
    reached = [place for place, (ours, theirs) in enumerate(columns) if attack * theirs >= ours * defence]
    return max(reached, default=0)


def by_ratio(
    columns: Sequence[Ratio], attack: Sequence[Row], defence: Sequence[Row], modifiers: Sequence[Row],
    shifts: Sequence[Row] = (),
) -> Fight:  # fmt: skip
    """The column of the odds, by its place in the table, then the shifts; the table's ends hold both times."""
    ours, theirs = total(attack), total(defence)
    place = ratio_column(columns, ours, theirs) + total(shifts)
    column = max(0, min(len(columns) - 1, place))
    return Fight(
        attack=tuple(attack), defence=tuple(defence), shifts=tuple(shifts), modifiers=tuple(modifiers),
        attack_total=ours, defence_total=theirs, odds=odds_text(columns[column]), column=column, drm=total(modifiers),
    )  # fmt: skip


NO_ODDS = -99
"""The column of an attack without any strength; its opposite is that of a defence without any."""


def whole_odds(attack: int, defence: int) -> int:
    """The column of whole odds, rounded in the defender's favour, as far as the numbers go: 1/1 is 0, 1/2 is -1.

    >>> whole_odds(35, 10), whole_odds(9, 8), whole_odds(6, 10)
    (2, 0, -1)
    """
    if attack <= 0 or defence <= 0:
        return NO_ODDS if attack <= 0 else -NO_ODDS
    return attack // defence - 1 if attack >= defence else 1 + -defence // attack


def whole_odds_text(column: int) -> str:
    """
    >>> whole_odds_text(2), whole_odds_text(-1)
    ('3/1', '1/2')
    """
    return f"{column + 1}/1" if column >= 0 else f"1/{1 - column}"


def by_whole_odds(attack: Sequence[Row], defence: Sequence[Row], shifts: Sequence[Row], last: int) -> Fight:
    """The column of the odds, then the shifts, over columns that no table has; the last one holds at the end.

    Below its first column a game says what happens.
    """
    ours, theirs = total(attack), total(defence)
    column = min(last, whole_odds(ours, theirs) + total(shifts))
    return Fight(
        attack=tuple(attack), defence=tuple(defence), shifts=tuple(shifts), attack_total=ours, defence_total=theirs,
        odds=whole_odds_text(column), column=column,
    )


def fight_text(fight: Mapping[str, Any]) -> str:
    """A fight in its JSON form as one line, every row with its case."""
    parts = [f"{side} {rows_text(fight[side])} = {sum(row['value'] for row in fight[side])}" for side in SIDES]
    if "odds" not in fight:
        parts.append(f"differential {fight['differential']:+d}")
    if fight["shifts"]:
        parts.append(f"shifts {rows_text(fight['shifts'])}")
    parts.append(f"column {fight.get('odds') or format(fight['column'], '+d')}")
    if fight.get("modifiers"):
        parts.append(f"dice {rows_text(fight['modifiers'])}")
    return "; ".join(parts)


SIDES = ("attack", "defence")


def rows_text(rows: Iterable[Mapping[str, Any]]) -> str:
    return ", ".join(f"{row['what']} {row['value']:+d} ({row['case']})" for row in rows) or "nothing"
