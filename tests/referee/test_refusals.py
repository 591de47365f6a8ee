"""Every refusal gives the one reason that holds, with its case: what was once a list of reasons, in both games."""

from __future__ import annotations

import pytest

from tests.referee.test_everything_asked import AFTERNOON, ASSAULT, BLANK, MARNE, MORNING, said

FIELD = MARNE + "board blank 10-30 1-17\nassume supply all yes\nphase movement\nphasing entente\n"
CUT = MARNE + (
    "board blank 10-30 1-17\nphase movement\nphasing cp\nregion road-exit-north 2001\nlink road 2001-2002-2003\n"
)
GOING = "phase movement\nphasing allied\n"


@pytest.mark.parametrize(
    ("position", "action", "case", "words"),
    [
        # Strategic Movement: too far, or a zone in the way.
        (FIELD + "14DI 2010\n3ID 2915\n", "strategic 14DI 1003", "6.2.2a", "by Strategic Movement, 14DI has"),
        (FIELD + "14DI 2005\n3ID 2008\n4ID 2208\n7ID 1808\n8ID 2408\n", "strategic 14DI 2010", "6.2.1", "every route"),
        # Normal movement on the Somme: the price, the river, the enemy, the zone in which it stopped.
        (BLANK + GOING + "46Div C15\n28R/110 V1\n", "move 46Div V34", "7.2", "V34 costs"),
        (
            "grognard position 1\ngame somme-1916\nscenario over-the-top\nphase movement\nphasing allied\n46Div B27\n",
            "move 46Div C27", "7.1.1", "by the nearest crossing of the Somme",
        ),
        # The map's edge.
        (BLANK + GOING + "46Div M15\n28R/110 V1\n", "exit 46Div east", "13.4", "is not on the east edge"),
        (BLANK + GOING + "46Div A15\n28R/110 V1\n", "exit 46Div west", "13.4", "in this scenario"),
        (BLANK + GOING + "46Div A15\n28R/110 V1\n", "exit 46Div moon", "13.4", "no moon edge"),
    ],
)  # fmt: skip
def test_one_reason(position: str, action: str, case: str, words: str) -> None:
    ruling = said(position, "action", action=action)["ruling"]
    assert (ruling["allowed"], ruling["case"]) == (False, case), ruling
    assert words in ruling["text"]
    assert ", or " not in ruling["text"]


@pytest.mark.parametrize(
    ("position", "unit", "case", "words"),
    [
        (CUT + "3ID 2016\n14DI 3010\n", "3ID", "10.1.6", "MP from the nearest road to a source, and 8 are allowed"),
        (CUT + "3ID 2008\n14DI 2007\n63DR 2009\n55DR 2208\n56DR 1808\n", "3ID", "10.1.5", "cut 3ID off"),
        (CUT + "3ID 2005\n14DI 2001\n", "3ID", "10.1.2", "no source"),
        (ASSAULT.replace("assume supply all yes\n", ""), "46Div", "11.1", "no British HQ is in Supply Mode"),
        (BLANK + GOING + "HQ-VII A34 mode=back\n46Div L5\n28R/110 V1\n", "46Div", "11.1", "too far"),
    ],
)  # fmt: skip
def test_why_it_is_out_of_supply(position: str, unit: str, case: str, words: str) -> None:
    found = said(position, "supply", unit=unit)
    assert not found["in_supply"]
    assert found["ruling"]["case"] == case, found
    assert words in found["ruling"]["text"]


def test_an_answer_that_is_not_offered_names_those_that_are() -> None:
    """8.4.6: the loss is taken in the attacked hex."""
    fight = MARNE + (
        "board blank 10-30 1-17\nassume supply all yes\nphase combat\nphasing cp\n3ID 2009\n14DI 2010\n5DC 2010\n"
        "63DR 2510\n"
    )
    found = said(fight, "apply", action="attack 2010 by 3ID; resolve; lose 63DR", suppose="column +6, -/1")
    assert found["steps"][-1]["ruling"] == {
        "allowed": False, "case": "8.4.6", "text": "choose a unit to lose a step (1 to go): 14DI or 5DC, not 63DR",
    }  # fmt: skip


def test_the_reason_is_told_when_nobody_may_advance() -> None:
    """9.1.3, 8.6.1: a disrupted attacker stays, and the log says so."""
    fight = AFTERNOON + "3Div 2215 3 disrupted\n"
    script = "attack 2214 by 3Div; resolve; answer retreat with 2213 if asked"
    steps = said(fight, "apply", action=script, suppose="1/R")
    events = [event for step in steps["steps"] for event in step["events"]]
    told = next(event for event in events if event["kind"] == "no-advance")
    assert told["cites"] == ["9.1.3"]
    assert told["text"] == "3Div cannot advance to 2214: 3Div is disrupted."


def test_a_refused_retreat_says_what_is_wrong_with_that_hex() -> None:
    script = "attack 2214 by 3Div; resolve; retreat 4ID {}"
    reasons = {
        cell: said(AFTERNOON, "apply", action=script.format(cell), suppose="1/R")["steps"][-1]["ruling"]
        for cell in ("2215", "2315", "2212", "2214")
    }
    assert {cell: ruling["case"] for cell, ruling in reasons.items()} == {
        "2215": "8.5.2c", "2315": "8.5.1", "2212": "8.5.1", "2214": "8.5.1",
    }  # fmt: skip
    assert len({ruling["text"] for ruling in reasons.values()}) == len(reasons)


def test_a_move_across_an_unbridged_river_costs_what_the_chart_says() -> None:
    study = FIELD + "side river 2010-2011\n14DI 2010\n3ID 2915\n"
    assert said(study, "way", action="move 14DI 2011", shortest=True)["costs"] != ["1 MP"]
    assert said(MORNING, "action", action="move 3Div 1003")["ruling"]["case"] == "6.1.6"


def test_a_secret_plan_that_is_too_large_says_how_large_it_may_be() -> None:
    """12.1.3."""
    plan = BLANK + "phase replacement-plan\nphasing german\nlevels allied=3 german=1\n46Div C3\n28R/110 V1\n"
    ruling = said(plan, "action", action="spend 4", by="allied")["ruling"]
    assert (ruling["case"], ruling["text"]) == ("12.1.3", "between 0 and 3 steps can be planned, not 4")
