"""``grognard ask``: questions to the referee."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from grognard.commands.common import OverlayFolder
from grognard.data import whole_number
from grognard.errors import NotUnderstood

Text = str | None
MOVES, STANDS, GROUND, HOW = "Moves and fights", "How things stand", "The map", "How to ask"


def ask(
    position: Annotated[
        Path | None, typer.Argument(metavar="POSITION", help="A position file; not needed with --batch.")
    ] = None,
    english: Annotated[
        Text, typer.Argument(metavar="[QUESTION]", help='In plain words: "can 3Div reach 2216?"', show_default=False)
    ] = None,
    legal: Annotated[bool, typer.Option("--legal", help="List the legal actions.", rich_help_panel=MOVES)] = False,
    subject: Annotated[
        Text,
        typer.Option(metavar="NAME", help="With --legal: only this unit, hex or button.", rich_help_panel=MOVES),
    ] = None,
    action: Annotated[
        Text, typer.Option(metavar="TEXT", help="Is this action legal, and if not, why?", rich_help_panel=MOVES)
    ] = None,
    apply: Annotated[
        Text, typer.Option(metavar="TEXTS", help="Play these actions, separated by ';'.", rich_help_panel=MOVES)
    ] = None,
    odds: Annotated[
        Text,
        typer.Option(metavar="TEXTS", help="Every modifier with its case, then the exact odds.", rich_help_panel=MOVES),
    ] = None,
    path: Annotated[
        Text, typer.Option(metavar="TEXT", help="What a move costs by the way named.", rich_help_panel=MOVES)
    ] = None,
    way: Annotated[
        Text, typer.Option(metavar="TEXT", help="The cheapest way of a move, step by step.", rich_help_panel=MOVES)
    ] = None,
    shortest: Annotated[
        bool, typer.Option("--shortest", help="With --way: by the fewest cells.", rich_help_panel=MOVES)
    ] = False,
    no_zones: Annotated[
        bool, typer.Option("--no-zones", help="With --way: entering no enemy zone.", rich_help_panel=MOVES)
    ] = False,
    retreats: Annotated[
        Text, typer.Option(metavar="UNIT", help="Where could this unit retreat?", rich_help_panel=MOVES)
    ] = None,
    why: Annotated[
        Text, typer.Option(metavar="UNIT", help="What can this unit do, and why not the rest?", rich_help_panel=MOVES)
    ] = None,
    opening: Annotated[
        bool, typer.Option("--opening", help="What happens before the first question.", rich_help_panel=MOVES)
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Is the position legal? Every reason why not.", rich_help_panel=STANDS)
    ] = False,
    may_end: Annotated[
        Text,
        typer.Option(
            metavar="WHO", help="May it end like this? A unit, hex or side; 'UNIT HEX': there", rich_help_panel=STANDS
        ),
    ] = None,
    supply: Annotated[
        Text, typer.Option(metavar="UNIT", help="Is this unit in supply?", rich_help_panel=STANDS)
    ] = None,
    command: Annotated[
        Text, typer.Option(metavar="UNIT", help="Is this unit in command?", rich_help_panel=STANDS)
    ] = None,
    formation: Annotated[
        Text, typer.Option(metavar="NAME", help="A corps: its units, base and integrity.", rich_help_panel=STANDS)
    ] = None,
    control: Annotated[
        Text, typer.Option(metavar="PLACE", help="Who controls a hex or town?", rich_help_panel=STANDS)
    ] = None,
    front: Annotated[
        bool, typer.Option("--front", help="The front line and its gaps.", rich_help_panel=STANDS)
    ] = False,
    points: Annotated[
        bool, typer.Option("--points", help="Victory points with their sources.", rich_help_panel=STANDS)
    ] = False,
    victory: Annotated[
        bool, typer.Option("--victory", help="Who would win now, and what is missing.", rich_help_panel=STANDS)
    ] = False,
    distance: Annotated[
        Text, typer.Option(metavar="'FROM TO'", help="How far apart are two hexes or units?", rich_help_panel=GROUND)
    ] = None,
    neighbours: Annotated[
        Text, typer.Option(metavar="HEX", help="What lies around a hex?", rich_help_panel=GROUND)
    ] = None,
    range: Annotated[
        Text, typer.Option(metavar="UNIT", help="How far does a unit fire, command, supply?", rich_help_panel=GROUND)
    ] = None,
    sight: Annotated[
        Text, typer.Option(metavar="'FROM TO'", help="Is one hex in sight of another?", rich_help_panel=GROUND)
    ] = None,
    rule: Annotated[Text, typer.Option(metavar="CASE", help="What does a case say?", rich_help_panel=GROUND)] = None,
    dice: Annotated[Text, typer.Option(metavar="3,5", help="The dice to roll, in order.", rich_help_panel=HOW)] = None,
    suppose: Annotated[
        Text, typer.Option(metavar="TEXT", help="Suppose a result ('D2') or 'column +3'.", rich_help_panel=HOW)
    ] = None,
    viewer: Annotated[
        Text, typer.Option("--as", metavar="SIDE", help="Answer with what this side may know.", rich_help_panel=HOW)
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Answer in JSON (docs/referee-schema.json).", rich_help_panel=HOW)
    ] = False,
    batch: Annotated[
        bool,
        typer.Option("--batch", help="Read questions as JSON lines from standard input.", rich_help_panel=HOW),
    ] = False,
    data: OverlayFolder = None,
) -> None:
    """Ask the referee about a position: the ruling comes with its case.

    Examples:

    - `grognard ask battle.txt "can 3ID reach 2014?"` asks in plain words, and shows the command that it stands for.

    - `grognard ask battle.txt --legal --subject 3ID` lists what the division can do.

    - `grognard ask battle.txt --action "move 3ID 2014"` rules on a move.

    - `grognard ask battle.txt --odds "attack 2215 by 4ID"` gives every modifier and the exact odds.

    - `grognard ask battle.txt --apply "attack 2215 by 4ID; resolve" --dice 5` plays it with a die of 5.

    - `grognard ask --batch < questions.jsonl` answers many questions, a line each.
    """
    if batch:
        answer_batch(position, data)
        return
    if position is None:
        raise NotUnderstood("name a position file, or use --batch; see 'grognard ask --help'")
    from grognard.referee.ask import answer
    from grognard.referee.spoken import spoken

    texts = {
        "english": ("text", english), "action": ("action", action), "apply": ("action", apply),
        "odds": ("action", odds), "path": ("action", path), "way": ("action", way), "retreats": ("unit", retreats),
        "why": ("unit", why), "end": ("who", may_end), "supply": ("unit", supply), "command": ("unit", command),
        "formation": ("name", formation), "control": ("place", control), "neighbours": ("cell", neighbours),
        "range": ("unit", range), "rule": ("case", rule),
    }  # fmt: skip
    plain = {
        "legal": legal or subject is not None, "opening": opening, "check": check, "front": front, "points": points,
        "victory": victory,
    }  # fmt: skip
    questions = [{"ask": kind, name: text} for kind, (name, text) in texts.items() if text is not None]
    questions += [{"ask": kind} for kind, wanted in plain.items() if wanted]
    questions += [pair_question(kind, text) for kind, text in (("distance", distance), ("sight", sight)) if text]
    question = {
        "position": str(position), **one_of(questions), "subject": subject, "suppose": suppose, "as": viewer,
        "shortest": shortest, "no_zones": no_zones, "dice": dice_numbers(dice),
    }  # fmt: skip
    found = answer({key: value for key, value in question.items() if value is not None}, data)
    if json:
        import msgspec

        typer.echo(msgspec.json.encode(found).decode())
    else:
        typer.echo(spoken(found), err=not found["ok"])
    if not found["ok"]:
        raise typer.Exit(2)


def one_of(questions: list[dict[str, Any]]) -> dict[str, Any]:
    """The one question that the options put."""
    if len(questions) != 1:
        raise NotUnderstood("ask one question, in words or by one option such as --action; see 'grognard ask --help'")
    return questions[0]


def pair_question(kind: str, text: str) -> dict[str, Any]:
    words = text.split()
    if len(words) != 2:
        raise NotUnderstood(f"write --{kind} with two hexes or units, such as --{kind} '2214 2015'")
    return {"ask": kind, "from": words[0], "to": words[1]}


def dice_numbers(text: str | None) -> list[int]:
    words = (text or "").replace(",", " ").split()
    numbers = [number for word in words if (number := whole_number(word)) is not None and number >= 0]
    if len(numbers) < len(words):
        raise NotUnderstood(f"'--dice {text}' should be numbers, such as --dice 3,5")
    return numbers


def answer_batch(position: Path | None, data: Path | None) -> None:
    """Questions from standard input; a position named on the command line serves those without one."""
    import sys

    import msgspec

    from grognard.referee.ask import answer_line

    for line in sys.stdin:
        if not line.strip():
            continue
        if position is not None:
            try:
                question = msgspec.json.decode(line)
            except msgspec.DecodeError:
                question = None
            if isinstance(question, dict):
                line = msgspec.json.encode({"position": str(position), **question}).decode()
        sys.stdout.write(answer_line(line, data) + "\n")
        sys.stdout.flush()
