"""Opponents: Random, Sergeant, Colonel, General, and the door for bots of others."""

from grognard.bots.protocol import Answer, Bot, BotError, Budget, Stopped
from grognard.bots.registry import bot_names, make_bot, register_bot
from grognard.bots.view import SideView, view_of

__all__ = [
    "Answer",
    "Bot",
    "BotError",
    "Budget",
    "SideView",
    "Stopped",
    "bot_names",
    "make_bot",
    "register_bot",
    "view_of",
]
