"""The law of secrets: Blind Man's Buff keeps it, and a game that leaks through any channel is caught there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from grognard import picture
from grognard.engine import (
    Action,
    Asking,
    Choice,
    Concealed,
    Event,
    Game,
    Match,
    RandomPlayer,
    Ruling,
    Told,
    preview,
    refuse,
    starting,
)
from grognard.engine import game as games
from grognard.engine.facts import derived
from grognard.engine.game import Asked
from grognard.engine.positions import write_position
from grognard.laws import BrokenLaw, check_laws, require_plain_events
from grognard.laws.worlds import Worlds, stand_ins
from grognard.rules.sequence import Step
from grognard.samples.blind_mans_buff import game as blind_game
from grognard.samples.blind_mans_buff import rules
from grognard.samples.blind_mans_buff.game import MESSAGES, BlindMansBuff, BlindPage
from grognard.samples.blind_mans_buff.rules import Blind
from grognard.samples.night_patrol.game import NightPatrol
from tests.engine.conftest import Start


@pytest.mark.parametrize("seed", range(6))
def test_the_game_keeps_every_law(blind: Start, seed: int) -> None:
    check_laws(blind(seed=seed), RandomPlayer(seed))


WORLDS = 25
CLOSE = {"Blue1": "C1", "Blue3": "C1", "Blue5": "C3", "Blue6": "C3"}
"""Blue's units that stand beside red's two stacks, scout and all."""
MARCH = {"Red4": "D2", "Red6": "D2", "Red2": "lost", "Red7": "lost"}
"""Red5 can go from one stack to another, and is covered in both."""


def betrayed(start: Start, *actions: str, **places: str) -> str:
    """The complaint of the law of secrets about the game as it is now, while some actions are played."""
    for seed in range(WORLDS):
        match = start(**places)
        worlds = [Worlds(side, str(seed)) for side in match.game.sides]
        try:
            for action in (*actions, ""):
                for side in worlds:
                    side.follow(match)
                    side.look(match, closely=True)
                if action:
                    match.play(action)
        except BrokenLaw as complaint:
            return str(complaint)
    return "nothing was found"


def power(g: Blind, cell: int) -> int:
    """What nobody may know of an enemy stack."""
    return sum(g.setting.units[unit].power for unit in g.stack[cell])


# -- a leak in each channel --


def test_the_order_of_the_counters(blind: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """They come in the order of the units that they stand for."""

    def in_order_of_units(g: Blind, side: str) -> Concealed:
        found = rules.concealed_from(g, side)
        stacks = sorted(found.counters, key=lambda c: min(u for u in found.units if g.state.loc[u] == c.cell))
        return Concealed(found.units, tuple(stacks))

    monkeypatch.setattr(blind_game, "known_concealed", in_order_of_units)
    monkeypatch.setattr(games, "concealed_together", lambda found: next(iter(found)))
    assert "the view betrays to" in betrayed(blind, **CLOSE)


def test_the_number_of_the_counters(blind: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """One counter for each unit below the top, not one for all of them."""
    plain = Match.view

    def one_each(self: Match, side: str) -> dict[str, Any]:
        view, hidden = plain(self, side), self.game.concealed(self.position, side).units
        places = sorted(self.setting.place_name(self.position.state.loc[unit]) for unit in hidden)
        return {**view, "covered": [{"loc": place} for place in places]}

    monkeypatch.setattr(Match, "view", one_each)
    assert "the view betrays to" in betrayed(blind, **CLOSE)


def test_what_is_marked_on_hidden_units(blind: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are listed without a name, in the order of their numbers."""
    plain = Match.view

    def nameless(self: Match, side: str) -> dict[str, Any]:
        view, hidden = plain(self, side), self.game.concealed(self.position, side).units
        return {**view, "others": [self.position.state.loc[unit] for unit in sorted(hidden)]}

    monkeypatch.setattr(Match, "view", nameless)
    assert "the view betrays to" in betrayed(blind, **CLOSE)


