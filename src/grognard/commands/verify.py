"""``grognard verify``: were the dice of a record fair?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from grognard.commands.common import AsJson, OverlayFolder, out, print_json, read_text
from grognard.errors import GrognardError


def verify(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="The record of a match.")],
    commitment: Annotated[
        str, typer.Option("--commitment", metavar="HASH", help="The commitment the server published when you joined.")
    ] = "",
    share: Annotated[
        str, typer.Option("--share", metavar="TEXT", help="The share you added to the dice yourself.")
    ] = "",
    overlay: OverlayFolder = None,
    as_json: AsJson = False,
) -> None:
    """Replay a record, check every die, and say whether anybody could have rigged them.

    Each player and the server seal a share of the dice before the first roll. What you kept
    yourself, the server's commitment and your own share, proves it without trusting anybody.

    Example: `grognard verify match.record.txt --share 91c0...`
    """
    from grognard.engine.dice import commitment as sealed
    from grognard.engine.records import parse, read_record
    from grognard.engine.shares import shares_of, verdict

    text = read_text(record)
    headers, _, actions = parse(text, str(record))
    match = read_record(text, str(record), overlay)
    parts = shares_of(match.seed)
    if commitment and commitment not in [sealed(part.server) for part in parts]:
        raise GrognardError(f"{record}: the seed does not match the commitment {commitment}")
    if share and share not in [added for part in parts for added in part.added.values()]:
        raise GrognardError(f"{record}: your share is not in the seed: these are not the dice you agreed to")
    said = verdict(match.seed, headers.get("Dice") == "known", match.setting.seat_called)
    dice = sum(len(fallen) for _, (_, _, _, fallen) in actions)
    if as_json:
        print_json({"record": str(record), "actions": len(actions), "dice": dice, "verdict": said})
        return
    console = out()
    console.print(f"{len(actions)} actions and {dice} dice follow from the seed and the rules.", markup=False)
    console.print(said, soft_wrap=True, markup=False)
