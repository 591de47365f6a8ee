"""The cells that can be attacked now, each with those who can and the best odds they can get."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from grognard.engine import Action, Decision, Match
from grognard.engine.dice import other_dice
from grognard.engine.events import Event
from grognard.engine.preview import guesses_at
from grognard.errors import GrognardError
from grognard.referee.odds import resolving_action
from grognard.server.extras import page_of

MOST = 1000
"""Beyond this many actions a player chooses the units first."""
MOST_FIRE = 5000
"""For guns, which may fire at empty ground as well."""
WAYS = 80
"""Of one cell no more ways are told; the largest come first."""
TRIED = 3
"""Of the ways to attack a cell the strongest are tried."""
ANSWERED = 16
"""No fight asks more than this before its dice fall."""
GIVEN_UP = 4
"""Where this many cells in a row have no odds, none is looked for any more: these are no fights yet."""
ABOUT = "\N{ALMOST EQUAL TO}"
"""Before odds that rest on a guess."""
END = Action("end")
FIGHT = frozenset(("attack", "defence", "column"))


Target = tuple[int, str, bool, list[Action]]
"""A cell, the best odds there, whether several of the actions can be played one after the other, and the actions."""


def targets_of(match: Match, seat: str) -> list[Target]:
    """Each cell that can be aimed at."""
    decision = match.question_for(seat)
    page = page_of(match)
    aimed = (*page.aimed, *page.fired, *page.joined)
    if decision is None or not set(aimed) & set(decision.verbs()):
        return []
    guns = set(page.fired) & set(decision.verbs())
    actions = list(islice(decision.all_actions(), (MOST_FIRE if guns else MOST) + 1))
    if len(actions) > (MOST_FIRE if guns else MOST):
        return []
    if any(action.args and action.verb not in page.joined for action in actions):
        aimed = tuple(verb for verb in aimed if verb not in page.joined)  # there is more to say than who takes part
    trial = guess_at(match, seat)
    hostile = enemy_cells(trial, seat) if trial is not None else ()
    ways: dict[int, list[Action]] = {}
    for action in actions:
        for cell in cells_of(match, decision, action) if action.verb in aimed else ():
            # Guns may fire at any ground; whoever wants that chooses the gun first. In a fight both sides' guns join.
            near = cell in hostile or action.verb not in guns or action.verb in page.joined
            if cell >= 0 and near and action not in ways.setdefault(cell, []):
                ways[cell].append(action)
    targets: list[Target] = []
    misses, follows = 0, dict[str, bool]()
    for cell, found in ways.items():
        best, verb = "", found[0].verb
        if trial is not None and cell in hostile:
            if verb not in follows and len(together(trial, found)) > 1:
                follows[verb] = can_follow(trial.clone(), seat, found)
            best = best_odds(trial, seat, found, follows.get(verb, False)) if misses < GIVEN_UP else ""
            misses = 0 if best else misses + 1
        targets.append((cell, best, follows.get(verb, False), found[:WAYS]))
    return targets


def enemy_cells(match: Match, seat: str) -> set[int]:
    """The cells with enemies of a seat."""
    side, position = match.side_of(seat), match.readable
    return {
        cell
        for cell, unit in zip(position.state.loc, match.setting.units, strict=False)
        if cell >= 0 and unit.side != side
    }


def guess_at(match: Match, seat: str) -> Match | None:
    """A match that the seat cannot tell from the real one; None where a secret bars it."""
    try:
        return guesses_at(match, match.side_of(seat), 1)[0]
    except GrognardError:
        return None


def can_follow(trial: Match, seat: str, ways: Sequence[Action]) -> bool:
    """Whether after one of some actions another one with other units can still be played."""
    first, *rest = together(trial, ways)
    if trial.setting.language.verbs[first.verb].resolves:
        return False
    events = trial.play_listed(first, by=seat)
    return not fights_in(events) and any(trial.check(way, by=seat) for way in rest)


def cells_of(match: Match, decision: Decision, action: Action) -> list[int]:
    """The cells that a player would click for an action: of an attack on several each of them."""
    language = match.setting.language
    _, cells, _ = language.named(action)
    if not cells:
        page = page_of(match)
        return [page.fought_over(match.readable) if action.verb in page.joined else decision.place]
    several = "CELLS" in language.verbs[action.verb].parts
    return [match.setting.grid.cell(cell) for cell in (cells if several else cells[-1:])]


def best_odds(trial: Match, seat: str, ways: Sequence[Action], one_by_one: bool) -> str:
    """The best column of an attack by all who can join it, as the table calls it."""
    if one_by_one:
        found = fights(trial.clone(), seat, together(trial, ways))
    else:
        strongest = sorted(ways, key=lambda way: -len(units_in(trial, way)))[:TRIED]
        found = [fight for way in strongest for fight in fights(trial.clone(), seat, [way])]
    if not found:
        return ""
    best = max(found, key=lambda fight: fight["column"])
    label = str(best.get("odds") or (format(best["column"], "+d") if best["column"] else "0"))
    return f"{ABOUT}{label}" if trial.game.hides(trial.setting) else label


def units_in(match: Match, action: Action) -> Sequence[str]:
    return match.setting.language.named(action)[0]


def together(match: Match, ways: Iterable[Action]) -> list[Action]:
    """Attacks that can be declared one after the other, the largest first, no unit twice."""
    chosen, taken = [], set[str]()
    for way in sorted(ways, key=lambda way: -len(units_in(match, way))):
        units = set(units_in(match, way))
        if units and not units & taken:
            chosen.append(way)
            taken |= units
    return chosen


def fights(trial: Match, seat: str, actions: Sequence[Action]) -> list[Mapping[str, Any]]:
    """The arithmetic of the fights that some actions lead to; what is asked before the dice is answered somehow."""
    asked = trial.decision
    events: list[Event] = []
    for action in actions:
        if trial.check(action, by=seat):
            events += trial.play_listed(action, by=seat)
    for _ in range(ANSWERED):
        decision = trial.decision
        if (found := fights_in(events)) or decision is None or trial.together:
            return found
        action = resolving_action(trial) or next(iter(decision.all_actions()), END)
        if action.verb == END.verb or (
            decision.rest
            and asked is not None
            and decision.kind == asked.kind
            and (not trial.setting.language.verbs[action.verb].resolves)
        ):
            return []
        events = list(trial.play_listed(action, by=decision.seat))
    return []


def fights_in(events: Iterable[Event]) -> list[Mapping[str, Any]]:
    values = (value for event in events for value in event.data.values())
    return [value for value in values if isinstance(value, Mapping) and value.keys() >= FIGHT]


# -- what a move would make possible --

STEPS = 14
"""Questions that may lie between a move and the attacks of its side."""
PLAIN = tuple(map(Action, ("end", "pass", "hold", "done")))


def prospects_of(match: Match, seat: str, text: str) -> list[Target]:
    """What could be attacked after a move, by the unit that made it or together with it, at which odds.

    Where dice fall first, or others must move, the odds are about right.
    """
    trial = guess_at(match, seat)
    if trial is None:
        return []
    # Whatever is tried here never meets the dice of the match.
    trial = trial.with_dice(other_dice(trial.seed, trial.readable.dice.count, "prospects"))
    action = trial.read(text)
    movers, cells, _ = trial.setting.language.named(action)
    if not cells or not trial.check(action, by=seat):
        return []
    trial.play_listed(action, by=seat)
    there = trial.setting.grid.cell(cells[-1])
    steady = go_on_to_attacks(trial, seat, set(movers))
    if steady is None:
        return []
    around = set(trial.setting.grid.neighbours[there])
    hostile = enemy_cells(trial, seat)
    found = []
    for cell, best, one_by_one, ways in targets_of(trial, seat):
        by = {unit for way in ways for unit in units_in(trial, way)}
        if cell in hostile and (by & set(movers) if by else cell in around):
            about = f"{ABOUT}{best}" if best and not steady and not best.startswith(ABOUT) else best
            found.append((cell, about, one_by_one, ways))
    return found


def go_on_to_attacks(trial: Match, seat: str, movers: set[str]) -> bool | None:
    """Answer plainly what is asked until a seat can attack; None if that does not come.

    False where others must move before or dice fall: what comes of it is only a guess, so the odds are, too.
    """
    steady = True
    attacks = set(page_of(trial).aimed)
    for _ in range(STEPS):
        decision = trial.question_for(seat)
        if decision is not None and attacks & set(decision.verbs()):
            return steady
        decision = decision or trial.decision
        if decision is None or trial.together:
            return None
        answer = next((one for one in PLAIN if trial.check(one, by=decision.seat)), None)
        if answer is None:
            steady = False
            answer = next((one for one in decision.all_actions() if not movers & set(units_in(trial, one))), None)
        if answer is None:
            return None
        trial.play_listed(answer, by=decision.seat)
        steady = steady and not (trial.last is not None and trial.last.chance)
    return None
