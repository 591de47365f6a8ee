"""Corps command integrity (section 4.5)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.marne_1914.position import Marne
from grognard.games.marne_1914.setting import CP
from grognard.rules.masks import cells_of, mask

# 4.5.1: units no further than 3 hexes apart, so with at most 2 hexes between.


def corps_members(g: Marne, side: int) -> dict[str, list[int]]:
    """The infantry of each corps on the map; cavalry is exempt (4.5.3)."""
    members: dict[str, list[int]] = {}
    for unit in g.on_map(side):
        if g.setting.infantry[unit]:
            members.setdefault(g.state.corps[unit], []).append(unit)
    return members


def corps_name(corps: str) -> str:
    """A corps for people: F-VII is the VII Corps, G-IVR the IV Reserve Corps."""
    name = corps.partition("-")[2]
    for short, word in (("CAV", " Cavalry"), ("R", " Reserve")):
        if name.endswith(short):
            name = name.removesuffix(short) + word
            break
    return f"{name} Corps" if name else ""


def base_units(g: Marne, members: Sequence[int]) -> list[int]:
    """4.5.4: nearest to the owner's edge, south for the Entente, north for the Central Powers."""
    south = [g.setting.south[g.state.loc[u]] for u in members]
    edge = min(south) if g.setting.side[members[0]] == CP else max(south)
    return [u for u, here in zip(members, south, strict=True) if here == edge]


class Links:
    """Which hexes can be linked for one corps as things stand; sets of cells are whole numbers."""

    def __init__(self, g: Marne, blocked: int) -> None:
        self.setting = g.setting
        self.blocked = blocked

    def to(self, cell: int) -> int:
        """The hexes within a link of this one: at most two free hexes between (4.5.1).

        The link may bend round what blocks it (ruling C62). What blocks a hex between does not
        matter at the link's ends.
        """
        setting = self.setting
        key = (cell, self.blocked & setting.near[cell])
        found = setting.links.get(key)
        if found is None:
            passable = ~self.blocked
            first = setting.around[cell]
            second = setting.beside.of(first & passable)
            found = first | second | setting.beside.of(second & ~first & passable)
            setting.links[key] = found
        return found

    def to_any(self, cells: int) -> int:
        """The hexes within a link of any of a set."""
        passable, beside = ~self.blocked, self.setting.beside
        first = beside.of(cells)
        second = beside.of(first & passable)
        return first | second | beside.of(second & passable)


def links_of(g: Marne, side: int, corps: str) -> Links:
    """Infantry of other corps stops a link (4.5.2); friendly cavalry is looked through (4.5.3)."""
    own = mask([g.state.loc[u] for u in g.on_map(side) if g.setting.infantry[u] and g.state.corps[u] == corps])
    return Links(g, enemy_hexes(g, side) | (g.infantry_cells[side] & ~own))


def enemy_hexes(g: Marne, side: int) -> int:
    """4.5.2: what no link may pass: the enemy and his zones of control, cavalry too (ruling C23)."""
    return g.zone_cells[1 - side] | g.held(1 - side)


def in_integrity(g: Marne, members: Sequence[int]) -> bool:
    """4.5.1 for two units; for more, a chain (4.5.5).

    A chain that holds together does so from whichever unit is the base (4.5.4), so the base unit
    only matters when integrity is out of reach.
    """
    links = links_of(g, g.setting.side[members[0]], g.state.corps[members[0]])
    return chained(links, [g.state.loc[u] for u in members])


def is_whole(g: Marne, cells: tuple[int, ...], blocked: int) -> bool:
    """`chained`, remembered, so that nothing should be named as blocked that is not near the units."""
    key = (cells, blocked)
    found = g.setting.whole_chains.get(key)
    if found is None:
        found = g.setting.whole_chains[key] = chained(Links(g, blocked), cells)
    return found


def chained(links: Links, cells: Sequence[int]) -> bool:
    """Whether every cell hangs on the first one, link by link."""
    reached, near, waiting = 0, [cells[0]], cells[1:]
    while near and waiting:
        for cell in near:
            reached |= links.to(cell)
        near = [c for c in waiting if reached >> c & 1]
        waiting = [c for c in waiting if not reached >> c & 1]
    return not waiting


def can_be_whole(links: Links, start: int, choices: Sequence[int], tries: int = 200) -> bool:
    """Whether units with these choices of hexes can all join a unit at ``start`` (ruling C22).

    ``choices`` holds a set of hexes for each of them. The search gives up after that many tries and then
    says no. Its order is fixed, so the answer is the same on every machine.
    """
    budget = [tries]

    def extend(reached: int, taken: int, waiting: Sequence[int]) -> bool:
        if not waiting:
            return True
        for number, options in enumerate(waiting):
            others = [*waiting[:number], *waiting[number + 1:]]
            for cell in cells_of(options & reached & ~taken):
                budget[0] -= 1
                if budget[0] < 0:
                    return False
                if extend(reached | links.to(cell), taken | 1 << cell, others):
                    return True
        return False

    return extend(links.to(start), 1 << start, choices)
