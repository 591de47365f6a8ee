"""Decisions: choices, and several sides in secret at the same time."""

from __future__ import annotations

import pytest

from grognard.engine import Action, Choice, Decision, Refused, Subject, Together, refuse
from tests.engine.conftest import Night


def test_a_choice_lists_its_answers_by_what_one_would_click() -> None:
    options = [Action("lose", (3,)), Action("lose", (5,)), Action("retreat", (5, 70)), Action("end")]
    choice = Choice("blue", "loss", "8.4", "who?", options)
    assert choice.subjects() == [Subject("unit", 3), Subject("unit", 5), Subject("button", "end")]
    assert list(choice.actions(Subject("unit", 5))) == options[1:3]
    assert list(choice.all_actions()) == options
    assert choice.verbs() == ["lose", "retreat", "end"]


def test_subjects_of_groups_words_and_cells() -> None:
    options = [Action("dig", (7,)), Action("shift", ("5/9", 3)), Action("go", ((4, 5),))]
    about_cells = Choice("blue", "x", "1", "?", options, about="cell")
    assert about_cells.subjects() == [Subject("cell", 7), Subject("button", "shift 5/9"), Subject("cell", 4)]


def test_a_refused_choice_has_a_reason() -> None:
    plain = Choice("blue", "loss", "8.4", "who loses a step?", [Action("lose", (3,))])
    ruling = plain.check(Action("lose", (4,)))
    assert (ruling.case, ruling.text) == ("8.4", "that is not one of your choices: who loses a step?")
    told = Choice("blue", "loss", "8.4", "who?", [Action("lose", (3,))], why_not=lambda a: refuse("8.5", "it is gone"))
    assert str(told.check(Action("lose", (4,)))) == "refused by 8.5: it is gone"


def test_a_question_without_an_answer_is_a_fault_of_the_rules() -> None:
    with pytest.raises(AssertionError, match="has no possible answer"):
        Choice("blue", "loss", "8.4", "who?", [])


def test_the_base_leaves_everything_to_the_game() -> None:
    decision = Decision("blue", "x", "1.1", "?")
    assert decision.seat == "blue"
    assert decision.cost(Action("end")) == ""
    with pytest.raises(NotImplementedError):
        decision.subjects()
    with pytest.raises(NotImplementedError):
        decision.verbs()
    with pytest.raises(NotImplementedError):
        decision.actions(Subject("unit", 0))
    with pytest.raises(NotImplementedError):
        decision.check(Action("end"))


def test_together_makes_its_parts_secret() -> None:
    part = Choice("blue", "x", "1", "?", [Action("end")])
    assert Together({"blue": part}).parts["blue"].secret


def test_both_sides_answer_in_any_order(night: Night) -> None:
    for first, second in (("blue", "red"), ("red", "blue")):
        match = night()
        assert set(match.decisions) == {"blue", "red"}
        match.play(f"carry {first[0].upper()}2", by=first)
        assert set(match.decisions) == {second}
        with pytest.raises(Refused, match="this decision belongs to"):
            match.play(f"carry {first[0].upper()}1", by=first)
        match.play(f"carry {second[0].upper()}3", by=second)
        assert match.decision is not None
        assert match.decision.kind == "move"


def test_nothing_happens_before_all_have_answered(night: Night) -> None:
    match = night()
    before = {side: match.view(side)["units"] for side in ("blue", "red")}
    assert match.play("carry B1", by="blue") == ()
    assert {side: match.view(side)["units"] for side in ("blue", "red")} == before
    assert match.events() == []
    assert len(match.play("carry R1", by="red")) == 2


def test_without_a_side_the_first_open_question_is_answered(night: Night) -> None:
    match = night()
    match.play("carry B3")
    match.play("carry R3")
    assert [node.side for node in match.history()] == ["blue", "red"]


def test_a_side_cannot_answer_for_the_other(night: Night) -> None:
    match = night()
    ruling = match.check("carry R1", by="blue")
    assert not ruling
    assert ruling.case == "2.1"


def test_the_other_side_decides_in_the_middle_of_a_move(night: Night) -> None:
    match = night(orders=("B1", "R3"), dice=(6,))
    for action in ("move B2 C2", "wait", "move B2 C3"):
        match.play(action)
    assert match.decision is not None
    assert (match.decision.side, match.decision.case, match.decision.rest) == ("red", "4.1", False)
    match.play("fire R2", by="red")
    assert match.setting.place_name(match.position.state.loc[match.setting.unit_number("B2")]) == "lost"
