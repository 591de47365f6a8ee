"""``grognard ask``: questions to the referee."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from grognard.commands.common import OverlayFolder
from grognard.data import whole_number
from grognard.errors import NotUnderstood


def ask(
    position: Annotated[
        Path | None, typer.Argument(metavar="POSITION", help="A position file; not needed with --batch.")
    ] = None,
    legal: Annotated[bool, typer.Option("--legal", help="List the legal actions.")] = False,
    subject: Annotated[
        str | None, typer.Option("--subject", metavar="NAME", help="With --legal: only this unit, hex or button.")
    ] = None,
    action: Annotated[
        str | None, typer.Option("--action", metavar="TEXT", help="Is this action legal, and if not, why?")
    ] = None,
    apply: Annotated[
        str | None, typer.Option("--apply", metavar="TEXTS", help="Play these actions, separated by ';'.")
    ] = None,
    dice: Annotated[
        str | None, typer.Option("--dice", metavar="3,5", help="With --apply: the dice to roll, in order.")
    ] = None,
    odds: Annotated[
        str | None, typer.Option("--odds", metavar="TEXTS", help="Every modifier with its case, then the exact odds.")
    ] = None,
    supply: Annotated[str | None, typer.Option("--supply", metavar="UNIT", help="Is this unit in supply?")] = None,
    command: Annotated[str | None, typer.Option("--command", metavar="UNIT", help="Is this unit in command?")] = None,
    why: Annotated[
        str | None, typer.Option("--why", metavar="UNIT", help="What can this unit do, and why not the rest?")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Answer in JSON (docs/referee-schema.json).")] = False,
    batch: Annotated[
        bool, typer.Option("--batch", help="Read questions as JSON lines from standard input and answer them in order.")
    ] = False,
    data: OverlayFolder = None,
) -> None:
    """Ask the referee about a position: the ruling comes with its case.

    Examples:

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

    question = {"position": str(position), **asked(legal, subject, action, apply, dice, odds, supply, command, why)}
    found = answer(question, data)
    if json:
        import msgspec

        typer.echo(msgspec.json.encode(found).decode())
    else:
        typer.echo(spoken(found), err=not found["ok"])
    if not found["ok"]:
        raise typer.Exit(2)


def asked(
    legal: bool,
    subject: str | None,
    action: str | None,
    apply: str | None,
    dice: str | None,
    odds: str | None,
    supply: str | None,
    command: str | None,
    why: str | None,
) -> dict[str, Any]:
    """The one question that the options put."""
    questions: list[dict[str, Any]] = []
    if legal or subject:
        questions.append({"ask": "legal", "subject": subject})
    if action is not None:
        questions.append({"ask": "action", "action": action})
    if apply is not None:
        questions.append({"ask": "apply", "action": apply, "dice": dice_numbers(dice)})
    if odds is not None:
        questions.append({"ask": "odds", "action": odds})
    if supply is not None:
        questions.append({"ask": "supply", "unit": supply})
    if command is not None:
        questions.append({"ask": "command", "unit": command})
    if why is not None:
        questions.append({"ask": "why", "unit": why})
    if len(questions) != 1:
        raise NotUnderstood("ask one question: --legal, --action, --apply, --odds, --supply, --command or --why")
    return questions[0]


def dice_numbers(text: str | None) -> list[int]:
    words = (text or "").replace(",", " ").split()
    numbers = [number for word in words if (number := whole_number(word)) is not None and number > 0]
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
