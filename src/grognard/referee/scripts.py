"""Scripts: actions one after the other, whose they are where that matters, and answers to what may be asked.

attack 2214 by 3Div; resolve; answer retreat with 2114 if asked
german: operations no; allied: operations yes
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from grognard.engine import Action, Decision, Event, Match, Refused, Ruling
from grognard.engine.ruling import ALLOW
from grognard.errors import NotUnderstood

ANSWER = re.compile(r"(?:if asked,? )?answer ([\w-]+) with (.+?)(?: if asked)?", re.IGNORECASE)
MOST_STEPS = 500
"""A script that goes on for longer than this answers itself without end."""


class Line(msgspec.Struct):
    """One action, and the seat that plays it; without one, whoever may."""

    text: str
    by: str | None = None


class Step(msgspec.Struct):
    """An action that a script has played, or that was refused."""

    action: Action
    ruling: Ruling
    events: Sequence[Event] = ()
    answered: bool = False
    """Whether it answered a question that the script only expected."""


class Script:
    def __init__(self, match: Match, texts: Sequence[str]) -> None:
        self.match = match
        self.lines: list[Line] = []
        self.answers: dict[str, str] = {}
        """What is to be said to a kind of question, whenever it is asked."""
        self.unasked: list[str] = []
        for text in texts:
            found = ANSWER.fullmatch(text)
            if found is None and text.lower().startswith(("answer ", "if asked")):
                raise NotUnderstood(f"'{text}': write 'answer KIND with WORDS if asked'")
            if found is not None:
                self.answers[found[1].lower()] = found[2].strip()
            else:
                self.lines.append(self._line(text))
        self.unasked = list(self.answers)

    def _line(self, text: str) -> Line:
        """``german: plan yes`` or ``german plan yes``: a seat may stand before its action."""
        first, _, rest = text.partition(" ")
        name = first.rstrip(":").lower()
        if rest and name in self.match.setting.seats:
            return Line(rest.strip(), name)
        return Line(text)

    def play(self) -> Iterator[Step]:
        """The steps; the last one may be a refusal."""
        lines = list(self.lines)
        for _ in range(MOST_STEPS):
            answer = self._answer() if not lines or not self._may(lines[0]) else None
            if answer is None and not lines:
                return
            line = answer or lines.pop(0)
            action = self.match.read(line.text)
            by = line.by if line.by is not None else self._player(action)
            try:
                yield Step(action, ALLOW, self.match.play(action, by=by), answer is not None)
            except Refused as refused:
                yield Step(action, refused.ruling)
                return
        raise NotUnderstood(f"the script goes on for more than {MOST_STEPS} actions")

    def _may(self, line: Line) -> bool:
        action = self.match.read(line.text)
        return bool(self.match.check(action, by=line.by if line.by is not None else self._player(action)))

    def _player(self, action: Action) -> str | None:
        """Of several who decide at the same time, the first who may do that."""
        if not self.match.together:
            return None
        return next((side for side in self.match.decisions if self.match.check(action, by=side)), None)

    def _answer(self) -> Line | None:
        """The answer to an open question that the script expected."""
        for side, decision in self.match.decisions.items():
            if decision.kind in self.answers:
                if decision.kind in self.unasked:
                    self.unasked.remove(decision.kind)
                return Line(self._fitting(decision, self.answers[decision.kind]), side)
        return None

    def _fitting(self, decision: Decision, words: str) -> str:
        """The one answer to a question that has those words in it."""
        wanted = words.lower().replace(",", " ").split()
        texts = [self.match.write(action) for action in decision.all_actions()]
        fitting = [text for text in texts if set(wanted) <= set(re.split(r"[\s,]+", text.lower()))]
        if len(fitting) == 1:
            return fitting[0]
        if not fitting and wanted and wanted[0] in self.match.setting.language.verbs:
            return words  # an action in full: the rules say why it is refused
        what = f"fits {len(fitting)} answers" if fitting else "fits no answer"
        raise NotUnderstood(f"'{words}' {what} to '{decision.prompt}': {', '.join(texts[:6])}")
