"""Units that a side may not identify: what it sees and hears instead, and what it may do."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from grognard.engine import Event, Match, Messages, RandomPlayer, Refused, Told
from grognard.engine.concealed import Concealed, Covered, concealed_together, enlightens
from grognard.engine.events import told_to
from grognard.engine.plain import plain_position
from grognard.picture import counters_of, draw_match
from grognard.samples.blind_mans_buff.rules import Blind
from tests.engine.conftest import Start


def blind_position(match: Match) -> Blind:
    position = match.position
    assert isinstance(position, Blind)
    return position


def ids(view: dict[str, Any]) -> list[str]:
    return [unit["id"] for unit in view["units"]]


OWN = [f"Blue{number}" for number in range(1, 8)]


# -- the view --


def test_only_the_top_of_a_stack_is_listed(blind: Start) -> None:
    """Red1, Red3 and Red5 stand in D1, Red4 and Red6 in D3, the rest in reserve."""
    view = blind().view("blue")
    assert ids(view) == [*OWN, "Red1", "Red4"]
    public = {"side": "red", "nation": "red", "symbol": "", "size": ""}
    assert view["covered"] == [
        {**public, "loc": "reserve", "label": "2"},
        {**public, "loc": "D1", "label": "+"},
        {**public, "loc": "D3", "label": "+"},
    ]


def test_nothing_in_a_view_names_a_hidden_unit(blind: Start) -> None:
    match, player = blind(seed=4), RandomPlayer(4)
    while match.decision is not None:
        for side in match.game.sides:
            hidden = match.game.concealed(match.position, side).units
            text = json.dumps(match.view(side))
            assert not [uid for unit in hidden if f'"{(uid := match.setting.unit_ids[unit])}"' in text]
        match.play(player.choose(match.decision))


def test_the_position_itself_lists_everybody_and_covers_nothing(blind: Start) -> None:
    plain = plain_position(blind().position)
    assert len(plain["units"]) == 14
    assert plain["covered"] == []


def test_lists_in_the_state_lose_hidden_units_without_a_gap(blind: Start) -> None:
    match = blind()
    g = blind_position(match)
    g.state.moved = [g.setting.unit_number(uid) for uid in ("Red3", "Red1", "Red5", "Blue3")]
    assert match.view("blue")["state"]["moved"] == ["Red1", "Blue3"]
    assert match.view("red")["state"]["moved"] == ["Red3", "Red1", "Red5"]


def test_what_is_marked_on_a_hidden_unit_is_gone(blind: Start) -> None:
    """A position that a page or a bot gets: the unit is nowhere, and no layer or fact knows of it."""
    match = blind()
    g = blind_position(match)
    cell, unit = g.setting.grid.cell("D1"), g.setting.unit_number("Red5")
    g.state.steps[unit] = 0
    seen = match.game.seen(g, "blue")
    assert isinstance(seen, Blind)
    assert seen.state.loc[unit] == g.setting.nowhere
    assert g.setting.place_name(g.setting.nowhere) == "unknown"
    assert seen.state.steps[unit] == 1
    assert len(g.stack[cell]) == 3
    assert len(seen.stack[cell]) == 1
    assert seen.known == {}


def test_a_spectator_sees_what_every_side_may(blind: Start) -> None:
    match = blind()
    seen = match.game.seen(match.position, *match.game.sides)
    assert ids(plain_position(seen)) == ["Blue1", "Blue4", "Red1", "Red4"]
    assert len(seen.concealed.counters) == 6


def test_two_sides_that_cannot_identify_the_same_stack_see_one_counter() -> None:
    one, two = Covered(3, "red", "red", "+"), Covered(1, "red", "red", "+")
    both = concealed_together([Concealed(frozenset({4}), (one, two)), Concealed(frozenset({4, 5}), (one, one))])
    assert both.units == {4, 5}
    assert both.counters == (two, one, one)


# -- what comes to light --


def scouted(blind: Start) -> Match:
    """Blue's scout stands beside D3 and has looked at it."""
    match = blind(Blue6="C3")
    match.play("scout Blue6 D3")
    return match


