"""What the laws have in common: the complaint, and actions that nobody has listed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from grognard.engine import Action, Match
from grognard.errors import GrognardError


class BrokenLaw(GrognardError):
    """A game does what no game may do; the message says which law and where."""


def forgeries(match: Match, listed: list[Action], rng: Random) -> Iterator[Action]:
    """Actions of the right shape with other numbers in them."""
    setting = match.setting
    for verb in rng.sample(list(setting.language.verbs.values()), min(4, len(setting.language.verbs))):
        same = [a for a in listed if a.verb == verb.name]
        for _ in range(3):
            args: list[int | str | tuple[int, ...]] = []
            for part in (p for p in verb.parts if p.isupper()):
                like = [a for a in same if len(a.args) > len(args)]
                if like and rng.random() < 0.5:
                    args.append(rng.choice(like).args[len(args)])
                elif part == "UNIT":
                    args.append(rng.randrange(len(setting.unit_ids)))
                elif part == "UNITS":
                    args.append(tuple(rng.sample(range(len(setting.unit_ids)), rng.randint(1, 2))))
                elif part == "CELL":
                    args.append(rng.randrange(len(setting.grid.ids)))
                elif part == "CELLS":
                    args.append((rng.randrange(len(setting.grid.ids)),))
                else:
                    args.append(rng.randint(0, 6) if part == "NUMBER" else "nonsense")
            yield Action(verb.name, tuple(args))
