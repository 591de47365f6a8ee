"""All that a page shows of the position that stands, in one answer: what is asked, what can be done, what happened."""

from __future__ import annotations

import logging

from grognard.engine import Action, Decision
from grognard.server import extras, models, views
from grognard.server.room import Room, Sitter
from grognard.server.targets import targets_of

log = logging.getLogger("grognard.server")
END = "end"
ON_MAP = ("unit", "cell")


def now_of(
    room: Room, sitter: Sitter, viewer: str | None, known: int, seen_by: str | None, follow: str | None = None
) -> models.Now:
    """``known`` is how far the page has the log, as ``seen_by`` saw it; ``follow`` is a unit on its way."""
    subjects = views.subjects_of(room, sitter, viewer).subjects
    since = known if known <= room.match.number and may_keep(room, viewer, seen_by) else -1
    return models.Now.model_construct(
        state=views.state_of(room, sitter, viewer, None),
        subjects=subjects,
        blocked=blocked_of(room, sitter, viewer, subjects),
        chosen=chosen_of(room, sitter, viewer, subjects, follow),
        lines=lines_of(room, sitter, viewer),
        aims=aims_of(room, sitter, viewer),
        log=views.log_of(room, viewer, since).entries,
        log_since=since,
    )


def may_keep(room: Room, viewer: str | None, seen_by: str | None) -> bool:
    """Whether the log that a page has is what its viewer may know: at one screen another player may look now."""
    if not room.hidden or viewer == seen_by:
        return True
    return viewer is not None and seen_by is not None and room.match.side_of(viewer) == room.match.side_of(seen_by)


def blocked_of(
    room: Room, sitter: Sitter, seat: str | None, subjects: list[models.SubjectInfo]
) -> models.RulingAnswer | None:
    """Why a question that can be ended may not be ended yet, while there is something to do."""
    decision = views.decision_of(room, sitter, seat)
    if decision is None or END not in decision.verbs() or any(one.name == END for one in subjects):
        return None
    if not any(one.kind in ON_MAP for one in subjects):
        return None
    ruling = room.match.check(Action(END), by=seat)
    return None if ruling else models.RulingAnswer(**views.ruling_info(room.match.setting, ruling))


def chosen_of(
    room: Room, sitter: Sitter, seat: str | None, subjects: list[models.SubjectInfo], follow: str | None
) -> models.Chosen | None:
    """Where only one thing can be chosen, it is; and whoever was moving goes on, unless something else is asked."""
    decision = views.decision_of(room, sitter, seat)
    if decision is None:
        return None
    on_map = [one for one in subjects if one.kind in ON_MAP]
    last = room.match.last
    same = last is not None and last.action.verb in decision.verbs()
    goes_on = next((one for one in on_map if same and one.name == follow), None)
    only = subjects[0] if len(subjects) == 1 else on_map[0] if len(on_map) == 1 else None
    found = goes_on or (only if only and (only.kind != "button" or only.words) else None)
    if found is None:
        return None
    return models.Chosen(subject=found.name, actions=actions_named(room, decision, found.name))


def lines_of(room: Room, sitter: Sitter, seat: str | None) -> list[models.OverlayInfo]:
    decision = views.decision_of(room, sitter, seat)
    if decision is None:
        return []
    return extras.lines_for(room.match, views.seen(room.match, seat), decision.kind)


def aims_of(room: Room, sitter: Sitter, seat: str | None) -> list[models.TargetInfo]:
    """What can be attacked, or entered after an attack. It only adorns the map: its faults must not stop the match."""
    decision = views.decision_of(room, sitter, seat)
    if decision is None or seat is None:
        return []
    match = room.match
    try:
        found = targets_of(match, seat)
    except Exception as problem:
        log.warning("the targets cannot be told (%s: %s)", type(problem).__name__, problem)
        return []
    return [
        models.TargetInfo(
            cell=match.setting.grid.ids[cell],
            best=best,
            one_by_one=one_by_one,
            ways=[views.action_info(match, decision, way) for way in ways],
        )
        for cell, best, one_by_one, ways in found
    ]


def actions_named(room: Room, decision: Decision, name: str) -> list[models.ActionInfo]:
    subject = views.subject_named(room.match, decision, name)
    actions = decision.actions(subject) if subject is not None else ()
    return [views.action_info(room.match, decision, action) for action in actions]
