"""What a fight comes to: weighed to its end, in the words of its result."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import grognard
from grognard.engine import Action, Match
from grognard.engine.dice import Dice
from grognard.engine.events import Event
from grognard.engine.preview import (
    courses_of,
    key_of,
    play_on,
    preview,
    preview_of,
    sampled_toll_of,
    strengths,
    toll_of,
)
from grognard.games.soissons_1918.position import Soissons
from grognard.server.odds import odds, terms_in
from grognard.server.targets import targets_of
from tests.web.played import played


def under_fire(match: Match) -> set[int]:
    position = match.readable
    assert isinstance(position, Soissons)
    return set(position.state.fire)


def asked(match: Match, kind: str) -> str:
    """The seat that is asked a question of that kind; empty if none is."""
    return next((seat for seat, one in match.decisions.items() if one.kind == kind), "")


@pytest.fixture(scope="module")
def assault() -> Match:
    """The first assault at Soissons, each attacked hex under one point of artillery as far as they go."""
    match = grognard.start("soissons-1918", seed=3)
    for _ in range(200):
        decision = match.decision
        assert decision is not None
        if decision.kind == "combat":
            break
        actions = list(decision.all_actions())
        fresh = [a for a in actions if a.verb == "bombard" and a.number() not in under_fire(match)]
        match.play(fresh[0] if fresh else next((a for a in actions if a.verb == "end"), actions[0]))
    return match


def first(match: Match, wanted: Callable[[Action], bool]) -> str:
    assert match.decision is not None
    return match.write(next(action for action in match.decision.all_actions() if wanted(action)))


def test_a_fight_after_a_bombardment_is_weighed_to_its_end(assault: Match) -> None:
    """Neither one throw stands for all, nor a retreat that is the defender's choice for one that he must make."""
    assert assault.decision is not None
    singly = [a for a in assault.decision.all_actions() if len(a.numbers(0)) == 1]
    fights = [odds(assault, "entente", [assault.write(a)]) for a in singly if a.numbers(0)[0] in under_fire(assault)]
    found = next(one for one in fights if one["summary"]["cleared"] < 100)  # the surprise clears many hexes for sure
    summary = found["summary"]
    assert summary["exact"]
    assert summary["assumed"]
    assert 0 < summary["cleared"] < 100
    assert min(summary["own"], summary["enemy"]) > 0
    kinds = {event["kind"] for chance in found["chances"] for event in chance["results"]}
    assert kinds == {"combat"}, "the guns come before the odds are known"
    assert sum(chance["percent"] for chance in found["chances"]) == pytest.approx(100, abs=0.1)
    assert [event["sums"] for event in found["likeliest"]] != [], "the arithmetic of the likeliest case"


def test_the_summary_is_the_mean_of_real_fights(assault: Match) -> None:
    """Played again and again with other dice, by those who stay where they may, it comes to the same."""
    action = assault.read(first(assault, lambda a: len(a.numbers(0)) == 1))
    courses = courses_of(assault.clone(), action)
    assert sum(one.probability for one in courses) == 1
    toll = toll_of(assault, courses, "entente")
    assert toll is not None
    assert toll.exact
    was, times, cleared, lost = strengths(assault, "entente"), 300, 0, 0
    for number in range(times):
        trial = assault.clone()
        trial.position.dice = Dice(f"mean {number}")
        trial.play(action)
        play_on(trial)
        now = strengths(trial, "entente")
        cleared += bool(was[1][1] - now[1][1])
        lost += was[1][0] - now[1][0]
    assert toll.cleared == pytest.approx(cleared / times, abs=0.09)
    assert toll.enemy == pytest.approx(lost / times, abs=0.25)


def test_ending_a_phase_foretells_no_attack(assault: Match) -> None:
    """An attack that somebody may declare in the next phase is nothing that will happen for certain."""
    match = grognard.start("soissons-1918", seed=3)
    while match.decision is not None and match.decision.kind != "bombard":
        match.play(next(iter(match.decision.all_actions())))
    certain = odds(match, "entente", ["end"])["certain"]
    assert "declare" not in {event["kind"] for event in certain}


def test_each_hex_of_an_attack_on_several_is_a_target(assault: Match) -> None:
    targets = {cell: ways for cell, _, _, ways in targets_of(assault, "entente")}
    several = [a for ways in targets.values() for a in ways if len(a.numbers(0)) > 1]
    assert several, "nobody stands next to two enemies"
    assert all(action in targets[cell] for action in several for cell in action.numbers(0))


def test_an_assault_that_asks_more_before_the_dice_has_its_odds() -> None:
    """At Hannut others join, leaders and reserves are named; nothing hidden bears on it, so that the odds are exact."""

    def weighed(match: Match) -> bool:
        seat = asked(match, "assault")
        if not seat:
            return False
        for action in match.decisions[seat].all_actions():
            if action.verb != "assault":
                continue
            found = odds(match, seat, [match.write(action)])
            if found["action"] != match.write(action) and found["summary"] and not found["guesses"]:
                summary = found["summary"]
                return bool(summary["exact"] and 0 <= summary["badly"] <= 100 and found["chances"])
        return False

    matches = (played("hannut-1940", "hannut", seed, lambda m: m.number > 700 or weighed(m)) for seed in range(6))
    assert any(match.number <= 700 for match in matches)


def test_both_sides_of_a_result_are_explained() -> None:
    glossary = {"X": "one or two", "2D": "two and disrupted"}
    assert terms_in("1405 at 2-1: X/2D retreat 1.", glossary) == glossary
    assert list(terms_in("D/L", {"D": "disrupted", "L": "lost", "D/L": "disrupted and lost"})) == ["D/L"]


