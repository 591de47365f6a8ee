"""The laws of games: the sample game keeps them, and each broken game is caught."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from grognard.engine import ALLOW, Action, Choice, Event, Match, Position, RandomPlayer, Ruling, Subject, Told
from grognard.engine import game as games
from grognard.laws import BrokenLaw, check_laws, play_out, require_undo_stops_at_dice
from grognard.rules.sequence import Step
from grognard.samples.night_patrol import rules
from grognard.samples.night_patrol.game import MESSAGES, NightPatrol
from tests.engine.conftest import Night


@pytest.mark.parametrize("seed", range(5))
def test_the_sample_game_keeps_every_law(night: Night, seed: int) -> None:
    check_laws(night(seed=seed, flares="on" if seed % 2 else "off"), RandomPlayer(seed))


def broken(night: Night, seeds: int = 6) -> str:
    """The complaint of the laws about the game as it is now."""
    for seed in range(seeds):
        try:
            check_laws(night(seed=seed), RandomPlayer(seed))
        except BrokenLaw as complaint:
            return str(complaint)
    return "nothing was found"


def test_an_action_that_is_accepted_but_not_listed(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Choice, "check", lambda self, action: ALLOW)
    assert "accepted but not listed" in broken(night)


def test_an_action_that_is_listed_but_refused(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Choice, "check", lambda self, action: Ruling(False, "9.9", "never"))
    assert "is listed but refused by 9.9" in broken(night)


def test_an_action_that_is_listed_twice(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Choice.all_actions
    monkeypatch.setattr(Choice, "all_actions", lambda self: iter([*plain(self), *plain(self)]))
    assert "listed twice" in broken(night)


def test_a_refusal_without_a_reason(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Choice.check

    def silent(self: Choice, action: Action) -> Ruling:
        ruling = plain(self, action)
        return ruling if ruling else Ruling(False)

    monkeypatch.setattr(Choice, "check", silent)
    assert "refused without a case or a reason" in broken(night)


@pytest.mark.parametrize(("message", "complaint"), [
    (None, "no message for the event 'move'"),
    ("{unit:unit} moves.", "the field 'to' of the event 'move' is not declared"),
    ("{unit:unit} goes to {to}.", "the field 'to' of the event 'move' is declared as text"),
    ("{unit} goes to {to:cell}.", "the field 'unit' of the event 'move' is declared as text"),
    ("{unit:side} goes to {to:cell}.", "the field 'unit' of the event 'move' is declared as side"),
    ("{unit:unit} goes to {to:unit}.", "the field 'to' of the event 'move' is declared as unit"),
    ("{unit:unit} goes to {to:cel}.", "the field 'to' of the event 'move' is declared as 'cel', which is no wording"),
    (Told("Somebody moves.", unit="unit", to="flag"), "the field 'to' of the event 'move' is declared as flag"),
    (Told("Somebody moves.", unit="unit", to="data"), "the field 'to' of the event 'move' is declared as data"),
])
def test_an_event_that_would_leave_with_numbers_of_ours(
    night: Night, monkeypatch: pytest.MonkeyPatch, message: str | Told | None, complaint: str
) -> None:
    messages = {kind: told for kind, told in MESSAGES.items() if kind != "move"}
    monkeypatch.setattr(NightPatrol, "messages", messages if message is None else {**messages, "move": message})
    assert complaint in broken(night)


def test_a_match_that_does_not_end(night: Night) -> None:
    with pytest.raises(BrokenLaw, match="goes on after 5 actions"):
        check_laws(night(seed=1), RandomPlayer(1), limit=5)


def test_a_view_that_shows_too_much(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    view = Match.view

    def leaking(self: Match, side: str) -> dict[str, object]:
        return {**view(self, side), "state": {"carrier": "R3"}}

    monkeypatch.setattr(Match, "view", leaking)
    assert "shows more than the redacted position" in broken(night)


def test_a_position_that_remembers_something_outside_its_state(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = iter(range(10**6))

    def drifting(g: rules.Night) -> str:
        g.state.phasing = "red" if g.state.phasing == "blue" else "blue"
        g.state.turn = 1 + next(calls) // 10
        return "moves"

    monkeypatch.setitem(rules.STEPS, "moves", Step(rules.move_one_patrol, drifting))
    complaint = broken(night)
    assert "leads to two positions" in complaint or "in another world" in complaint


def test_a_broken_invariant(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NightPatrol, "invariants", lambda self, position: ["two patrols in A1"])
    assert "two patrols in A1" in broken(night)


def test_an_end_without_an_outcome(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    def short(self: NightPatrol, position: Position) -> games.Procedure:
        yield Choice("blue", "x", "1", "?", [Action("wait")], rest=True)

    monkeypatch.setattr(NightPatrol, "procedure", short)
    assert "matches end with an outcome" in broken(night)


def test_taking_back_dice(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    match = night(orders=("B1", "R3"))
    for action in ("move B2 C2", "wait", "move B2 C3", "fire R2"):
        match.play(action)
    require_undo_stops_at_dice(match)
    monkeypatch.setattr(Match, "undo", lambda self, by=None, agreed=False: None)
    with pytest.raises(BrokenLaw, match="dice were taken back"):
        require_undo_stops_at_dice(match)


def test_a_dead_end(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Choice, "actions", lambda self, subject: [])
    with pytest.raises(BrokenLaw, match="no dead ends: there is no possible answer to"):
        list(play_out(night(seed=1), RandomPlayer(1)))


def test_a_subject_that_is_no_candidate(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Choice, "candidates", lambda self: [*self.subjects()][1:])
    assert "is a subject but no candidate" in broken(night)


def test_a_candidate_with_actions_that_is_no_subject(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Choice.subjects
    monkeypatch.setattr(Choice, "candidates", plain)
    monkeypatch.setattr(Choice, "subjects", lambda self: [*plain(self)][:1])
    assert "has actions but is no subject" in broken(night)


def test_a_candidate_may_turn_out_to_have_no_action(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Choice, "candidates", lambda self: [*self.subjects(), Subject("button", "nothing")])
    check_laws(night(seed=3), RandomPlayer(3))


def test_the_laws_put_every_action_to_the_full_check(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Action] = []
    plain = Match.play

    def counting(self: Match, action: Action | str, by: str | None = None, at: int | None = None) -> Sequence[Event]:
        played.append(self.read(action))
        return plain(self, action, by, at)

    monkeypatch.setattr(Match, "play", counting)
    match = night(seed=2)
    list(play_out(match, RandomPlayer(2)))
    assert played == []
    list(play_out(night(seed=2), RandomPlayer(2), checked=True))
    assert played == [node.action for node in match.history()]


def test_playing_out_yields_before_every_decision(night: Night) -> None:
    match = night(seed=2)
    numbers = [m.number for m in play_out(match, RandomPlayer(2))]
    assert numbers == list(range(match.number))
    assert match.outcome is not None


def test_a_last_secret_answer_that_can_be_taken_back(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """Peek, then undo: the attack that the law plays against every game."""
    plain = Match.play_listed

    def forgetful(self: Match, action: Action, by: str | None = None, keep: bool = True) -> Sequence[Event]:
        together = self.together
        events = plain(self, action, by, keep)
        if together and self.last is not None:
            self.last.chance = False
        return events

    monkeypatch.setattr(Match, "play_listed", forgetful)
    assert "was taken back after the others had come to light" in broken(night)


def test_rules_that_break_in_a_sides_own_copy(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules reach for a secret that the copy lacks."""
    plain = rules.move_one_patrol

    def nosy(g: rules.Night) -> games.Procedure:
        for side in (0, 1):
            next(unit for unit in g.on_map(side) if g.state.carrier[unit])
        yield from plain(g)

    monkeypatch.setattr(NightPatrol, "guess", lambda self, seen, side, chance: seen)
    monkeypatch.setattr(NightPatrol, "another_world", lambda self, position, side, chance: None)
    monkeypatch.setitem(rules.STEPS, "moves", Step(nosy, rules.STEPS["moves"].next))
    assert "the copy of " in broken(night)
