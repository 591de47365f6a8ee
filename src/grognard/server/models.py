"""The forms of requests and answers. ``/api/openapi.json`` is made of these."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from grognard.server.event_models import EventInfo as EventInfo
from grognard.server.event_models import ProspectInfo as ProspectInfo
from grognard.server.event_models import ProspectsAnswer as ProspectsAnswer
from grognard.server.event_models import TollInfo as TollInfo
from grognard.server.game_models import FactRow as FactRow
from grognard.server.game_models import Hints
from grognard.server.game_models import LevelRow as LevelRow


class Request(BaseModel):
    """A request's body: unknown fields are an error, so that a misspelt one is noticed, and true is no number."""

    model_config = ConfigDict(extra="forbid", strict=True)


# -- errors --


class ErrorBody(BaseModel):
    kind: str = Field(description="A word for machines, such as 'stale' or 'refused'.")
    case: str = Field(description="The case of the rulebook, or 'protocol'.")
    text: str = Field(description="One sentence to show as is.")


class ErrorAnswer(BaseModel):
    error: ErrorBody


# -- matches --

ShortText = Annotated[str, Field(max_length=80)]
Seats = Annotated[dict[ShortText, ShortText], Field(max_length=40)]


class NewMatch(Request):
    game: str = Field(max_length=80)
    scenario: str | None = Field(default=None, max_length=80)
    options: dict[ShortText, ShortText] = Field(default_factory=dict, max_length=200)
    seed: str | None = Field(default=None, min_length=1, max_length=200)
    seats: Seats | None = Field(
        default=None,
        description="For each seat 'human', 'open' or 'bot:LEVEL'; seats left out are human. Where the nations of "
        "a side have their own players, the name of the side stands for all of its seats.",
    )
    name: ShortText = Field(default="", description="What you call the match.")
    player: ShortText = Field(default="", description="What you call yourself.")
    values: ShortText = Field(default="", description="The owner's values to play with, one of /games/{slug}/values.")


SameDice = Field(
    default=False, description="Roll the dice that the old match would have rolled. Its players may know them."
)


class ImportFile(Request):
    text: str = Field(min_length=1, description="The text of a save, a record or a position file.")
    seats: Seats | None = None
    same_dice: bool = SameDice


class Fork(Request):
    number: int = Field(ge=0, description="After how many actions the new match branches off.")
    seats: Seats | None = None
    same_dice: bool = SameDice


class Created(BaseModel):
    id: str
    table: str = Field(description="Acts for every human seat.")
    seats: dict[str, str] = Field(description="A token for each human seat.")
    open: list[str]
    commitment: str
    number: int
    revision: int


class TableKey(BaseModel):
    table: str


class Join(Request):
    side: str = Field(max_length=80, description="The seat.")
    player: ShortText = Field(default="", description="What you call yourself.")


class Joined(BaseModel):
    seat: str
    token: str
    revision: int


class SeatInfo(BaseModel):
    seat: str
    side: str
    name: str
    called: str = Field(description="What it is called within a sentence: the Entente, the Germans.")
    kind: Literal["human", "open", "bot"]
    level: str = ""
    taken: bool
    player: str = Field(default="", description="What whoever sits there calls himself.")
    asked: bool = Field(default=False, description="Whether the match waits for this seat.")


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
    name: str = Field(description="What its players call the match.")
    values: str = Field(description="The owner's values that it is played with; empty for ours.")


class Asked(BaseModel):
    seat: str = Field(description="Who answers: one player of the side, where its nations have their own players.")
    side: str
    name: str
    called: str = Field(description="What it is called within a sentence: the Entente, the Germans.")
    kind: str
    case: str
    prompt: str
    question: str = Field(description="The prompt without the name of whoever is asked.")
    mine: bool
    secret: bool
    verbs: list[str]
    cell: str | None = Field(description="The cell that is fought over while this is asked.")


class UnitInfo(BaseModel):
    id: str
    name: str
    cell: str | None = Field(description="Where it is on the map; null if it is in a box off the map.")
    box: str | None
    side: str
    nation: str
    label: str
    symbol: str
    size: str
    colour: str
    factors: str
    layer: int = Field(description="Its place in the stack; higher is closer to the top.")
    formation: list[str] = Field(description="The army and the corps that it belongs to, the largest first.")
    steps: int
    full: int
    status: list[str]
    state: dict[str, Any]


class CoveredInfo(BaseModel):
    """A counter this seat sees without knowing the unit: its place, and what the rules make public."""

    cell: str | None = Field(description="Where it is on the map; null if it is in a box off the map.")
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
    """An attack or another standing order, from one cell to another."""

    start: str
    end: str
    side: str
    title: str


class ComingRow(BaseModel):
    """Units still to arrive."""

    turn: int
    side: str
    units: list[str]
    where: str
    case: str


