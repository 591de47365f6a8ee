"""What a player gets to see of a match. Everything passes through `Game.seen` and `Game.told` here."""

from __future__ import annotations

import logging
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from grognard.engine import Action, Decision, Match, Outcome, Position, Ruling, Scenario, Setting, Subject
from grognard.engine.plain import plain_position
from grognard.engine.preview import guesses_at
from grognard.engine.shares import shares_of, verdict
from grognard.picture import colour_of
from grognard.referee.actions import why
from grognard.referee.plain import plain_ruling
from grognard.server import extras, models
from grognard.server.odds import plain_events
from grognard.server.owners import values_name
from grognard.server.problems import Problem, refused
from grognard.server.room import Room, Sitter, asking
from grognard.server.storage import Seat

log = logging.getLogger("grognard.server")


def seen(match: Match, viewer: str | None) -> Position:
    """The position as a seat sees it; for a spectator, what no side would hide."""
    game = match.game
    seen: Position = game.seen(match.readable, *(game.sides if viewer is None else (match.side_of(viewer),)))
    return seen


# -- the whole state --


def state_of(room: Room, sitter: Sitter, viewer: str | None, at: int | None) -> models.MatchState:
    match = room.at(at)
    game, setting = match.game, match.setting
    position = seen(match, viewer)
    plain = plain_position(position)
    latest = match is room.match
    outcome = room.outcome if latest else match.outcome
    scenario = scenario_of(match)
    # Everything below has been made here, so that nothing needs to be checked once more.
    return models.MatchState.model_construct(
        id=room.id,
        game=game.slug,
        title=game.title,
        scenario=setting.scenario,
        scenario_title=scenario.title,
        options=setting.options,
        rules=game.rules_version,
        revision=room.revision,
        number=match.number,
        latest=room.match.number,
        first=room.first,
        turn=position.state.turn,
        phase=position.state.phase,
        phasing=position.state.phasing,
        turns=scenario.turns,
        standing=extras.page_of(match).standing(position),
        viewer=viewer,
        mine=list(sitter.seats),
        table=sitter.table,
        hidden=room.hidden,
        asked=asked_of(room, match, sitter, viewer) if latest else asked_of(room, match, Sitter((), False), viewer),
        thinking=sorted(room.thinking),
        seats=seats_of(room),
        units=units_of(match, position, plain["units"]),
        covered=covered_of(match, plain["covered"]),
        markers=extras.markers_of(match, position),
        arrows=extras.arrows_of(match, position),
        state=plain["state"],
        points=extras.points_of(match, position, outcome),
        facts=extras.facts_of(match, position),
        levels=extras.levels_of(match, position),
        coming=extras.coming_of(match, position),
        outcome=outcome_of(outcome) if outcome else None,
        undo=undo_of(room, sitter, viewer),
        commitment=match.commitment,
        seed=match.seed if room.over else None,
        seed_chosen=room.known_dice,
        dice=dice_of(room),
        parent=room.stored.parent,
        name=room.stored.start.name,
        values=values_name(room.stored.start),
        may_export=room.may_export(sitter),
        hints=extras.hints_of(setting),
    )


def dice_of(room: Room) -> models.DiceInfo:
    """Who has added to the dice; what that proves is said when the match is over."""
    now = room.round
    parts = shares_of(now.seed)
    shares = [
        models.ShareInfo(
            seat=name,
            sealed=now.sealed.get(name),
            share=now.shares.get(name),
            passed=name in now.passed,
        )
        for name, seat in room.seats.items()
        if seat.kind != "bot"
    ]
    return models.DiceInfo(
        known=room.known_dice,
        first=parts[-1].first,
        open=room.dice_open and not room.known_dice and not room.over,
        phase=now.phase(room.seats),
        shares=shares,
        waits_for=room.waits_for(),
        verdict=verdict(room.match.seed, room.known_dice, room.match.setting.seat_called) if room.over else "",
    )


def scenario_of(match: Match) -> Scenario:
    return scenario_in(match.setting)


@lru_cache(maxsize=64)
def scenario_in(setting: Setting) -> Scenario:
    """Read from its file only once."""
    found: Scenario = setting.game.scenarios(setting.data)[setting.scenario]
    return found


def seats_of(room: Room) -> list[models.SeatInfo]:
    now = asking(room.seats, () if room.over else room.questions())
    called = room.match.setting.seat_called
    return [
        seat_info(name, room.match.side_of(name), room.name_of(name), called(name), seat) for name, seat in now.items()
    ]


