"""A question to the referee: its words, read as they are asked for, and the match that it is about.

With ``as`` a side asks: it gets the position as it may see it, and no more than that.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from grognard.data import nearest
from grognard.engine import Decision, Judge, Match, Page, Position
from grognard.engine.position import Setting
from grognard.errors import NotUnderstood


class Question:
    """One question. Whatever is wrong with its words is NotUnderstood, in a sentence."""

    def __init__(self, words: Mapping[str, Any], match: Match) -> None:
        self.words = words
        self.match = match
        self.setting: Setting = match.setting
        self.viewer = self._viewer()
        """The side that asks; None for whoever may see everything."""

    def _viewer(self) -> str | None:
        name = self.words.get("as")
        if name is None:
            return None
        seats = list(dict.fromkeys([*self.match.game.sides, *self.setting.seats]))
        if not isinstance(name, str) or name not in seats:
            raise NotUnderstood(f"there is no side '{name}'{nearest(str(name), seats) or ': ' + ', '.join(seats)}")
        return self.match.side_of(name)

    # -- the position and those who know about it --

    @cached_property
    def position(self) -> Position:
        """The position as whoever asks may see it."""
        position = self.match.position
        return position if self.viewer is None else self.match.game.seen(position, self.viewer)

    @cached_property
    def judge(self) -> Judge[Any]:
        return self.match.game.judge_for(self.setting)

    @cached_property
    def page(self) -> Page[Any]:
        return self.match.game.page_for(self.setting)

    def decision(self) -> Decision | None:
        """What is to be decided; NotUnderstood where a side asks about the decision of another."""
        if self.viewer is None:
            return self.match.decision
        found = self.match.question_for(self.viewer)
        if found is None and self.match.decision is not None:
            others = " and ".join(self.setting.seat_called(d.seat) for d in self.match.decisions.values())
            raise NotUnderstood(f"this decision belongs to {others}, not {self.setting.seat_called(self.viewer)}")
        return found

    # -- words --

    def text(self, name: str) -> str:
        value = self.words.get(name)
        if not isinstance(value, str) or not value.strip():
            raise NotUnderstood(f"the question has no '{name}'")
        return value.strip()

    def maybe(self, name: str) -> str:
        """A word that may be left out."""
        return self.text(name) if self.words.get(name) is not None else ""

    def flag(self, name: str) -> bool:
        value = self.words.get(name, False)
        if not isinstance(value, bool):
            raise NotUnderstood(f"'{name}' should be true or false")
        return value

    def texts(self) -> list[str]:
        """The actions of a question: a list, or one text with ';' between them."""
        given = self.words.get("actions", self.words.get("action"))
        texts = given.split(";") if isinstance(given, str) else given
        if not isinstance(texts, list) or not texts or not all(isinstance(t, str) and t.strip() for t in texts):
            raise NotUnderstood("the question has no 'action' (one text with ';' between, or a list)")
        return [text.strip() for text in texts]

    def dice(self) -> tuple[int, ...]:
        return dice_of(self.words)

    def unit(self, name: str = "unit") -> int:
        return self.unit_named(self.text(name))

    def unit_named(self, text: str) -> int:
        """The unit of a name. Where units hide, a side hears the same of one that it may not identify and of one that
        is not there.
        """
        unit = self.setting.unit_number(text)
        unseen = self.setting.conceals and self.position.state.loc[unit] < 0
        if self.viewer is not None and unseen and self.setting.units[unit].side != self.viewer:
            name = self.setting.seat_name(self.viewer)
            raise NotUnderstood(f"{self.setting.unit_ids[unit]} is nowhere that the {name} side can see")
        return unit

    def unit_on_map(self, name: str = "unit") -> int:
        unit = self.unit(name)
        if self.position.state.loc[unit] < 0:
            raise NotUnderstood(f"{self.setting.unit_ids[unit]} is not on the map")
        return unit

    def cells(self, text: str) -> tuple[int, ...]:
        """The cells that a word means: a cell, a unit on the map, or a place by its name."""
        wanted = text.strip().lower()
        for place in self.setting.board.places:
            if place.name.lower() == wanted:
                return place.cells
        try:
            return (self.setting.grid.cell(text),)
        except NotUnderstood:
            if wanted not in {uid.lower() for uid in self.setting.unit_ids}:
                if any(letter.isdigit() for letter in text):
                    raise
                names = [*self.setting.unit_ids, *(place.name for place in self.setting.board.places)]
                word = self.setting.grid.word
                raise NotUnderstood(f"no {word}, unit or place is called '{text}'{nearest(text, names)}") from None
        cell = self.position.state.loc[self.unit_named(text)]
        if cell < 0:
            raise NotUnderstood(f"{text} is not on the map")
        return (cell,)

    def cell(self, name: str) -> int:
        return self.cells(self.text(name))[0]


def dice_of(words: Mapping[str, Any]) -> tuple[int, ...]:
    """The dice that a question forces."""
    dice = words.get("dice", [])
    if not isinstance(dice, list) or not all(isinstance(die, int) and not isinstance(die, bool) for die in dice):
        raise NotUnderstood("'dice' should be a list of numbers")
    return tuple(dice)
