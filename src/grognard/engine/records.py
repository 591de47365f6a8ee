"""Game records: what PGN is to chess. A whole match as readable text that replays exactly.

Headers, then the actions in numbered lines under the turn and phase they belong to, each with the dice
that fell. Lines that begin with ';' are comments. Replaying compares every die: where a record and the
rules part ways, the number of the action, the case and both readings are told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from grognard.data import is_text
from grognard.engine.dice import commitment
from grognard.engine.events import Event
from grognard.engine.match import Match
from grognard.engine.positions import read_position
from grognard.engine.ruling import Refused
from grognard.engine.shares import sealed_share, shares_of
from grognard.engine.starting import start
from grognard.errors import GrognardError, SaveError

HEAD = "grognard record 1"
ACTION = re.compile(r"([0-9]{1,9})\. (\S+): (.*?)(?:  \[([0-9]{1,4}(?: [0-9]{1,4})*)\])?")


def write_record(match: Match, players: Mapping[str, str] | None = None, comments: bool = False, dice: str = "") -> str:
    """The record of a match; with comments, each action is followed by what came of it.

    ``dice`` is a remark on who knew the dice beforehand, if anybody did.
    """
    setting = match.setting
    headers = {
        "Game": match.game.slug,
        "Title": match.game.title,
        "Scenario": setting.scenario,
        "Rules": match.game.rules_version,
        "Seed": match.seed,
        **commitments(match.seed),
    }
    if dice:
        headers["Dice"] = dice
    headers.update({f"Option {k}": v for k, v in sorted(setting.options.items())})
    headers.update({f"Player {side}": name for side, name in (players or {}).items()})
    if setting.data.overlay is not None:
        headers["Overlay"] = setting.data.digest()
    outcome = match.outcome
    headers["Result"] = outcome.level if outcome else "unfinished"
    headers["Fingerprint"] = match.fingerprint()
    lines = [HEAD, *(f"{key}: {value}" for key, value in headers.items())]
    if match.start_text:
        lines += ["", "Start:", *(f"  {line}" for line in match.start_text.splitlines())]
    writer = match.game.writer(setting)
    heading = ""
    for node in match.history():
        here = f"{node.turn}, {node.phase}"
        if here != heading:
            lines += ["", f"[turn {node.turn}, {node.phase}]"]
            heading = here
        fallen = dice_of(node.events)
        shown = f"  [{' '.join(map(str, fallen))}]" if fallen else ""
        lines.append(f"{node.number}. {node.side}: {match.write(node.action)}{shown}")
        if comments:
            lines += [f"; {writer.line(event)}" for event in node.events if event.kind != "dice"]
    return "\n".join(lines) + "\n"


def commitments(seed: str) -> dict[str, str]:
    """What was published before the dice fell: for each part of the seed the server's hash and the seats'."""
    found: dict[str, str] = {}
    for part in shares_of(seed):
        later = f" from die {part.first}" if part.first > 1 else ""
        found[f"Commitment{later}"] = commitment(part.server)
        found.update({f"Sealed {seat}{later}": sealed_share(share) for seat, share in part.added.items()})
    return found


def dice_of(events: tuple[Event, ...] | list[Event] | object) -> list[int]:
    """All dice of some events, in the order in which they fell."""
    assert isinstance(events, list | tuple)
    return [die for event in events if event.kind == "dice" for die in event.data["dice"]]


def read_record(text: str, name: str = "record", overlay: Path | None = None) -> Match:
    """Replay a record; SaveError says at which action and by which case it departs."""
    headers, start_text, actions = parse(text, name)
    match = begin(headers, start_text, name, overlay)
    rules = headers.get("Rules", "?")
    hint = (
        ""
        if rules == match.game.rules_version
        else f" (recorded under rules {rules}, these are {match.game.rules_version})"
    )
    for line, (number, side, action, dice) in actions:
        where = f"{name}, line {line}, action {number} ('{action}')"
        try:
            events = match.play(action, by=side)
        except Refused as refused:
            raise SaveError(f"{where}: {refused.ruling}{hint}") from None
        except GrognardError as problem:
            raise SaveError(f"{where}: {problem}") from None
        fallen = dice_of(events)
        if dice != fallen:
            case = next((e.cites[0] for e in events if e.kind == "dice"), match.game.turn_order_case)
            raise SaveError(
                f"{where}: differs at {case}: the record has dice {dice or 'none'}, "
                f"these rules roll {fallen or 'none'}{hint}"
            )
    if "Fingerprint" in headers and headers["Fingerprint"] != match.fingerprint():
        raise SaveError(f"{name}: the record does not lead to the position it claims{hint}")
    return match


Parsed = tuple[int, tuple[int, str, str, list[int]]]


def parse(text: str, name: str) -> tuple[dict[str, str], str, list[Parsed]]:
    if not is_text(text):
        raise SaveError(f"{name}: is not valid text (it holds half of a character)")
    lines = text.splitlines()
    if not lines or lines[0].strip() != HEAD:
        raise SaveError(f"{name}: a record starts with '{HEAD}'")
    headers: dict[str, str] = {}
    start_lines: list[str] = []
    actions: list[Parsed] = []
    for number, line in enumerate(lines[1:], 2):
        bare = line.strip()
        if not bare or bare.startswith((";", "[")):
            continue
        if line.startswith("  "):
            start_lines.append(bare)
            continue
        found = ACTION.fullmatch(bare)
        if found:
            dice = [int(die) for die in found[4].split()] if found[4] else []
            actions.append((number, (int(found[1]), found[2], found[3].strip(), dice)))
        elif ":" in bare and not actions:
            key, _, value = bare.partition(":")
            headers[key.strip()] = value.strip()
        else:
            raise SaveError(f"{name}, line {number}: neither a header nor an action: '{bare}'")
    return headers, "\n".join(start_lines), actions


def begin(headers: Mapping[str, str], start_text: str, name: str, overlay: Path | None) -> Match:
    for key in ("Game", "Scenario", "Seed"):
        if key not in headers:
            raise SaveError(f"{name}: the header '{key}:' is missing")
    require_sealed(headers, name)
    if start_text:
        found = read_position(start_text, f"{name} (its start)", overlay)
        return found if found.seed == headers["Seed"] else found.with_dice(headers["Seed"])
    options = {key.removeprefix("Option "): value for key, value in headers.items() if key.startswith("Option ")}
    return start(headers["Game"], headers["Scenario"], headers["Seed"], options, overlay)


def require_sealed(headers: Mapping[str, str], name: str) -> None:
    """Complain of a seed that is not what was sealed before the dice fell."""
    sealed = commitments(headers["Seed"])
    for key, value in headers.items():
        if key.split(" ")[0] in ("Commitment", "Sealed") and sealed.get(key) != value:
            whose = f"the share of {key.split(' ')[1]}" if key.startswith("Sealed") else "the seed"
            raise SaveError(f"{name}: {whose} does not match its commitment")
