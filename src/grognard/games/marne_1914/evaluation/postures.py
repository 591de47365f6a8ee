"""How each side of the First Battle of the Marne may fight a turn; the first two are the usual ones."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.evaluation import Posture

CUT_OFF = Posture(
    name="cut-off",
    text="strike north at their supply roads, keep the line closed",
    goal=1.0,
    battle=1.2,
    nerve=-0.03,
    caution=0.3,
    pressure=0.1,
    line=1.5,
    ground=0.1,
)
STORM = Posture(
    name="storm",
    text="attack everywhere",
    goal=1.0,
    battle=2.0,
    nerve=-0.2,
    caution=0.1,
    pressure=0.2,
    ground=0.05,
)
POSTURES: Mapping[str, tuple[Posture, ...]] = {
    "cp": (
        Posture(
            name="drive",
            text="drive south, take towns and break divisions",
            goal=1.0,
            battle=1.3,
            nerve=-0.05,
            caution=0.3,
            pressure=0.12,
            ground=0.03,
        ),
        Posture(
            name="steady",
            text="take what they offer, hold the towns south of the Marne",
            goal=1.0,
            battle=1.0,
            nerve=0.02,
            caution=0.5,
            pressure=0.05,
        ),
        Posture(
            name="hold",
            text="hold the ground that counts",
            goal=1.2,
            battle=0.7,
            nerve=0.08,
            caution=0.8,
            pressure=0.0,
        ),
        STORM,
    ),
    "entente": (
        Posture(
            name="counter-attack",
            text="push them back over the Marne, towns first",
            goal=1.0,
            battle=1.2,
            nerve=-0.03,
            caution=0.3,
            pressure=0.1,
            ground=0.02,
        ),
        Posture(
            name="hold",
            text="no gaps in the line, no needless losses",
            goal=0.7,
            battle=0.6,
            nerve=0.1,
            caution=0.9,
            pressure=0.03,
            line=1.5,
        ),
        Posture(
            name="fall-back",
            text="give ground in good order",
            goal=0.3,
            battle=0.4,
            nerve=0.2,
            caution=1.4,
            pressure=0.0,
            line=1.5,
            ground=-0.03,
        ),
        CUT_OFF,
        STORM,
    ),
}
