"""The interface to games: what there is to play, its map, its cases and its tables."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

import grognard
from grognard.engine import find_game
from grognard.engine.starting import scenario_name
from grognard.server import catalogue, game_models, models
from grognard.server.asking import ERRORS, TheKeeper
from grognard.server.problems import without_folders

router = APIRouter(prefix="/api")


@router.get("/health", operation_id="health")
def health(keeper: TheKeeper) -> models.Health:
    """Whether the server is up."""
    trouble = without_folders(keeper.storage.trouble)
    return models.Health(ok=True, version=grognard.__version__, trouble=trouble, addresses=list(keeper.addresses))


@router.get("/games", operation_id="listGames")
def list_games() -> list[game_models.GameSummary]:
    """All games with their scenarios."""
    return catalogue.summaries()


@router.get("/bots", operation_id="listBots")
def list_bots() -> list[game_models.BotInfo]:
    """The bots that can take a seat."""
    return catalogue.bots()


@router.get("/games/{slug}", operation_id="getGame", responses=ERRORS)
def get_game(slug: str) -> game_models.GameInfo:
    """A game with its options, verbs and colours."""
    return catalogue.game_info(slug)


@router.get("/games/{slug}/board", operation_id="getGameBoard", response_model=game_models.BoardInfo, responses=ERRORS)
def get_game_board(
    slug: str, request: Request, scenario: Annotated[str | None, Query(max_length=80)] = None
) -> Response:
    """The map of a game: its cells, and the drawing in layers."""
    game = find_game(slug)
    if scenario is not None:
        scenario_name(game, game.data(), scenario)
    return fixed(catalogue.game_board(slug, scenario), request)


@router.get("/games/{slug}/cover", operation_id="getCover", response_model=game_models.CoverInfo, responses=ERRORS)
def get_cover(slug: str, request: Request) -> Response:
    """A small picture of the middle of a game's map."""
    return fixed(catalogue.cover(slug), request)


@router.get("/games/{slug}/seats", operation_id="getSeats", responses=ERRORS)
def get_seats(
    slug: str,
    scenario: Annotated[str | None, Query(max_length=80)] = None,
    option: Annotated[list[str] | None, Query(max_length=200, description="NAME=CHOICE; can be repeated.")] = None,
) -> list[game_models.SeatOffer]:
    """The seats a match with those options would have."""
    return catalogue.seats(slug, scenario, dict(one.split("=", 1) for one in option or () if "=" in one))


@router.get("/games/{slug}/cases", operation_id="getCases", response_model=game_models.CasesAnswer, responses=ERRORS)
def get_cases(slug: str, request: Request) -> Response:
    """The cases of the rulebook in our words, and our rulings."""
    return fixed(catalogue.cases(slug), request)


@router.get("/games/{slug}/tables", operation_id="getTables", response_model=game_models.TablesAnswer, responses=ERRORS)
def get_tables(slug: str, request: Request) -> Response:
    """The game's tables, every row with its source."""
    return fixed(catalogue.tables(slug), request)


@router.get("/games/{slug}/values", operation_id="getValues", responses=ERRORS)
def get_values(slug: str, keeper: TheKeeper) -> list[game_models.ValuesInfo]:
    """The owners' values a match of this game can be played with."""
    return keeper.owners.of(find_game(slug).slug)


def fixed(answer: catalogue.Fixed, request: Request) -> Response:
    headers = {"etag": answer.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == answer.tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(answer.packed, media_type="application/json", headers=headers)
    return Response(answer.plain, media_type="application/json", headers=headers)
