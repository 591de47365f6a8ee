"""Colonel: plans the whole turn."""

from __future__ import annotations

from grognard.bots.sergeant import Sergeant


class Colonel(Sergeant):
    name = "colonel"
    text = "plans moves and battles together"
    sweeps = 3
    careful = True
    looked_at = 8
    exact = 160
