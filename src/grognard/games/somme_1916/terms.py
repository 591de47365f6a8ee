"""The words and codes of the game (3.5): sides, nations, modes, facings, orders, boxes."""

from __future__ import annotations

from collections.abc import Mapping

ALLIED, GERMAN = 0, 1
SIDES = ("allied", "german")
NATIONS = ("british", "french", "german")
TYPES = ("infantry", "artillery", "cavalry", "tank", "hq")
SIZES = ("division", "brigade", "regiment", "battalion", "company", "corps")
FACINGS: Mapping[str, int] = {"north": 0, "east": 2, "south": 4, "west": 6}
"""The four sides of a square that a unit can face (7.2.2), as directions of the grid."""
FACING_NAMES: Mapping[int, str] = {direction: name for name, direction in FACINGS.items()}
FRONT, BACK = 0, 1
"""Modes (7.4): mobile or Command Mode, entrenched or Supply Mode."""
MODE_WORDS = ("mobile", "entrenched", "command", "supply")


def side_of_nation(nation: str) -> str:
    return "german" if nation == "german" else "allied"


OFF_MAP, POOL, GONE, EXITED, TRACK = -1, -2, -3, -4, -5
"""The boxes beside the map: not in play (yet), the Replacement Pool of its side (12.1), out for good, off the
map by an edge (13.4), on the Game Turn Track until it comes back (11.2.1)."""
GOOD_ORDER, SUPPRESSED, DISRUPTED = 0, 1, 2
PAID, EXEMPT = 1, 2
FINISHED = 2
WEATHERS = ("fair", "drizzle", "rain", "snow")
RESOURCES = ("secondary", "lift", "creeping", "smoke", "tank-cavalry", "gas", "night", "consolidate")
"""9.2: the Command Resources, from the most frequent to the rarest (9.2.1-9.2.7)."""
STRENGTHS = ("full", "reduced")
ARMS = ("infantry", "tanks")
COUNTED = ("assaults", "steps", "disrupted")
"""12.1.1: what makes the working total."""
