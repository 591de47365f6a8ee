"""Forged actions against the engine: of the wrong shape, of another side, of another moment, almost right.

None may be accepted that the open decision does not list, and none may end in anything but a ruling.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

import grognard
from grognard.engine import Action, Match, RandomPlayer, find_game, game_slugs
from grognard.engine.decisions import Decision
from grognard.errors import GrognardError
from tests.attacks.tally import Tally

AT_EACH_DECISION = 150
"""Forgeries of each kind at one decision."""
ODDITIES: tuple[Any, ...] = (
    -1, 10**9, 10**4400, True, False, None, 1.5, "", "nonsense", "\ud800", "\x00", "a" * 5000, (), (0,), (-1,), (0, 0),
    (True,), ((1,),), [], [1], {}, b"x", float("nan"), ("a", "b"), 2**63,
)  # fmt: skip


def attack(tally: Tally) -> None:
    """Random games of every game there is, with forgeries at every few decisions."""
    slugs = [slug for slug in game_slugs() if slug in OURS]
    while not tally.done:
        slug = tally.chance.choice(slugs)
        rules = find_game(slug)
        scenario = tally.chance.choice(list(rules.scenarios(rules.data())))
        attack_game(grognard.start(slug, scenario, tally.chance.getrandbits(32)), tally)
        tally.tried("games begun")


OURS = frozenset({"friedensturm-1918", "hannut-1940", "marne-1914", "soissons-1918", "somme-1916"})


def attack_game(match: Match, tally: Tally) -> None:
    player = RandomPlayer(tally.chance.getrandbits(32))
    step = tally.chance.randint(1, 6)
    while match.decision is not None and not tally.done:
        if match.number % step == 0:
            for decision in list(match.decisions.values()):
                attack_decision(match, decision, tally)
            tally.tried("decisions attacked")
        match.play_listed(player.choose(match.decision), match.decision.seat)


def attack_decision(match: Match, decision: Decision, tally: Tally) -> None:
    chance, number = tally.chance, match.number
    some = near(decision, chance)
    others = [side for side in {**match.game.sides, **match.setting.seats} if match.question_for(side) is None]
    forged = [*shaped(match, some, chance), *almost(some, match, chance), *odd(match, some, chance)]
    for action in forged:
        attempt(match, decision, action, tally)
    for action in some:
        for side in others:
            tally.tried("forged actions")
            if match.check(action, by=side):
                tally.found(f"{side} may play '{match.write(action)}' for {decision.side} in {match!r}")
        for at in (number + 1, -1, 10**9):
            tally.tried("forged actions")
            if match.check(action, by=decision.seat, at=at):
                tally.found(f"'{match.write(action)}' is accepted for position {at}, this is {number}: {match!r}")
        attack_text(match, decision, match.write(action), tally)


def attempt(match: Match, decision: Decision, action: Action, tally: Tally) -> None:
    tally.tried("forged actions")
    try:
        ruling = match.check(action, by=decision.seat)
    except GrognardError:
        return
    except Exception as problem:
        tally.found(f"{shown(action)} breaks the check in {match!r}: {type(problem).__name__}: {problem}")
        return
    if not ruling:
        if not (ruling.case and ruling.text):
            tally.found(f"{shown(action)} is refused without a reason in {match!r}")
    elif not listed(match, decision, action):
        tally.found(f"{shown(action)} is accepted but not listed in {match!r}")
    else:
        tally.tried("forgeries that are legal")


def shown(action: Action) -> str:
    try:
        return f"{action!r:.200}"
    except ValueError:  # numbers of more digits than Python prints
        return f"'{action.verb}' with a huge number"


def listed(match: Match, decision: Decision, action: Action) -> bool:
    """Listed, and of the very types that are listed: True is no number. Units may be named in any order."""
    if KNOWN.get("decision") is not decision:
        KNOWN.clear()
        KNOWN.update({"decision": decision, "actions": {}, "sorted": {}})
        for one in decision.all_actions():
            KNOWN["actions"][repr(one)] = one
            KNOWN["sorted"][repr(in_order(match, one))] = one
    if repr(action) in KNOWN["actions"]:
        return True
    same = KNOWN["sorted"].get(repr(in_order(match, action)))
    return same is not None and effect(match, decision, action) == effect(match, decision, same)


KNOWN: dict[str, Any] = {}
"""What the last decision lists: to list it takes longer than to check a hundred forgeries."""


def in_order(match: Match, action: Action) -> Action:
    """The action with the units of each of its lists in their own order."""
    kinds = match.setting.language.kinds[action.verb]
    args = [
        tuple(sorted(value)) if kind == "UNITS" and isinstance(value, tuple) else value
        for kind, value in zip(kinds, action.args, strict=True)
    ]
    return Action(action.verb, tuple(args))


def effect(match: Match, decision: Decision, action: Action) -> tuple[Any, ...]:
    """What an action would do: what is heard of it, the state after it and the next question."""
    trial = match.clone()
    events = trial.play(action, by=decision.seat)
    heard = [f"{event.kind} {event.cites} {event.data} {event.result}" for event in events]
    asked = trial.decision and (trial.decision.kind, trial.decision.seat, trial.decision.prompt)
    return heard, msgspec.msgpack.encode(trial.position.state), asked


def near(decision: Decision, chance: Random) -> list[Action]:
    """Some legal actions to forge others from."""
    subjects = list(decision.candidates())
    found: list[Action] = []
    for subject in chance.sample(subjects, min(4, len(subjects))):
        actions = list(decision.actions(subject))
        found += chance.sample(actions, min(3, len(actions)))
    return found


def shaped(match: Match, some: list[Action], chance: Random) -> Iterator[Action]:
    """Any verb with arguments of its shape."""
    setting = match.setting
    verbs = list(setting.language.verbs.values())
    units, cells = len(setting.unit_ids), len(setting.grid.ids)
    words = [arg for action in some for arg in action.args if isinstance(arg, str)] or ["nonsense"]
    for _ in range(AT_EACH_DECISION):
        verb = chance.choice(verbs)
        args: list[Any] = []
        for kind in setting.language.kinds[verb.name]:
            if kind == "UNIT":
                args.append(chance.randrange(units))
            elif kind == "UNITS":
                args.append(tuple(chance.sample(range(units), min(units, chance.randint(1, 4)))))
            elif kind == "CELL":
                args.append(chance.randrange(cells))
            elif kind == "CELLS":
                args.append(tuple(chance.sample(range(cells), min(cells, chance.randint(1, 3)))))
            else:
                args.append(chance.randint(-2, 12) if kind == "NUMBER" else chance.choice(words))
        yield Action(verb.name, tuple(args))


def almost(some: list[Action], match: Match, chance: Random) -> Iterator[Action]:
    """Legal actions with one thing changed."""
    if not some:
        return
    units, cells = len(match.setting.unit_ids), len(match.setting.grid.ids)
    for _ in range(AT_EACH_DECISION):
        action, donor = chance.choice(some), chance.choice(some)
        args: list[Any] = list(action.args)
        if args:
            place = chance.randrange(len(args))
            value = args[place]
            if isinstance(value, tuple):
                other_order = chance.sample(value, len(value))
                args[place] = tuple(chance.choice([[*value, chance.randrange(units)], value[:-1], other_order]))
            elif isinstance(value, int):
                args[place] = chance.choice([value + 1, value - 1, chance.randrange(max(units, cells))])
            elif donor.args:
                args[place] = chance.choice(donor.args)
        yield Action(action.verb if chance.random() < 0.8 else donor.verb, tuple(args))


def odd(match: Match, some: list[Action], chance: Random) -> Iterator[Action]:
    """Arguments that no action has."""
    verbs = list(match.setting.language.verbs)
    for _ in range(AT_EACH_DECISION):
        if some and chance.random() < 0.6:
            action = chance.choice(some)
            args = list(action.args)
            if args:
                args[chance.randrange(len(args))] = chance.choice(ODDITIES)
            yield Action(action.verb, tuple(args))
        else:
            number = chance.randint(0, 4)
            verb = chance.choice([*verbs, "", "nothing", "\x00", "end "])
            yield Action(verb, tuple(chance.choice(ODDITIES) for _ in range(number)))


def attack_text(match: Match, decision: Decision, text: str, tally: Tally) -> None:
    """The text of a legal action, with letters changed, lost or added."""
    chance = tally.chance
    for _ in range(2):
        letters = list(text)
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(len(letters) + 1)
            how = chance.randrange(3)
            if how == 0:
                letters.insert(place, chance.choice("0123456789 ,-/.\u00b2\u0663\ud800\x00\x1bAZaz"))
            elif letters:
                place = min(place, len(letters) - 1)
                letters[place : place + 1] = chance.choice("0123456789 ,-/AZ") if how == 1 else ""
        tally.tried("forged actions")
        try:
            action = match.read("".join(letters))
        except GrognardError:
            continue
        except Exception as problem:
            tally.found(f"the text {''.join(letters)!r} breaks {match!r}: {type(problem).__name__}: {problem}")
            continue
        if match.check(action, by=decision.seat) and not listed(match, decision, action):
            tally.found(f"the text {''.join(letters)!r} is accepted but not listed in {match!r}")
