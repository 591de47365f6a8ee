"""The forms of requests and answers. ``/api/openapi.json`` is made of these."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Request(BaseModel):
    """A request's body: unknown fields are an error, so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid")


# -- errors --


class ErrorBody(BaseModel):
    kind: str = Field(description="A word for machines, such as 'stale' or 'refused'.")
    case: str = Field(description="The case of the rulebook, or 'protocol'.")
    text: str = Field(description="One sentence to show as it is.")


class ErrorAnswer(BaseModel):
    error: ErrorBody


# -- matches --

SeatWord = str
Seats = dict[str, SeatWord]


class NewMatch(Request):
    game: str = Field(max_length=80)
    scenario: str | None = Field(default=None, max_length=80)
    options: dict[str, str] = Field(default_factory=dict, max_length=200)
    seed: str | None = Field(default=None, min_length=1, max_length=200)
    seats: Seats | None = Field(
        default=None,
        description="For each seat 'human', 'open' or 'bot:LEVEL'; seats left out are human. The name of a side stands "
        "for all of its seats, where the options give its nations players of their own.",
    )


class ImportFile(Request):
    text: str = Field(min_length=1, description="The text of a save, a record or a position file.")
    seats: Seats | None = None


class Fork(Request):
    number: int = Field(ge=0, description="After how many actions the new match leaves the old one.")
    seats: Seats | None = None


class Created(BaseModel):
    id: str
    table: str = Field(description="Acts for every human seat.")
    seats: dict[str, str] = Field(description="A token for each human seat.")
    open: list[str]
    commitment: str
    number: int
    revision: int


class Join(Request):
    side: str = Field(max_length=80, description="The seat.")


class Joined(BaseModel):
    seat: str
    token: str
    revision: int


class SeatInfo(BaseModel):
    seat: str
    side: str
    name: str
    kind: Literal["human", "open", "bot"]
    level: str = ""
    taken: bool


class PointsRow(BaseModel):
    side: str
    points: int
    case: str
    what: str


class OutcomeInfo(BaseModel):
    winner: str | None
    level: str
    case: str
    points: list[PointsRow]


class MatchSummary(BaseModel):
    id: str
    game: str
    title: str
    scenario: str
    scenario_title: str
    number: int
    created: float
    updated: float
    seats: list[SeatInfo]
    over: bool
    result: str
    parent: str | None
    table: str | None = Field(default=None, description="Only on a server that serves nobody but this machine.")


class Asked(BaseModel):
    seat: str = Field(description="Who answers: of a side whose nations have players of their own, one of them.")
    side: str
    name: str
    kind: str
    case: str
    prompt: str
    mine: bool
    secret: bool
    verbs: list[str]


class UnitInfo(BaseModel):
    id: str
    name: str
    cell: str | None = Field(description="Where it is on the map; null in a box beside it.")
    box: str | None
    side: str
    nation: str
    label: str
    symbol: str
    size: str
    colour: str
    factors: str
    steps: int
    full: int
    status: list[str]
    state: dict[str, Any]


class CoveredInfo(BaseModel):
    """A counter that this seat sees without knowing which unit it is: its place, and what the rules make public."""

    cell: str | None = Field(description="Where it is on the map; null in a box beside it.")
    box: str | None
    side: str
    nation: str
    label: str
    symbol: str
    size: str
    colour: str


class MarkerInfo(BaseModel):
    cell: str
    label: str
    shape: str
    colour: str
    title: str


class ArrowInfo(BaseModel):
    """An attack or another order that stands, from one cell to another."""

    start: str
    end: str
    side: str
    title: str


class FactRow(BaseModel):
    """Something that the game keeps count of: the weather, a side's losses."""

    side: str | None
    name: str
    value: str
    case: str


class ComingRow(BaseModel):
    """Units that are to arrive."""

    turn: int
    side: str
    units: list[str]
    where: str
    case: str


class UndoInfo(BaseModel):
    possible: bool
    needs: list[str] = Field(description="The seats that would have to agree.")
    asked_by: str | None = Field(description="The seat that waits for an agreement.")
    text: str


