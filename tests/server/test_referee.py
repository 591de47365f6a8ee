"""The referee over HTTP: plain English in, the answer and its command out, and no secret with it."""

from __future__ import annotations

import pytest

from tests.server.conftest import Server, error, good


def test_a_question_in_plain_english(shared: Server) -> None:
    me = shared.player(shared.begin("marne-1914", scenario="counter-attack", seed="7"))
    answer = good(me.post("/ask", text="is 37DI in supply?"))
    assert answer["kind"] == "supply"
    assert answer["command"] == "grognard ask POSITION --supply 37DI --as entente"
    assert answer["lines"] == ["37DI is in supply [10.1.3a]: 37DI is 1 MP from a road to the south edge."]
    assert answer["units"] == ["37DI"]
    distance = good(me.post("/ask", text="How far is 3Div from 4ID?"))
    assert distance["lines"] == ["From 2215 to 2214: 1."]


def test_odds_are_worked_out_for_the_seat(shared: Server) -> None:
    match = shared.begin("marne-1914", scenario="counter-attack", seed="7")
    me = shared.player(match)
    number = good(me.post("/ask", text="what can I do?"))
    assert number["kind"] == "legal"
    refusal = good(me.post("/ask", text="what if I attack 2214 with 3Div?"))
    assert refusal["kind"] == "odds"
    assert "Refused by 8.1.3" in refusal["lines"][0]


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ({"text": "sing a song"}, "not-understood"),
        ({"text": "is 99DI in supply?"}, "not-understood"),
        ({"text": ""}, "bad-request"),
        ({}, "bad-request"),
        ({"text": "x" * 401}, "bad-request"),
    ],
)
def test_bad_questions_get_a_sentence(shared: Server, body: dict[str, str], kind: str) -> None:
    me = shared.player(shared.begin("marne-1914", scenario="counter-attack", seed="7"))
    error(me.post("/ask", **body), 422, kind)


def test_only_a_player_may_ask(shared: Server) -> None:
    watcher = shared.player(shared.begin("marne-1914", scenario="counter-attack", seed="7"), None)
    error(watcher.post("/ask", text="who is winning?"), 401, "no-seat")


def test_the_answer_knows_no_more_than_the_seat(shared: Server) -> None:
    """15.6.1: the German does not know the objectives, so that he does not know who is winning the campaign."""
    match = shared.begin("somme-1916", scenario="campaign", seed="7")
    german = shared.player(match, "german")
    assert "not known" in good(german.post("/ask", text="who is winning?"))["lines"][0]
