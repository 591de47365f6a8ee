"""Questions in plain English: a small grammar of the commonest ones, each with the command that it stands for.

There is no guessing here: a sentence fits one of the forms, or the answer lists them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from grognard.engine import Match
from grognard.engine.actions import Verb
from grognard.errors import NotUnderstood
from grognard.referee.question import Question

Words = dict[str, Any]
Found = dict[str, str]


class Meant(msgspec.Struct):
    """A question as the referee takes it, and the options of ``grognard ask`` that put it."""

    words: Words
    command: str


class Form(msgspec.Struct):
    """A form of question: an example, the pattern, and what it means for a match."""

    example: str
    pattern: re.Pattern[str]
    means: Callable[[Match, Found], Words]


FORMS: list[Form] = []
UNIT, CELL, UNITS = r"(?P<unit>\S+)", r"(?P<cell>\S+)", r"(?P<units>\S+(?:(?:,| and|, and) \S+)*)"
GO = r"(?:reach|get to|go to|move to|enter|march to)"


def form(example: str, *patterns: str) -> Callable[[Callable[[Match, Found], Words]], Callable[[Match, Found], Words]]:
    """Add a form of question; a pattern is matched without regard to letter case and to the question mark."""

    def add(means: Callable[[Match, Found], Words]) -> Callable[[Match, Found], Words]:
        for pattern in patterns:
            FORMS.append(Form(example, re.compile(pattern, re.IGNORECASE), means))
        return means

    return add


def understood(question: Question) -> Meant:
    """What a sentence asks; NotUnderstood lists what can be asked."""
    text = " ".join(question.text("text").rstrip("?.! ").split())
    for one in FORMS:
        found = one.pattern.fullmatch(text)
        if found is not None:
            words = one.means(question.match, {key: value for key, value in found.groupdict().items() if value})
            return Meant(words, command_of(words, question.viewer))
    examples = "; ".join(dict.fromkeys(f"'{one.example}'" for one in FORMS))
    raise NotUnderstood(f"the referee does not understand '{text}'. Try {examples}")


FLAGS = {
    "apply": "action",
    "odds": "action",
    "action": "action",
    "path": "action",
    "way": "action",
    "supply": "unit",
    "command": "unit",
    "why": "unit",
    "retreats": "unit",
    "range": "unit",
    "control": "place",
    "formation": "name",
    "neighbours": "cell",
    "rule": "case",
}
"""Which word of a question its option on the command line takes."""


def command_of(words: Words, viewer: str | None) -> str:
    """The command that puts a question."""
    kind = words["ask"]
    parts = [f"--{'may-end' if kind == 'end' else kind}"]
    if kind in FLAGS:
        parts.append(quoted(words[FLAGS[kind]]))
    elif kind == "end":
        parts.append(quoted(words["who"]))
    elif kind in ("distance", "sight"):
        parts.append(quoted(f"{words['from']} {words['to']}"))
    elif kind == "legal" and words.get("subject"):
        parts += ["--subject", quoted(words["subject"])]
    parts += [f"--{flag.replace('_', '-')}" for flag in ("shortest", "no_zones") if words.get(flag)]
    if words.get("suppose"):
        parts += ["--suppose", quoted(words["suppose"])]
    parts += ["--as", viewer] if viewer else []
    return "grognard ask POSITION " + " ".join(parts)


def quoted(text: str) -> str:
    return text if re.fullmatch(r"[\w./-]+", text) else f'"{text}"'


# -- moving --


def move_verb(match: Match) -> str:
    return "move" if "move" in match.setting.language.verbs else next(iter(match.setting.language.verbs))


@form(
    "can 3Div reach 2216 without entering a zone?",
    rf"can {UNIT} {GO} {CELL} without entering (?:a|an|any) (?:enemy )?zones?(?: of control)?",
)
def reach_without_zones(match: Match, found: Found) -> Words:
    return {"ask": "way", "action": f"{move_verb(match)} {found['unit']} {found['cell']}", "no_zones": True}


@form(
    "can 3Div reach 2216 by strategic movement?",
    rf"can {UNIT} {GO} {CELL} by (?P<verb>\w+) movement",
)
def reach_by(match: Match, found: Found) -> Words:
    return {"ask": "action", "action": f"{found['verb'].lower()} {found['unit']} {found['cell']}"}


@form(
    "can 3Div reach 2216?",
    rf"(?:can|may) {UNIT} {GO} {CELL}",
    rf"why (?:can't|cannot|can|may) {UNIT} (?:not )?{GO} {CELL}",
    rf"why can {UNIT} not {GO} {CELL}",
)
def reach(match: Match, found: Found) -> Words:
    return {"ask": "action", "action": f"{move_verb(match)} {found['unit']} {found['cell']}"}


@form(
    "what does it cost 3Div to reach 2216?",
    rf"what does it cost {UNIT} to {GO} {CELL}",
    rf"how (?:much|many (?:points|MP)) does it (?:cost|take) {UNIT} to {GO} {CELL}",
)
def cost(match: Match, found: Found) -> Words:
    kind = "path" if re.search(r"[-–>]", found["cell"]) else "way"
    return {"ask": kind, "action": f"{move_verb(match)} {found['unit']} {found['cell']}"}


@form(
    "what is the shortest way for 3Div to 2216?",
    rf"what is the shortest (?:way|path|route) (?:for|of) {UNIT} to {CELL}",
)
def shortest(match: Match, found: Found) -> Words:
    return {"ask": "way", "action": f"{move_verb(match)} {found['unit']} {found['cell']}", "shortest": True}


@form(
    "may 3Div end in 2015?",
    rf"(?:can|may) {UNIT} (?:end|stay|stop)(?: its move)? in {CELL}",
    rf"(?:can|may) {UNIT} (?:end|stay|stop)(?: its move)?(?: here| there| where it (?:is|stands))?",
)
def end(match: Match, found: Found) -> Words:
    return {"ask": "end", "who": " ".join(found[key] for key in ("unit", "cell") if key in found)}


@form(
    "is this position legal?",
    r"is (?:this|the) position (?:legal|allowed)",
    r"what is (?:wrong|illegal)(?: (?:with|in|about) (?:this|the) position)?",
)
def check(match: Match, found: Found) -> Words:
    return {"ask": "check"}


# -- fighting --


@form(
    "what if I attack 2214 with 3Div and 5Div?",
    rf"what (?:if|happens if|would happen if) (?:I|we) (?:attack|assault) {CELL}(?: (?:with|by) {UNITS})?",
    rf"what are (?:the|my|our) odds (?:if I attack|of attacking|against) {CELL}(?: (?:with|by) {UNITS})?",
)
def attack_odds(match: Match, found: Found) -> Words:
    return {"ask": "odds", "action": "; ".join(attack_script(match, found["cell"], named_units(found)))}


@form(
    "can 3Div attack 2214?",
    rf"(?:can|may) {UNIT} (?:attack|assault) {CELL}",
    rf"why (?:can't|cannot) {UNIT} (?:attack|assault) {CELL}",
    rf"why can {UNIT} not (?:attack|assault) {CELL}",
)
def attack(match: Match, found: Found) -> Words:
    return {"ask": "action", "action": attack_script(match, found["cell"], [found["unit"]])[0]}


def named_units(found: Found) -> list[str]:
    return [word for word in re.split(r",? and |, ?", found.get("units", "")) if word]


def attack_script(match: Match, cell: str, units: list[str]) -> list[str]:
    """An attack in the game's own words: all units together, else each by itself, as the rules have it."""
    verb = attack_verb(match)
    if verb.assembles:
        together = f"{verb.name} {cell} by {','.join(units)}"
        if len(units) < 2 or match.check(together):
            return [together]
        return [f"{verb.name} {cell} by {unit}" for unit in units]
    if "UNIT" in verb.parts:
        return [f"{verb.name} {unit} {cell}" for unit in units]
    return [f"{verb.name} {cell}"]


