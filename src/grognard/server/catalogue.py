"""What there is to play: games with their boards, cases and tables. Made once, then kept."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from pydantic import BaseModel

from grognard.board import Board
from grognard.board.drawing import draw_chart, draw_cover, draw_parts
from grognard.board.drawing.plane import Plane
from grognard.board.drawing.symbols import size_mark, symbol
from grognard.data import DataFolder
from grognard.engine import Game, Setting, find_game, game_slugs, in_words
from grognard.engine.starting import scenario_name, setting_for
from grognard.referee.index import index_of, load_cases, read_cites
from grognard.referee.sources import source_files
from grognard.rules.game import WarGame
from grognard.server import game_models as models
from grognard.server.extras import hints_of
from grognard.server.problems import without_folders
from grognard.server.thinking import bot_levels

NO_OPTIONS: Mapping[str, str] = MappingProxyType({})
"""All options as usual."""


class Fixed:
    """An answer that never changes while the server runs: bytes, packed bytes and a tag."""

    def __init__(self, model: BaseModel) -> None:
        self.plain = model.model_dump_json().encode()
        self.packed = gzip.compress(self.plain, 6, mtime=0)
        self.tag = f'"{hashlib.blake2b(self.plain, digest_size=10).hexdigest()}"'


def summary(game: Game) -> models.GameSummary:
    return models.GameSummary(
        slug=game.slug,
        title=game.title,
        rules=game.rules_version,
        hidden=game.may_hide,
        unfinished=game.unfinished,
        error="",
        sides=[
            models.Named(id=side, name=name, called=game.called.get(side, f"the {name}"))
            for side, name in game.sides.items()
        ],
        scenarios=[
            models.ScenarioInfo(name=s.name, title=s.title, turns=s.turns, text=s.text)
            for s in game.scenarios(game.data()).values()
        ],
    )


def summaries() -> list[models.GameSummary]:
    """All games; a damaged one is listed with its error and does not hide the others."""
    found = []
    for slug in game_slugs():
        try:
            found.append(summary(find_game(slug)))
        except Exception as problem:  # whatever another distribution does wrong
            found.append(damaged(slug, problem))
    return found


def damaged(slug: str, problem: Exception) -> models.GameSummary:
    error = without_folders(in_words(problem))
    return models.GameSummary(
        slug=slug, title=slug, rules="", hidden=False, unfinished="", error=error, sides=[], scenarios=[]
    )


@lru_cache(maxsize=32)
def game_info(slug: str) -> models.GameInfo:
    game = find_game(slug)
    setting = setting_of(game, None)
    return models.GameInfo(
        **summary(game).model_dump(),
        options=[
            models.OptionInfo(name=o.name, default=o.default, choices=list(o.choices), case=o.case, text=o.text)
            for o in game.options(game.data())
        ],
        verbs=[
            models.VerbInfo(
                name=v.name,
                shape=v.shape,
                case=v.case,
                when=v.when,
                resolves=v.resolves,
                aims=v.aims,
                assembles=v.assembles,
                label=v.label,
            )
            for v in game.verbs
        ],
        nations=list(dict.fromkeys(unit.nation for unit in setting.units)),
        colours=dict(game.colours),
        bots=bots(),
        phases=list(game.sequence) if isinstance(game, WarGame) else [],
        hints=hints_of(setting),
    )


def bots() -> list[models.BotInfo]:
    return [models.BotInfo(level=name, title=name.capitalize(), text=text) for name, text in bot_levels().items()]


def setting_of(game: Game, scenario: str | None, options: Mapping[str, str] = NO_OPTIONS) -> Setting:
    data = game.data()
    return setting_for(game, data, scenario_name(game, data, scenario), game.chosen_options(data, options))


def seats(slug: str, scenario: str | None, options: Mapping[str, str]) -> list[models.SeatOffer]:
    """Who sits at a match with those options: a seat for each side, or for each nation of one."""
    setting = setting_of(find_game(slug), scenario, options)
    return [
        models.SeatOffer(seat=seat, side=side, name=setting.seat_name(seat), called=setting.seat_called(seat))
        for seat, side in setting.seats.items()
    ]


@lru_cache(maxsize=32)
def game_board(slug: str, scenario: str | None) -> Fixed:
    return board_answer(setting_of(find_game(slug), scenario))


@lru_cache(maxsize=32)
def cover(slug: str) -> Fixed:
    return Fixed(models.CoverInfo(svg=draw_cover(setting_of(find_game(slug), None).board)))


@lru_cache(maxsize=32)
def board_answer(setting: Setting) -> Fixed:
    return Fixed(board_info(setting))


def board_info(setting: Setting) -> models.BoardInfo:
    board, grid = setting.board, setting.grid
    plane = Plane(grid)
    names = {cell: place.label for place in board.places for cell in place.cells}
    cells = [
        models.CellInfo(
            id=id,
            x=round(plane.centres[cell][0], 2),
            y=round(plane.centres[cell][1], 2),
            points=[(round(x, 2), round(y, 2)) for x, y in plane.corners[cell]],
            terrain=board.terrain[cell],
            features=list(board.tags(cell)),
            name=names.get(cell, ""),
            around=[grid.ids[other] if other >= 0 else None for other in grid.toward[cell]],
        )
        for cell, id in enumerate(grid.ids)
    ]
    words = dict.fromkeys(unit.symbol for unit in setting.units if unit.symbol)
    sizes = dict.fromkeys(unit.size for unit in setting.units if unit.size)
    return models.BoardInfo(
        name=board.name,
        title=board.title,
        kind=grid.kind,
        scale_km=board.scale_km,
        north=board.north_deg,
        directions=list(grid.directions),
        width=round(plane.width, 2),
        height=round(plane.height, 2),
        cells=cells,
        layers=[models.Layer(name=name, svg=svg) for name, svg in draw_parts(board).items()],
        legend=legend(board),
        chart=[models.ChartEntry(title=title, svg=svg) for title, svg in draw_chart(board)],
        places=[
            models.PlaceInfo(name=p.label, kind=p.kind, cells=[grid.ids[c] for c in p.cells], value=p.value)
            for p in board.places
        ],
        regions={name: [grid.ids[c] for c in found] for name, found in board.regions.items()},
        boxes=list(setting.boxes),
        attribution=list(board.attribution),
        symbols={word: symbol(word, "currentColor", "none") for word in words},
        sizes={size: size_mark(size) for size in sizes},
    )


def legend(board: Board) -> list[models.LegendEntry]:
    return [
        models.LegendEntry(kind=group, id=kind.name, name=kind.title, colour=kind.colour, source=kind.source)
        for group, kinds in board.kinds.items()
        for kind in kinds.values()
    ]


@lru_cache(maxsize=32)
def cases(slug: str) -> Fixed:
    game = find_game(slug)
    found = [
        models.CaseInfo(
            number=c.number,
            title=c.title,
            text=c.text,
            status=c.status,
            standing=c.standing,
            reason=c.reason,
            code=c.code,
            rulings=c.rulings,
            options=c.options,
            tables=c.tables,
        )
        for c in (index_of(game).cases.values() if game.data().exists("cases.toml") else ())
    ]
    return Fixed(models.CasesAnswer(cases=found, rulings=ruling_notes(game)))


def ruling_notes(game: Game) -> list[models.RulingNote]:
    """The paragraphs of rulings.md that have a label such as R07."""
    data = game.data()
    if not data.exists("rulings.md") or not data.exists("cases.toml"):
        return []
    known = load_cases(game)
    label = re.compile(r"\b([A-Z]\d\d)\b")
    notes = []
    for paragraph in data.text("rulings.md").split("\n\n"):
        name = label.search(paragraph)
        if name is not None:
            cites = list(dict.fromkeys(read_cites(paragraph, known)))
            notes.append(models.RulingNote(label=name[1], text=paragraph.strip(), cases=cites))
    return notes


@lru_cache(maxsize=32)
def tables(slug: str) -> Fixed:
    return tables_of(find_game(slug).data())


def tables_of(data: DataFolder, owner: str = "") -> Fixed:
    """The game's data files with their sources; the map's own are seen on the map. ``owner`` names an overlay."""
    found = []
    ours = DataFolder(data.root)
    for file in source_files(data):
        if file.name.startswith("map/"):
            continue
        rows = data.rows(file.name, ["source"])
        columns = [name for name in (rows[0] if rows else {}) if name != "source"]
        before = (
            [dict(row) for row in ours.rows(file.name, ["source"])] if file.overlaid and ours.exists(file.name) else []
        )
        found.append(
            models.TableInfo(
                name=file.name,
                columns=columns,
                rows=[[row[name] for name in columns] for row in rows],
                sources=[row["source"] for row in rows],
                kinds=file.kinds,
                owner=owner if file.overlaid else "",
                owned=[n for n, row in enumerate(rows) if file.overlaid and dict(row) not in before],
            )
        )
    return Fixed(models.TablesAnswer(tables=found))
