"""Questions that come again until the player ends them or nothing is left to do, and losses unit by unit."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any

from grognard.engine import ALLOW, Action, Ruling
from grognard.engine.game import Asked
from grognard.rules.orders import END
from grognard.rules.position import WarPosition


def ask_legal(
    g: WarPosition, side: int, kind: str, case: str, question: str, candidates: Iterable[Action],
    may: Callable[[Action], Ruling], *, places: Sequence[str] = (), also: Sequence[str] = (),
    common: bool = False,
) -> Generator[Asked, Any, Action | None]:  # fmt: skip
    """One of the candidates that the rules allow, at a rest point; None at the end, or where nothing is allowed."""
    options = [action for action in candidates if may(action)]
    if not options:
        return None
    action = yield from g.ask(
        side, kind, case, question, [*options, END], places=places, rest=True, also=also, common=common,
        why_not=lambda a: may(a) if a.args else ALLOW,
    )  # fmt: skip
    return None if action.verb == END.verb else action


def ask_losses(
    g: WarPosition, side: int, case: str, units: list[int], leader: int, number: int, firm: Callable[[int], bool],
    lose: Callable[[int], int],
) -> Generator[Asked, Any, int]:  # fmt: skip
    """Losses one by one: the leader first, each unit once before any twice, none on units that are not ``firm``.

    ``lose`` takes one from a unit and says what it has become; ``units`` is kept up. Ends with the losses left over.
    """
    taken: dict[int, int] = {}
    while number > 0:
        able = [u for u in units if g.state.loc[u] >= 0 and firm(u)]
        if not able:
            return number
        least = min([taken.get(u, 0) for u in able])
        among = [leader] if not taken and leader in able else [u for u in able if taken.get(u, 0) == least]
        question = f"choose a unit to take a loss ({number} to go)"
        unit = yield from g.choose(side, "loss", case, question, "lose", among)
        taken[unit] = taken.get(unit, 0) + 1
        units[units.index(unit)] = lose(unit)
        number -= 1
    return 0
