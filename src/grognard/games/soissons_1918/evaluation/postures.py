"""How each side of Soissons 1918 may fight a turn; the first one is the usual one."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.evaluation import Posture

POSTURES: Mapping[str, tuple[Posture, ...]] = {
    "entente": (
        Posture(name="push", text="push forward, attack where it pays", nerve=-0.05, pressure=0.06, ground=0.03),
        Posture(name="assault", text="attack along the line", nerve=-0.25, pressure=0.1, ground=0.03),
        Posture(name="spare", text="attack only for big gains", nerve=0.15, pressure=0.06, ground=0.03),
    ),
    "german": (
        Posture(name="hold", text="keep the line in supply", battle=0.3, nerve=0.2, caution=0.5, pressure=0.03),
        Posture(name="stand", text="barely a step back", battle=0.3, nerve=0.2, caution=0.3, pressure=0.03),
        Posture(name="elastic", text="trade ground for men", battle=0.2, nerve=0.3, caution=0.8, pressure=0.02),
    ),
}
STAFF: Mapping[str, str] = {"entente": "push", "german": "stand"}
"""What a careful staff thinks best, by games of bots."""
