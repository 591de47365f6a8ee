"""Laws that every game must keep, proven from outside by random play.

They need nothing but the engine's public face, so any game can be put to them, ours or somebody
else's: ``check_laws(grognard.start("my-game"), RandomPlayer(seed))``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from grognard.engine import Action, Event, Game, Match, RandomPlayer, Refused
from grognard.engine.decisions import Decision
from grognard.engine.events import Holds, Writer, several
from grognard.engine.plain import plain_position, state_from_plain
from grognard.engine.positions import read_position, write_position
from grognard.engine.random_player import DeadEnd
from grognard.engine.records import read_record, write_record
from grognard.engine.saves import restore, saved
from grognard.laws.broken import BrokenLaw, forgeries
from grognard.laws.copies import require_copies_to_play_in, require_no_peeking
from grognard.laws.worlds import Worlds

__all__ = ["BrokenLaw", "check_laws", "check_round_trips", "play_out"]

MOST_ACTIONS = 100_000
"""No match should need more actions than this."""


def play_out(match: Match, player: RandomPlayer, limit: int = MOST_ACTIONS, checked: bool = False) -> Iterator[Match]:
    """Play at random to the end, yielding before every decision.

    What a decision lists is played as it is; ``checked``, it is put to the full check like anybody's action.
    """
    while (decision := match.decision) is not None:
        if match.number >= limit:
            raise BrokenLaw(f"matches end: this one goes on after {limit} actions")
        yield match
        if match.decision is decision:
            try:
                action = player.choose(decision)
            except DeadEnd as problem:
                raise BrokenLaw(f"no dead ends: {problem}") from None
            if checked:
                match.play(action, by=decision.seat, at=match.number)
            else:
                match.play_listed(action, by=decision.seat)


def check_laws(match: Match, player: RandomPlayer, every: int = 1, limit: int = MOST_ACTIONS) -> None:
    """Play a match at random and check all laws, the costly ones once in ``every`` decisions."""
    require_guess(match)
    worlds = [Worlds(side, match.seed) for side in match.game.sides]
    chance = Random(f"the law of copies {match.seed}")
    kinds: set[str] = set()
    """The kinds of decisions met so far: each is tried at least once in the sides' own copies."""
    for _ in play_out(match, player, limit, checked=True):
        decision = match.decision
        assert decision is not None
        require_invariants(match)
        if match.last is not None:
            require_plain_events(match, match.last.events)  # before anything is written of them
        for side in worlds:
            side.follow(match)
            side.look(match, closely=match.number % every == 0)
        if match.number % every == 0:
            require_listed_is_legal(match, decision, player)
            require_candidates(decision)
            require_others_can_do_nothing(match, decision, player)
            require_copy(match, player)
            require_plain(match)
            require_text(match, player)
            require_position_file(match)
            require_undo_stops_at_dice(match)
        require_no_peeking(match)
        if decision.kind not in kinds or match.number % every == 0:
            kinds.add(decision.kind)
            require_copies_to_play_in(match, chance)
    require_invariants(match)
    for side in worlds:
        side.follow(match)
    if match.outcome is None:
        raise BrokenLaw("matches end with an outcome")
    require_position_file(match)
    require_plain_events(match, match.events())
    require_replay(match)
    require_record(match)


def check_round_trips(match: Match, player: RandomPlayer, every: int) -> None:
    """Play a match at random and check its text forms: each action, a position file every so often, the record."""
    for _ in play_out(match, player, checked=True):
        if match.last is not None:
            require_same_text(match, match.last.action)
        if match.number % every == 0:
            require_position_file(match)
    require_position_file(match)
    require_record(match)


def require_invariants(match: Match) -> None:
    game = match.game
    wrong = list(game.invariants(match.position))
    for side in game.sides if game.conceals else ():
        if game.hidden_units(match.position, side) != game.concealed(match.position, side).units:
            wrong.append(f"the units hidden from {side} are not those that are concealed")
    if wrong:
        raise BrokenLaw(f"after action {match.number}: {'; '.join(wrong)}")


