"""How each side of Friedensturm 1918 may fight a turn; the first one is the usual one."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.evaluation import Posture

PUSH = Posture(name="push", text="attack where it pays, and get forward", nerve=0.0, caution=0.35, line=0.6)
STORM = Posture(name="storm", text="attack all along the line", battle=1.4, nerve=-0.15, caution=0.2, line=0.4)
HOLD = Posture(name="hold", text="a closed line before what matters", battle=0.6, nerve=0.1, caution=0.8, goal=0.6)
POSTURES: Mapping[str, tuple[Posture, ...]] = {"allied": (PUSH, HOLD, STORM), "german": (PUSH, HOLD, STORM)}
