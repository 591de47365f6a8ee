"""The first turn, told step by step: what the page says to a newcomer at each kind of decision."""

from __future__ import annotations

from grognard.engine.page import Lesson

GLOSSARY: dict[str, str] = {
    "A2SR": "the attackers lose two steps and go back",
    "ASR": "the attackers lose a step and go back",
    "C": "the defenders counter-attack",
    "ENG": "both sides stay locked in the square",
    "DR": "the defenders retreat",
    "DSR": "the defenders lose a step and retreat",
    "D2SR": "the defenders lose two steps and retreat",
    "DE": "the defenders are eliminated",
    "DEBT": "the defenders are eliminated: breakthrough",
    "I": "the square is interdicted",
    "S": "all units there are suppressed",
    "D": "all units there are disrupted",
    "ST": "one step is lost",
    "2ST": "two steps are lost",
    "3ST": "three steps are lost",
    "R": "retreat",
}
"""What the short words of the results tables mean (6.5.1, 10.2, 11.8)."""

GUIDE = (
    Lesson(
        "setup-modes", "Headquarters",
        "An HQ either commands or supplies. Attacks need both: a commanding HQ near the target and a supplying "
        "one in range. Click HQs that begin in Supply Mode, about every second one, then press End.",
    ),
    Lesson(
        "mines", "Mines",
        "Click a square of the German trench to blow it up before the first attack.",
    ),
    Lesson(
        "air", "Air bombardment",
        "Click a German square for the aircraft, best one that you mean to attack.",
    ),
    Lesson(
        "bombardment", "Bombardment",
        "Click a gun, then its target: German units in the trench that you will attack. The numbers of a gun "
        "are bombardment, defence, movement and range.",
    ),
    Lesson(
        "bombardment-guns", "More guns",
        "Click further guns to add their factors; the panel shows the odds. Then press Fire.",
    ),
    Lesson(
        "counter-battery", "Counter-battery fire",
        "The enemy's guns have shown themselves. Click a gun to answer, or press Pass.",
    ),
    Lesson(
        "movement", "Movement",
        "Click a unit and a blue square. Units stop when they come next to the enemy. Under More a unit may "
        "also turn, change its mode or separate. Press End when done.",
    ),
    Lesson(
        "commitment", "Who attacks what",
        "Click a unit and the enemy square to attack; an arrow shows it. Several units may attack "
        "one square. Attacks out of command need luck (8.7).",
    ),
    Lesson(
        "over-the-top", "Over the top",
        "Each committed unit must now leave its trench; the odds stand beside it.",
    ),
    Lesson(
        "defensive-fire", "Defensive fire",
        "The defender fires at the attackers: choose the attacked squares one after the other.",
    ),
    Lesson(
        "assault", "Assault",
        "Click the square whose attack is made next.",
    ),
    Lesson(
        "resources", "What helps the attack",
        "Add gas, smoke, a barrage or supply where it is worth it; the panel shows every modifier and the "
        "exact odds. Then press Resolve.",
    ),
    Lesson(
        "replacement-plan", "Replacements",
        "Choose in secret how many steps you will take at most. Each one gives the enemy points.",
    ),
)
