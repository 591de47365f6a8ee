"""A match: asking, playing, copying, undoing."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine import Action, Match, Procedure, RandomPlayer, Refused, Subject
from grognard.engine.ruling import PROTOCOL
from grognard.errors import NotUnderstood, UnknownGame
from grognard.samples.night_patrol import GAME
from grognard.samples.night_patrol import rules as night_rules
from tests.engine.conftest import Night


def to_the_shot(night: Night, *dice: int, **options: str) -> Match:
    """Red is asked whether to fire at B2."""
    match = night(orders=("B1", "R3"), dice=dice, **options)
    for action in ("move B2 C2", "wait", "move B2 C3"):
        match.play(action)
    return match


# -- asking --


def test_what_can_be_done_now(night: Night) -> None:
    match = night(orders=("B1", "R1"))
    names = [match.setting.subject_name(s) for s in match.subjects()]
    assert names == ["B1", "B2", "B3", "wait"]
    assert {match.write(a) for a in match.legal_actions("b2")} == {f"move B2 {to}" for to in ("B1", "C2", "D1", "D2")}
    assert list(match.legal_actions("wait")) == [Action("wait")]
    assert list(match.legal_actions(Subject("unit", 3))) == []
    assert len(list(match.legal_actions())) == len({*match.legal_actions()})


def test_the_subject_of_a_name(night: Night) -> None:
    setting = night().setting
    assert setting.subject("R1") == Subject("unit", 3)
    assert setting.subject("c2") == Subject("cell", setting.grid.cell("C2"))
    assert setting.subject("wait") == Subject("button", "wait")
    with pytest.raises(NotUnderstood):
        setting.subject("Z99")


def test_a_ruling_is_a_sentence_with_its_case(night: Night) -> None:
    match = night(orders=("B1", "R1"))
    assert match.check("move B1 A2")
    assert str(match.check("move B1 A2")) == "allowed"
    for action, case, text in (
        ("move B1 B2", "3.2", "there is wire in B2"),
        ("move B1 C3", "3.1", "C3 is not beside B1"),
        ("move R1 A3", "3.1", "R1 is not yours to move"),
        ("fire B1", "4.1", "'fire' is only possible when an enemy comes beside you; now: Blue: move a patrol, or wait"),
    ):
        ruling = match.check(action)
        assert (bool(ruling), ruling.case, ruling.text) == (False, case, text)


def test_the_wrong_side_is_told_whose_turn_it_is(night: Night) -> None:
    match = night(orders=("B1", "R1"))
    ruling = match.check("move R1 A3", by="red")
    assert (ruling.case, ruling.text) == ("3.1", "this decision belongs to Blue, not Red")
    assert not match.check("wait", by="nobody")


def test_a_stale_action_is_refused(night: Night) -> None:
    match = night(orders=("B1", "R1"))
    assert match.check("wait", at=2)
    for seen in (0, 1, 3, 99):
        ruling = match.check("wait", at=seen)
        told = f"the position has changed: it is now at action 2, you saw {seen}"
        assert (ruling.case, ruling.text) == (PROTOCOL, told)
    with pytest.raises(Refused, match="position has changed"):
        match.play("wait", at=1)


@pytest.mark.parametrize("forged", [
    Action("move", (0,)), Action("move", (0, 5, 5)), Action("move", (99, 5)), Action("move", (-1, 5)),
    Action("move", (0, 999)), Action("move", (0, -2)), Action("move", ("B1", 5)), Action("move", (0, "A2")),
    Action("move", ((0,), 5)), Action("wait", (1,)), Action("castle"), Action("fire", (3, 3)), Action("move", ()),
])
def test_forged_actions_are_refused(night: Night, forged: Action) -> None:
    match = night(orders=("B1", "R1"))
    before = match.fingerprint()
    ruling = match.check(forged)
    assert not ruling
    assert ruling.case
    with pytest.raises(Refused):
        match.play(forged)
    assert match.fingerprint() == before
    assert match.number == 2


def test_after_the_end_nothing_is_legal(night: Night) -> None:
    match = to_the_shot(night, 6)
    while match.decision is not None:
        match.play(next(iter(match.decision.all_actions())))
    ruling = match.check("wait")
    assert (ruling.case, ruling.text) == (PROTOCOL, "the match is over")
    assert list(match.legal_actions()) == []
    assert match.subjects() == ()
    assert match.outcome is not None
    assert "over" in repr(match)


def test_playing_goes_on_to_the_next_decision_and_tells_the_events(night: Night) -> None:
    match = to_the_shot(night, 6)
    assert match.number == 5
    events = match.play("fire R2", by="red", at=5)
    assert [e.kind for e in events] == ["dice", "shot"]
    assert match.number == 6
    assert "Red: move a patrol, or wait [3.1]" in repr(match)


def test_a_fault_in_the_rules_leaves_no_half_played_action(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    match = night(orders=("B1", "R1"))
    before = match.fingerprint()

    def broken(g: night_rules.Night, unit: int) -> Procedure:
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr(night_rules, "be_fired_at", broken)
    with pytest.raises(ZeroDivisionError):
        match.play("move B1 A2")
    assert (match.fingerprint(), match.number) == (before, 2)
    monkeypatch.undo()
    assert match.clone().check("move B1 A2")


# -- copying --


def test_a_copy_goes_its_own_way(night: Night) -> None:
    match = to_the_shot(night)
    copy = match.clone()
    copy.play("fire R2")
    assert match.number == 5
    assert match.decision is not None
    assert match.decision.kind == "fire"
    assert copy.number == 6
    assert copy.history()[:5] == match.history()


def test_a_copy_throws_the_same_dice(night: Night) -> None:
    for seed in range(8):
        match = night(seed=seed, orders=("B1", "R3"))
        for action in ("move B2 C2", "wait", "move B2 C3"):
            match.play(action)
        one, two = match.clone(), match.clone()
        assert one.play("fire R2") == two.play("fire R2")
        assert one.fingerprint() == two.fingerprint()


def test_a_copy_in_the_middle_of_secret_answers(night: Night) -> None:
    match = night()
    match.play("carry R2", by="red")
    copy = match.clone()
    assert set(copy.decisions) == {"blue"}
    assert copy.fingerprint() == match.fingerprint()
    copy.play("carry B1", by="blue")
    assert copy.decision is not None
    assert set(match.decisions) == {"blue"}


def test_a_copy_of_a_copy_that_was_never_used(night: Night) -> None:
    match = to_the_shot(night)
    assert match.clone().clone().clone().fingerprint() == match.fingerprint()


# -- undo --


def test_undo_leads_back(night: Night) -> None:
    match = night(orders=("B1", "R1"))
    prints = [match.fingerprint()]
    for action in ("move B2 C2", "wait", "move B1 B1"):
        match.play(action)
        prints.append(match.fingerprint())
    for expected in reversed(prints[:-1]):
        match.undo()
        assert match.fingerprint() == expected
    with pytest.raises(Refused, match="something was revealed"):
        match.undo(by="red")  # the last of the secret orders: Red has learned that Blue gave his
    assert match.write(match.undo(agreed=True)) == "carry R1"


def test_undo_stops_at_dice_unless_agreed(night: Night) -> None:
    match = to_the_shot(night, 1)
    match.play("fire R2")
    with pytest.raises(Refused, match="dice were rolled") as caught:
        match.undo()
    assert caught.value.ruling.case == PROTOCOL
    assert match.number == 6
    match.undo(agreed=True)
    assert match.number == 5


def test_undo_stops_where_something_came_to_light(night: Night) -> None:
    match = night(orders=("B1", "R3"))
    for action in ("move B1 A2", "wait", "move B1 A3", "hold", "wait", "move B1 B4", "hold"):
        match.play(action)
    assert match.outcome is not None
    assert match.outcome.case == "5.2"
    with pytest.raises(Refused, match="was revealed"):
        match.undo()
    match.undo(agreed=True)
    assert match.outcome is None


def test_only_the_side_that_acted_takes_back(night: Night) -> None:
    match = night(orders=("B1", "R1"))
    match.play("wait", by="blue")
    with pytest.raises(Refused, match="Red cannot undo the last action"):
        match.undo(by="red")
    match.undo(by="blue")
    assert match.number == 2


def test_there_is_nothing_before_the_beginning(night: Night) -> None:
    with pytest.raises(Refused, match="nothing to undo"):
        night().undo()


def test_undo_in_the_middle_of_a_procedure(night: Night) -> None:
    """The last rest point is the move; the answers since are fed again."""
    match = to_the_shot(night, 1)
    match.play("hold")
    match.undo()
    assert match.decision is not None
    assert match.decision.kind == "fire"
    match.undo()
    assert match.decision.kind == "move"
    assert match.last is not None
    assert match.write(match.last.action) == "wait"


def test_undo_of_one_secret_answer(night: Night) -> None:
    match = night()
    match.play("carry R2", by="red")
    match.play("carry B1", by="blue")
    match.undo(agreed=True)  # the last answer brought the other's to light
    assert set(match.decisions) == {"blue"}
    match.undo(by="red")
    assert set(match.decisions) == {"blue", "red"}


@pytest.mark.parametrize("seed", [0, 3])
def test_going_far_back_leads_through_the_same_positions(seed: int) -> None:
    """Old checkpoints are forgotten; positions, also between two rest points, are not."""
    match = grognard.start("marne-1914", "counter-attack", seed)
    player = RandomPlayer(seed)
    prints = [match.fingerprint()]
    while match.decision is not None and match.number < 130:
        match.play(player.choose(match.decision))
        prints.append(match.fingerprint())
    while match.number:
        match.undo(agreed=True)
        assert match.fingerprint() == prints[match.number], match.number


def test_checkpoints_that_were_not_kept_are_found_again() -> None:
    """Beside a match whose positions are all looked at, and therefore all kept."""
    one, other = (grognard.start("marne-1914", "full-battle", 4) for _ in range(2))
    player = RandomPlayer(4)
    while one.decision is not None and one.number < 60:
        action = player.choose(one.decision)
        one.play(action)
        assert other.position is not None
        other.play(action)
    for found, kept in zip(one.history(), other.history(), strict=True):
        assert found.rested == kept.rested
        checkpoint = one.checkpoint(found)
        assert (checkpoint is None) == (kept.kept is None)
        if checkpoint is not None and kept.kept is not None:
            assert checkpoint.state == kept.kept.state
            assert checkpoint.dice.count == kept.kept.dice.count


def test_undo_keeps_what_was_changed_by_hand() -> None:
    match = grognard.start("marne-1914", "counter-attack", 1)
    player = RandomPlayer(1)
    for _ in range(3):
        assert match.decision is not None
        match.play(player.choose(match.decision))
    match.position.dice.tape = (6, 5)
    for _ in range(2):
        assert match.decision is not None
        match.play(player.choose(match.decision))
    match.undo(agreed=True)
    match.undo(agreed=True)
    assert match.position.dice.tape == (6, 5)


# -- starting --


def test_a_match_starts_by_name(night: Night) -> None:
    night()
    match = grognard.start("night-patrol", "night", seed="long " * 50, options={"flares": "on"})
    assert match.setting.options == {"flares": "on"}
    assert match.seed == "long " * 50


@pytest.mark.parametrize(("name", "scenario", "options", "complaint"), [
    ("nite-patrol", None, {}, "no game is called 'nite-patrol'; did you mean 'night-patrol'?"),
    ("night-patrol", "nicht", {}, "has no scenario 'nicht'; did you mean 'night'?"),
    ("night-patrol", "xxxx", {}, "it has night"),
    ("night-patrol", None, {"flare": "on"}, "has no option 'flare'; did you mean 'flares'?"),
    ("night-patrol", None, {"flares": "maybe"}, "takes off, on, not 'maybe'"),
])
def test_a_wrong_name_is_told(
    night: Night, name: str, scenario: str | None, options: dict[str, str], complaint: str
) -> None:
    night()
    with pytest.raises(UnknownGame) as caught:
        grognard.start(name, scenario, options=options)
    assert complaint in str(caught.value)


def test_the_same_seed_is_the_same_match(night: Night) -> None:
    one, two, other = (night(seed=s) for s in ("5", "5", "6"))
    for match in (one, two, other):
        player = RandomPlayer(9)
        while match.decision is not None:
            match.play(player.choose(match.decision))
    assert one.fingerprint() == two.fingerprint()
    assert one.events() == two.events()
    assert one.fingerprint() != other.fingerprint()
    assert one.commitment != other.commitment


def test_matches_share_their_setting(night: Night) -> None:
    """Nothing in it changes, so it is laid out once."""
    assert night(seed=1).setting is night(seed=2).setting
    assert night(seed=1).setting is not night(seed=1, flares="on").setting
    assert night().game is GAME


def test_going_far_back_is_undoing_all_of_it() -> None:
    match = grognard.start("marne-1914", "counter-attack", 3, {})
    chance = RandomPlayer("back")
    while match.number < 60:
        assert match.decision is not None
        match.play(chance.choose(match.decision))
    for number in (59, 31, 30, 7, 0):
        undone, gone = match.clone(), match.clone()
        while undone.number > number:
            undone.undo(agreed=True)
        gone.go_back(number)
        assert gone.number == number
        assert gone.fingerprint() == undone.fingerprint()
        assert gone.decision is not None
    assert match.number == 60, "the match itself has not moved"
