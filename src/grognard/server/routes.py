"""The interface: which address does what. Everything of substance is done elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from hmac import compare_digest
from typing import Annotated, Any, TypeVar

import anyio.to_thread
import msgspec
from fastapi import APIRouter, Depends, Header, Query, Request
from fastapi.responses import PlainTextResponse, Response, StreamingResponse
from pydantic import BaseModel

from grognard.engine import Action, find_game
from grognard.engine.positions import write_position
from grognard.engine.records import write_record
from grognard.engine.saves import saved
from grognard.engine.starting import scenarios_of
from grognard.errors import GrognardError
from grognard.server import catalogue, game_models, live, models, removal, views
from grognard.server.asking import ASKING, ERRORS, SEATED, TheKeeper
from grognard.server.game_routes import fixed
from grognard.server.keeper import Keeper, sealed
from grognard.server.now import END, now_of
from grognard.server.owners import values_name
from grognard.server.problems import Problem, over
from grognard.server.room import Room, Sitter
from grognard.server.storage import Elsewhere, Stored

T = TypeVar("T")

router = APIRouter(prefix="/api")

SeatHeader = Annotated[str | None, Header(alias="X-Seat", max_length=200, description="The token of a seat or table.")]
SeatQuery = Annotated[
    str | None, Query(alias="seat", max_length=200, description="The same, for when you cannot set a header.")
]
Side = Annotated[str | None, Query(max_length=80, description="Which of your own seats, if you have several.")]
At = Annotated[int | None, Query(ge=0, description="After how many actions; default: the latest position.")]
Known = Annotated[
    int | None, Query(ge=-1, description="The last log number the page has, -1 for none: asks for 'now'.")
]
SeenBy = Annotated[str | None, Query(max_length=80, description="The seat that has read that log.")]
Follow = Annotated[str | None, Query(max_length=80, description="A unit that stays selected if it can move on.")]
Subject = Annotated[str | None, Query(min_length=1, max_length=200)]
After = Annotated[list[str] | None, Query(max_length=20, description="Actions to play first, on a copy of the match.")]


async def patiently(keeper: Keeper, ask: Callable[..., T], *words: Any) -> T:
    """Ask what has to wait for a worker, in a thread that is not needed for anything else."""
    return await anyio.to_thread.run_sync(ask, *words, limiter=keeper.patience)


class Visit:
    """A request to a match: the room and whoever comes in."""

    def __init__(self, keeper: Keeper, id: str, token: str | None) -> None:
        self.keeper = keeper
        self.id = id
        self.token = token

    @cached_property
    def room(self) -> Room:
        """Looked up only in the thread that answers: a match that nobody has asked for is played again."""
        return self.keeper.room(self.id)

    @cached_property
    def sitter(self) -> Sitter:
        return self.room.sitter(self.token)

    def changed(self) -> None:
        self.keeper.let_bots_play(self.room)


async def visit_of(keeper: TheKeeper, id: str, header: SeatHeader = None, query: SeatQuery = None) -> Visit:
    return Visit(keeper, id, header or query)


AVisit = Annotated[Visit, Depends(visit_of)]


def said(answer: BaseModel) -> Response:
    """An answer made into bytes by the thread that found it; the framework would look at it twice more."""
    return Response(msgspec.json.encode(answer.__dict__, enc_hook=fields_of), media_type="application/json")


def fields_of(answer: Any) -> dict[str, Any]:
    """What is in a form. We have made it ourselves, so that nothing needs to be checked once more."""
    if not isinstance(answer, BaseModel):
        raise TypeError(f"{type(answer).__name__} is no form of an answer")
    return answer.__dict__


# -- matches: the list, and new ones --


@router.get("/matches", operation_id="listMatches", responses={422: ERRORS[422]})
def list_matches(keeper: TheKeeper, limit: Annotated[int, Query(ge=1, le=500)] = 50) -> list[models.MatchSummary]:
    """The matches kept here, most recently played first."""
    return [match_summary(keeper, stored) for stored in keeper.storage.matches(limit)]


def match_summary(keeper: Keeper, stored: Stored) -> models.MatchSummary:
    start = stored.start
    title, scenario_title, sides, called = start.game, start.scenario, dict[str, str](), dict[str, str]()
    try:
        game = find_game(start.game)
        title, sides, called = game.title, dict(game.sides), dict(game.called)
        scenario_title = scenarios_of(game, game.data())[start.scenario].title
    except (GrognardError, KeyError):  # a game that is no longer installed
        pass
    return models.MatchSummary(
        id=stored.id,
        game=start.game,
        title=title,
        scenario=start.scenario,
        scenario_title=scenario_title,
        number=stored.number,
        created=stored.created,
        updated=stored.updated,
        over=stored.over,
        result=stored.result,
        seats=[
            views.seat_info(id, id if id in sides else "", name, called.get(id, f"the {name}"), seat)
            for id, seat in stored.seats.items()
            for name in [sides.get(id, id.capitalize())]
        ],
        parent=stored.parent,
        name=start.name,
        values=values_name(start),
    )


def created(room: Room) -> models.Created:
    seats = {name: seat.token for name, seat in room.seats.items() if seat.kind == "human"}
    return models.Created(
        id=room.id,
        table=room.stored.table,
        seats=seats,
        open=[name for name, seat in room.seats.items() if seat.kind == "open"],
        commitment=room.match.commitment,
        number=room.match.number,
        revision=room.revision,
    )


@router.post("/matches", status_code=201, operation_id="newMatch", responses=ERRORS)
def new_match(body: models.NewMatch, keeper: TheKeeper) -> models.Created:
    """Start a match. The tokens in the answer are the keys to its seats."""
    mine = {"name": body.name, "player": body.player, "values": body.values}
    return created(keeper.begin(body.game, body.scenario, body.options, body.seed, body.seats, **mine))


@router.post("/import", status_code=201, operation_id="importFile", responses=ASKING)
async def import_file(body: models.ImportFile, keeper: TheKeeper) -> models.Created:
    """Start a new match from a save, a record or a position file."""
    return created(await patiently(keeper, keeper.read, body.text, body.seats, body.same_dice))


@router.post("/matches/{id}/fork", status_code=201, operation_id="forkMatch", responses=SEATED)
def fork_match(body: models.Fork, visit: AVisit) -> models.Created:
    """Start a new match from any position of this one."""
    return created(visit.keeper.fork(visit.room, visit.sitter, body.number, body.seats, body.same_dice))


@router.post("/matches/{id}/table", operation_id="openTable", responses=SEATED)
def open_table(
    visit: AVisit, owner: Annotated[str, Header(alias="X-Owner", max_length=200, description="The owner's key.")] = ""
) -> models.TableKey:
    """The token of a table, for the owner of the server."""
    keeper = visit.keeper
    if not keeper.owner or not compare_digest(owner.encode(), keeper.owner.encode()):
        raise Problem(403, "no-seat", "only the owner of this server can open other people's tables")
    return models.TableKey(table=visit.room.stored.table)


@router.post("/matches/{id}/join", operation_id="joinMatch", responses=SEATED)
def join_match(body: models.Join, visit: AVisit) -> models.Joined:
    """Take an open seat; the token is given only once."""
    import secrets

    token = secrets.token_urlsafe(18)
    visit.room.join(body.side, token, body.player.strip())
    return models.Joined(seat=body.side, token=token, revision=visit.room.revision)


@router.post("/matches/{id}/dice", operation_id="addToDice", responses=SEATED)
def add_to_dice(body: models.AddToDice, visit: AVisit) -> models.DiceInfo:
    """Add a share to the dice before they are rolled: seal it, and reveal it once all have sealed theirs."""
    room, sitter = visit.room, visit.sitter
    with room.lock:
        room.actor(sitter, None)
        room.add_to_dice(sitter, body.seal, body.share, body.passes)
        return views.dice_of(room)


# -- a match: looking --


@router.get("/matches/{id}", operation_id="getMatch", response_model=models.MatchState, responses=SEATED)
def get_match(visit: AVisit, at: At = None, side: Side = None) -> Response:
    """The match as this seat sees it, now or after any number of actions."""
    room = visit.room
    with room.lock:
        return said(views.state_of(room, visit.sitter, room.viewer(visit.sitter, side), at))


@router.get("/matches/{id}/now", operation_id="getNow", response_model=models.Now, responses=SEATED)
def get_now(visit: AVisit, known: Known = -1, seen_by: SeenBy = None, side: Side = None) -> Response:
    """Everything a page shows of the current position: state, what can be done, and the log from a number on."""
    room = visit.room
    with room.lock:
        viewer = room.viewer(visit.sitter, side)
        return said(now_of(room, visit.sitter, viewer, -1 if known is None else known, seen_by))


@router.get("/matches/{id}/board", operation_id="getMatchBoard", response_model=game_models.BoardInfo, responses=SEATED)
def get_match_board(visit: AVisit, request: Request) -> Response:
    """The map of this match; a study position may have its own."""
    return fixed(catalogue.board_answer(visit.room.match.setting), request)


@router.get(
    "/matches/{id}/tables", operation_id="getMatchTables", response_model=game_models.TablesAnswer, responses=SEATED
)
def get_match_tables(visit: AVisit, request: Request) -> Response:
    """The tables this match is played with, every row with its source, and which of them are the owner's."""
    room = visit.room
    return fixed(catalogue.tables_of(room.match.setting.data, values_name(room.stored.start)), request)