def attack_verb(match: Match) -> Verb:
    """The verb that attacks a cell: one of the open question before any other."""
    verbs = match.setting.language.verbs
    decision = match.decision
    now = [verbs[name] for name in (decision.verbs() if decision is not None else ()) if name in verbs]
    for verb in (*now, *verbs.values()):
        if verb.name in ("attack", "assault", "commit"):
            return verb
    for verb in (*now, *verbs.values()):
        if verb.assembles:
            return verb
    raise NotUnderstood(f"{match.game.title} has no attacks")


@form("where can 4ID retreat?", rf"where (?:can|may|could|must|does) {UNIT} (?:retreat|go back|fall back)(?: to)?")
def retreats(match: Match, found: Found) -> Words:
    return {"ask": "retreats", "unit": found["unit"]}


# -- one unit --


@form(
    "is 37DI in supply?",
    rf"(?:why )?is {UNIT} (?:in|out of|not in) supply",
    rf"why {UNIT} is (?:in|out of) supply",
)
def supply(match: Match, found: Found) -> Words:
    return {"ask": "supply", "unit": found["unit"]}


@form("is 37DI in command?", rf"(?:why )?is {UNIT} (?:in|out of|not in) command")
def command(match: Match, found: Found) -> Words:
    return {"ask": "command", "unit": found["unit"]}


