"""Makes the pictures of this folder again: python docs/pictures/make.py [name ...]

Needs the extra `draw` and Pillow. Few colours keep the files small, and a map has few colours anyway.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from PIL import Image

from grognard.board.drawing import write_map
from grognard.commands.map import draw

HERE = Path(__file__).parent
AREAS, OTHERS = 28, 52
LARGEST = 250_000
"""Bytes; nobody should wait for a picture in a README."""

PICTURES = {
    # name: game, scenario, with units, scale
    "marne-1914": ("marne-1914", "counter-attack", True, 0.62),
    "marne-1914-full-battle": ("marne-1914", "full-battle", True, 0.55),
    "soissons-1918": ("soissons-1918", None, False, 0.6),
    "friedensturm-1918": ("friedensturm-1918", None, False, 0.33),
    "hannut-1940": ("hannut-1940", None, False, 0.55),
    "somme-1916": ("somme-1916", None, False, 0.5),
}


def palette(picture: Image.Image) -> Image.Image:
    """The colours of the large areas exactly, and others that keep thin dark lines and letters dark."""
    counted = picture.getcolors(picture.width * picture.height) or []
    areas = [colour for _, colour in sorted(counted, reverse=True)[:AREAS] if isinstance(colour, tuple)]
    spread = picture.quantize(OTHERS, method=Image.Quantize.MAXCOVERAGE).getpalette() or []
    few = Image.new("P", (1, 1))
    few.putpalette([*(channel for colour in areas for channel in colour), *spread[: 3 * OTHERS]])
    return few


def make(name: str) -> None:
    game, scenario, units, scale = PICTURES[name]
    svg = draw(game, scenario, grey=False, units=units, scale=scale, load=None, overlay=None)
    goal = HERE / f"{name}.png"
    with tempfile.TemporaryDirectory() as folder:
        full = Path(folder) / "full.png"
        write_map(svg, full)
        picture = Image.open(full).convert("RGB")
    few = picture.quantize(palette=palette(picture), dither=Image.Dither.NONE)
    few.save(goal, optimize=True)
    size = goal.stat().st_size
    print(f"{goal.name}: {picture.width} x {picture.height}, {size:,} bytes")
    if size > LARGEST:
        sys.exit(f"{goal.name} is larger than {LARGEST:,} bytes; give it a smaller scale or fewer colours")


if __name__ == "__main__":
    for wanted in sys.argv[1:] or PICTURES:
        if wanted not in PICTURES:
            sys.exit(f"there is no picture '{wanted}'; there are {', '.join(PICTURES)}")
        make(wanted)
