"""The first turn, told step by step: what the page says to a newcomer at each kind of decision."""

from __future__ import annotations

from grognard.engine.page import Lesson

GUIDE = (
    Lesson(
        "deploy", "Set up",
        "Place each unit on one of the blue hexes. German regiments stand at the front line, one to a hex; Entente "
        "divisions next to a German regiment, where they get a Prepare marker for the first assault.",
    ),
    Lesson("attach", "Tanks", "Give each tank group to a division. Tanks add 2 to the die, 1 in woods, nothing in ravines."),
    Lesson("shift", "Tanks", "A tank group may change over to an adjacent division of the same corps, once a turn."),
    Lesson("reinforcements", "Reinforcements", "Place the new divisions on your map edge. On a road they can march in column."),
    Lesson(
        "bombard", "Bombardment",
        "Click an enemy hex and add points: at most three of guns and one of the air. Each hex is resolved with one die, "
        "before the assault on it. Disrupted defenders are easier to beat.",
    ),
    Lesson("barrage", "Defensive barrage", "You may shell enemy units that are about to attack. Disruption halves them."),
    Lesson(
        "combat", "Attack",
        "Click a unit with a marker, then an enemy hex beside it. Everybody next to an attacker must be attacked by "
        "somebody in this segment. The panel shows the odds with every modifier.",
    ),
    Lesson("lead-attacker", "Who leads?", "The leader's stars and headquarters count, and the first loss is his."),
    Lesson("lead-defender", "Who leads?", "The leader's stars, state and ground count, and the first loss is his."),
    Lesson("losses", "X", "The attacker picks one loss or two, the same for both sides."),
    Lesson("conversion", "Ground or men", "You may turn one loss into a retreat of a hex."),
    Lesson("withdraw", "Hold or retreat", "Defenders may go back after any combat: all of a hex, as far as they like."),
    Lesson("retreat", "Retreat", "Click one of the blue hexes. A second retreat before your own phase ends disrupts the unit."),
    Lesson(
        "fallback", "Fall back",
        "Units of yours may go back now, out of the enemy's reach. Isolated units must: a German line of supply runs "
        "straight east, an Entente line any way to the west. End when you are done.",
    ),
    Lesson(
        "maneuver", "Move and prepare",
        "Click a unit, then a blue hex. Next to an enemy it may buy an order with its movement points: Prepare for an assault "
        "next turn, or a probe at once. Units in an enemy zone of control cannot move.",
    ),
    Lesson("advance", "Advance", "Units with markers that are free of enemy zones may go one hex forward."),
    Lesson("withdrawal", "Spent divisions", "Withdraw them now, or they stay to the end and cost a point each."),
    Lesson("incorporation", "Remnants", "Two remnants are removed each night."),
    Lesson("reforming", "Reforming", "Two Disorganized remnants in one hex make a regiment again, if it is in command there."),
)
