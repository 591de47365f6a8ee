"""Writing a drawn map to a file: SVG as it is, PNG and PDF through an optional converter.

The converter (``vl-convert-python``, the extra ``draw``) is the only one found that needs nothing but pip,
makes both formats, keeps a PDF as lines and letters, and brings its own typefaces: the same picture on
every machine, also on one without any fonts. A file is written beside its goal and then moved into place,
so that an interrupted writer never leaves half a map.
"""

from __future__ import annotations

import importlib
import os
import re
import tempfile
from pathlib import Path
from typing import Any

from grognard.errors import GrognardError, NotUnderstood

FORMATS = (".svg", ".png", ".pdf")
_MOST_PIXELS = 250_000_000
_SIZE = re.compile(r'<svg [^>]*\bwidth="([\d.]+)" height="([\d.]+)"')


def write_map(svg: str, path: Path | str) -> None:
    """Writes a picture from ``draw_board`` as .svg, .png or .pdf, by the ending of ``path``.

    In a PDF drawn at scale 1 a cell measures 22.6 mm, at scale 0.75 the 17 mm of most printed maps.
    """
    goal = Path(path)
    ending = goal.suffix.lower()
    if ending not in FORMATS:
        raise NotUnderstood(f"a map is written as .svg, .png or .pdf, not as '{goal.name}'")
    if ending == ".svg":
        content = svg.encode()
    else:
        content = _converted(svg, ending)
    _write_whole(goal, content)


def _converted(svg: str, ending: str) -> bytes:
    converter = _converter(ending)
    try:
        if ending == ".pdf":
            return bytes(converter.svg_to_pdf(svg))
        size = _SIZE.search(svg)
        if size and float(size[1]) * float(size[2]) > _MOST_PIXELS:
            raise NotUnderstood("the picture would be too large; take a smaller scale, or write a PDF")
        return bytes(converter.svg_to_png(svg))
    except ValueError as problem:
        raise GrognardError(f"the map could not be turned into {ending[1:].upper()}: {problem}") from None


def _converter(ending: str) -> Any:
    try:
        return importlib.import_module("vl_convert")
    except ImportError:
        raise GrognardError(
            f"writing {ending[1:].upper()} needs the extra 'draw': pip install 'grognard[draw]' (SVG needs nothing)"
        ) from None


def _write_whole(goal: Path, content: bytes) -> None:
    try:
        with tempfile.NamedTemporaryFile(dir=goal.parent, prefix=f".{goal.name}.", delete=False) as file:
            draft = Path(file.name)
            try:
                file.write(content)
                file.flush()
                # A temporary file is private; the map gets the permissions of any other new file.
                mask = os.umask(0)
                os.umask(mask)
                draft.chmod(0o666 & ~mask)
                draft.replace(goal)
            except BaseException:
                draft.unlink(missing_ok=True)
                raise
    except OSError as problem:
        raise GrognardError(f"cannot write {goal}: {problem.strerror or problem}") from None
