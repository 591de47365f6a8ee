"""A bot that picks at random: the floor of every ladder."""

from __future__ import annotations

from grognard.bots.protocol import Answer, Bot
from grognard.bots.view import SideView
from grognard.engine import RandomPlayer


class Random(Bot):
    name = "random"
    text = "plays any legal action: for tests, and for getting to know the rules"

    def decide(self, view: SideView) -> Answer:
        player = RandomPlayer(f"{self.seed} {view.side} {view.number}")
        # Of proven subjects: what a seed plays must not hang on which candidates a game offers.
        return Answer(player.pick(view.decision, view.decision.subjects()), "picked at random")
