"""The forms of what happened, with the arithmetic behind it, and of what a fight comes to."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field


class RowInfo(BaseModel):
    """A row of an event's arithmetic: a factor, a shift or a modifier."""

    what: str
    value: int | str
    case: str


class RowsInfo(BaseModel):
    name: str
    rows: list[RowInfo]


class TotalInfo(BaseModel):
    name: str
    value: str


class SumInfo(BaseModel):
    """What an event was worked out from: lists of rows, and the numbers beside them."""

    lists: list[RowsInfo]
    totals: list[TotalInfo]


class EventInfo(BaseModel):
    kind: str
    text: str
    cites: list[str]
    data: dict[str, Any]
    cells: list[str]
    units: list[str]
    dice: list[int]
    total: int | None
    result: bool
    terms: dict[str, str] = Field(description="What the abbreviations in its text mean.")
    sums: list[SumInfo] = Field(description="The arithmetic behind it, found in its data.")


class TollInfo(BaseModel):
    """What a fight comes to, over all courses of its dice."""

    cleared: float = Field(
        description="The chance in percent that the enemy leaves a cell that he held, or dies there."
    )
    own: float = Field(description="The steps that this side loses in the mean.")
    enemy: float = Field(description="Those of its enemies.")
    badly: float = Field(description="The chance in percent to lose more steps than the enemy and to clear nothing.")
    exact: bool = Field(description="Whether every throw was followed to the end of the fight.")
    assumed: bool = Field(
        description="Whether somebody has a choice on the way: whoever may stay stays, the rest as it is listed first."
    )


class ProspectInfo(BaseModel):
    """A cell that could be attacked after a move."""

    cell: str
    best: str = Field(description="The best odds there, as its table has them; empty if unknown.")
    units: list[str] = Field(description="Who could take part.")


class ProspectsAnswer(BaseModel):
    number: int
    targets: list[ProspectInfo]
