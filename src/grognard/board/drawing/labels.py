"""Names on the map that do not run into each other.

Every name has places where it would like to stand, best first. The important names choose first; a name
takes the place with the least trouble, and never one that touches another name, a cell's number or the
houses of another town. It shrinks a little rather than go far, cover a road or seem another town's name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, inf, radians, sin
from typing import NamedTuple

from grognard.board.drawing.plane import CELL
from grognard.board.drawing.svg import Point, escape, num
from grognard.board.drawing.text import text_width

Box = tuple[float, float, float, float]
"""left, top, right, bottom"""


@dataclass(frozen=True, slots=True)
class Label:
    """A name in its place. ``x`` and ``y`` are the middle of its baseline."""

    text: str
    x: float
    y: float
    size: float
    style: str
    """city, town, village, farm, area or water."""
    angle: float = 0.0
    badge: str = ""
    begins: float = 0
    """Which end of the text is fixed, as in ``Spot``."""
    boxes: tuple[Box, ...] = ()


class Spot(NamedTuple):
    """A place where a name could stand."""

    x: float
    y: float
    begins: float
    """Where on its baseline the point lies: 0 in the middle, 1 at the beginning, -1 at the end."""
    cost: float
    angle: float = 0.0

    def middle(self, wide: float) -> Point:
        return self.x + self.begins * wide / 2, self.y


@dataclass(frozen=True, slots=True)
class Wish:
    """A name that wants a place."""

    text: str
    style: str
    size: float
    spots: tuple[Spot, ...]
    badge: str = ""
    own: frozenset[int] = frozenset()
    """The cells whose houses the name may touch."""
    most: float = inf
    """More trouble than this, and the name is rather left out."""


@dataclass(frozen=True, slots=True)
class Look:
    ink: str
    bold: bool = False
    italic: bool = False
    spacing: float = 0.0


LOOKS = {
    "city": Look("#211a16", bold=True, spacing=0.8),
    "town": Look("#211a16", bold=True),
    "village": Look("#2c241e"),
    "farm": Look("#463a30", italic=True),
    "area": Look("#4b4a2a", italic=True, spacing=1.2),
    "water": Look("#1f5580", italic=True, spacing=1.0),
}
SIZES = {"city": 14.0, "town": 11.0, "village": 8.6, "farm": 7.8, "area": 9.0, "water": 9.5}
BADGE_SIZE = 11.0


def width_of(wish: Wish, size: float) -> float:
    look = LOOKS[wish.style]
    wide = text_width(wish.text, size, look.bold, look.spacing)
    return wide + (BADGE_SIZE + 2.0 if wish.badge else 0.0)


def boxes_of(middle: Point, angle: float, wide: float, size: float) -> tuple[Box, ...]:
    """The room of a line of text: one box, or several small ones along a slanted line."""
    x, y = middle
    up, down = 0.76 * size, 0.24 * size
    if abs(angle) < 0.5:
        return ((x - wide / 2, y - up, x + wide / 2, y + down),)
    dx, dy = cos(radians(angle)), sin(radians(angle))
    centre = (x + dy * (up - down) / 2, y - dx * (up - down) / 2)
    half = size * 0.5
    count = max(1, round(wide / size))
    found = []
    for index in range(count):
        along = ((index + 0.5) / count - 0.5) * max(wide - size, 0.0)
        cx, cy = centre[0] + dx * along, centre[1] + dy * along
        found.append((cx - half, cy - half, cx + half, cy + half))
    return tuple(found)


class Room:
    """What is taken already, in a coarse grid so that asking is quick."""

    def __init__(self, width: float, height: float) -> None:
        self.width = width
        self.height = height
        self._bins: dict[tuple[int, int], list[tuple[Box, int]]] = {}
        self._dots: dict[tuple[int, int], list[tuple[Point, float]]] = {}
        self._homes: dict[int, Point] = {}
        self._near: dict[tuple[int, int], list[tuple[int, Point]]] = {}

    def take(self, box: Box, owner: int = -1) -> None:
        """Nothing may touch this box, except the name of the cell ``owner``."""
        for bin in _bins(box):
            self._bins.setdefault(bin, []).append((box, owner))

    def shun(self, points: Iterable[Point], cost: float) -> None:
        """Lines that a name should rather not cover."""
        for point in points:
            self._dots.setdefault((int(point[0] // CELL), int(point[1] // CELL)), []).append((point, cost))

    def settle(self, cell: int, point: Point) -> None:
        """A settlement, to which a name close by would seem to belong."""
        self._homes[cell] = point
        self._near.setdefault((int(point[0] // CELL), int(point[1] // CELL)), []).append((cell, point))

    def doubt(self, box: Box, own: frozenset[int]) -> float:
        """How easily a name of the cells ``own`` would be taken for that of another settlement."""
        mine = min((_apart(self._homes[cell], box) for cell in own if cell in self._homes), default=inf)
        if mine == inf:
            return 0.0
        wide = (box[0] - mine, box[1] - mine, box[2] + mine, box[3] + mine)
        others = (
            _apart(point, box) for bin in _bins(wide) for cell, point in self._near.get(bin, ()) if cell not in own
        )
        nearer = mine + 3.0 - min(others, default=inf)
        return 4.0 + 0.4 * nearer if nearer > 0 else 0.0

    def free(self, box: Box, own: frozenset[int] = frozenset()) -> bool:
        """Whether a name of the cells ``own`` may stand here."""
        if box[0] < 2 or box[1] < 2 or box[2] > self.width - 2 or box[3] > self.height - 2:
            return False
        for bin in _bins(box):
            for other, whose in self._bins.get(bin, ()):
                if whose not in own and touch(box, other):
                    return False
        return True

    def trouble(self, box: Box) -> float:
        """How much a name here would cover."""
        total = 0.0
        for bin in _bins(box):
            for (x, y), cost in self._dots.get(bin, ()):
                if box[0] - 1 < x < box[2] + 1 and box[1] - 1 < y < box[3] + 1:
                    total += cost
        return total


def touch(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _apart(point: Point, box: Box) -> float:
    """How far a point lies from a box."""
    dx = max(box[0] - point[0], 0.0, point[0] - box[2])
    dy = max(box[1] - point[1], 0.0, point[1] - box[3])
    return hypot(dx, dy)


def _bins(box: Box) -> Iterator[tuple[int, int]]:
    for i in range(int(box[0] // CELL), int(box[2] // CELL) + 1):
        for j in range(int(box[1] // CELL), int(box[3] // CELL) + 1):
            yield i, j


def place_labels(wishes: Sequence[Wish], room: Room) -> list[Label]:
    """The names in their places, in the order of the wishes; a name without any room is left out."""
    placed = []
    for wish in wishes:
        label = _place(wish, room)
        if label is not None:
            placed.append(label)
            for box in label.boxes:
                room.take(box)
                room.shun(_beside(box), 0.5)  # names keep a little apart where they can
    return placed


def _beside(box: Box) -> Iterator[Point]:
    """Points just above and below a name."""
    left, top, right, bottom = box
    for index in range(round((right - left) / 9) + 1):
        yield left + 9 * index, top - 6
        yield left + 9 * index, bottom + 6


_SHRINK_STEPS = ((1.0, 0.0), (0.88, 5.0), (0.78, 10.0))
"""How small a name may become, and what that costs."""


def _place(wish: Wish, room: Room) -> Label | None:
    best: tuple[float, Spot, float] | None = None
    for shrink, price in _SHRINK_STEPS:
        size = wish.size * shrink
        wide = width_of(wish, size)
        for spot in wish.spots:
            total = spot.cost + price
            if best is not None and total >= best[0]:
                continue
            boxes = boxes_of(spot.middle(wide), spot.angle, wide, size)
            if all(room.free(box, wish.own) for box in boxes):
                total += sum(room.trouble(box) for box in boxes) + room.doubt(boxes[0], wish.own)
                if best is None or total < best[0]:
                    best = total, spot, size
    if best is None or best[0] > wish.most:
        return None
    _, spot, size = best
    wide = width_of(wish, size)
    x, y = spot.middle(wide)
    boxes = boxes_of((x, y), spot.angle, wide, size)
    return Label(wish.text, x, y, size, wish.style, spot.angle, wish.badge, spot.begins, boxes)


def around(centre: Point, radius: float, size: float) -> tuple[Spot, ...]:
    """The places round a town: below, above, to the right, to the left, and askew."""
    x, y = centre
    low, high, level = y + radius + 0.85 * size, y - radius - 0.25 * size, y + 0.32 * size
    side, slant = radius + 3.0, radius * 0.75
    found = [
        Spot(x, low, 0, 0.0),
        Spot(x + side, level, 1, 1.0),
        Spot(x, high, 0, 1.5),
        Spot(x - side, level, -1, 2.0),
        Spot(x + slant, y + slant + 0.7 * size, 1, 2.0),
        Spot(x - slant, y + slant + 0.7 * size, -1, 2.5),
        Spot(x + slant + 2, y + slant + 0.45 * size, 1, 2.2),
        Spot(x - slant - 2, y + slant + 0.45 * size, -1, 2.7),
        Spot(x + slant, y - slant, 1, 3.0),
        Spot(x - slant, y - slant, -1, 3.5),
        Spot(x + slant + 2, y - slant + 0.2 * size, 1, 3.2),
        Spot(x - slant - 2, y - slant + 0.2 * size, -1, 3.7),
    ]
    for push in (5.0, 10.0, 16.0, 22.0, 30.0):
        for aside in (0.0, 12.0, -12.0, 24.0, -24.0):
            cost = push + abs(aside) / 6
            found += [Spot(x + aside, low + push, 0, cost), Spot(x + aside, high - push, 0, cost + 1)]
        for drop in (push, -push):
            found.append(Spot(x + side + push / 2, level + drop, 1, push + 2))
            found.append(Spot(x - side - push / 2, level + drop, -1, push + 2))
    return tuple(found)


def along(points: Sequence[Point], wide: float, size: float) -> list[Spot]:
    """Places beside a river for its name: where it runs straight for long enough, on either bank."""
    found: list[Spot] = []
    for i in range(len(points)):
        for j in range(i + 1, min(i + 14, len(points))):
            (x, y), (u, v) = points[i], points[j]
            span = hypot(u - x, v - y)
            if span < wide * 1.02:
                continue
            if u < x:
                x, y, u, v = u, v, x, y
            angle = degrees(atan2(v - y, u - x))
            if abs(angle) > 75:
                break
            dx, dy = (u - x) / span, (v - y) / span
            offsets = [(p[0] - x) * -dy + (p[1] - y) * dx for p in points[i : j + 1]]
            crooked = max(offsets) - min(offsets)
            cost = crooked + abs(angle) * 0.12 + abs(span - wide) * 0.03
            for bank, reach in ((-1, -min(offsets) + 6.0), (1, max(offsets) + 5.0 + 0.76 * size)):
                left, top = (x + u) / 2 - dy * bank * reach, (y + v) / 2 + dx * bank * reach
                found.append(Spot(left, top, 0, cost, angle))
            break
    return sorted(found, key=lambda spot: spot.cost)[:60]


def label_svg(label: Label) -> str:
    turn = f' transform="rotate({num(label.angle)} {num(label.x)} {num(label.y)})"' if label.angle else ""
    x, anchor, badge = label.x, "", ""
    left, _, right, _ = label.boxes[0]
    if label.badge and label.begins < 0:
        # The end of the name is fixed: the value stands between it and the town.
        badge = _badge(right - BADGE_SIZE / 2, label.y - 0.33 * label.size, label.badge)
        x, anchor = right - BADGE_SIZE - 2.0, ' text-anchor="end"'
    elif label.badge:
        # The value stands before the name, so that the gap is right in every typeface.
        badge = _badge(left + BADGE_SIZE / 2, label.y - 0.33 * label.size, label.badge)
        x, anchor = left + BADGE_SIZE + 2.0, ' text-anchor="start"'
    elif label.begins:
        x = left if label.begins > 0 else right
        anchor = ' text-anchor="start"' if label.begins > 0 else ' text-anchor="end"'
    return (
        f'{badge}<text x="{num(x)}" y="{num(label.y)}" font-size="{num(label.size)}"{anchor}{turn}>'
        f"{escape(label.text)}</text>\n"
    )


def _badge(x: float, y: float, value: str) -> str:
    size = 7.5 if len(value) < 3 else 5.8
    return (
        f'<g class="value"><circle cx="{num(x)}" cy="{num(y)}" r="{num(BADGE_SIZE / 2)}" fill="#f2cf5b" '
        f'stroke="#6d5412" stroke-width=".9"/><text x="{num(x)}" y="{num(y + size * 0.36)}" '
        f'font-size="{num(size)}" font-weight="bold" font-style="normal" letter-spacing="0" '
        f'stroke="none" text-anchor="middle" fill="#3a2c08">{escape(value)}</text></g>'
    )


def labels_svg(labels: Iterable[Label]) -> Iterator[str]:
    """All names, grouped by their look."""
    listed = list(labels)
    for style, look in LOOKS.items():
        here = [label for label in listed if label.style == style]
        if not here:
            continue
        bold = ' font-weight="bold"' if look.bold else ""
        italic = ' font-style="italic"' if look.italic else ""
        spacing = f' letter-spacing="{num(look.spacing)}"' if look.spacing else ""
        yield f'<g fill="{look.ink}"{bold}{italic}{spacing}>\n'
        yield from (label_svg(label) for label in here)
        yield "</g>\n"
