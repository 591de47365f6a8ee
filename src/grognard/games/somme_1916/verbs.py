"""What players can do, in words: the verbs of The Big Push."""

from grognard.engine import Verb

VERBS = (
    # set-up (14, 15)
    Verb("place", "UNIT CELL", "14.2.1", "during the set-up, or when replacements are deployed"),
    Verb("mine", "CELL", "14.1.3", "when mine markers are deployed"),
    Verb("mode", "UNIT WORD", "7.4", "during the set-up and in the Movement Phase"),
    # bombardment (6)
    Verb("air", "CELL", "6.6", "at the start of the Allied Bombardment Phase"),
    Verb("bombard", "CELL by UNIT", "6.1", "in the Bombardment Phase"),
    Verb("join", "UNIT", "6.3.1", "when guns combine their fire"),
    Verb("offmap", "CELL", "15.5.3", "when the Off-Map Artillery may fire"),
    Verb("fire", "", "6.1", "when guns or defenders are ready to fire"),
    Verb("detonate", "CELL", "14.1.3", "in the Mines Phase"),
    # movement (7)
    Verb("move", "UNIT CELL", "7.2", "in the Movement Phase"),
    Verb("enter", "UNIT CELL", "7.7", "in the Movement Phase, by units that come on the map"),
    Verb("exit", "UNIT WORD", "13.4", "in the Movement Phase, from a square on the edge"),
    Verb("face", "UNIT WORD", "7.2.2", "in the Movement Phase"),
    Verb("separate", "UNIT into UNITS", "7.4.3", "in the Movement Phase"),
    Verb("combine", "UNITS into UNIT", "7.4.3", "at the start of the Movement Phase"),
    Verb("release", "UNIT", "14.1.3", "in the Movement Phase, for cavalry that is held"),
    # losses (6.5)
    Verb("lose", "UNIT", "6.5.1", "when steps must be lost"),
    Verb("disrupt", "UNIT", "6.5.1", "when a unit on its last step must lose one"),
    # everywhere
    Verb("pass", "", "4.0", "when something may be left undone"),
    Verb("end", "", "4.1", "when a phase may be ended"),
)