@router.get(
    "/matches/{id}/subjects", operation_id="getSubjects", response_model=models.SubjectsAnswer, responses=SEATED
)
def get_subjects(visit: AVisit, side: Side = None) -> Response:
    """What can act now: units, cells, buttons. Empty when this seat is not asked."""
    room = visit.room
    with room.lock:
        return said(views.subjects_of(room, visit.sitter, room.viewer(visit.sitter, side)))


@router.get("/matches/{id}/actions", operation_id="getActions", response_model=models.ActionsAnswer, responses=SEATED)
def get_actions(
    visit: AVisit,
    subject: Subject = None,
    side: Side = None,
    limit: Annotated[int, Query(ge=1, le=20000)] = 2000,
    after: After = None,
) -> Response:
    """The legal actions of a subject, or all of them; with ``after``, those it would have next (waypoints)."""
    room = visit.room
    with room.lock:
        viewer = room.viewer(visit.sitter, side)
        return said(views.actions_of(room, visit.sitter, viewer, subject, limit, after or ()))


@router.get("/matches/{id}/why", operation_id="getWhy", responses=SEATED)
def get_why(
    visit: AVisit, unit: Annotated[str, Query(min_length=1, max_length=80)], side: Side = None
) -> models.WhyAnswer:
    """What one of this seat's units can do now, and why it cannot do the rest."""
    room = visit.room
    with room.lock:
        return views.why_of(room, room.actor(visit.sitter, side), unit)


