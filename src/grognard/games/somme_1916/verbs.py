"""What players can do, in words: the verbs of The Big Push."""

from __future__ import annotations

from grognard.engine import Action, Verb

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
    # commitment and Defensive Fire (8-10)
    Verb("commit", "UNIT CELL", "8.6", "in the Assault Commitment Phase, and for Secondary Attacks"),
    Verb("over", "UNIT", "8.7", "when committed units may go over the top"),
    Verb("boost", "", "15.5", "before the Command Center roll, with the operation of that name"),
    Verb("substitute", "WORD", "9.4", "by the German after a roll that awards tanks and cavalry"),
    Verb("shoot", "CELL", "10.2", "in Defensive Fire"),
    Verb("keep", "UNIT for CELL", "10.2", "in Defensive Fire, by units with several squares to fire at"),
    # Assault (11)
    Verb("assault", "CELL", "11.8", "in the Assault Phase"),
    Verb("send", "WORD", "11.3", "when not all who are committed can attack together"),
    Verb("stay", "UNIT", "11.5.2.2", "when not all who are committed can attack together"),
    Verb("use", "WORD", "9.3", "before the dice of an Assault"),
    Verb("supply", "UNIT", "11.1", "before the dice of an Assault"),
    Verb("resolve", "", "11.0", "when an Assault is declared"),
    Verb("counter", "CELL", "11.8", "after a C result"),
    Verb("engage", "UNIT", "11.8", "after an ENG result"),
    Verb("retreat", "UNIT CELL", "11.8.1", "when a unit must retreat"),
    Verb("displace", "UNIT", "11.8.1", "when a unit must make room for one that retreats"),
    Verb("advance", "UNIT CELL", "11.8.2", "after an Assault that has won the square"),
    Verb("consolidate", "UNIT", "11.9", "after an Assault that has won the square"),
    # Reorganization (12)
    Verb("spend", "NUMBER", "12.1.3", "when replacement steps are written down"),
    Verb("replace", "UNIT CELL WORD", "12.1.2", "in the Reorganization Phase"),
    Verb("rebuild", "UNIT CELL WORD", "15.1", "in the Reorganization Phase of the campaign"),
    Verb("rally", "UNIT", "12.2", "in the Reorganization Phase"),
    Verb("recover", "UNIT", "12.3", "in the Reorganization Phase"),
    # campaign (15)
    Verb("operations", "WORD", "15.5", "before the campaign begins"),
    Verb("plan", "WORD", "15.5", "before the campaign begins, by a side that conducts operations"),
    Verb("change", "WORD", "15.6.1", "after the objectives are drawn, with the operation Change Objective"),
    Verb("discover", "WORD", "15.6.1", "after the objectives are drawn, with the operation Discover Allied Objective"),
    # everywhere
    Verb("pass", "", "4.0", "when something may be left undone"),
    Verb("end", "", "4.1", "when a phase may be ended"),
)

END, FIRE, PASS = Action("end"), Action("fire"), Action("pass")
"""Buttons that several phases have."""
