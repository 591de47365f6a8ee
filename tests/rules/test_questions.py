"""Questions: asked only where there is a choice, named for who is asked, answered by what was asked for."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

import grognard
from grognard.engine import ALLOW, Action, Choice, Decision, Ruling, Subject, Together, refuse
from grognard.rules.masks import cells_of, mask
from grognard.rules.orders import Placing, UnitOrders
from grognard.samples.night_patrol import GAME
from grognard.samples.night_patrol.rules import Night

BLUE, RED = 0, 1


@pytest.fixture
def g() -> Night:
    return GAME.start(grognard.start(GAME, seed=1).setting, "1")  # type: ignore[arg-type]


def answered(asking: Generator[Any, Any, Any], *answers: Action) -> tuple[Any, list[Choice]]:
    """What a question ends with, and what was asked on the way."""
    asked: list[Choice] = []
    try:
        question = next(asking)
        for answer in answers:
            asked.append(question)
            question = asking.send(answer)
    except StopIteration as end:
        return end.value, asked
    raise AssertionError(f"still asks: {question.prompt}")


def test_one_way_left_is_not_asked(g: Night) -> None:
    only = [Action("wait")]
    assert answered(g.ask(BLUE, "move", "3.1", "what now?", only)) == (only[0], [])
    assert answered(g.choose(BLUE, "fire", "4.1", "who?", "fire", [2])) == (2, [])
    _, asked = answered(g.ask(BLUE, "move", "3.1", "what now?", only, even_if_one=True), only[0])
    assert [question.prompt for question in asked] == ["Blue: what now?"]
    _, asked = answered(g.ask(RED, "move", "3.1", "what now?", only, rest=True), only[0])
    assert [(question.side, question.rest) for question in asked] == [("red", True)]


def test_a_choice_among_units_and_among_cells_of_a_unit(g: Night) -> None:
    found, asked = answered(g.choose(RED, "fire", "4.1", "who?", "fire", [3, 4]), Action("fire", (4,)))
    assert found == 4
    assert asked[0].options == [Action("fire", (3,)), Action("fire", (4,))]
    found, asked = answered(g.choose(RED, "go", "3.1", "where?", "go", [7, 9], of=3), Action("go", (3, 9)))
    assert found == 9
    assert asked[0].subjects() == [Subject("unit", 3)]


def test_a_choice_that_can_be_declined(g: Night) -> None:
    found, asked = answered(g.choose_or_end(BLUE, "fire", "4.1", "who?", "fire", [1], end="hold"), Action("hold"))
    assert found is None
    assert asked[0].options == [Action("fire", (1,)), Action("hold")]
    assert answered(g.choose_or_end(BLUE, "fire", "4.1", "who?", "fire", [1]), Action("fire", (1,)))[0] == 1
    assert answered(g.choose_or_end(BLUE, "fire", "4.1", "who?", "fire", [])) == (None, [])


def test_why_not_explains_a_refusal(g: Night) -> None:
    _, asked = answered(
        g.choose(RED, "fire", "4.1", "who?", "fire", [3, 4], why_not=lambda a: refuse("4.2", "out of range")),
        Action("fire", (3,)),
    )
    assert asked[0].check(Action("fire", (5,))) == refuse("4.2", "out of range")


class Marching(UnitOrders[Night]):
    """Blue patrols march to any neighbouring square, or dig in; the first of them may do nothing."""

    def verbs(self) -> tuple[str, ...]:
        return ("move", "carry", "end")

    def units(self) -> list[int]:
        return self.g.on_map(BLUE)

    def cells(self, unit: int) -> dict[str, int]:
        return {"move": mask(self.g.setting.grid.neighbours[self.g.state.loc[unit]]) if unit else 0}

    def others(self, unit: int) -> list[Action]:
        return [Action("carry", (unit,))] if unit else []

    def may_act(self, unit: int) -> Ruling:
        return ALLOW if self.g.setting.side[unit] == BLUE else refuse("3.1", "not yours")

    def may(self, verb: str, unit: int, cell: int) -> Ruling:
        return refuse("3.2", "too far")


def test_units_and_their_cells_by_verb(g: Night) -> None:
    orders = Marching(g, BLUE, "march", "3.1", "march or dig in")
    end = Subject("button", "end")
    assert orders.prompt == "Blue: march or dig in"
    assert [s.ref for s in orders.candidates()] == [0, 1, 2, "end"]
    assert [s.ref for s in orders.subjects()] == [1, 2, "end"]
    listed = list(orders.actions(Subject("unit", 1)))
    assert listed[-1] == Action("carry", (1,))
    assert len(listed) == 1 + len(g.setting.grid.neighbours[g.state.loc[1]])
    assert all(orders.check(action) for action in listed)
    assert list(orders.actions(end)) == [Action("end")]
    assert list(orders.actions(Subject("unit", 3))) == []
    assert orders.check(Action("move", (3, 0))).case == "3.1"
    assert orders.check(Action("move", (1, g.state.loc[1]))).case == "3.2"
    assert orders.check(Action("carry", (0,))).text == "not now: Blue: march or dig in"
    assert orders.check(Action("end"))


class Joining(Marching):
    """Patrols may join, all of them together; there is no end before they have."""

    def verbs(self) -> tuple[str, ...]:
        return ("join", "end")

    def others(self, unit: int) -> list[Action]:
        return [Action("join", ((0, 1, 2),))] if unit == 0 else []

    def may_end(self) -> Ruling:
        return refuse("3.3", "join first")


def test_units_that_act_together_are_all_asked_for(g: Night) -> None:
    orders = Joining(g, BLUE, "march", "3.1", "join")
    assert orders.check(Action("join", ((0, 1, 2),)))
    assert orders.check(Action("join", ((0, 3),))).case == "3.1"
    assert orders.check(Action("join", ((0, 1),))).text == "not now: Blue: join"
    assert orders.check(Action("join", ((),))).text == "name at least one unit"


def test_a_button_is_offered_before_it_is_proven(g: Night) -> None:
    orders = Joining(g, BLUE, "march", "3.1", "join")
    assert orders.candidates()[-1].ref == "end"
    assert [s.ref for s in orders.subjects()] == [0, 1, 2]
    assert list(orders.actions(Subject("button", "end"))) == []
    assert orders.is_anybody_able()
    g.place(0, -1)
    g.place(1, -1)
    g.place(2, -1)
    assert not orders.is_anybody_able()


def test_placing_finds_places_only_when_asked(g: Night) -> None:
    asked: list[int] = []

    def places(unit: int) -> int:
        asked.append(unit)
        return 0b110 if unit == 4 else 0

    orders: Decision = Placing(
        g, RED, "set-up", "2.1", "set up", "move", places, [3, 4], ends=True,
        why_not=lambda unit, cell: refuse("2.2", "wire") if cell == 9 else ALLOW,
    )
    assert [s.ref for s in orders.candidates()] == [3, 4, "end"]
    assert asked == []
    assert [s.ref for s in orders.subjects()] == [4, "end"]
    assert [a.number(1) for a in orders.actions(Subject("unit", 4))] == cells_of(0b110)
    assert asked == [3, 4]
    assert orders.check(Action("move", (4, 2)))
    assert orders.check(Action("move", (4, 9))).case == "2.2"
    assert "cannot be placed in" in orders.check(Action("move", (4, 8))).text
    assert "this is not about B1" in orders.check(Action("move", (0, 2))).text


def test_dice_on_a_range_of_faces_count_as_two_results(g: Night) -> None:
    g.dice.tape = (2, 5)
    assert g.succeeds("4.2", "fire", 1, 2)
    assert not g.succeeds("4.2", "fire", 1, 2)


def test_several_are_chosen_one_after_the_other(g: Night) -> None:
    some = g.choose_some(BLUE, "fire", "4.1", "who?", "fire", [0, 1, 2], end="hold")
    found, asked = answered(some, Action("fire", (2,)), Action("hold"))
    assert found == [2]
    assert [len(question.options) for question in asked] == [4, 3]
    assert Action("fire", (2,)) not in asked[1].options
    everybody = g.choose_some(BLUE, "fire", "4.1", "who?", "fire", [0, 1])
    assert answered(everybody, Action("fire", (1,)), Action("fire", (0,)))[0] == [1, 0]
    assert answered(g.choose_some(BLUE, "fire", "4.1", "who?", "fire", [])) == ([], [])


def test_the_owner_of_the_unit_is_asked(g: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Night, "seat", lambda self, side, nation="": f"{nation or 'all'} of {side}")
    monkeypatch.setattr(Night, "common_seat", lambda self, side: "the chief")
    nation = g.setting.units[3].nation
    _, asked = answered(g.choose(RED, "fire", "4.1", "who?", "fire", [3, 4]), Action("fire", (3,)))
    assert (asked[0].seat, asked[0].side) == (f"{nation} of 1", "red")
    _, asked = answered(g.choose(RED, "go", "3.1", "where?", "go", [3, 4], about="cell"), Action("go", (3,)))
    assert asked[0].seat == "all of 1"
    _, asked = answered(g.choose(RED, "fire", "4.1", "who?", "fire", [3, 4], common=True), Action("fire", (3,)))
    assert (asked[0].seat, asked[0].prompt) == ("the chief", "Red: who?")


def test_sides_that_decide_together_see_nothing_of_each_other(g: Night) -> None:
    options = [Action("wait"), Action("end")]
    asking = g.ask_together("plan", "2.1", "what now?", {BLUE: options, RED: options})
    both = next(asking)
    assert isinstance(both, Together)
    assert both.rest
    assert {side: (part.prompt, part.secret) for side, part in both.parts.items()} == {
        "blue": ("Blue: what now?", True), "red": ("Red: what now?", True),
    }
    with pytest.raises(StopIteration) as end:
        asking.send({"blue": options[0], "red": options[1]})
    assert end.value.value == {BLUE: options[0], RED: options[1]}
    found, asked = answered(g.ask_together("plan", "2.1", "what now?", {RED: options}), options[1])
    assert found == {RED: options[1]}
    assert (asked[0].prompt, asked[0].secret) == ("Red: what now?", False)


def test_dice_for_one_of_some_outcomes(g: Night) -> None:
    g.dice.tape = (5, 6, 1)
    assert g.roll("4.2", "fire", ["miss"] * 4 + ["hit", "rout"]) == "hit"
    assert g.roll("4.2", "fire", list(range(102, 113)), number=2) == 107
