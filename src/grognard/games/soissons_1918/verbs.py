"""What players can do, in words: the verbs of Soissons 1918."""

from grognard.engine import Verb

VERBS = (
    Verb("deploy", "UNIT CELL", "3.1", "during the set-up"),
    Verb("attach", "UNIT to UNIT", "5.4.2", "during the set-up and in the Entente's tank segment"),
    Verb("shift", "UNIT to UNIT", "5.4.2", "in the Entente's tank segment, or when a division is withdrawn"),
    Verb("enter", "UNIT CELL", "17.1", "in the Reinforcements segment"),
    Verb("assign", "UNIT to UNIT", "17.2", "when a German reinforcement is placed"),
    Verb("bombard", "CELL with WORD", "15.4", "when bombardments or barrages are declared"),
    Verb("direct", "UNIT at CELL", "15.2.1", "when bombardments or barrages are declared"),
    Verb("attack", "CELLS by UNITS", "16.0", "in the Assault and Low Intensity segments", resolves=True),
    Verb("lead", "UNIT", "16.4.2", "when a combat is resolved", resolves=True),
    Verb("losses", "WORD", "16.4.11", "when the result of a combat has an X"),
    Verb("convert", "CELL", "16.5.3", "when the defender has losses in combat"),
    Verb("hold", "", "16.5", "when defenders may stay, or a division stay whole"),
    Verb("withdraw", "CELL", "16.5", "when defenders may retreat after combat"),
    Verb("lose", "UNIT", "16.4.11", "when losses are taken"),
    Verb("retreat", "UNIT CELL", "16.5", "when units retreat after combat"),
    Verb("fallback", "UNIT CELL", "13.1", "in the enemy's fallback segments, or at once by isolated units"),
    Verb("breakdown", "UNIT into WORD", "14.0", "when a German division moves"),
    Verb("move", "UNIT CELL", "12.0", "in your Maneuver segment"),
    Verb("march", "UNIT CELL", "12.0", "in your Maneuver segment, by a whole stack"),
    Verb("prepare", "UNIT", "12.2.2", "in your Maneuver segment"),
    Verb("probe", "UNIT CELL", "12.2.2", "in your Maneuver segment by day"),
    Verb("exit", "UNIT", "3.3.1", "in the Entente's Maneuver and Advance segments"),
    Verb("abandon", "UNIT", "5.4.4", "when the division of a tank group may move"),
    Verb("advance", "UNIT CELL", "16.6", "in your Advance segment"),
    Verb("withdraw-unit", "UNIT", "5.3", "in the Entente's withdrawal phase at night"),
    Verb("remove", "UNIT", "5.5.1", "when remnants are incorporated at night"),
    Verb("reform", "UNIT CELL", "5.5.2", "when regiments reform at night"),
    Verb("end", "", "4.0", "when a segment may be ended"),
)