@form("what can 4Div do?", rf"what (?:can|may) {UNIT} do", rf"what are the (?:moves|choices) of {UNIT}")
def why(match: Match, found: Found) -> Words:
    return {"ask": "legal"} if found["unit"].lower() in ("i", "we") else {"ask": "why", "unit": found["unit"]}


@form(
    "how far does HQ-III reach?",
    rf"how far (?:does|can) {UNIT} (?:fire|shoot|command|supply|reach)",
    rf"what is the range of {UNIT}",
)
def fire_range(match: Match, found: Found) -> Words:
    return {"ask": "range", "unit": found["unit"]}


@form(
    "is G-IV whole?",
    r"(?:is|are) (?P<name>\S+) (?:whole|together|in integrity)",
    r"what is the base(?: unit)? of (?P<name>\S+)",
)
def formation(match: Match, found: Found) -> Words:
    return {"ask": "formation", "name": found["name"]}


# -- the map and the score --


@form("who controls Meaux?", r"who (?:controls|holds|owns|has) (?P<place>.+)")
def control(match: Match, found: Found) -> Words:
    return {"ask": "control", "place": found["place"]}


@form("where is the front line?", r"where (?:is|are) the (?:front(?: lines?)?|gaps?(?: in the front(?: line)?)?)")
def front(match: Match, found: Found) -> Words:
    return {"ask": "front"}


@form("what is the score?", r"what is the score", r"how many (?:victory )?points (?:are there|has each side)")
def points(match: Match, found: Found) -> Words:
    return {"ask": "points"}


@form(
    "who is winning?",
    r"who (?:is winning|wins|would win)(?: now)?",
    r"what is missing (?:to|for) (?:the next level|victory|a victory)",
)
def victory(match: Match, found: Found) -> Words:
    return {"ask": "victory"}


@form(
    "how far is 2214 from 2015?",
    r"how far is (?P<start>\S+) from (?P<end>\S+)",
    r"how far is it from (?P<start>\S+) to (?P<end>\S+)",
)
def distance(match: Match, found: Found) -> Words:
    return {"ask": "distance", "from": found["start"], "to": found["end"]}


@form("what is next to 2214?", rf"what is (?:next to|around|beside) {CELL}", rf"what are the neighbours of {CELL}")
def neighbours(match: Match, found: Found) -> Words:
    return {"ask": "neighbours", "cell": found["cell"]}


@form("can 2214 see 2015?", r"can (?P<start>\S+) see (?P<end>\S+)")
def sight(match: Match, found: Found) -> Words:
    return {"ask": "sight", "from": found["start"], "to": found["end"]}


# -- the moment, and the book --


@form("what happens first?", r"what happens (?:first|now|before the first question)")
def opening(match: Match, found: Found) -> Words:
    return {"ask": "opening"}


@form("what does 8.3.4 say?", r"what does (?:case |rule )?(?P<case>\d[\w.]*) say")
def rule(match: Match, found: Found) -> Words:
    return {"ask": "rule", "case": found["case"]}