def test_scouting_shows_a_whole_stack_and_ends_the_free_undo(blind: Start) -> None:
    match = scouted(blind)
    assert ids(match.view("blue")) == [*OWN, "Red1", "Red4", "Red6"]
    assert [counter["loc"] for counter in match.view("blue")["covered"]] == ["reserve", "D1"]
    assert match.log("blue")[-1] == "In D3: Red4, Red6. [4.1]"
    with pytest.raises(Refused, match="something was revealed"):
        match.undo()


def test_what_the_enemy_learns_does_not_end_the_free_undo(blind: Start) -> None:
    """Red sees who is on top now. Whether he learns more could tell blue what red has hidden."""
    match = blind()
    match.play("move Blue1 B1")
    assert "Blue3" in ids(match.view("red"))
    match.undo()
    assert match.number == 0


def test_a_move_of_a_covered_unit_can_be_taken_back(blind: Start) -> None:
    match = blind()
    match.play("move Blue1 A2")
    match.play("move Blue5 A2")
    match.undo()
    assert match.number == 1


# -- what is heard --


def test_a_covered_unit_moves_without_a_name(blind: Start) -> None:
    match = blind()
    match.play("move Blue1 A2")
    match.play("move Blue5 A2")
    assert match.log("blue")[-1] == "Blue5 goes from A1 to A2. [3.1]"
    assert match.log("red")[-1] == "Something goes from A1 to A2. [3.1]"
    event = match.events("red")[-1]
    assert (event.kind, sorted(event.data)) == ("unknown-move", ["start", "to"])
    assert match.events()[-1].kind == "move"


def test_what_was_told_stays_told_as_it_was(blind: Start) -> None:
    """Blue5 is on top of its stack later on; then its name is in the log, and before it is not."""
    match = blind()
    for action in ("move Blue1 A2", "move Blue5 A2", "end", "move Blue1 B2"):
        match.play(action)
    assert match.log("red")[1] == "Something goes from A1 to A2. [3.1]"


def test_without_another_form_those_who_may_not_know_hear_nothing() -> None:
    messages: Messages = {"dig": Told("{unit:unit} digs in.")}
    event = Event("dig", ("1",), {"unit": 3}, hidden_from=("red",))
    assert told_to(messages, [event], ["red"]) == []
    assert told_to(messages, [event], ["blue"]) == [event]
    assert told_to(messages, [event], ["blue", "red"]) == []


def test_the_other_form_has_only_its_own_fields() -> None:
    messages: Messages = {
        "dig": Told("{unit:unit} digs in at {cell:cell}.", hidden="work", steps="number"),
        "work": "There is work at {cell:cell}.",
    }
    event = Event("dig", ("1",), {"unit": 3, "cell": 7, "steps": 2}, result=True, hidden_from=("red",))
    assert told_to(messages, [event], ["red"]) == [Event("work", ("1",), {"cell": 7}, None, True)]


# -- what may be done --


def test_no_action_can_name_a_hidden_unit(blind: Start) -> None:
    match = blind()
    ruling = match.check("move Red5 D2", by="blue")
    assert str(ruling) == "refused by 3.1: Red5 is hidden from you: you cannot name it in an action"
    assert str(match.check("move Red1 D2", by="blue")) == "refused by 2.1: Red1 is not yours to use"
    match.play("end")
    assert match.check("move Red5 D2", by="red")


# -- guesses --


