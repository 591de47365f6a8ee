"""A study: many games over scenarios, options and overlays, on the same seeds for each variant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from grognard.bots import make_bot
from grognard.data import DataFolder
from grognard.engine import find_game
from grognard.engine.starting import scenario_name
from grognard.errors import NotUnderstood
from grognard.simulate.games import Pairing, Result, secret_for, seed_of

BASE = "base"


class Variant(msgspec.Struct, frozen=True):
    """One way to play the games of a study: options and an overlay, under a name."""

    label: str
    options: Mapping[str, str] = {}
    overlay: str = ""
    digest: str = ""


class Plan(msgspec.Struct, frozen=True):
    """All that tells a study. The same plan gives the same games, however they are split."""

    game: str
    scenarios: tuple[str, ...]
    bots: Mapping[str, str]
    games: int
    seed: int = 0
    variants: tuple[Variant, ...] = (Variant(BASE),)
    budget: int | None = None
    version: str = ""
    """What played it: Grognard's version and that of the game's rules."""
    secret: str = ""
    """Goes before every seed, so that somebody else's bot cannot guess them."""

    def pairings(self) -> list[Pairing]:
        """Every seed in every scenario and variant; neighbours share a seed, so that shards are balanced."""
        found = []
        for number in range(self.seed, self.seed + self.games):
            for scenario, variant in product(self.scenarios, self.variants):
                found.append(
                    Pairing(
                        self.game,
                        scenario,
                        seed_of(self.secret, number),
                        self.bots,
                        variant.options,
                        variant.overlay,
                        variant.label,
                        self.budget,
                        variant.digest,
                    )
                )
        return found


def make_plan(
    game: str,
    scenarios: Sequence[str],
    bots: Mapping[str, str],
    games: int,
    seed: int,
    options: Mapping[str, str],
    vary: Sequence[str],
    overlays: Sequence[str],
    budget: int | None = None,
    secret: str = "",
) -> Plan:
    """A plan from what a command line says; complains of unknown names before any game is played."""
    rules = find_game(game)
    data = rules.data()
    names = tuple(scenario_name(rules, data, s) for s in scenarios) if scenarios else tuple(rules.scenarios(data))
    unknown = set(bots) - set(rules.sides)
    if unknown:
        raise NotUnderstood(f"{game} has no side '{min(unknown)}'; it has {', '.join(rules.sides)}")
    rules.chosen_options(data, options)
    variants = [Variant(BASE, dict(options))]
    for text in vary:
        name, equals, values = text.partition("=")
        if not equals or not values:
            raise NotUnderstood(f"write what to vary as OPTION=VALUE,VALUE, not '{text}'")
        for value in values.split(","):
            changed = {**options, name.strip(): value.strip()}
            rules.chosen_options(data, changed)
            variants.append(Variant(f"{name.strip()}={value.strip()}", changed))
    for text in overlays:
        label, equals, folder = text.partition("=")
        path = Path(folder if equals else text)
        digest = rules.data(path).digest()
        variants.append(Variant(label if equals else path.name, dict(options), str(path), digest))
    labels = [v.label for v in variants]
    if len(set(labels)) != len(labels):
        raise NotUnderstood("two variants have the same name; write NAME=FOLDER to tell them apart")
    chosen = {side: bots.get(side, "sergeant") for side in rules.sides}
    for bot in chosen.values():
        make_bot(bot).close()
    played_by = f"Grognard {version('grognard')}, rules {rules.rules_version}"
    secret = secret_for(chosen.values(), secret)
    return Plan(game, names, chosen, games, seed, tuple(variants), budget, played_by, secret)


def history(data: DataFolder) -> Mapping[str, Mapping[str, Any]]:
    """What the game's data says of the real battle, by scenario (history.toml); empty if it says nothing."""
    if not data.exists("history.toml"):
        return {}
    found: Mapping[str, Mapping[str, Any]] = data.toml("history.toml").get("scenario", {})
    return found


def when_counted(result: Result, told: Mapping[str, Any], side: str) -> float:
    """A side's points when history counts them: after the turn that history.toml names, else at the end."""
    looks = [look for look in result.turns if look["turn"] == told.get("turn")]
    return float(looks[0]["points"][side]) if looks else result.points[side]


def by_group(results: Sequence[Result]) -> dict[tuple[str, str], list[Result]]:
    """The results by scenario and variant, in order of their first game."""
    groups: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        groups.setdefault((result.pairing.scenario, result.pairing.label or BASE), []).append(result)
    return groups