def test_courses_tell_the_same_results_as_a_plain_look(assault: Match) -> None:
    assert assault.decision is not None
    singly = [a for a in assault.decision.all_actions() if len(a.numbers(0)) == 1]
    compared = 0
    for action in singly[:4]:
        courses = courses_of(assault.clone(), action)
        if not courses:
            continue
        plain, by_courses = preview(assault.clone(), action), preview_of(assault.check(action), courses)
        assert {key_of(one.results): one.probability for one in by_courses.chances} == {
            key_of(one.results): one.probability for one in plain.chances
        }
        assert set(map(repr, by_courses.certain)) == set(map(repr, plain.certain))
        compared += 1
    assert compared


def test_a_fight_with_far_too_many_courses_is_given_up_early(
    assault: Match, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    action = assault.read(first(assault, lambda a: len(a.numbers(0)) == 1))
    number = len(courses_of(assault.clone(), action))
    assert number > 2
    played_through: list[Match] = []

    def counting(trial: Match) -> tuple[list[Event], bool]:
        played_through.append(trial)
        return play_on(trial)

    monkeypatch.setattr("grognard.engine.preview.play_on", counting)
    monkeypatch.setattr("grognard.engine.preview.LOOKED_AT", 2)
    monkeypatch.setattr("grognard.engine.preview.FAR_TOO_MANY", 0.01)
    assert courses_of(assault.clone(), action) == []
    assert len(played_through) == 2


def test_a_summary_that_takes_long_can_wait() -> None:
    """Hannut guesses at hidden units first; only then it is known that one guess will do."""
    match = played("hannut-1940", "hannut", 0, lambda m: bool(m.decision and m.decision.kind == "assault"))
    seat = asked(match, "assault")
    text = first(match, lambda action: action.verb == "assault")
    at_once, whole = odds(match.clone(), seat, [text], at_once=True), odds(match.clone(), seat, [text])
    assert at_once["later"]
    assert at_once["summary"] is None
    assert not whole["later"]
    assert whole["chances"] == at_once["chances"]
    assert whole["summary"] is not None


def test_a_fight_that_is_only_sampled_comes_to_about_the_same(assault: Match) -> None:
    action = assault.read(first(assault, lambda a: len(a.numbers(0)) == 1))
    exact = toll_of(assault, courses_of(assault.clone(), action), "entente")
    sampled = sampled_toll_of([(assault.clone(), action)], "entente")
    assert exact is not None
    assert sampled is not None
    assert not sampled.exact
    assert sampled.cleared == pytest.approx(exact.cleared, abs=0.12)
    assert sampled.own == pytest.approx(exact.own, abs=0.25)
    assert sampled.enemy == pytest.approx(exact.enemy, abs=0.25)


def test_who_is_named_one_by_one_is_weighed_to_the_dice() -> None:
    """12.2.1: those who join, the end of the question, and then the fight with nothing added to it."""
    match = played("friedensturm-1918", "gneisenau", 1, lambda m: bool(asked(m, "combat")))
    match.play("attack 14.07")
    two = odds(match, "german", ["join JD", "join 75RD", "end"])
    one = odds(match, "german", ["join JD", "end"])
    assert two["chances"]
    assert two["summary"]["enemy"] > one["summary"]["enemy"]
    assert two["summary"]["badly"] < one["summary"]["badly"]
    assert not odds(match, "german", ["join 75RD", "end"])["ruling"]["allowed"]
    assert not odds(match, "german", ["all"])["chances"], "more could be asked of whoever attacks"
    ((cell, _, one_by_one, ways),) = targets_of(match, "german")
    assert match.setting.grid.ids[cell] == "14.07"
    assert one_by_one
    assert [match.write(way) for way in ways] == ["join JD", "join 75RD"]


def test_a_fight_that_ends_without_dice_says_so() -> None:
    """12.2.4: an attack at such odds is cancelled; the end of the phase after it is no part of it."""
    match = played("friedensturm-1918", "gneisenau", 1, lambda m: bool(asked(m, "combat")))
    match.play("attack 06.07")
    found = odds(match, "german", ["join 222ID", "join 84ID", "end"])
    assert not found["chances"]
    assert any("cancelled" in event["text"] for event in found["certain"]), found["certain"]


def test_all_of_several_that_do_the_same_are_told() -> None:
    """Two divisions were ticked for an Assault, and the panel spoke of the last one only."""

    def two(match: Match) -> list[str]:
        if not (seat := asked(match, "commitment")):
            return []
        aims = [ways for *_, ways in targets_of(match, seat) if len({way.number(0) for way in ways}) > 1]
        return [match.write(way) for way in aims[0][:2]] if aims else []

    matches = (played("somme-1916", "over-the-top", seed, lambda m: bool(two(m))) for seed in range(20))
    match = next(one for one in matches if two(one))
    ways = two(match)
    told = [event["text"] for event in odds(match, asked(match, "commitment"), ways)["certain"]]
    _, first_unit, cell = ways[0].split()
    assert told == [f"{first_unit} will attack {cell}.", f"{ways[1].split()[1]} will attack {cell}."]


def test_a_result_that_is_a_word_of_its_own_is_not_taken_apart() -> None:
    glossary = {"D/L": "disrupted, and a step", "D": "disrupted", "L": "a step"}
    assert terms_in("The mine under E12 explodes: D/L.", glossary) == {"D/L": "disrupted, and a step"}


def test_signs_and_numbers_in_a_row_are_explained() -> None:
    glossary = {"*": "a check", "(1)": "mandatory hits", "1": "discretionary hits"}
    assert terms_in("5604, column A: the attacker suffers *(2)2, the defender -.", glossary) == glossary
    assert terms_in("5604: 0 artillery shifts.", glossary) == {}
