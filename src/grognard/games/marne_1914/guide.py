"""The first turn, told step by step: what the page says to a newcomer at each kind of decision."""

from __future__ import annotations

GUIDE: list[dict[str, str]] = [
    {
        "kind": "boundary",
        "title": "Army boundaries",
        "text": "Each army may operate only between its boundary markers, the flags on the map's edge. You may shift "
        "each of yours by up to three columns. For a first game leave them as they are and press End.",
    },
    {
        "kind": "movement",
        "title": "Move your units",
        "text": "Click a unit with a golden rim, then a blue hex; the number is its cost. A unit must stop when it "
        "comes next to an enemy. Bring your strong divisions (the first number of a counter) next to weak enemies, "
        "two or three against one hex. A unit with points left stays chosen, so you can go on from there. "
        "Undo (U) takes a move back. When you are done press End.",
    },
    {
        "kind": "mend",
        "title": "Set it right",
        "text": "The phase may not end like this: the prompt says which unit must move, and under which case. Click "
        "one of the blue hexes.",
    },
    {
        "kind": "reinforcement",
        "title": "Reinforcements",
        "text": "These divisions arrive now. Choose one in the list and click where it enters; then it may go on.",
    },
    {
        "kind": "recovery",
        "title": "Replacements",
        "text": "Your armies have received replacement steps. Click a unit with a golden rim to rebuild one of its "
        "steps (the dots on the counter), or press End.",
    },
    {
        "kind": "cadre",
        "title": "Units that were lost",
        "text": "You may roll to bring a lost unit back. The odds stand beside it. Or press End.",
    },
    {
        "kind": "place",
        "title": "It returns",
        "text": "The roll has succeeded: click where the unit shall appear.",
    },
    {
        "kind": "combat",
        "title": "Attack",
        "text": "Click a unit with a golden rim and then an enemy hex with a red dashed rim. The panel shows who takes "
        "part (add or remove units by a click), every modifier with its case, and the exact chance of each result. "
        "Attack where the difference of the strengths is in your favour; then press Resolve. Press End when no "
        "attack is worth it.",
    },
    {
        "kind": "loss",
        "title": "Losses",
        "text": "The dice demand a step: click the unit that shall lose it. Spare those that you need for the next "
        "attack.",
    },
    {
        "kind": "retreat",
        "title": "Retreat",
        "text": "This unit must go back: click one of the blue hexes.",
    },
    {
        "kind": "advance",
        "title": "Advance",
        "text": "The enemy is gone. A unit that attacked may follow into the hex: click it, or press End to stay.",
    },
]