def require_listed_is_legal(match: Match, decision: Decision, player: RandomPlayer) -> None:
    """Every listed action is accepted; a made-up one is accepted only if it is listed."""
    listed = list(decision.all_actions())
    if not listed:
        raise BrokenLaw(f"no dead ends: nothing can be answered to '{decision.prompt}'")
    if len(set(listed)) != len(listed):
        raise BrokenLaw(f"an action is listed twice in '{decision.prompt}'")
    for action in player.random.sample(listed, min(12, len(listed))):
        ruling = match.check(action, by=decision.side)
        if not ruling:
            raise BrokenLaw(f"'{match.write(action)}' is listed but {ruling}")
    known = set(listed)
    for action in forgeries(match, listed, player.random):
        ruling = match.check(action, by=decision.side)
        if ruling and action not in known:
            raise BrokenLaw(f"'{match.write(action)}' is accepted but not listed in '{decision.prompt}'")
        if not ruling and not (ruling.case and ruling.text):
            raise BrokenLaw(f"'{match.write(action)}' is refused without a case or a reason")


def require_candidates(decision: Decision) -> None:
    """Every subject is a candidate, and only a subject has actions."""
    subjects, candidates = set(decision.subjects()), set(decision.candidates())
    if left_out := subjects - candidates:
        raise BrokenLaw(f"{min(left_out, key=repr)} is a subject but no candidate in '{decision.prompt}'")
    for candidate in sorted(candidates - subjects, key=repr):
        if any(True for _ in decision.actions(candidate)):
            raise BrokenLaw(f"{candidate} has actions but is no subject in '{decision.prompt}'")


def require_others_can_do_nothing(match: Match, decision: Decision, player: RandomPlayer) -> None:
    action = player.choose(decision)
    asked = {d.seat for d in match.decisions.values()}
    for who in {**match.game.sides, **match.setting.seats}:
        if who not in match.decisions and who not in asked and match.check(action, by=who):
            raise BrokenLaw(f"{who} is not asked but may play '{match.write(action)}'")
    if not asked <= match.setting.seats.keys():
        raise BrokenLaw(f"nobody sits on {', '.join(sorted(asked - match.setting.seats.keys()))}")
    if match.check(action, by=decision.side, at=match.number + 1):
        raise BrokenLaw("a stale or early action is accepted")


def require_copy(match: Match, player: RandomPlayer) -> None:
    """Copying, playing on in the copy, and undoing there change nothing here and lead back there."""
    before = match.fingerprint()
    copy = match.clone()
    if copy.fingerprint() != before:
        raise BrokenLaw(f"the copy after action {match.number} is another position")
    decision, original = copy.decision, match.decision
    assert decision is not None
    assert original is not None
    if list(map(repr, decision.subjects())) != list(map(repr, original.subjects())):
        raise BrokenLaw(f"the copy after action {match.number} has other subjects")
    action = player.choose(decision)
    copy.play(action)
    twin = match.clone()
    twin.play(action)
    if twin.fingerprint() != copy.fingerprint():
        raise BrokenLaw(f"'{match.write(action)}' leads to two positions")
    assert copy.last is not None
    assert twin.last is not None
    for one, other in zip(copy.last.events, twin.last.events, strict=True):
        if one != other:
            raise BrokenLaw(f"'{match.write(action)}' tells two stories: {one} and {other}")
    copy.undo(agreed=True)
    if copy.fingerprint() != before:
        raise BrokenLaw(f"undo of '{match.write(action)}' does not lead back")
    if match.fingerprint() != before:
        raise BrokenLaw(f"playing in a copy has changed the original after action {match.number}")


def require_guess(match: Match) -> None:
    """A game that hides anything can make another world of it, or nothing would be proven."""
    game = match.game
    if game.hides(match.setting) and not game.guesses and type(game).another_world is Game.another_world:
        raise BrokenLaw(f"{game.title} hides something, but has neither a guess nor another world for the laws")


def require_plain(match: Match) -> None:
    """The state as plain values and back is the same state; no side sees more than its redacted copy."""
    live = match.position
    back = state_from_plain(match.setting, type(live.state), plain_position(live))
    if back != live.state:
        raise BrokenLaw(f"the state after action {match.number} does not survive as plain values")
    for side in match.game.sides:
        view, seen = match.view(side), plain_position(match.game.seen(live, side))
        if any(view[part] != seen[part] for part in seen):
            raise BrokenLaw(f"the view of {side} shows more than the redacted position")


