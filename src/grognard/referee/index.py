"""The index of a rulebook's cases: what each says, where it is in the code, which tests cover it.

Nothing is kept by hand but the cases themselves (cases.toml). Where they are implemented and tested is
found by reading the citations in code and tests.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from grognard.data import nearest
from grognard.engine import Game
from grognard.errors import DataError, NotUnderstood

CITE = re.compile(
    r"(?<![\w.])(\d{1,2}(?:\.\d{1,2}){1,3}[a-z]?(?:\([a-z]\))?)(?:\s?[-\u2013]\s?(\d{1,2}(?:\.\d{1,2}){1,3}))?(?![\w]|\.\d)"
)
STEP = re.compile(r"\bsteps? ([A-N](?:\.\w{1,3})?(?:(?:, | and )[A-N](?:\.\w{1,3})?)*)(?!\w)", re.IGNORECASE)
"""Steps of a sequence of play that a rulebook cites by letter: "step B.4c", "steps G and H"."""
STATUSES = ("rule", "heading", "component", "not-applicable")


class Case(msgspec.Struct):
    """A case of the rulebook in our words, with where it is found."""

    number: str
    title: str
    text: str
    status: str
    reason: str = ""
    module: str = ""
    """The module of the book to which it belongs; a lettered step belongs to that of the cases before it."""
    code: list[str] = msgspec.field(default_factory=list)
    tests: list[str] = msgspec.field(default_factory=list)
    rulings: list[str] = msgspec.field(default_factory=list)
    options: list[str] = msgspec.field(default_factory=list)
    tables: list[str] = msgspec.field(default_factory=list)

    @property
    def standing(self) -> str:
        """tested, implemented, not applicable (a heading, a component ...), or missing."""
        if self.tests and self.code:
            return "tested"
        if self.code:
            return "implemented"
        return "missing" if self.status == "rule" else "not applicable"


class CaseIndex:
    """All cases of a game."""

    def __init__(self, cases: Mapping[str, Case]) -> None:
        self.cases = dict(cases)

    def find(self, number: str) -> list[Case]:
        """A case and everything below it ("8.5" gives 8.5.1, 8.5.2 ... too)."""
        wanted = number.strip().removesuffix(".0")
        found = [c for n, c in self.cases.items() if n == number or re.match(re.escape(wanted) + r"(?![0-9])", n)]
        if not found:
            raise NotUnderstood(f"the rulebook has no case '{number}'{nearest(number, self.cases)}")
        return found

    def coverage(self) -> dict[str, dict[str, int]]:
        """For each module, how many cases stand how."""
        table: dict[str, dict[str, int]] = {}
        for case in self.cases.values():
            row = table.setdefault(case.module, {"tested": 0, "implemented": 0, "not applicable": 0, "missing": 0})
            row[case.standing] += 1
        return dict(sorted(table.items(), key=lambda item: int(item[0])))

    def missing(self) -> list[str]:
        return [n for n, c in self.cases.items() if c.standing == "missing"]


def index_of(game: Game, *tests: Path) -> CaseIndex:
    """The index of a game; ``tests`` are the folders of its tests, where there are any."""
    cases = load_cases(game)
    modules = [path for path in sorted(game.folder.rglob("*.py")) if path.name != "__init__.py"]
    for path in [*modules, *sorted(game.folder.glob("scenarios/*.toml"))]:
        for number, where in citations(path, cases, game.folder):
            cases[number].code.append(where)
    for folder in tests:
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".toml") and "golden" not in path.parts:
                for number, where in citations(path, cases):
                    cases[number].tests.append(where)
    add_rulings(game, cases)
    for option in game.options(game.data()):
        for number in read_cites(option.case, cases):
            cases[number].options.append(option.name)
    for name in game.data().names("tables", ".csv"):
        for number in dict.fromkeys(read_cites(game.data().text(name), cases)):
            cases[number].tables.append(name)
    return CaseIndex(cases)


def load_cases(game: Game) -> dict[str, Case]:
    data = game.data()
    file = data.path("cases.toml")
    cases: dict[str, Case] = {}
    sequence = ""
    for number, entry in data.toml("cases.toml").items():
        status = entry.get("status")
        if status not in STATUSES:
            raise DataError(f"case {number} has the status '{status}', not one of {', '.join(STATUSES)}", file)
        module = number.split(".")[0] if number[0].isdigit() else sequence
        sequence = module
        case = Case(number, entry.get("title", ""), entry.get("text", ""), status, entry.get("reason", ""), module)
        cases[number] = case
    return cases


def citations(path: Path, cases: Mapping[str, Case], folder: Path | None = None) -> Iterable[tuple[str, str]]:
    """Every case that a file names, with file:line; the file as it is found from a folder, or its bare name."""
    text = path.read_text(encoding="utf-8")
    name = path.relative_to(folder or path.parent).as_posix()
    for line_number, line in words_of(text) if path.suffix == ".py" else enumerate(text.splitlines(), 1):
        for number in dict.fromkeys(read_cites(line, cases)):
            yield number, f"{name}:{line_number}"


SPOKEN = ("COMMENT", "STRING", "FSTRING_MIDDLE")


def words_of(source: str) -> Iterable[tuple[int, str]]:
    """The lines of a program's comments and strings: a number in the code itself is no citation."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if tokenize.tok_name[token.type] in SPOKEN:
            yield from enumerate(token.string.splitlines(), token.start[0])


def read_cites(text: str, cases: Mapping[str, Case]) -> list[str]:
    """The cases that a text names; "8.4.1-8.4.3" names all from the first to the last.

    What a rulebook leaves without a number goes by its heading, in capitals as the book has it ("Scenario 1").
    """
    found: list[str] = []
    order = list(cases)
    for first, last in CITE.findall(text):
        first = known(first, cases)
        last = known(last, cases) if last else ""
        if first and last and order.index(first) <= order.index(last):
            found += order[order.index(first) : order.index(last) + 1]
        elif first:
            found.append(first)
    for labels in STEP.findall(text):
        steps = [known(f"step {label}", cases) for label in re.split(", | and ", labels)]
        found += [step for step in steps if step]
    return found + [name for name in cases if name[0].isupper() and re.search(rf"\b{re.escape(name)}\b", text)]


def known(number: str, cases: Mapping[str, Case]) -> str:
    """The case as the book numbers it, or '' if it has no such case."""
    if number in cases:
        return number
    bare = number.rstrip("abcdefghijklmnopqrstuvwxyz")
    return bare if bare in cases else ""


def add_rulings(game: Game, cases: Mapping[str, Case]) -> None:
    """Each paragraph of rulings.md belongs to the cases it names."""
    label = re.compile(r"\b([A-Z]\d\d)\b")
    for paragraph in game.data().text("rulings.md").split("\n\n") if game.data().exists("rulings.md") else ():
        name = label.search(paragraph)
        for number in dict.fromkeys(read_cites(paragraph, cases)) if name else ():
            assert name is not None
            cases[number].rulings.append(name[1])
