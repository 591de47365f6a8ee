"""``grognard rules`` and ``grognard sources``: the book's cases, and where every number comes from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grognard.commands.common import AsJson, GameName, OverlayFolder, out, print_json

if TYPE_CHECKING:
    from grognard.referee.index import Case, CaseIndex


def rules(
    game: GameName,
    case: Annotated[
        str | None, typer.Argument(metavar="CASE", help="A case such as 8.5.2, or a section such as 8.5.")
    ] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Count the cases implemented, tested and missing in each module.")
    ] = False,
    tests: Annotated[
        Path, typer.Option("--tests", metavar="FOLDER", help="The folder of tests to search for citations.")
    ] = Path("tests"),
    as_json: AsJson = False,
) -> None:
    """The rulebook's cases in our own words: what each says, and where it is in the code.

    Examples:

    - `grognard rules marne-1914 8.5` shows the section on retreats.

    - `grognard rules marne-1914 --coverage` counts what is implemented and tested.
    """
    from msgspec import to_builtins

    from grognard.engine import find_game
    from grognard.referee.index import index_of

    index = index_of(find_game(game), *tests_of(game, tests))
    if as_json:
        cases = index.find(case) if case is not None else list(index.cases.values())
        facts = {"modules": index.coverage(), "missing": index.missing()}
        print_json(facts if coverage else [{**to_builtins(found), "standing": found.standing} for found in cases])
    elif coverage:
        show_coverage(index)
    elif case is not None:
        for found in index.find(case):
            show_case(found)
    else:
        for found in index.cases.values():
            out().print(f"{found.number:10} {found.title}", markup=False, soft_wrap=True)


def tests_of(game: str, tests: Path) -> list[Path]:
    """The tests of one game: its own folder, and the questions put to the referee."""
    own = game.replace("-", "_")
    return [folder for folder in (tests / "games" / own, tests / "referee" / "questions" / own) if folder.is_dir()]


def show_case(case: Case) -> None:
    console = out()
    console.print(f"[bold]{case.number}[/bold] {case.title}  ({case.standing})", soft_wrap=True)
    if case.text:
        console.print(f"  {case.text}", markup=False, soft_wrap=True)
    if case.reason:
        console.print(f"  {case.status}: {case.reason}", markup=False, soft_wrap=True)
    for label, entries in (
        ("code", case.code),
        ("tests", case.tests),
        ("rulings", case.rulings),
        ("options", case.options),
        ("tables", case.tables),
    ):
        if entries:
            console.print(f"  {label}: {', '.join(dict.fromkeys(entries))}", markup=False, soft_wrap=True)


def show_coverage(index: CaseIndex) -> None:
    from rich.table import Table

    table = Table("module", "tested", "implemented", "not applicable", "missing")
    for module, row in index.coverage().items():
        table.add_row(module, *(str(row[key]) for key in ("tested", "implemented", "not applicable", "missing")))
    console = out()
    console.print(table)
    missing = index.missing()
    console.print(f"missing: {', '.join(missing)}" if missing else "no case is missing", soft_wrap=True)


def sources(
    game: GameName,
    file: Annotated[
        str | None, typer.Option("--file", metavar="NAME", help="Show the rows of one file, such as tables/crt.csv.")
    ] = None,
    data: OverlayFolder = None,
    as_json: AsJson = False,
) -> None:
    """Where every table and value comes from, what is reconstructed, and how to replace it.

    Examples:

    - `grognard sources marne-1914` counts the sources of each file.

    - `grognard sources marne-1914 --file tables/crt.csv` shows what is reconstructed in a table.
    """
    from msgspec import to_builtins
    from rich.table import Table

    from grognard.engine import find_game
    from grognard.referee.sources import HOW_TO_REPLACE, KINDS, reconstructed_rows, source_files

    console = out()
    folder = find_game(game).data(data)
    if file is not None:
        rows = reconstructed_rows(folder, file)
        if as_json:
            print_json(
                [{"file": file, "line": line, "row": content, "source": source} for line, content, source in rows]
            )
            return
        for line, content, source in rows:
            console.print(f"{file}:{line}  {content}\n    {source}", markup=False, soft_wrap=True)
        return
    if as_json:
        print_json([to_builtins(found) for found in source_files(folder)])
        return
    table = Table()
    table.add_column("file", no_wrap=True)
    table.add_column("rows", justify="right")
    table.add_column("where they come from")
    for found in source_files(folder):
        counts = [f"{kind} {found.kinds[kind]}" for kind in (*KINDS, "other") if found.kinds.get(kind)]
        table.add_row(found.name, str(found.rows), ", ".join([*(["your own file"] if found.overlaid else []), *counts]))
    console.print(table)
    console.print(HOW_TO_REPLACE)
