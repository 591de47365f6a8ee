"""What players can do, in words: the verbs of the First Battle of the Marne."""

from grognard.engine import Verb

VERBS = (
    Verb("deploy", "UNIT CELL", "14.2.1", "during the set-up"),
    Verb("shift", "WORD CELL", "5.2.1", "in the Army Boundary Phase"),
    Verb("move", "UNIT CELL", "6.1.1", "in the Movement Segment, or by a unit that has just arrived"),
    Verb("strategic", "UNIT CELL", "6.2.1", "in the Movement Segment, or by a unit that has just arrived"),
    Verb("taxi", "UNIT CELL", "12.2.2", "in the Movement Segment, from Paris"),
    Verb("attach", "UNIT to WORD", "12.2.5", "when a taxi ride ends"),
    Verb("enter", "UNIT CELL", "7.0.1", "in the Reinforcement Segment"),
    Verb("rush", "UNIT CELL", "7.0.3", "in the Reinforcement Segment"),
    Verb("recover", "UNIT", "11.1.1", "in the Recovery Segment"),
    Verb("transfer", "UNIT from UNIT", "11.1.4b", "in the Recovery Segment"),
    Verb("return", "UNIT", "11.2.1", "in the Recovery Segment"),
    Verb("place", "UNIT CELL", "11.2.2", "after a successful roll for a unit in the Cadre Box"),
    Verb("donate", "UNIT", "11.2.3", "when a Guard unit returns from the Cadre Box"),
    Verb("attack", "CELL by UNITS", "8.1.3", "in the Combat Phase"),
    Verb("resolve", "", "8.4.4", "in the Combat Phase, once attacks are declared", resolves=True),
    Verb("lose", "UNIT", "8.4.6", "when steps must be lost"),
    Verb("stand", "", "12.0.1", "when units in Paris would have to retreat"),
    Verb("withdraw", "", "8.5.1", "when units in Paris would have to retreat"),
    Verb("retreat", "UNIT CELL", "8.5.1", "when a unit must retreat"),
    Verb("advance", "UNIT", "8.6.1", "after a combat that emptied the hex"),
    Verb("end", "", "3.0", "when a phase or segment may be ended"),
)