def test_a_guess_fits_what_the_side_sees_and_differs_by_chance(blind: Start) -> None:
    match, player = blind(seed=2), RandomPlayer(2)
    while match.decision is not None:
        for side in match.game.sides:
            for seed in ("one", "two"):
                guess = match.seen_by(side, seed)
                if guess is not None:
                    assert guess.view(side) == match.view(side)
                    assert guess.game.invariants(guess.position) == []
        match.play(player.choose(match.decision))
    start = blind()
    dealt = {tuple(seen.position.state.loc) for n in range(20) if (seen := start.seen_by("blue", str(n))) is not None}
    assert len(dealt) > 5


def test_a_guess_is_made_from_the_view_alone(blind: Start) -> None:
    """Two positions that look the same to blue give blue's bot the same match to think in."""
    match = blind()
    position = blind_position(match)
    world = match.game.another_world(position, "blue", Random(3))
    assert isinstance(world, Blind)
    assert world.state.loc != position.state.loc
    twin = Match.resumed(world, match.seed, match.number)
    one, other = match.seen_by("blue", "bot"), twin.seen_by("blue", "bot")
    assert one is not None
    assert other is not None
    assert one.position.state == other.position.state


def test_there_is_no_match_to_think_in_where_the_enemy_acts_with_a_hidden_unit(blind: Start) -> None:
    """Red asks who is lost after an attack by a unit that red could not identify before: its name would be told."""
    match = blind(dice=(6,), Blue1="C1", Blue3="C1", Red1="D2", Red3="D2")
    match.play("attack Blue3 D1")
    assert match.decision is not None
    assert (match.decision.side, match.at_rest) == ("red", False)
    assert match.seen_by("red", "bot") is None


# -- odds --


def test_odds_against_unknown_units_are_those_of_several_guesses(blind: Start) -> None:
    """Red4 is seen in D3 (power 2); below it one or two of Red5, Red6, Red7 (power 1 each)."""
    match = blind(Blue1="C3")
    found = match.preview("attack Blue1 D3", "blue")
    assert found.guesses == 12
    assert sum(chance.probability for chance in found.chances) == 1
    exact = match.preview("attack Blue1 D3")
    assert exact.guesses == 0
    assert found.chances != exact.chances


def test_odds_are_exact_once_everything_is_known(blind: Start) -> None:
    match = blind(Blue1="C3")
    g = blind_position(match)
    for unit in g.stack[g.setting.grid.cell("D3")]:
        g.state.spotted[unit] = 1
    g.changed()
    found = match.preview("attack Blue1 D3", "blue")
    assert found.guesses == 0
    assert found.chances == match.preview("attack Blue1 D3").chances


# -- pictures --


def test_a_covered_counter_is_drawn_with_its_public_label(blind: Start) -> None:
    match = blind()
    covered = [counter for counter in counters_of(match, "blue") if counter.id.startswith("unknown")]
    assert [(match.setting.grid.ids[c.cell], c.label, c.covered) for c in covered] == [
        ("D1", "+", True),
        ("D3", "+", True),
    ]
    svg = draw_match(match, "blue")
    assert svg.count("<title>unknown unit, red, +</title>") == 2
    assert 'data-unit="Red5"' not in svg
    assert 'data-unit="Red5"' in draw_match(match)


def test_an_event_is_judged_by_the_form_that_a_side_hears(blind: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hidden form may reveal something, and the open form of an event may reveal to those only who hear it."""
    setting = blind().setting
    unit = setting.unit_ids.index("Red3")
    event = Event("move", (), {"unit": unit, "start": 0, "to": 1}, hidden_from=("blue",))
    assert not enlightens(setting, event, "blue", {unit}), "Something goes from cell to cell: that is in sight"
    assert enlightens(setting, msgspec.structs.replace(event, hidden_from=()), "blue", {unit})
    monkeypatch.setattr(setting, "revealing", frozenset({"unknown-move"}))
    assert enlightens(setting, event, "blue", set())
    assert not enlightens(setting, event, "red", set()), "who hears the open form hears nothing of the hidden one"
    private = msgspec.structs.replace(event, seen_by="red")
    assert not enlightens(setting, private, "blue", {unit})
