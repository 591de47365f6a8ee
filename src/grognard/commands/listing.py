"""What the terminal game prints of decisions, actions, odds and outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from grognard.engine import Action, Event, Match, Outcome, Subject
from grognard.engine.decisions import Decision
from grognard.engine.preview import Preview


def show_subjects(console: Console, match: Match, decision: Decision) -> None:
    """Who or what can act now, and how an answer is typed."""
    names: dict[str, list[str]] = {}
    for subject in decision.subjects():
        name = match.setting.subject_name(subject)
        if subject.kind == "unit" and isinstance(subject.ref, int):
            name += f"@{match.setting.place_name(match.position.state.loc[subject.ref])}"
        names.setdefault(subject.kind, []).append(name)
    heads = {"unit": "units", "cell": f"{match.setting.grid.word}es", "button": "also"}
    for kind, found in names.items():
        console.print(f"{heads.get(kind, kind)}: {'  '.join(found)}", markup=False)
    verbs = match.setting.language.verbs
    shapes = [f"{name} {verbs[name].shape}".strip() for name in decision.verbs() if name in verbs]
    console.print(f"typed as: {'; '.join(shapes)}", style="dim", markup=False)
    example = next((s for s in decision.subjects() if s.kind == "unit"), None)
    if example is not None:
        console.print(f"'? {match.setting.subject_name(example)}' lists what it can do", style="dim", markup=False)


def show_actions(console: Console, match: Match, decision: Decision, subject: Subject) -> None:
    """The actions of one subject; places that differ in nothing but the last word stand together."""
    actions = list(decision.actions(subject))
    if not actions:
        console.print(
            f"{match.setting.subject_name(subject)} has nothing to do now ('why ACTION' says why not)",
            markup=False,
        )
        return
    for line in compact(match, decision, actions):
        console.print(line, markup=False)


def compact(match: Match, decision: Decision, actions: Iterable[Action]) -> list[str]:
    """Lines such as "move 3ID  1 MP: 1912 2013"; dearer ones follow."""
    groups: dict[tuple[str, str], list[str]] = {}
    verbs = match.setting.language.verbs
    for action in actions:
        text, parts = match.write(action), verbs[action.verb].parts
        front, _, last = text.rpartition(" ")
        if parts and parts[-1] == "CELL":
            groups.setdefault((front, decision.cost(action)), []).append(last)
        else:
            groups.setdefault((text, decision.cost(action)), [])
    lines = []
    for (front, cost), places in sorted(groups.items(), key=lambda group: (group[0][0], amount(group[0][1]))):
        price = f"  {cost}" if cost else ""
        lines.append(f"{front}{price}{':' if price and places else ''}{' ' if places else ''}{' '.join(places)}")
    return lines


def amount(cost: str) -> float:
    """The number in a cost, to sort by."""
    try:
        return float(cost.split()[0])
    except (IndexError, ValueError):
        return 0.0


def sentences(match: Match, events: Iterable[Event], side: str | None) -> list[str]:
    """The events that a side may see, as the log tells them."""
    writer = match.game.writer(match.setting)
    return [writer.line(event) for event in (events if side is None else match.game.told(events, side))]


def show_preview(console: Console, match: Match, found: Preview, side: str | None) -> None:
    """What is certain, and the exact chances of the rest."""
    if not found.ruling:
        console.print(str(found.ruling), style="yellow", markup=False)
        return
    for line in sentences(match, found.certain, side):
        console.print(line, markup=False)
    if not found.chances:
        return
    if found.guesses:
        console.print(f"Some units are unknown: odds averaged over {found.guesses} guesses at what they are.")
    table = Table()
    table.add_column("chance", justify="right")
    table.add_column("exactly", justify="right")
    table.add_column("result")
    writer = match.game.writer(match.setting)
    for chance in found.chances:
        told = " ".join(writer.sentence(event) for event in chance.results)
        table.add_row(f"{float(chance.probability):.1%}", str(chance.probability), told)
    console.print(table)


def odds_follow_up(match: Match, action: Action, side: str | None) -> tuple[Action, Match] | None:
    """The word that settles what an action only announces ("resolve" after "attack"), if there is one.

    Returns it with the match in which the announcement has been made.
    """
    decision = match.decision
    if decision is None or not match.check(action, by=decision.side):
        return None
    after = match.clone()
    after.play(action, by=decision.side)
    following = after.decision
    assert after.last is not None
    if following is None or following.side != decision.side or after.last.chance:
        return None
    for subject in following.subjects():
        if subject.kind == "button" and subject.ref != "end":
            for settling in following.actions(subject):
                if not settling.args and after.preview(settling, side).chances:
                    return settling, after
    return None


def show_outcome(console: Console, match: Match, outcome: Outcome) -> None:
    winner = match.game.sides.get(outcome.winner or "", outcome.winner) if outcome.winner else "nobody"
    console.print(f"The match is over: [bold]{outcome.level}[/] (winner: {winner}) [dim]\\[{outcome.case}][/]")
    if outcome.points:
        table = Table(title="Points", title_justify="left")
        for head in ("side", "points", "case", "for"):
            table.add_column(head, justify="right" if head == "points" else "left")
        for whose, points, case, what in outcome.points:
            table.add_row(match.game.sides.get(whose, whose), f"{points:+d}", case, what)
        table.add_row("", str(sum(row[1] for row in outcome.points)), "", "total", style="bold")
        console.print(table)


def show_units(console: Console, match: Match, side: str | None, viewer: str | None) -> None:
    """All units, or those of a side, with where they are and how they fare."""
    game, setting = match.game, match.setting
    page = game.page_for(setting)
    position = game.seen(match.position, viewer) if viewer else match.position
    table = Table(box=SIMPLE_HEAD)
    for head in ("unit", "where", "steps", "factors", "status"):
        table.add_column(head, no_wrap=True)
    table.add_column("name", overflow="fold")
    several = side is None
    if several:
        table.add_column("side", no_wrap=True)
    for number, unit in enumerate(setting.units):
        if (side is not None and unit.side != side) or number in position.concealed.units:
            continue
        row = (
            unit.id,
            setting.place_name(position.state.loc[number]),
            f"{position.state.steps[number]}/{unit.steps}",
            page.factors(position, number),
            " ".join(page.status(position, number)),
            unit.name,
        )
        table.add_row(*row, *([game.sides.get(unit.side, unit.side)] if several else []))
    for counter in position.concealed.counters:
        if side in (None, counter.side):
            whose = game.sides.get(counter.side, counter.side)
            row = ("?", setting.place_name(counter.cell), "", "", counter.label, "unknown unit")
            table.add_row(*row, *([whose] if several else []))
    console.print(table)


def summary(match: Match, actions: Sequence[Action], events: Sequence[Event], side: str | None) -> list[str]:
    """What an opponent has done: how often each verb, if that is no secret, then what the dice have decided."""
    told = sentences(match, [event for event in events if event.result], side)
    if side is not None and match.game.hides(match.setting):
        return [f"{len(actions)} actions" if len(actions) > 1 else "1 action", *told]
    verbs: dict[str, int] = {}
    for action in actions:
        verbs[action.verb] = verbs.get(action.verb, 0) + 1
    counts = ", ".join(f"{verb} {count}x" if count > 1 else verb for verb, count in verbs.items())
    return [counts, *told]