def require_plain_events(match: Match, events: Iterable[Event]) -> None:
    """Every event has a sentence, and every field is declared and leaves as it should: units and cells by name."""
    writer = match.game.writer(match.setting)
    for event in events:
        require_declared(match, writer, event)
        plain = writer.plain(event)
        for field, holds in writer.holds(event).items():
            if holds in ("unit", "cell") and not all(isinstance(name, str) for name in several(plain[field])):
                raise BrokenLaw(f"the field '{field}' of the event '{event.kind}' leaves as {plain[field]!r}")
        writer.line(event)


def require_declared(match: Match, writer: Writer, event: Event) -> None:
    """Every field of an event is declared, and holds what it is declared to hold."""
    told = writer.told(event.kind)
    if told is None:
        raise BrokenLaw(f"the game has no message for the event '{event.kind}'")
    if told.hidden:
        unnamed = writer.told(told.hidden)
        if unnamed is None:
            raise BrokenLaw(f"'{event.kind}' is hidden as '{told.hidden}', for which the game has no message")
        if lacking := sorted(unnamed.fields.keys() - event.data.keys()):
            raise BrokenLaw(f"'{event.kind}' is hidden as '{told.hidden}', but has no field '{lacking[0]}'")
    for field, value in event.data.items():
        name = f"the field '{field}' of the event '{event.kind}'"
        if field not in told.fields:
            raise BrokenLaw(f"{name} is not declared")
        wording = writer.wordings.get(told.fields[field])
        if wording is None:
            raise BrokenLaw(f"{name} is declared as '{told.fields[field]}', which is no wording")
        if not all(fits(match, item, wording.holds) for item in several(value)):
            raise BrokenLaw(f"{name} is declared as {wording.holds} but holds {value!r}")


def fits(match: Match, value: object, holds: Holds) -> bool:
    """Whether a value is what its field is declared to hold. Only a field declared so may hold a bare number."""
    setting = match.setting
    if holds == "unit":
        return type(value) is int and 0 <= value < len(setting.units)
    if holds == "cell":
        return type(value) is int and -len(setting.boxes) <= value < len(setting.grid.ids)
    if holds == "side":
        return value in match.game.sides
    if holds == "number":
        return type(value) in (int, float)
    if holds == "flag":
        return type(value) is bool
    return isinstance(value, str if holds == "text" else dict | list | tuple)


def require_text(match: Match, player: RandomPlayer) -> None:
    """Actions survive as text, in any letter case."""
    decision = match.decision
    assert decision is not None
    require_same_text(match, player.choose(decision))


def require_same_text(match: Match, action: Action) -> None:
    text = match.write(action)
    for form in (text, f"  {text.upper()}  "):
        if match.read(form) != action:
            raise BrokenLaw(f"'{form}' is read as '{match.write(match.read(form))}'")


def require_replay(match: Match) -> None:
    """Saved and restored, the match is the same to the last event."""
    twin = restore(saved(match), "replay")
    if twin.events() != match.events():
        raise BrokenLaw("a replayed match tells another story")
    if twin.outcome != match.outcome:
        raise BrokenLaw("a replayed match ends otherwise")


def require_position_file(match: Match) -> None:
    """Written as a position file and read again it is the same position, with the same choices."""
    twin = read_position(write_position(match))
    if twin.fingerprint() != match.fingerprint():
        raise BrokenLaw(f"the position after action {match.number} does not survive as a file")
    mine, theirs = match.decision, twin.decision
    if (mine and mine.prompt) != (theirs and theirs.prompt):
        raise BrokenLaw(f"the position file after action {match.number} asks another question")


def require_record(match: Match) -> None:
    """Written as a record and replayed it is the same match."""
    if read_record(write_record(match, comments=True)).fingerprint() != match.fingerprint():
        raise BrokenLaw("the record does not lead to the same position")


def require_undo_stops_at_dice(match: Match) -> None:
    """Undo goes back freely until dice have fallen, and no further without agreement."""
    if match.last is not None and match.last.chance:
        try:
            match.clone().undo()
        except Refused:
            return
        raise BrokenLaw("dice were taken back without agreement")
