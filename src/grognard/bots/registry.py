"""Which bots there are: our own, those of other distributions, and programs that speak JSON lines."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points

from grognard.bots.protocol import Bot, BotError
from grognard.data import nearest

GROUP = "grognard.bots"
"""The entry points of bots in other distributions: a subclass of Bot each."""
PROGRAM = "program:"

_registered: dict[str, Callable[[str], Bot]] = {}


def register_bot(name: str, make: Callable[[str], Bot]) -> None:
    """Make a bot known without an entry point: ``make`` gets the seed."""
    _registered[name] = make


def own_bots() -> dict[str, Callable[[str], Bot]]:
    from grognard.bots.colonel import Colonel
    from grognard.bots.general import General
    from grognard.bots.random_bot import Random
    from grognard.bots.sergeant import Sergeant

    return {"random": Random, "sergeant": Sergeant, "colonel": Colonel, "general": General}


def bot_names() -> list[str]:
    return [*own_bots(), *sorted({*_registered, *_entry_points()} - set(own_bots()))]


def make_bot(name: str, seed: str = "0", budget: int | None = None) -> Bot:
    """A bot by its name, or ``program:COMMAND`` for one that is a program of its own.

    ``colonel/hold`` is a Colonel who keeps to one posture, where its side has one of that name.

    >>> make_bot("random").name
    'random'
    """
    if name.startswith(PROGRAM):
        from grognard.bots.program import ProgramBot

        return ProgramBot(shlex.split(name.removeprefix(PROGRAM)), seed)
    makers = {**own_bots(), **_registered}
    base, _, posture = name.partition("/")
    if name in makers:
        bot = makers[name](seed)
    elif posture and base in own_bots():
        bot = makers[base](seed)
        if not hasattr(bot, "fixed_posture"):
            raise BotError(f"'{base}' has no postures")
        bot.fixed_posture = posture
    else:
        points = _entry_points()
        if name not in points:
            raise BotError(
                f"there is no bot '{name}'{nearest(name, bot_names()) or '; there are ' + ', '.join(bot_names())}"
            )
        try:
            bot = points[name].load()(seed)
        except Exception as problem:  # another's code may fail in any way
            raise BotError(f"the bot '{name}' cannot be started: {problem}") from None
    if not isinstance(bot, Bot):
        raise BotError(f"'{name}' is not a bot: it must derive from grognard.bots.Bot")
    if budget is not None:
        bot.budget.limit = budget
    return bot


def _entry_points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}
