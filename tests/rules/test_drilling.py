"""What drills share: who answers, which step is best, which attacks are made."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from grognard.engine import Action, Choice, Decision
from grognard.engine.facts import derived
from grognard.evaluation import Posture
from grognard.grid import square_grid
from grognard.rules.attack_plans import Planned, best_attack, mean_of, plan_attacks, strongest_groups
from grognard.rules.drilling import Answer, Drill, Places, Prospect, best_step, or_end
from grognard.rules.ground import open_to
from grognard.rules.masks import Spread, mask

STEADY = Posture(name="steady", text="")
LINE = Spread([(a, b) for a in range(8) for b in (a - 1, a + 1) if 0 <= b < 8])
"""Eight cells in a row."""


def choice(kind: str, *verbs: str) -> Choice:
    return Choice("red", kind, "1.0", "what now?", [Action(verb) for verb in verbs])


class Plain(Drill[Any, Any]):
    asked = 0

    def by_kind(self, decision: Decision) -> Answer:
        return Action("kind"), "by its kind"

    def by_class(self, decision: Decision) -> Answer:
        return Action("class"), "by its class"

    def likes(self, action: Action) -> float:
        return 1.0

    @derived
    def twice(self, number: int) -> int:
        self.asked += 1
        return 2 * number


class Kinds(Plain):
    answers = {Choice: Plain.by_class, "fire": Plain.by_kind}


class Small(Plain):
    likings = {"hold": Plain.likes, "withdraw": 2.0, "give": -1.0}


def drill(kind: type[Plain]) -> Plain:
    return kind(SimpleNamespace(), SimpleNamespace(w=None), 0, STEADY, False)


def test_a_question_is_answered_by_its_kind_or_else_by_its_class() -> None:
    assert drill(Kinds).answer(choice("fire", "end")) == (Action("kind"), "by its kind")
    assert drill(Kinds).answer(choice("march", "end")) == (Action("class"), "by its class")


def test_a_small_question_gets_the_answer_that_is_liked_best() -> None:
    assert drill(Small).answer(choice("conversion", "give", "hold")) == (Action("hold"), "the usual answer")
    assert drill(Plain).answer(choice("conversion", "give", "hold")) == (Action("give"), "the usual answer")


def test_a_verb_is_liked_by_a_number_or_by_a_method() -> None:
    assert drill(Small).answer(choice("conversion", "hold", "withdraw")) == (Action("withdraw"), "the usual answer")
    assert drill(Small).answer(choice("conversion", "give", "stay")) == (Action("stay"), "the usual answer")


def test_a_unit_sent_elsewhere_leaves_its_place() -> None:
    plan = Places(square_grid((1, 4), (1, 4)))
    here, there, beside = (plan.grid.cell(name) for name in ("A1", "D4", "B2"))
    plan.put(7, here)
    plan.send(7, there)
    assert (plan.at[here], plan.at[there], plan.place_of) == ([], [7], {7: there})
    assert not plan.cover[beside]


def test_what_a_drill_has_worked_out_is_known_in_its_position_alone() -> None:
    one = drill(Plain)
    assert (one.twice(4), one.twice(4), one.asked) == (8, 8, 1)
    assert one.after(SimpleNamespace()).known == {}


def test_the_best_step_is_taken_if_it_gains_enough() -> None:
    places = {1: mask([3, 4]), 2: mask([5])}
    assert best_step("move", places, lambda unit, cell: unit * cell, 5.0) == Action("move", (2, 5))
    assert best_step("move", places, lambda unit, cell: unit * cell, 10.0) is None


def test_where_nothing_was_found_a_phase_ends() -> None:
    assert or_end(Action("march"), "to better places", "all stand well") == (Action("march"), "to better places")
    assert or_end(None, "to better places", "all stand well") == (Action("end"), "all stand well")
    assert or_end([], "to better places", "all stand well") == (Action("end"), "all stand well")


def test_the_best_attack_is_made_if_it_promises_enough() -> None:
    found = [(0.2, Action("attack", (1,)), Prospect(0.4)), (0.3, Action("attack", (2,)), Prospect(0.3, 1.0, 2.0))]
    assert best_attack(found, 0.1) == (Action("attack", (2,)), "promises +0.30: they lose 2.0, we lose 1.0")
    assert best_attack(found, 0.3) == (Action("end"), "no attack promises more than +0.30")


def test_every_outcome_counts_alike() -> None:
    assert mean_of([Prospect(1.0, 2.0, 0.0, 1.0), Prospect(0.0, 0.0, 1.0, 0.0)]) == Prospect(0.5, 1.0, 0.5, 0.5)


@pytest.mark.parametrize("duty", [0.0, 0.5])
def test_attacks_are_planned_the_best_first_each_unit_and_each_cell_once(duty: float) -> None:
    free = {1: mask([5, 6]), 2: mask([5, 6]), 3: mask([6, 7])}
    plans = plan_attacks(
        free, lambda near: strongest_groups(near, float, 2), lambda cell, units: len(units) * (8.0 - cell), 1.0, duty
    )
    assert [planned.cell for planned in plans] == [5, 6]
    assert plans[0] == Planned(5, (1, 2), 6.0)
    assert plans[1].units == (3,)


def test_enemy_zones_stop_a_march_and_pin_those_who_begin_in_them() -> None:
    start, enemy, everywhere = mask([1]), mask([5]), mask(range(8))
    assert open_to(LINE, start, enemy, everywhere, 6) == mask([0, 1, 2, 3, 4])
    assert open_to(LINE, start, enemy, everywhere, 1) == mask([0, 1, 2])
    assert open_to(LINE, mask([4]), enemy, everywhere, 6) == mask([0, 1, 2, 3, 4])
    assert open_to(LINE, mask([4]), enemy, everywhere, 6, pinned=True) == mask([4])