def seat_info(id: str, side: str, name: str, called: str, seat: Seat) -> models.SeatInfo:
    fields = {"seat": id, "side": side, "name": name, "called": called, "kind": seat.kind, "level": seat.level}
    return models.SeatInfo.model_validate({**fields, "taken": seat.taken, "player": seat.player, "asked": seat.asked})


def asked_of(room: Room, match: Match, sitter: Sitter, viewer: str | None) -> list[models.Asked]:
    """The questions that are open. What is decided in secret says so, and no more, to the other sides."""
    if room.resigned is not None and match is room.match:
        return []
    side = match.side_of(viewer) if viewer is not None else None
    return [
        models.Asked(
            seat=seat,
            side=decision.side,
            name=room.name_of(seat),
            called=match.setting.seat_called(seat),
            kind=decision.kind,
            case=decision.case,
            prompt=(prompt := decision.prompt if not decision.secret or decision.side == side else "decides in secret"),
            question=prompt.removeprefix(f"{room.name_of(seat)}: "),
            mine=seat in sitter.seats,
            secret=decision.secret,
            verbs=list(decision.verbs()) if seat in sitter.seats and seat == viewer else [],
            cell=fought_over(match) if seat in sitter.seats and seat == viewer else None,
        )
        for seat, decision in room.questions(match).items()
    ]


def fought_over(match: Match) -> str | None:
    cell = extras.page_of(match).fought_over(match.readable)
    return match.setting.grid.ids[cell] if cell >= 0 else None


