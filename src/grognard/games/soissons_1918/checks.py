"""What must hold: of the data (``grognard check``), and of every position that play produces."""

from __future__ import annotations

from grognard.games.soissons_1918.position import Soissons
from grognard.games.soissons_1918.setting import SoissonsSetting


def broken_invariants(g: Soissons) -> list[str]:
    return []


def check_tables(setting: SoissonsSetting) -> list[str]:
    return []


def check_scenario(g: Soissons) -> list[str]:
    return []
