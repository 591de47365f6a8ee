"""Over HTTP, too, two worlds that a side cannot tell apart are the same: every address, its answer and its errors."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

import httpx
import pytest

from grognard.engine import Match
from grognard.engine.positions import write_position
from tests.games.hannut_1940.position import study
from tests.games.hannut_1940.test_secrets import COVERED, STACKS, UNCOVERED, questions_of
from tests.server.conftest import Player, Server, good

OWN = re.compile(r'"(id|table|token|commitment|created|updated|parent|revision)":("[^"]*"|\d+)')
"""What differs from match to match."""
ASKED = (
    "who stands in 5504?", "can I/12Sch reach 5504?", "what are the odds against 5504?", "is II/11RDP in supply?",
)
PLACES = ("II/11RDP", "III/11RDP", "AT47-3DLM", "5504", "5508", "nobody")


def told(answer: httpx.Response, player: Player) -> str:
    headers = {name: value for name, value in answer.headers.items() if name not in ("date", "server")}
    text = OWN.sub(r'"\1"', answer.text.replace(player.id, "ID"))
    length = len(answer.text) - sum(len(found[0]) for found in OWN.finditer(answer.text))
    headers["content-length"] = str(length if "content-length" in headers else None)
    return f"{answer.status_code} {sorted(headers.items())} {text}"


def everything(player: Player, match: Match, side: str) -> dict[str, str]:
    """The answers to all that a seat can ask for, download or try, by request."""
    found: dict[str, str] = {}

    def get(what: str, **params: Any) -> None:
        found[f"GET {what} {params}"] = told(player.get(what, **params), player)

    def post(what: str, **body: Any) -> None:
        found[f"POST {what} {body}"] = told(player.post(what, **body), player)

    for what in ("", "/now", "/subjects", "/actions", "/log", "/board", "/tables", "/overlays"):
        get(what)
    get("/now", known=0)
    get("", at=0)
    for form in ("save", "record", "position"):
        get("/export", form=form)
    setting = match.setting
    placed = zip(setting.units, match.position.state.loc, strict=True)
    own = [unit.id for unit, cell in placed if unit.side == side and cell >= 0]
    for name in (*own, *PLACES):
        get("/actions", subject=name)
        get("/why", unit=name)
        get("/overlays", unit=name)
        post("/check", action=f"move {name} 5504", number=match.number)
        post("/check", action=f"assault {name} 5508", number=match.number)
    for text in ASKED:
        post("/ask", text=text)
    decision = match.question_for(side)
    for action in islice(decision.all_actions(), 2) if decision is not None else ():
        for what in ("/preview", "/prospects"):
            post(what, action=match.write(action), number=match.number)
    post("/set-up", number=match.number)
    post("/fork", number=0)
    post("/undo", number=match.number)
    post("/agree-undo", agree=True)
    found["live"] = first_words(player)
    return found


def first_words(player: Player) -> str:
    with player.client.stream("GET", f"/api/matches/{player.id}/live?since=0&known=-1", headers=player.headers) as live:
        text = "".join(islice((line for line in live.iter_lines() if line), 3))
    return OWN.sub(r'"\1"', text.replace(player.id, "ID"))


def require_same(server: Server, one: Match, other: Match, side: str) -> None:
    answers = []
    for match in (one, other):
        body = {"text": write_position(match), "same_dice": True, "seats": {"german": "human", "french": "human"}}
        room = good(server.client.post("/api/import", json=body))
        answers.append(everything(server.player(room, side), match, side))
    assert answers[0].keys() == answers[1].keys()
    for what, answer in answers[0].items():
        assert answer == answers[1][what], f"{what} tells {side}"
    assert answers[0]["GET  {}"].startswith("200")
    assert answers[0]["GET /export {'form': 'save'}"].startswith("403")


@pytest.mark.parametrize("phase", ["movement german", "assault german"])
@pytest.mark.parametrize("lines", COVERED)
def test_what_lies_under_a_stack(shared: Server, phase: str, lines: tuple[str, str]) -> None:
    one, other = (study(phase, f"{STACKS} {covered} \n {UNCOVERED}") for covered in lines)
    require_same(shared, one, other, "german")


@pytest.mark.parametrize("kind", ["mode", "allot", "attach", "chit", "fuel"])
def test_choices_of_the_command_phase(shared: Server, kind: str) -> None:
    one, other, side = questions_of(kind)
    require_same(shared, one, other, side)


def test_chits_and_low_fuel(shared: Server) -> None:
    lines = "4Pz-HQ 6002 \n 2DLM-HQ 5011 \n I/12Sch 5504 \n I/11RDP 5001"
    one, other = (study("movement french", f"{lines} \n chit german={chit} french=1", turn=6) for chit in (1, 2))
    require_same(shared, one, other, "french")
    one, other = (study("movement french", f"{lines} \n {fuel}", turn=7) for fuel in ("fuel 8", "fuel 0"))
    require_same(shared, one, other, "french")