def test_facts_that_were_known_before(blind: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the rules have worked out with the hidden units is not forgotten when they are taken away."""
    known_power = derived(power)

    def standing(self: BlindPage, position: Blind) -> str:
        return str([known_power(position, cell) for cell in range(12)])

    def seen(self: BlindMansBuff, position: Blind, *sides: str) -> Blind:
        standing(BlindPage(position.setting), position)
        found: Blind = plain(self, position, *sides)
        found.known = position.known
        return found

    plain = BlindMansBuff.seen
    monkeypatch.setattr(BlindPage, "standing", standing)
    assert betrayed(blind, **CLOSE) == "nothing was found"
    monkeypatch.setattr(BlindMansBuff, "seen", seen)
    assert "the page betrays to" in betrayed(blind, **CLOSE)


def test_a_name_in_an_event(blind: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name of the unit as a text: the engine cannot know that it is one."""
    messages = {**MESSAGES, "move": "{who} goes from {start:cell} to {to:cell}."}
    monkeypatch.setattr(BlindMansBuff, "messages", messages)
    plain = Blind.note

    def note(self: Blind, kind: str, *cites: str, **data: object) -> None:
        if kind == "move":
            data["who"] = self.name(data.pop("unit"))  # type: ignore[arg-type]
        plain(self, kind, *cites, **data)  # type: ignore[arg-type]

    monkeypatch.setattr(Blind, "note", note)
    assert "the log betrays to" in betrayed(blind, "end", "move Red5 D2", **MARCH)


def test_a_name_in_the_reason_for_a_die(blind: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = rules.move

    def nosy(g: Blind, unit: int, cell: int) -> None:
        plain(g, unit, cell)
        g.throw("3.1", f"the march of {g.name(unit)}")

    monkeypatch.setattr(rules, "move", nosy)
    assert "the log betrays to" in betrayed(blind, "end", "move Red5 D2", **MARCH)


def test_a_halt_that_is_not_declared_to_reveal(blind: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """That a scout is near comes to light in one world only; a rule may do that, but it must say so."""
    monkeypatch.setattr(BlindMansBuff, "messages", {**MESSAGES, "halt": Told("{side:side} must stop at {cell:cell}.")})
    monkeypatch.setattr(starting, "_settings", {})  # a setting knows what reveals
    assert "the free undo betrays to" in betrayed(blind, "move Blue4 C3", Blue4="B3")


def test_a_silence_that_can_be_taken_back(blind: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody halts the mover: that tells as much as a halt, so it must not be had for nothing."""
    told = Told("{side:side} may go on at {cell:cell}.")
    monkeypatch.setattr(BlindMansBuff, "messages", {**MESSAGES, "no-halt": told})
    monkeypatch.setattr(starting, "_settings", {})
    assert "the free undo betrays to" in betrayed(blind, "move Blue4 C1", Blue4="B1")


def test_the_text_of_a_refusal(blind: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = rules.may

    def talkative(g: Blind, action: Action) -> Ruling:
        ruling = plain(g, action)
        if not ruling and action.args:
            return refuse(ruling.case, f"{ruling.text}, held by {power(g, action.number(1))}")
        return ruling

    monkeypatch.setattr(rules, "may", talkative)
    assert "the ruling betrays to" in betrayed(blind, **CLOSE)


def test_a_list_of_actions(blind: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Attacks without hope are not offered."""
    plain = rules.may

    def kind(g: Blind, action: Action) -> Ruling:
        if action.verb == "attack" and power(g, action.number(1)) > 3:
            return refuse("5.1", "that is hopeless")
        return plain(g, action)

    monkeypatch.setattr(rules, "may", kind)
    assert "betrays to" in (complaint := betrayed(blind, **CLOSE))
    assert "the question" in complaint or "the list of actions" in complaint


def test_the_order_of_the_actions(blind: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Attacks on stacks of an even power come first."""
    plain = Blind.ask

    def ask(
        self: Blind, side: int, kind: str, case: str, question: str, options: Sequence[Action], **more: Any
    ) -> Asking:
        ranked = sorted(options, key=lambda a: power(self, a.number(1)) % 2 if a.verb == "attack" else 0)
        return plain(self, side, kind, case, question, ranked, **more)

    monkeypatch.setattr(Blind, "ask", ask)
    assert "betrays to blue" in betrayed(blind, **CLOSE)


def remembered(monkeypatch: pytest.MonkeyPatch) -> dict[Asked, Blind]:
    """The position of each question, filled while questions are asked."""
    positions: dict[Asked, Blind] = {}
    plain = Blind.ask

    def ask(self: Blind, *args: Any, **more: Any) -> Asking:
        asking = plain(self, *args, **more)
        decision = next(asking)
        positions[decision] = self
        try:
            asking.send((yield decision))
        except StopIteration as done:
            return Action(done.value.verb, done.value.args)
        raise AssertionError("a short question is asked once")

    monkeypatch.setattr(Blind, "ask", ask)
    return positions


def test_the_price_of_an_action(blind: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    positions = remembered(monkeypatch)

    def cost(self: Choice, action: Action) -> str:
        return str(power(positions[self], action.number(1))) if action.verb == "attack" else ""

    monkeypatch.setattr(Choice, "cost", cost)
    assert "the list of actions betrays to" in betrayed(blind, **CLOSE)


def test_the_prompt(blind: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Blind.ask

    def ask(self: Blind, side: int, kind: str, case: str, question: str, *args: object, **more: object) -> object:
        return plain(self, side, kind, case, f"{question} {power(self, 9)}", *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Blind, "ask", ask)
    assert "the view betrays to" in betrayed(blind, **CLOSE)


def test_odds(blind: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are worked out in the match itself."""
    monkeypatch.setattr(preview, "guesses_at", lambda match, side, **_: [match.clone()])
    assert "the preview betrays to" in betrayed(blind, **CLOSE)


def test_what_a_bot_is_given(blind: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """The guess is the truth."""
    plain = Match.seen_by
    monkeypatch.setattr(
        Match, "seen_by", lambda self, side, seed, *_: plain(self, side, seed) if "odds" in seed else self.clone()
    )
    assert "the bot's input betrays to" in betrayed(blind, **CLOSE)


def test_a_picture_of_the_whole_map(blind: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = picture.counters_of
    monkeypatch.setattr(picture, "counters_of", lambda match, side: plain(match))
    assert "the export betrays to" in betrayed(blind, **CLOSE)


def test_a_record_that_remembers(blind: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """The match that a side is given says in its files where it was taken up."""
    plain = Match.seen_by

    def seen_by(self: Match, side: str, *words: Any) -> Match | None:
        found = plain(self, side, *words)
        if found is not None:
            found.start_text = write_position(self)
        return found

    monkeypatch.setattr(Match, "seen_by", seen_by)
    assert "the export betrays to" in betrayed(blind, **CLOSE)


def test_the_way_of_an_action(blind: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes around strong stacks."""
    positions = remembered(monkeypatch)

    def way(self: Choice, action: Action) -> Sequence[int]:
        return [power(positions[self], action.number(1))] if action.verb == "attack" else []

    monkeypatch.setattr(Choice, "way", way)
    assert "the list of actions betrays to" in betrayed(blind, **CLOSE)


def test_an_undo_that_needs_consent(blind: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only where the enemy is strong there is nothing to take back."""
    plain = Match.play_listed

    def play_listed(self: Match, *args: Any, **more: Any) -> Sequence[Event]:
        events = plain(self, *args, **more)
        assert self.last is not None
        assert isinstance(self.position, Blind)
        self.last.chance = power(self.position, 9) > 6
        return events

    monkeypatch.setattr(Match, "play_listed", play_listed)
    assert "the free undo betrays to" in betrayed(blind, "move Blue1 A2")


def test_another_question_in_another_world(blind: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever faces a strong stack acts once only: whose turn it is tells."""
    plain = rules.hand_over

    def tiring(g: Blind) -> str:
        g.state.acts = 2 if power(g, 9) > 6 else g.state.acts
        return plain(g)

    monkeypatch.setitem(rules.STEPS, "act", Step(rules.act, tiring))
    assert "the view betrays to" in betrayed(blind, "move Blue4 B3")


# -- the law itself --


@pytest.mark.parametrize(("hidden", "complaint"), [
    ("nothing", "'move' is hidden as 'nothing', for which the game has no message"),
    ("halt", "'move' is hidden as 'halt', but has no field 'cell'"),
])
def test_another_form_that_cannot_be_told(
    blind: Start, monkeypatch: pytest.MonkeyPatch, hidden: str, complaint: str
) -> None:
    told = Told("{unit:unit} goes from {start:cell} to {to:cell}.", hidden=hidden)
    monkeypatch.setattr(BlindMansBuff, "messages", {**MESSAGES, "move": told})
    match = blind()
    match.play("move Blue1 A2")
    with pytest.raises(BrokenLaw, match=complaint):
        require_plain_events(match, match.events())


def test_a_game_that_hides_and_makes_no_guess_proves_nothing(blind: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BlindMansBuff, "guess", Game.guess)
    with pytest.raises(BrokenLaw, match="has neither a guess nor another world"):
        check_laws(blind(), RandomPlayer(1))


def test_a_short_way_to_the_hidden_units_that_leads_elsewhere(blind: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BlindMansBuff, "hidden_units", lambda self, position, side: frozenset[int]())
    with pytest.raises(BrokenLaw, match="are not those that are concealed"):
        check_laws(blind(), RandomPlayer(1))


def test_a_secret_answer_that_shows(night: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Night Patrol: the answer that one side has given already is in the other side's question."""
    plain = Match.view

    def leaking(self: Match, side: str) -> dict[str, object]:
        answers = {who: self.write(action) for who, action in self._answers.items()}
        return {**plain(self, side), "answers": str(answers)}

    monkeypatch.setattr(Match, "view", leaking)
    assert "the view betrays to" in betrayed(night, "carry B1")


def test_carriers_that_show(night: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Night Patrol without its redaction."""
    monkeypatch.setattr(NightPatrol, "redact", lambda self, position, side: position.copy())
    assert "the view betrays to" in betrayed(night, "carry B1", "carry R2", "wait")


def test_the_worlds_do_differ(blind: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    differ, plain = [], Worlds.compare

    def compare(self: Worlds, match: Match, other: Match) -> None:
        differ.append(match.position.state != other.position.state)
        plain(self, match, other)

    monkeypatch.setattr(Worlds, "compare", compare)
    check_laws(blind(seed=3), RandomPlayer(3))
    assert sum(differ) > len(differ) / 2 > 10


def test_who_stands_in_whose_place() -> None:
    here, there = [1, 1, 2, 2, 3], [2, 1, 1, 2, 3]
    assert stand_ins([0, 1, 2, 3], here, there) == {0: 2, 2: 0}
    assert stand_ins([0, 1, 2, 3], here, [1, 1, 1, 2, 3]) is None
    assert stand_ins([], here, there) == {}

