"""The first turn, told step by step: what the page says to a newcomer at each kind of decision."""

from __future__ import annotations

from grognard.engine.page import Lesson

GUIDE = (
    Lesson(
        "boundary", "Army boundaries",
        "Each army may operate only between its boundary markers, the flags on the map's edge. You may shift "
        "each of yours by up to three columns. For a first game leave them as they are and press End.",
    ),
    Lesson(
        "movement", "Move your units",
        "Click a unit with a golden rim, then a blue hex; the number is its cost. A unit must stop when it "
        "comes next to an enemy. Bring your strong divisions (the first number of a counter) next to weak enemies, "
        "two or three against one hex. A unit with points left stays chosen, so you can go on from there. "
        "Undo (U) takes a move back. When you are done press End.",
    ),
    Lesson(
        "mend", "Set it right",
        "The phase may not end like this: the prompt says which unit must move, and under which case. Click "
        "one of the blue hexes.",
    ),
    Lesson(
        "reinforcement", "Reinforcements",
        "These divisions arrive now. Choose one in the list and click where it enters; then it may go on.",
    ),
    Lesson(
        "recovery", "Replacements",
        "Your armies have received replacement steps. Click a unit with a golden rim to rebuild one of its "
        "steps (the dots on the counter), or press End.",
    ),
    Lesson(
        "cadre", "Units that were lost",
        "You may roll to bring a lost unit back. The odds stand beside it. Or press End.",
    ),
    Lesson(
        "place", "It returns",
        "The roll has succeeded: click where the unit shall appear.",
    ),
    Lesson(
        "combat", "Attack",
        "Click a unit with a golden rim and then an enemy hex with a red dashed rim. The panel shows who takes "
        "part (add or remove units by a click), every modifier with its case, and the exact chance of each result. "
        "Attack where the difference of the strengths is in your favour; then press Resolve. Press End when no "
        "attack is worth it.",
    ),
    Lesson(
        "loss", "Losses",
        "The dice demand a step: click the unit that shall lose it. Spare those that you need for the next "
        "attack.",
    ),
    Lesson(
        "retreat", "Retreat",
        "This unit must go back: click one of the blue hexes.",
    ),
    Lesson(
        "advance", "Advance",
        "The enemy is gone. A unit that attacked may follow into the hex: click it, or press End to stay.",
    ),
)
