"""What a side is asked: who decides, under which case, and what may be answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from mypy_extensions import mypyc_attr

from grognard.engine.actions import Action
from grognard.engine.ruling import ALLOW, Ruling, refuse


class Subject(NamedTuple):
    """What a player would click first: a unit, a cell, or a button (a word)."""

    kind: str
    ref: int | str


class Walk(NamedTuple):
    """A move by a named way: the cells, what each step costs and what they cost together, in the book's points."""

    cells: Sequence[int]
    costs: Sequence[str]
    total: str
    ruling: Ruling
    """Allowed, or the reason why the way ends before its goal: the costs are those of the steps before."""
    note: str = ""


@mypyc_attr(allow_interpreted_subclasses=True)
class Decision:
    """The base of all questions. A game derives its larger questions from it.

    ``rest`` marks a rest point: nothing of importance lives in local variables of the procedure, so
    that the position can be entered again from its state alone. ``secret`` hides the answer from the
    other sides until the game reveals it. ``place`` is the one cell that it is about (-1 if it is about none).
    """

    __slots__ = ("case", "kind", "place", "prompt", "rest", "seat", "secret", "side")

    def __init__(
        self,
        side: str,
        kind: str,
        case: str,
        prompt: str,
        *,
        rest: bool = False,
        secret: bool = False,
        seat: str | None = None,
        place: int = -1,
    ) -> None:
        self.side = side
        self.kind = kind
        self.case = case
        self.prompt = prompt
        self.rest = rest
        self.secret = secret
        self.seat = seat or side
        self.place = place

    def __str__(self) -> str:
        """Who decides what, with the case.

        >>> print(Decision("french", "advance", "13.2", "French: advance or stay?"))
        French: advance or stay? [13.2]
        """
        return f"{self.prompt} [{self.case}]"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.kind}: {self}>"

    def subjects(self) -> Sequence[Subject]:
        """What can act now. Every subject has at least one action."""
        raise NotImplementedError

    def candidates(self) -> Sequence[Subject]:
        """All subjects, and perhaps some that turn out to have no action.

        Cheaper where proving a subject takes as long as listing its actions: for whoever picks one and then asks it.
        """
        return self.subjects()

    def actions(self, subject: Subject) -> Iterable[Action]:
        """The legal actions of one subject; none for what is no subject now."""
        raise NotImplementedError

    def check(self, action: Action) -> Ruling:
        """Allowed, or refused with the case; only for verbs of this decision."""
        raise NotImplementedError

    def verbs(self) -> Sequence[str]:
        """The verbs that can answer this question; any other is refused as untimely."""
        raise NotImplementedError

    def cost(self, action: Action) -> str:
        """What a legal action costs, where that is known beforehand: a number and what is counted ("2 MP")."""
        return ""

    def way(self, action: Action) -> Sequence[int]:
        """The cells that a legal action leads through, the last one included, where that is known beforehand."""
        return ()

    def walk(self, action: Action, cells: Sequence[int]) -> Walk | None:
        """What a move costs by the way that is named; None where the question knows no ways."""
        return None

    def find_walk(self, action: Action, *, fewest: bool = False, no_zones: bool = False) -> Walk | None:
        """The cheapest way to where a move leads, or the one of the ``fewest`` cells; with ``no_zones`` one that enters
        no enemy zone of control. None where the question knows no ways.
        """
        return None

    def all_actions(self) -> Iterator[Action]:
        for subject in self.subjects():
            yield from self.actions(subject)


@mypyc_attr(allow_interpreted_subclasses=True)
class Choice(Decision):
    """A short question whose answers can all be listed at once.

    ``options`` are the legal actions, ``about`` says what their first number is (a unit or a cell);
    ``places`` are verbs whose first number is a cell all the same.
    ``also`` are verbs that belong to the question although nothing can be done with them now;
    ``why_not`` explains a refused one; without it the refusal
    names the decision's own case and the prompt.
    """

    __slots__ = ("_by_subject", "about", "also", "options", "places", "why_not")

    def __init__(
        self,
        side: str,
        kind: str,
        case: str,
        prompt: str,
        options: Sequence[Action],
        *,
        about: str = "unit",
        places: Sequence[str] = (),
        rest: bool = False,
        secret: bool = False,
        seat: str | None = None,
        why_not: Callable[[Action], Ruling] | None = None,
        also: Sequence[str] = (),
        place: int = -1,
    ) -> None:
        super().__init__(side, kind, case, prompt, rest=rest, secret=secret, seat=seat, place=place)
        assert options, f"{kind} has no possible answer"
        self.about = about
        self.places = places
        self.also = also
        self.options = options
        self.why_not = why_not
        self._by_subject: dict[Subject, list[Action]] = {}

    def by_subject(self) -> Mapping[Subject, Sequence[Action]]:
        """The options of each subject; sorted out when first asked for."""
        if not self._by_subject:
            for action in self.options:
                self._by_subject.setdefault(self.subject_of(action), []).append(action)
        return self._by_subject

    def subjects(self) -> Sequence[Subject]:
        return list(self.by_subject())

    def actions(self, subject: Subject) -> Iterable[Action]:
        return self.by_subject().get(subject, ())

    def all_actions(self) -> Iterator[Action]:
        return iter(self.options)

    def check(self, action: Action) -> Ruling:
        if action in self.options:
            return ALLOW
        if self.why_not is not None:
            ruling = self.why_not(action)
            if not ruling:
                return ruling
        return refuse(self.case, f"that is not one of your choices: {self.prompt}")

    def verbs(self) -> Sequence[str]:
        return list(dict.fromkeys([*(action.verb for action in self.options), *self.also]))

    def subject_of(self, action: Action) -> Subject:
        """What a player would click first for that answer: its first unit or cell, else a button."""
        first = action.args[0] if action.args else None
        about = "cell" if action.verb in self.places else self.about
        if isinstance(first, int):
            return Subject(about, first)
        if isinstance(first, tuple) and first:
            return Subject(about, first[0])
        return Subject("button", action.verb if first is None else f"{action.verb} {first}")


class Together:
    """Several sides decide in secret at the same time; nobody sees anything until all have."""

    __slots__ = ("parts", "rest")

    def __init__(self, parts: Mapping[str, Decision], *, rest: bool = False) -> None:
        self.parts = dict(parts)
        self.rest = rest
        for part in self.parts.values():
            part.secret = True
