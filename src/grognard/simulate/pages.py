"""A report as pieces (headings, paragraphs, tables, pictures), and these as one HTML file or as Markdown."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from html import escape
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from grognard.board.drawing.convert import write_map
from grognard.errors import GrognardError

STYLE = """
body{font-family:Georgia,serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#222;line-height:1.45}
table{border-collapse:collapse;margin:.6rem 0}td,th{padding:.2rem .7rem;border-bottom:1px solid #ddd;text-align:left}
td.n{text-align:right}h2{margin-top:2.6rem;border-bottom:2px solid #888}h3{margin-top:1.6rem}figure{margin:1rem 0}
figcaption{color:#444;font-size:.92rem;max-width:46rem}svg{max-width:100%;height:auto}
"""
PNG_COLOURS = 128
"""Colours of a map as PNG: enough for pale and full, few enough for a small file."""
OCTREE = 2
"""Pillow's way to choose colours that keeps thin lines of a strong colour."""


class Heading(msgspec.Struct, frozen=True):
    level: int
    text: str


class Paragraph(msgspec.Struct, frozen=True):
    text: str


class Table(msgspec.Struct, frozen=True):
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


class Figure(msgspec.Struct, frozen=True):
    name: str
    """What its file is called, without ending."""
    svg: str
    caption: str
    map: bool = False
    """Maps are large as SVG: beside Markdown they are PNG."""
    brief: bool = True
    """Whether it belongs into the short form that goes into documentation."""


Piece = Heading | Paragraph | Table | Figure


NUMBER = re.compile(r"[+-]?\d[\d,]*(\.\d+)?%?( \(.*\))?")


def numbers(table: Table) -> list[bool]:
    """Which columns hold nothing but numbers: they are set to the right."""
    return [all(NUMBER.fullmatch(row[n]) for row in table.rows) for n in range(len(table.head))]


# -- HTML --


def html(title: str, pieces: Sequence[Piece]) -> str:
    parts = [
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>",
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
        *(html_piece(piece) for piece in pieces),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def html_piece(piece: Piece) -> str:
    match piece:
        case Heading(level, text):
            return f"<h{level}>{escape(text)}</h{level}>"
        case Paragraph(text):
            return f"<p>{escape(text)}</p>"
        case Figure(_, svg, caption):
            return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"
        case Table(head, rows):
            cells = "".join(f"<th>{escape(h)}</th>" for h in head)
            right = [" class=n" if number else "" for number in numbers(piece)]
            body = "".join(
                "<tr>" + "".join(f"<td{r}>{escape(c)}</td>" for r, c in zip(right, row, strict=True)) + "</tr>"
                for row in rows
            )
            return f"<table><tr>{cells}</tr>{body}</table>"


# -- Markdown with pictures beside it --


def write_markdown(pieces: Sequence[Piece], path: Path) -> list[Path]:
    """Write ``path`` (NAME.md) and its pictures into the folder NAME beside it; the files that were written."""
    folder = path.with_suffix("")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        written = []
        lines: list[str] = []
        for piece in pieces:
            if isinstance(piece, Figure):
                if not piece.brief:
                    continue
                written.append(write_picture(piece, folder))
                lines += [
                    f"![{plain(piece.caption)}]({folder.name}/{written[-1].name})",
                    "",
                    f"*{plain(piece.caption)}*",
                    "",
                ]
            else:
                lines += [*markdown_piece(piece), ""]
        path.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    except OSError as problem:
        raise GrognardError(f"cannot write {path}: {problem.strerror}") from None
    return [path, *written]


def markdown_piece(piece: Heading | Paragraph | Table) -> list[str]:
    match piece:
        case Heading(level, text):
            return ["#" * level + " " + plain(text)]
        case Paragraph(text):
            return [plain(text)]
        case Table(head, rows):
            lines = ["| " + " | ".join(plain(h) for h in head) + " |"]
            lines.append("| " + " | ".join("---:" if number else "---" for number in numbers(piece)) + " |")
            return lines + ["| " + " | ".join(plain(c) for c in row) + " |" for row in rows]


def plain(text: str) -> str:
    """A text that Markdown shows as it is."""
    for sign in "\\|*_[]<>":
        text = text.replace(sign, "\\" + sign)
    return text


def write_picture(figure: Figure, folder: Path) -> Path:
    """A chart as SVG; a map as PNG, which needs the extra ``draw``."""
    if not figure.map:
        path = folder / f"{figure.name}.svg"
        path.write_text(figure.svg + "\n", encoding="utf-8")
        return path
    path = folder / f"{figure.name}.png"
    write_map(figure.svg, path)
    shrink(path)
    return path


def shrink(path: Path) -> None:
    """Fewer colours, where the library for that is installed; without it the file is only larger."""
    if find_spec("PIL") is None:
        return
    image: Any = import_module("PIL.Image")
    with image.open(path) as picture:
        few = picture.convert("RGB").quantize(PNG_COLOURS, method=OCTREE, dither=0)
    out = io.BytesIO()
    few.save(out, "PNG", optimize=True)
    path.write_bytes(out.getvalue())
