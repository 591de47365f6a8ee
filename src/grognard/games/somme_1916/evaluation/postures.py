"""How each side of The Big Push may fight a turn; the first one is the usual one."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.evaluation import Posture

POSTURES: Mapping[str, tuple[Posture, ...]] = {
    "allied": (
        Posture(
            name="push", text="objectives and the start trench, where the odds are good",
            goal=1.0, battle=1.0, nerve=0.0, caution=0.1, line=0.5, pressure=0.15, ground=0.03,
        ),
        Posture(
            name="all-out", text="attack along the whole line",
            goal=1.0, battle=1.6, nerve=-0.5, caution=0.0, line=0.3, pressure=0.25, ground=0.05,
        ),
        Posture(
            name="spare", text="cheap attacks only",
            goal=0.8, battle=0.8, nerve=0.6, caution=0.3, line=0.7, pressure=0.1, ground=0.02,
        ),
        Posture(
            name="shells", text="let the guns do the work",
            goal=0.8, battle=0.5, nerve=1.5, caution=0.5, line=1.0, pressure=0.05, ground=0.0,
        ),
    ),
    "german": (
        Posture(
            name="hold", text="an unbroken line on the best ground",
            goal=1.0, battle=0.5, nerve=0.25, caution=0.15, line=1.5, pressure=0.08,
        ),
        Posture(
            name="counter-attack", text="hit back at worn-out divisions",
            goal=1.0, battle=1.2, nerve=-0.1, caution=0.05, line=1.0, pressure=0.15, ground=0.02,
        ),
        Posture(
            name="elastic", text="trade ground for men",
            goal=0.5, battle=0.4, nerve=0.6, caution=0.5, line=1.0, pressure=0.0, ground=-0.02,
        ),
    ),
}