class UndoInfo(BaseModel):
    possible: bool
    needs: list[str] = Field(description="The seats that would have to agree.")
    asked_by: str | None = Field(description="The seat that is waiting for agreement.")
    text: str
    number: int = Field(description="The action that would be the last one then.")
    action: str | None = Field(description="The first action that would be taken back, if this seat may know it.")


class AddToDice(Request):
    """One of three: first the hash of a share, then the share itself, or neither."""

    seal: str | None = Field(default=None, max_length=64, description="SHA-256 of 'grognard share ' and the share.")
    share: str | None = Field(default=None, max_length=128, description="At least 128 random bits in hexadecimal.")
    passes: bool = Field(default=False, description="Add nothing; a share that was sealed is withdrawn.")


class ShareInfo(BaseModel):
    seat: str
    sealed: str | None = Field(description="The hash of its share.")
    share: str | None = Field(description="The share, once revealed.")
    passed: bool


class DiceInfo(BaseModel):
    """Who knows the dice, and who has added to them."""

    known: bool = Field(description="Whether somebody may know the dice in advance: the seed was chosen or seen.")
    first: int = Field(description="The number of the first die that these shares decide.")
    open: bool = Field(description="Whether none of them has been rolled yet.")
    phase: Literal["open", "seal", "reveal", "mixed"]
    shares: list[ShareInfo]
    waits_for: list[str] = Field(description="The seats that hold up the dice.")
    verdict: str = Field(description="What the dice of a finished match prove, in one sentence; empty until then.")


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
    mine: list[str] = Field(description="Your own seats.")
    table: bool
    hidden: bool
    asked: list[Asked]
    thinking: list[str]
    seats: list[SeatInfo]
    units: list[UnitInfo] = Field(description="The units that this seat can identify.")
    covered: list[CoveredInfo] = Field(description="Counters of units it cannot identify, sorted by what is public.")
    markers: list[MarkerInfo]
    arrows: list[ArrowInfo]
    state: dict[str, Any]
    points: list[PointsRow]
    facts: list[FactRow]
    levels: list[LevelRow] = Field(description="How many points win how well, where the scenario says it itself.")
    coming: list[ComingRow]
    outcome: OutcomeInfo | None
    undo: UndoInfo
    commitment: str
    seed: str | None
    seed_chosen: bool
    dice: DiceInfo
    parent: str | None
    name: str = Field(description="What its players call the match.")
    values: str = Field(description="The owner's values that it is played with; empty for ours.")
    may_export: bool
    hints: Hints


class SubjectInfo(BaseModel):
    name: str
    kind: Literal["unit", "cell", "button", "number"]
    cell: str | None
    label: str
    words: list[str] = Field(description="What a button adds to its verb: the words of 'plan guns,rest'.")


class SubjectsAnswer(BaseModel):
    number: int
    revision: int
    seat: str | None
    subjects: list[SubjectInfo]


class ActionInfo(BaseModel):
    text: str = Field(description="The action as typed.")
    verb: str
    units: list[str]
    cells: list[str]
    words: list[str] = Field(description="Its other arguments: numbers and words.")
    target: str | None = Field(description="The cell that a player would click for it.")
    way: list[str] = Field(description="The cells on its route, where known; the target last.")
    cost: str
    amount: float | None = Field(description="The number in its cost: 2 in '2 MP'.")
    case: str


class ActionsAnswer(BaseModel):
    number: int
    revision: int
    seat: str | None
    more: bool
    actions: list[ActionInfo]


class TargetInfo(BaseModel):
    """A cell that can be attacked, or entered after an attack."""

    cell: str
    best: str = Field(
        description="The best odds that an attack on it can get, as its table has them; empty if unknown."
    )
    one_by_one: bool = Field(description="Whether several of the ways can be played one after the other.")
    ways: list[ActionInfo]


ActionText = Field(min_length=1, max_length=4000, description="The action as typed, such as 'move 3ID 2014'.")


class ActionParts(Request):
    """An action in its parts, as `ActionInfo` has them."""

    verb: str = Field(min_length=1, max_length=80)
    units: list[str] = Field(default_factory=list, max_length=200)
    cells: list[str] = Field(default_factory=list, max_length=200)
    words: list[str] = Field(default_factory=list, max_length=20)


class CheckRequest(Request):
    action: str | None = Field(default=None, min_length=1, max_length=4000)
    parts: ActionParts | None = Field(default=None, description="The action in its parts, instead of its text.")
    number: int | None = Field(default=None, ge=0)
    side: str | None = Field(default=None, max_length=80)


class RulingAnswer(BaseModel):
    allowed: bool
    case: str
    text: str
    units: list[str] = Field(description="The units it mentions.")
    cells: list[str] = Field(description="The cells it mentions.")


