"""Actions and their text form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grognard
from grognard.engine import Action, Verb
from grognard.engine.actions import Language
from grognard.errors import NotUnderstood
from grognard.grid import hex_grid

GRID = hex_grid((10, 40), (1, 17), short="even")
UNITS = ["3ID", "1/19", "2/19", "B-1", "MRCN"]
VERBS = [
    Verb("move", "UNIT CELL", "6.1", "in your turn"),
    Verb("attack", "CELL by UNITS", "8.1", "in combat"),
    Verb("march", "UNIT along CELLS", "6.2", "in your turn"),
    Verb("spend", "NUMBER on WORD", "9.1", "at the end"),
    Verb("end", "", "3.0", "always"),
]
LANGUAGE = Language(VERBS, UNITS, GRID, words=["F-III", "6/BEF"])

units = st.integers(0, len(UNITS) - 1)
cells = st.integers(0, len(GRID.ids) - 1)
actions = st.one_of(
    st.builds(lambda u, c: Action("move", (u, c)), units, cells),
    st.builds(lambda c, us: Action("attack", (c, tuple(us))), cells, st.lists(units, min_size=1, max_size=4)),
    st.builds(lambda u, cs: Action("march", (u, tuple(cs))), units, st.lists(cells, min_size=1, max_size=5)),
    st.builds(lambda n, w: Action("spend", (n, w)), st.integers(-99, 99), st.sampled_from(["F-III", "6/BEF", "bread"])),
    st.just(Action("end")),
)


@given(actions)
def test_every_action_survives_as_text(action: Action) -> None:
    text = LANGUAGE.write(action)
    assert LANGUAGE.read(text) == action
    assert LANGUAGE.write(LANGUAGE.read(text)) == text


@given(actions)
def test_in_any_letter_case_and_with_blanks(action: Action) -> None:
    text = LANGUAGE.write(action)
    if "bread" not in text:
        assert LANGUAGE.read(f"  {text.upper()} ") == action


@pytest.mark.parametrize(("typed", "canonical"), [
    ("MOVE 3id 1913", "move 3ID 1913"),
    ("move 3ID 1912-1913", "move 3ID 1913"),
    ("move 3ID 1912>1913", "move 3ID 1913"),
    ("attack 1913 1/19,2/19", "attack 1913 by 1/19,2/19"),
    ("attack 1913 BY 1/19, 2/19", "attack 1913 by 1/19,2/19"),
    ("attack 1913 by 1/19+2/19", "attack 1913 by 1/19,2/19"),
    ("march b-1 along 1912,1913", "march B-1 along 1912-1913"),
    ("spend +3 on f-iii", "spend 3 on F-III"),
    ("  end  ", "end"),
])
def test_people_may_type_it_otherwise(typed: str, canonical: str) -> None:
    assert LANGUAGE.write(LANGUAGE.read(typed)) == canonical


@pytest.mark.parametrize(("typed", "complaint"), [
    ("", "nothing typed"),
    ("   ", "nothing typed"),
    ("mve 3ID 1913", "'mve' is not an action here; did you mean 'move'?"),
    ("xyzzy", "known: attack, end, march, move, spend"),
    ("move", "needs a unit: write 'move UNIT CELL'"),
    ("move 3ID", "needs a cell"),
    ("move 3IX 1913", "no unit is called '3IX'; did you mean '3ID'?"),
    ("move 3ID 9999", "9999"),
    ("attack 1913 by 9/99", "no unit is called '9/99'"),
    ("spend much on F-III", "'much' should be a number"),
    ("end now", "not the rest 'now'"),
    ("move 3ID 1913 quickly", "not the rest 'quickly'"),
])
def test_what_is_not_understood_says_how_far_it_was(typed: str, complaint: str) -> None:
    with pytest.raises(NotUnderstood) as caught:
        LANGUAGE.read(typed)
    assert complaint in str(caught.value)


@given(st.text(max_size=60))
def test_any_text_is_read_or_not_understood(text: str) -> None:
    try:
        action = LANGUAGE.read(text)
    except NotUnderstood:
        return
    assert action.verb in LANGUAGE.verbs


def test_the_parts_of_an_action_by_kind() -> None:
    action = LANGUAGE.read("attack 1913 by 1/19,2/19")
    assert (action.number(0), action.numbers(1)) == (GRID.cell("1913"), (1, 2))
    assert LANGUAGE.read("spend 2 on F-III").word(1) == "F-III"
    assert LANGUAGE.as_json(action) == {"verb": "attack", "text": "attack 1913 by 1/19,2/19"}


def test_a_number_too_long_to_write_is_no_number() -> None:
    """A refusal would repeat it, and Python does not write so many digits: the check must not break."""
    match = grognard.start("somme-1916", "over-the-top", seed=1)
    for forged in (10**5000, -(10**5000)):
        ruling = match.check(Action("spend", (forged,)))
        assert not ruling
        assert "in this form" in ruling.text