def units_of(match: Match, position: Position, plain: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """All units in the form of `models.UnitInfo`: as plain dicts, for every answer has hundreds of them."""
    page, setting, state = extras.page_of(match), match.setting, position.state
    units, hidden = [], position.concealed.units
    known = [(number, fixed) for number, fixed in enumerate(fixed_of(setting)) if number not in hidden]
    for (number, fixed), fields in zip(known, plain, strict=True):
        # What has a place of its own in the answer is not told twice.
        del fields["id"], fields["steps"]
        name, place = fields.pop("loc"), state.loc[number]
        units.append(
            {
                **fixed,
                "cell": name if place >= 0 else None,
                "box": None if place >= 0 else name,
                "factors": page.factors(position, number),
                "layer": page.layer(position, number),
                "formation": page.formation(position, number),
                "steps": state.steps[number],
                "status": page.status(position, number),
                "state": fields,
            }
        )
    return units


def covered_of(match: Match, plain: Sequence[dict[str, Any]]) -> list[models.CoveredInfo]:
    """The anonymous counters that the viewer sees where he may not identify a unit."""
    found = []
    for counter in plain:
        place, boxed = counter["loc"], counter["loc"] in match.setting.boxes
        found.append(
            models.CoveredInfo(
                cell=None if boxed else place,
                box=place if boxed else None,
                side=counter["side"],
                nation=counter["nation"],
                label=counter["label"],
                symbol=counter["symbol"],
                size=counter["size"],
                colour=colour_of(match.game, counter["side"], counter["nation"]),
            )
        )
    return found


@lru_cache(maxsize=64)
def fixed_of(setting: Setting) -> list[dict[str, Any]]:
    """What never changes of each unit."""
    return [
        {
            "id": unit.id,
            "name": unit.name,
            "side": unit.side,
            "nation": unit.nation,
            "label": unit.id,
            "symbol": unit.symbol,
            "size": unit.size,
            "colour": colour_of(setting.game, unit.side, unit.nation),
            "full": unit.steps,
        }
        for unit in setting.units
    ]


def outcome_of(outcome: Outcome) -> models.OutcomeInfo:
    return models.OutcomeInfo(
        winner=outcome.winner, level=outcome.level, case=outcome.case, points=extras.outcome_points(outcome)
    )


def undo_of(room: Room, sitter: Sitter, viewer: str | None) -> models.UndoInfo:
    wish = room.wish()
    now, asked_by = room.match.number, wish[0] if wish else None

    def impossible(text: str) -> models.UndoInfo:
        return models.UndoInfo(possible=False, needs=[], asked_by=asked_by, text=text, number=now, action=None)

    if not sitter.seats:
        return impossible("you have no seat in this match")
    try:
        target, needs = room.undo_target(sitter.seats)
    except Problem as problem:
        return impossible(problem.text)
    text = "the others must agree: dice were rolled, or it was not your action" if needs else ""
    action = action_text(room, target + 1, viewer)
    return models.UndoInfo(possible=True, needs=needs, asked_by=asked_by, text=text, number=target, action=action)


def overlays_of(
    room: Room, viewer: str | None, at: int | None, kind: str | None, unit: str | None
) -> models.OverlaysAnswer:
    match = room.at(at)
    found = extras.overlays(match, seen(match, viewer), kind, unit)
    return models.OverlaysAnswer(number=match.number, overlays=found)


# -- what can be done --


def decision_of(room: Room, sitter: Sitter, seat: str | None) -> Decision | None:
    return None if room.over or seat is None or seat not in sitter.seats else room.questions().get(seat)


def subjects_of(room: Room, sitter: Sitter, seat: str | None) -> models.SubjectsAnswer:
    decision = decision_of(room, sitter, seat)
    setting = room.match.setting
    loc = (seen(room.match, seat) if room.hidden else room.match.readable).state.loc
    subjects = []
    for subject in decision.subjects() if decision is not None else ():
        name = setting.subject_name(subject)
        cell, label, words = None, name, ""
        if subject.kind == "unit" and isinstance(subject.ref, int):
            cell = setting.grid.ids[loc[subject.ref]] if loc[subject.ref] >= 0 else None
            label = setting.units[subject.ref].name or name
        elif subject.kind == "cell":
            cell = name
        else:
            _, _, words = name.partition(" ")
        fields = {"name": name, "kind": subject.kind, "cell": cell, "label": label}
        subjects.append(models.SubjectInfo.model_validate({**fields, "words": words.split(",") if words else []}))
    return models.SubjectsAnswer(number=room.match.number, revision=room.revision, seat=seat, subjects=subjects)


def actions_of(
    room: Room, sitter: Sitter, seat: str | None, subject: str | None, limit: int, after: Sequence[str] = ()
) -> models.ActionsAnswer:
    """The actions of a subject; with ``after`` those that it would have once other actions are played."""
    match = room.match
    decision = decision_of(room, sitter, seat)
    answer = models.ActionsAnswer(number=match.number, revision=room.revision, seat=seat, more=False, actions=[])
    if decision is not None and seat is not None and after:
        match = trial_of(match, seat, after)
        decision = match.question_for(seat)
    if decision is None:
        return answer
    if subject is None:
        actions = decision.all_actions()
    else:
        actions = iter(decision.actions(wanted) if (wanted := subject_named(match, decision, subject)) else ())
    for action in actions:
        if len(answer.actions) >= limit:
            answer.more = True
            break
        answer.actions.append(action_info(match, decision, action))
    return answer


def subject_named(match: Match, decision: Decision, name: str) -> Subject | None:
    """The subject of a decision that has a name: as it was told, or as people write it."""
    setting, subjects = match.setting, decision.subjects()
    found = next((subject for subject in subjects if setting.subject_name(subject) == name), None)
    if found is None and (read := setting.subject(name)) in subjects:
        return read
    return found


def trial_of(match: Match, seat: str, after: Sequence[str]) -> Match:
    """A copy of the match in which a seat has played some actions more, as far as no dice are thrown."""
    (trial,) = guesses_at(match, match.side_of(seat), 1)
    for text in after:
        action = trial.read(text)
        ruling = trial.check(action, by=seat)
        if not ruling:
            raise refused(ruling)
        trial.play(action, by=seat)
        if trial.last is not None and trial.last.chance:
            raise Problem(422, "cannot-answer", f"'{text}' rolls dice: nobody can tell what comes after")
    return trial


def action_info(match: Match, decision: Decision, action: Action) -> models.ActionInfo:
    language, ids = match.setting.language, match.setting.grid.ids
    units, cells, words = language.named(action)
    joined = match.readable.state.loc[action.number(1)] if language.verbs[action.verb].joins else -1
    return models.ActionInfo.model_construct(
        text=match.write(action),
        verb=action.verb,
        units=units,
        cells=cells,
        words=words,
        target=cells[-1] if cells else ids[joined] if joined >= 0 else None,
        way=[ids[cell] for cell in decision.way(action)],
        cost=(cost := cost_of(decision, action)),
        amount=float(cost.partition(" ")[0]) if cost else None,
        case=language.verbs[action.verb].case,
    )


def cost_of(decision: Decision, action: Action) -> str:
    """What an action costs. It only adorns a list: a game that fails to tell it must not stop the match."""
    try:
        cost = decision.cost(action)
        float(cost.partition(" ")[0] or 0)  # a number and what is counted
        return cost
    except Exception as problem:
        log.warning("the cost of '%s' cannot be told (%s: %s)", action.verb, type(problem).__name__, problem)
        return ""


def ruling_info(setting: Setting, ruling: Ruling) -> dict[str, Any]:
    units, cells = setting.language.mentioned(ruling.text)
    return {**plain_ruling(ruling), "units": units, "cells": cells}


def check_of(room: Room, seat: str, action: Action) -> models.CheckAnswer:
    match = room.match
    ruling = match.check(action, by=seat)
    decision = match.question_for(seat)
    cost = cost_of(decision, action) if ruling and decision is not None else ""
    return models.CheckAnswer(action=match.write(action), cost=cost, **ruling_info(match.setting, ruling))


def why_of(room: Room, seat: str, unit: str) -> models.WhyAnswer:
    """What one of a player's own units can do, and by which case it cannot do the rest."""
    match = room.match
    side = match.side_of(seat)
    number = match.setting.unit_number(unit)
    if match.setting.units[number].side != side:
        unit, whose = match.setting.unit_ids[number], match.setting.seat_called(side)
        raise Problem(403, "no-seat", f"{unit} is not a unit of {whose}")
    answer = why(match, number)
    decision = match.question_for(seat)
    if decision is None or decision is not match.decision:
        answer["can"] = []
    asked = decision.verbs() if decision is not None else ()
    for refused_verb in answer["cannot"]:
        refused_verb["units"], refused_verb["cells"] = match.setting.language.mentioned(refused_verb["text"])
        refused_verb["now"] = refused_verb["verb"] in asked
    answer["cannot"].sort(key=lambda one: not one["now"])
    return models.WhyAnswer.model_validate({key: answer[key] for key in ("unit", "place", "can", "cannot")})


# -- what happened --


def events_of(room: Room, number: int, viewer: str | None) -> list[models.EventInfo]:
    """What followed an action, as far as the viewer may know; number 0 is what came before the first."""
    events = room.opening if number == 0 else room.nodes[number - 1].events
    return [models.EventInfo.model_construct(**event) for event in plain_events(room.match, events, viewer)]


def action_text(room: Room, number: int, viewer: str | None) -> str | None:
    """The text of an action, unless it could betray what its side keeps hidden."""
    node = room.nodes[number - 1]
    open_to_all = not node.secret and not room.hidden
    own = viewer is not None and room.match.side_of(viewer) == node.side
    return room.match.write(node.action) if open_to_all or room.over or own else None


def log_of(room: Room, viewer: str | None, since: int) -> models.LogAnswer:
    bots = room.bots()
    entries = []
    for number in range(max(0, since + 1), room.match.number + 1):
        node = room.nodes[number - 1] if number else None
        entry = room.line[number - room.first - 1] if number > room.first else None
        text = action_text(room, number, viewer) if node else None
        entries.append(
            models.LogEntry(
                number=number,
                seat=room.seat_of(node) if node else None,
                side=node.side if node else None,
                action=text,
                turn=node.turn if node else 0,
                phase=node.phase if node else "",
                by="bot" if node and room.seat_of(node) in bots else "human",
                reason=entry.note if entry and text is not None else "",
                events=events_of(room, number, viewer),
            )
        )
    return models.LogAnswer(number=room.match.number, revision=room.revision, entries=entries)


def change_of(room: Room, index: int, sitter: Sitter, viewer: str | None) -> models.Change:
    """A journal entry as the live stream tells it. Of an action that was taken back only the fact is left."""
    entry = room.entries[index]
    number = room.match.number
    events: list[models.EventInfo] = []
    text = None
    if entry.kind == "action":
        place = bisect_left(room.line, entry.revision, key=lambda e: e.revision)
        if place < len(room.line) and room.line[place] is entry:
            number = room.first + place + 1
            events, text = events_of(room, number, viewer), action_text(room, number, viewer)
    elif entry.kind == "undo":
        number = room.first + int(entry.text)
    state = room.match.readable.state
    return models.Change.model_validate(
        {
            "revision": entry.revision,
            "number": number,
            "kind": entry.kind,
            "seat": entry.seat,
            "side": room.match.side_of(entry.seat),
            "action": text,
            "events": events,
            "asked": asked_of(room, room.match, sitter, viewer),
            "turn": state.turn,
            "phase": state.phase,
            "over": room.over,
        }
    )
