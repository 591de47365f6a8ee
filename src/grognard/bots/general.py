"""General: plays several postures of a Colonel through before choosing one."""

from __future__ import annotations

from grognard.bots.colonel import Colonel


class General(Colonel):
    name = "general"
    text = "a portfolio of postures"