class CheckAnswer(RulingAnswer):
    action: str
    cost: str


class PreviewRequest(Request):
    action: str | None = Field(default=None, min_length=1, max_length=4000)
    actions: list[Annotated[str, Field(max_length=4000)]] | None = Field(default=None, min_length=1, max_length=50)
    number: int | None = Field(default=None, ge=0)
    side: str | None = Field(default=None, max_length=80)
    at_once: bool = Field(default=False, description="Whether to answer without a summary that takes long.")


class ProspectsRequest(Request):
    action: str = Field(min_length=1, max_length=4000, description="A move.")
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
        description="How many guesses at what this seat cannot know the odds were averaged over; 0 if exact."
    )
    likeliest: list[EventInfo] = Field(
        description="The arithmetic of the fight in the likeliest case, where dice fall before it."
    )
    summary: TollInfo | None = Field(description="What it comes to, where somebody can be hurt or driven off.")
    later: bool = Field(description="Whether the summary was left out because it takes long: ask again for it.")


class RefereeQuestion(Request):
    text: str = Field(min_length=1, max_length=400, description="A question in plain English.")
    side: str | None = Field(default=None, max_length=80)


class RefereeAnswer(BaseModel):
    kind: str = Field(description="Which kind of question it was taken for.")
    command: str = Field(description="The command that the question stands for.")
    lines: list[str] = Field(description="The answer, to show as it is.")
    units: list[str] = Field(description="The units that the answer names.")
    cells: list[str] = Field(description="The cells that the answer names.")


class ActionRequest(Request):
    action: str = ActionText
    then: list[Annotated[str, Field(min_length=1, max_length=4000)]] = Field(
        default_factory=list,
        max_length=40,
        description="Actions to play after it, while this seat is asked and no dice have fallen.",
    )
    number: int = Field(ge=0, description="The number of the position that the player saw.")
    revision: int | None = Field(default=None, ge=0)
    side: str | None = Field(default=None, max_length=80)


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
    outcome: OutcomeInfo | None = Field(description="None while an ally has yet to resign.")
    needs: list[str] = Field(description="The allies who have not resigned.")


class Removed(BaseModel):
    removed: str = Field(description="The match that was deleted.")


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
    drawn: Literal["cells", "area", "line", "path"] = Field(
        description="Each cell, their rim, a line through neighbours, or a path in the order of the cells."
    )


class OverlaysAnswer(BaseModel):
    number: int
    overlays: list[OverlayInfo]


class CanDo(BaseModel):
    verb: str
    actions: list[str]


class CannotDo(RulingAnswer):
    verb: str
    now: bool = Field(description="Whether the decision that is open asks for it.")


class WhyAnswer(BaseModel):
    unit: str
    place: str
    can: list[CanDo]
    cannot: list[CannotDo]


class Chosen(BaseModel):
    """What is selected without a click: the only choice, or a unit that can move on."""

    subject: str
    actions: list[ActionInfo]


class Now(BaseModel):
    """Everything a page shows of the current position, in one answer."""

    state: MatchState
    subjects: list[SubjectInfo]
    blocked: RulingAnswer | None = Field(description="Why this question cannot be ended yet, if it can be at all.")
    chosen: Chosen | None
    lines: list[OverlayInfo] = Field(description="Lines and areas on which the rules of this decision turn.")
    aims: list[TargetInfo] = Field(description="What a player may point at before anybody is chosen for it.")
    log: list[LogEntry]
    log_since: int = Field(description="Where this log starts; anything a page has beyond it is void.")


class ActionAnswer(BaseModel):
    number: int
    revision: int
    events: list[EventInfo]
    asked: list[Asked]
    now: Now | None = Field(default=None, description="If 'known' was given.")


Undoing = Literal["undo", "undo-asked", "undo-agreed", "undo-declined"]
Adding = Literal["seal", "share", "pass"]
ChangeKind = Literal["action", "resign", "join", "opened"] | Undoing | Adding


class Change(BaseModel):
    """A message of the live stream; its id is the revision."""

    revision: int
    number: int
    kind: ChangeKind
    seat: str
    side: str
    action: str | None
    events: list[EventInfo]
    asked: list[Asked]
    turn: int
    phase: str
    over: bool
    now: Now | None = Field(default=None, description="If 'known' was given; comes with the last of several changes.")


class Greeting(BaseModel):
    """The first message of the live stream; also tells a page to fetch everything again."""

    revision: int
    number: int
    thinking: list[str]


class Thinking(BaseModel):
    """A message of the live stream: whose bots are thinking."""

    seats: list[str]


class Health(BaseModel):
    ok: bool
    version: str
    trouble: str = Field(default="", description="What is damaged in the match file, if anything.")
    addresses: list[str] = Field(description="Where others on the network reach this server; empty if they cannot.")