class MatchState(BaseModel):
    id: str
    game: str
    title: str
    scenario: str
    scenario_title: str
    options: dict[str, str]
    rules: str
    revision: int
    number: int
    latest: int
    first: int
    turn: int
    phase: str
    phasing: str
    turns: tuple[int, int]
    standing: str
    viewer: str | None = Field(description="The seat through whose eyes this is seen.")
    mine: list[str] = Field(description="One's own seats.")
    table: bool
    hidden: bool
    asked: list[Asked]
    thinking: list[str]
    seats: list[SeatInfo]
    units: list[UnitInfo] = Field(description="The units that this seat can identify.")
    covered: list[CoveredInfo] = Field(description="Counters of units that it cannot, sorted by what is public.")
    markers: list[MarkerInfo]
    arrows: list[ArrowInfo]
    state: dict[str, Any]
    points: list[PointsRow]
    facts: list[FactRow]
    coming: list[ComingRow]
    outcome: OutcomeInfo | None
    undo: UndoInfo
    commitment: str
    seed: str | None
    seed_chosen: bool
    parent: str | None
    may_export: bool
    hints: dict[str, Any]


class SubjectInfo(BaseModel):
    name: str
    kind: str
    cell: str | None
    label: str


class SubjectsAnswer(BaseModel):
    number: int
    revision: int
    seat: str | None
    subjects: list[SubjectInfo]


class ActionInfo(BaseModel):
    text: str
    verb: str
    label: str
    unit: str | None
    units: list[str]
    cells: list[str]
    cost: str
    case: str


class ActionsAnswer(BaseModel):
    number: int
    revision: int
    seat: str | None
    more: bool
    actions: list[ActionInfo]


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


ActionText = Field(min_length=1, max_length=4000, description="The action as it is typed, such as 'move 3ID 2014'.")


class CheckRequest(Request):
    action: str = ActionText
    number: int | None = Field(default=None, ge=0)
    side: str | None = Field(default=None, max_length=80)


class RulingAnswer(BaseModel):
    allowed: bool
    case: str
    text: str


class CheckAnswer(RulingAnswer):
    action: str
    cost: str


class PreviewRequest(Request):
    action: str | None = Field(default=None, min_length=1, max_length=4000)
    actions: list[str] | None = Field(default=None, min_length=1, max_length=50)
    number: int | None = Field(default=None, ge=0)
    side: str | None = Field(default=None, max_length=80)


class ChanceInfo(BaseModel):
    probability: str
    percent: float
    results: list[EventInfo]


class PreviewAnswer(BaseModel):
    action: str
    ruling: RulingAnswer
    certain: list[EventInfo]
    chances: list[ChanceInfo]
    guesses: int = Field(
        description="Over how many guesses at what this seat cannot know the chances were counted; 0 where exact."
    )


class ActionRequest(Request):
    action: str = ActionText
    number: int = Field(ge=0, description="The number of the position that the player saw.")
    revision: int | None = Field(default=None, ge=0)
    side: str | None = Field(default=None, max_length=80)


class ActionAnswer(BaseModel):
    number: int
    revision: int
    events: list[EventInfo]
    asked: list[Asked]
    state: MatchState | None = None


class UndoRequest(Request):
    number: int | None = Field(default=None, ge=0)
    side: str | None = Field(default=None, max_length=80)


class AgreeRequest(Request):
    agree: bool = True
    side: str | None = Field(default=None, max_length=80)


class UndoAnswer(BaseModel):
    number: int
    revision: int
    done: bool
    needs: list[str]


class ResignRequest(Request):
    side: str | None = Field(default=None, max_length=80)


class ResignAnswer(BaseModel):
    number: int
    revision: int
    outcome: OutcomeInfo


class Removed(BaseModel):
    removed: str = Field(description="The match that is no more.")


class LogEntry(BaseModel):
    number: int
    seat: str | None
    side: str | None
    action: str | None
    turn: int
    phase: str
    by: str
    reason: str
    events: list[EventInfo]


class LogAnswer(BaseModel):
    number: int
    revision: int
    entries: list[LogEntry]


class OverlayInfo(BaseModel):
    name: str
    kind: str
    title: str
    case: str
    side: str | None
    cells: list[str]
    units: list[str]
    note: str


class OverlaysAnswer(BaseModel):
    number: int
    overlays: list[OverlayInfo]


class CanDo(BaseModel):
    verb: str
    actions: list[str]


class CannotDo(BaseModel):
    verb: str
    allowed: bool
    case: str
    text: str


class WhyAnswer(BaseModel):
    unit: str
    place: str
    can: list[CanDo]
    cannot: list[CannotDo]


class Change(BaseModel):
    """A message of the live stream; its id is the revision."""

    revision: int
    number: int
    kind: Literal["action", "undo", "undo-asked", "undo-agreed", "undo-declined", "resign", "join"]
    seat: str
    side: str
    action: str | None
    events: list[EventInfo]
    asked: list[Asked]
    turn: int
    phase: str
    over: bool


class Health(BaseModel):
    ok: bool
    version: str
