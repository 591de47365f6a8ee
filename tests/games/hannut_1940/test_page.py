"""What the page shows: counters, markers, points, facts, arrivals, overlays."""

from __future__ import annotations

from tests.games.hannut_1940.position import game, number, study


def test_counters_show_what_the_printed_ones_would() -> None:
    """5.4, 13.8.5."""
    match = study(
        "movement german",
        "I/35Pz 5504 2 mark=EXP \n PzJg49 5505 fatigue=1 \n 4Pz-HQ 5503 \n static 4-pz \n I/11RDP 5001 supply=1",
    )
    page, g = match.game.page_for(match.setting), game(match)
    found = {uid: page.factors(g, number(match, uid)) for uid in ("I/35Pz", "PzJg49", "4Pz-HQ")}
    assert found == {"I/35Pz": "3^1-2^1-12", "PzJg49": "0-3^3-12", "4Pz-HQ": "1-12"}
    assert page.status(g, number(match, "I/35Pz")) == ("EX",)
    assert page.status(g, number(match, "PzJg49")) == ("F1",)
    assert page.status(g, number(match, "4Pz-HQ")) == ("ST",)
    assert page.status(g, number(match, "I/11RDP")) == ("OoS",)
    assert set(sum([page.status(g, n) for n in range(len(match.setting.units))], ())) <= set(page.statuses)


def test_markers_points_and_facts() -> None:
    """10.3.12, 16.1, 19.10."""
    match = study(
        "movement german", "I/11RDP 5004 \n ip 5004=2 \n shifts 5004=1 \n line_points 3 \n air german=4 \n I/35Pz 5504"
    )
    page, g = match.game.page_for(match.setting), game(match)
    assert {marker.label for marker in page.markers(g)} == {"IP", "AS1"}
    assert [(p.side, p.points) for p in page.points(g)] == [("german", 3)]
    assert "German +3 VP" in page.standing(g)
    assert any(fact.name == "Air points" and fact.value == "4" for fact in page.facts(g))


def test_arrivals_and_overlays() -> None:
    """18.1, 19.6, 8.1, 15.1."""
    match = study("movement german", "I/35Pz 5504 \n 4Pz-HQ 5505 \n bp 4-pz=2", board="real")
    page, g = match.game.page_for(match.setting), game(match)
    arrival = page.arrival(g, number(match, "I/30Inf"))
    assert arrival is not None
    assert (arrival.turn, "5201" in arrival.where) == (5, True)
    assert page.arrival(g, number(match, "1Mot-HQ")) is None
    assert page.arrival(g, number(match, "35BCC")) is not None
    overlays = {overlay.name: overlay for overlay in page.overlays(g)}
    assert g.state.loc[number(match, "4Pz-HQ")] in overlays["guns-german"].cells
    assert overlays["victory"].cells
    assert list(page.reach(g, number(match, "I/35Pz")) or ())


def test_a_study_that_assumes_supply_has_no_line_to_an_hq_that_is_not_there() -> None:
    """15.1: with an HQ the line leads there; without one nothing is drawn, and nothing breaks."""
    for lines, drawn in (("I/12Sch 5504 \n 4Pz-HQ 5604", True), ("I/12Sch 5504", False)):
        match = study("movement german", lines)
        page = match.game.page_for(match.setting)
        assert bool(page.supply_line(match.position, number(match, "I/12Sch"))) == drawn
