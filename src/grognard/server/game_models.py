"""The forms of answers about games: what there is to play, its board, cases and tables."""

from __future__ import annotations

from pydantic import BaseModel, Field


class Named(BaseModel):
    id: str
    name: str
    called: str = Field(description="What it is called within a sentence: the Entente, the Germans.")


class ScenarioInfo(BaseModel):
    name: str
    title: str
    turns: tuple[int, int]
    text: str


class OptionInfo(BaseModel):
    name: str
    default: str
    choices: list[str]
    case: str
    text: str


class VerbInfo(BaseModel):
    name: str
    shape: str
    case: str
    when: str
    resolves: bool
    aims: bool = Field(description="Whether it is aimed at a cell.")
    assembles: bool = Field(description="Whether it brings several units together against a cell.")
    label: str = Field(description="What stands on its button; empty if its name does.")


class SeatOffer(BaseModel):
    """A seat that a match with some options would have."""

    seat: str
    side: str
    name: str
    called: str = Field(description="What it is called within a sentence: the Entente, the Germans.")


class BotInfo(BaseModel):
    level: str
    title: str
    text: str


class LessonInfo(BaseModel):
    """What the guided first turn says at a kind of decision."""

    kind: str
    title: str
    text: str


class FacingInfo(BaseModel):
    field: str = Field(description="The field of a unit's state that says where it faces.")
    turns: int = Field(description="How many directions make a full turn, clockwise from north.")


class Hints(BaseModel):
    """What a game wants a client to know."""

    guide: list[LessonInfo] = Field(description="What to say to a newcomer at each kind of decision.")
    weigh: list[str] = Field(description="Verbs whose odds are shown before they are played.")
    aimed: list[str] = Field(description="Verbs whose cell a player may click first.")
    fired: list[str] = Field(description="Those of them by which guns and aircraft choose a target.")
    joined: list[str] = Field(description="Verbs by which units are named for a fight one after the other.")
    sets_up: list[str] = Field(description="Kinds of decisions by which a side sets up; a bot can do the rest of it.")
    lost: list[str] = Field(description="The boxes that hold lost units.")
    hidden: bool | None = Field(description="Whether this match hides anything; null where the game never does.")
    glossary: dict[str, str] = Field(description="What the abbreviations in the game's tables mean.")
    factors: str = Field(description="What the numbers on its counters are, in their order.")
    statuses: dict[str, str] = Field(description="What the abbreviations on its counters mean.")
    phases: dict[str, str] = Field(
        description="What players call the steps of the sequence of play; steps of the same name are one. May be empty."
    )
    needs: dict[str, list[str]] = Field(
        description="For kinds of decisions the names of the facts that a player needs to answer them."
    )
    buttons: dict[str, str] = Field(
        description="What stands on a button, by its name, or by the kind of the decision and its name: 'bombard end'."
    )
    facing: FacingInfo | None


class GameSummary(BaseModel):
    slug: str
    title: str
    rules: str
    hidden: bool = Field(description="Whether sides see different things.")
    unfinished: str = Field(description="What the game still lacks; empty if it is complete.")
    error: str = Field(description="Why the game cannot be played: it is damaged. Empty if it is not.")
    sides: list[Named]
    scenarios: list[ScenarioInfo]


class GameInfo(GameSummary):
    options: list[OptionInfo]
    verbs: list[VerbInfo]
    nations: list[str]
    colours: dict[str, str]
    bots: list[BotInfo]
    phases: list[str] = Field(description="The steps of the sequence of play, in their order; a state's phase is one.")
    hints: Hints


class CellInfo(BaseModel):
    id: str
    x: float
    y: float
    points: list[tuple[float, float]]
    terrain: str
    features: list[str]
    name: str
    around: list[str | None] = Field(description="The neighbour in each of the board's directions.")


class Layer(BaseModel):
    name: str
    svg: str


class LegendEntry(BaseModel):
    kind: str
    id: str
    name: str
    colour: str
    source: str


class CoverInfo(BaseModel):
    svg: str = Field(description="The middle of the map without grid, numbers and names.")


class ChartEntry(BaseModel):
    """A kind of ground, line or sign with its picture."""

    title: str
    svg: str = Field(description="48 by 40 units round (0, 0).")


class PlaceInfo(BaseModel):
    name: str
    kind: str
    cells: list[str]
    value: int


class BoardInfo(BaseModel):
    """A map; lengths in the layers' own units (a cell is 64)."""

    name: str
    title: str
    kind: str
    scale_km: float
    north: float
    directions: list[str]
    width: float
    height: float
    cells: list[CellInfo]
    layers: list[Layer]
    legend: list[LegendEntry]
    chart: list[ChartEntry] = Field(description="What the map shows, as its legend draws it.")
    places: list[PlaceInfo]
    regions: dict[str, list[str]]
    boxes: list[str]
    symbols: dict[str, str]
    sizes: dict[str, str]
    attribution: list[str]


class CaseInfo(BaseModel):
    number: str
    title: str
    text: str
    status: str
    standing: str
    reason: str
    code: list[str]
    rulings: list[str]
    options: list[str]
    tables: list[str]


class RulingNote(BaseModel):
    label: str
    text: str
    cases: list[str]


class CasesAnswer(BaseModel):
    cases: list[CaseInfo]
    rulings: list[RulingNote]


class TableInfo(BaseModel):
    name: str
    columns: list[str]
    rows: list[list[str]]
    sources: list[str]
    kinds: dict[str, int]
    owner: str = Field(description="The owner's values this file comes from; empty for ours.")
    owned: list[int] = Field(description="The rows that differ from ours.")


class ValuesInfo(BaseModel):
    """A set of an owner's values that a match can be played with."""

    name: str
    files: list[str] = Field(description="The files that replace ours.")
    problem: str = Field(description="Why it cannot be played with; empty if it can.")


class TablesAnswer(BaseModel):
    tables: list[TableInfo]


class LevelRow(BaseModel):
    span: str
    name: str
    now: bool = Field(description="Whether it stands so now.")


class FactRow(BaseModel):
    """Something the game keeps track of: the weather, a side's losses."""

    side: str | None
    name: str
    value: str
    case: str
