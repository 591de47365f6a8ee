"""A bot that picks at random: the floor of every ladder."""

from __future__ import annotations

import random

from grognard.bots.protocol import Answer, Bot
from grognard.bots.view import SideView
from grognard.laws import Player


class Random(Bot):
    name = "random"
    text = "takes any legal action: for tests, and for a first try at the rules"

    def decide(self, view: SideView) -> Answer:
        player = Player(0)
        player.random = random.Random(f"{self.seed} {view.side} {view.number}")
        return Answer(player.choose(view.decision), "picked at random")