@router.get("/matches/{id}/log", operation_id="getLog", response_model=models.LogAnswer, responses=SEATED)
def get_log(visit: AVisit, since: Annotated[int, Query(ge=-1)] = -1, side: Side = None) -> Response:
    """What happened after that action, as far as this seat may know."""
    room = visit.room
    with room.lock:
        return said(views.log_of(room, room.viewer(visit.sitter, side), since))


@router.get(
    "/matches/{id}/overlays", operation_id="getOverlays", response_model=models.OverlaysAnswer, responses=SEATED
)
def get_overlays(
    visit: AVisit,
    kind: Annotated[str | None, Query(max_length=80)] = None,
    unit: Annotated[str | None, Query(max_length=80)] = None,
    at: At = None,
    side: Side = None,
) -> Response:
    """Cells and units to point out: zones of control, supply, and what the game adds."""
    room = visit.room
    with room.lock:
        return said(views.overlays_of(room, room.viewer(visit.sitter, side), at, kind, unit))


@router.get(
    "/matches/{id}/live",
    operation_id="watchMatch",
    response_class=Response,
    responses={**SEATED, 200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
)
def watch_match(
    visit: AVisit,
    since: Annotated[int | None, Query(ge=0)] = None,
    last: Annotated[int | None, Header(alias="Last-Event-ID", ge=0)] = None,
    side: Side = None,
    known: Known = None,
    seen_by: SeenBy = None,
) -> StreamingResponse:
    """Server-sent events: everything since a revision, then whatever happens.

    With ``known`` the last of several changes has everything a page shows of the new position.
    """
    room, keeper = visit.room, visit.keeper
    with room.lock:
        room.viewer(visit.sitter, side)
    if len(room.signal) >= live.STREAMS_A_MATCH or keeper.streams() >= live.STREAMS_A_SERVER:
        raise Problem(503, "busy", "too many pages are already watching")
    line = live.Line(room, visit.sitter, side, known, seen_by)
    parts = live.stream(line, last if last is not None else since, keeper.is_current)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(parts, media_type="text/event-stream", headers=headers)


# -- a match: doing --


@router.post("/matches/{id}/check", operation_id="checkAction", response_model=models.CheckAnswer, responses=SEATED)
def check_action(body: models.CheckRequest, visit: AVisit) -> Response:
    """The referee's ruling on an action, without playing it."""
    room = visit.room
    with room.lock:
        seat = room.actor(visit.sitter, body.side)
        room.require_current(body.number)
        if room.over:
            raise over()
        return said(views.check_of(room, seat, action_of(room, body)))


def action_of(room: Room, body: models.CheckRequest) -> Action:
    """The action that a request names by its text or by its parts."""
    if body.parts is not None:
        parts = body.parts
        return room.match.setting.language.compose(parts.verb, parts.units, parts.cells, parts.words)
    if body.action is None:
        raise Problem(422, "bad-request", "'action' or 'parts' is missing")
    return room.match.read(body.action)


@router.post(
    "/matches/{id}/preview", operation_id="previewAction", response_model=models.PreviewAnswer, responses=ASKING
)
async def preview_action(body: models.PreviewRequest, visit: AVisit) -> Response:
    """What an action would do: what is certain, and the exact odds of what dice decide."""
    return await patiently(visit.keeper, preview_of, body, visit)


def preview_of(body: models.PreviewRequest, visit: Visit) -> Response:
    texts = body.actions or ([body.action] if body.action else [])
    if not texts:
        raise Problem(422, "bad-request", "'action' or 'actions' is missing")
    room = visit.room
    with room.lock:
        seat = room.actor(visit.sitter, body.side)
        room.require_current(body.number)
        if room.over:
            raise over()
        if seat not in room.questions():
            raise Problem(403, "not-asked", *turn_order(room, seat))
        for text in texts:
            room.match.read(text)
    found = visit.keeper.odds(room, seat, texts, "odds-at-once" if body.at_once else "odds")
    return said(models.PreviewAnswer.model_validate(found))


@router.post(
    "/matches/{id}/prospects", operation_id="getProspects", response_model=models.ProspectsAnswer, responses=ASKING
)
async def get_prospects(body: models.ProspectsRequest, visit: AVisit) -> Response:
    """What could be attacked after a move, and at which odds."""
    return await patiently(visit.keeper, prospects_after, body, visit)


def prospects_after(body: models.ProspectsRequest, visit: Visit) -> Response:
    room = visit.room
    with room.lock:
        seat = room.actor(visit.sitter, body.side)
        room.require_current(body.number)
        if room.over:
            raise over()
        if seat not in room.questions():
            raise Problem(403, "not-asked", *turn_order(room, seat))
        room.match.read(body.action)
        number = room.match.number
    found = visit.keeper.odds(room, seat, [body.action], "prospects")
    targets = [models.ProspectInfo(cell=cell, best=best, units=units) for cell, best, units in found]
    return said(models.ProspectsAnswer(number=number, targets=targets))


def turn_order(room: Room, seat: str) -> tuple[str, str]:
    asked = " and ".join(map(room.name_of, room.questions()))
    return f"this decision belongs to {asked}, not {room.name_of(seat)}", room.match.game.turn_order_case


@router.post("/matches/{id}/actions", operation_id="playAction", response_model=models.ActionAnswer, responses=SEATED)
def play_action(body: models.ActionRequest, visit: AVisit, known: Known = None, follow: Follow = None) -> Response:
    """Play an action. It is stored before you get the answer, which has everything a page shows next with ``known``."""
    room, sitter = visit.room, visit.sitter
    with room.lock:
        seat = room.actor(sitter, body.side)
        try:
            question = room.questions().get(seat)
            room.play(body.action, seat, body.number, body.revision)
            played = 1 + play_then(room, body.then, seat, question.kind if question else "")
        except Elsewhere as problem:
            visit.keeper.forget(room)
            raise Problem(409, "stale", str(problem)) from None
        viewer = room.viewer(sitter, None) if sitter.table else seat
        answer = models.ActionAnswer.model_construct(
            number=room.match.number,
            revision=room.revision,
            events=[
                event
                for number in range(room.match.number - played + 1, room.match.number + 1)
                for event in views.events_of(room, number, seat)
            ],
            asked=views.asked_of(room, room.match, sitter, viewer),
            now=now_of(room, sitter, viewer, known, seat, follow) if known is not None else None,
        )
    visit.changed()
    return said(answer)


def play_then(room: Room, texts: Sequence[str], seat: str, kind: str) -> int:
    """Actions that follow one that was played, until one is refused or dice have fallen; how many were played.

    What ends a question ends the one that was asked, of that ``kind``, and no later one.
    """
    for done, text in enumerate(texts):
        last, question = room.match.last, room.questions().get(seat)
        if room.over or (last is not None and last.chance) or not room.match.check(text, by=seat):
            return done
        if text == END and question is not None and question.kind != kind:
            return done
        room.play(text, seat, None)
    return len(texts)


@router.post("/matches/{id}/undo", operation_id="undoAction", response_model=models.UndoAnswer, responses=SEATED)
def undo_action(body: models.UndoRequest, visit: AVisit) -> Response:
    """Take back your last action, or ask the others to agree if dice have been rolled since."""
    room = visit.room
    with room.lock:
        needs = room.undo(visit.sitter, room.actor(visit.sitter, body.side), body.number)
        answer = undo_answer(room, needs)
    visit.changed()
    return said(answer)


@router.post("/matches/{id}/agree-undo", operation_id="agreeUndo", responses=SEATED)
def agree_undo(body: models.AgreeRequest, visit: AVisit) -> models.UndoAnswer:
    """Agree to another player's undo, or decline it."""
    room = visit.room
    with room.lock:
        room.actor(visit.sitter, body.side)  # complains of who has no seat
        needs = room.agree(visit.sitter, body.agree)
        answer = undo_answer(room, needs)
        answer.done = body.agree and not needs
    visit.changed()
    return answer


def undo_answer(room: Room, needs: list[str]) -> models.UndoAnswer:
    return models.UndoAnswer(number=room.match.number, revision=room.revision, done=not needs, needs=needs)


@router.post("/matches/{id}/resign", operation_id="resign", responses=SEATED)
def resign(body: models.ResignRequest, visit: AVisit) -> models.ResignAnswer:
    """Resign the match."""
    room = visit.room
    with room.lock:
        side = room.match.side_of(room.actor(visit.sitter, body.side))
        outcome = room.resign([seat for seat in visit.sitter.seats if room.match.side_of(seat) == side])
        return models.ResignAnswer(
            number=room.match.number,
            revision=room.revision,
            outcome=views.outcome_of(outcome) if outcome else None,
            needs=room.allies_of(side),
        )


@router.delete("/matches/{id}", operation_id="removeMatch", responses=SEATED)
def remove_match(visit: AVisit) -> models.Removed:
    """Delete a match for good. Needs the table's token; not while others are playing."""
    removal.remove(visit.keeper, visit.room, visit.sitter)
    return models.Removed(removed=visit.room.id)


@router.get(
    "/matches/{id}/export",
    operation_id="exportMatch",
    response_class=Response,
    responses={**SEATED, 200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
def export_match(
    visit: AVisit, form: Annotated[str, Query(pattern="^(save|record|position)$")] = "save", at: At = None
) -> Response:
    """The match as a file: a save, a record, or the position. Locked while others are playing."""
    room = visit.room
    with room.lock:
        if not room.may_export(visit.sitter):
            raise sealed("export")
        room.note_opened()
        match = room.at(at)
        if form == "record":
            players = {name: seat.level or seat.kind for name, seat in room.seats.items()}
            text, ending = write_record(match, players, dice="known" if room.known_dice else ""), "record.txt"
        elif form == "position":
            text, ending = write_position(match), "position.txt"
        else:
            text, ending = msgspec.json.format(msgspec.json.encode(saved(match)), indent=1).decode() + "\n", "json"
        name = f"{match.game.slug}-{match.setting.scenario}-{match.number}.{ending}"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return PlainTextResponse(text, headers=headers)
