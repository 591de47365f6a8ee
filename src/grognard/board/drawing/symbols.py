"""Military symbols in a frame, drawn from a few strokes of our own.

Each is what soldiers have drawn on maps for a century: a cross for infantry, a slash for cavalry, a dot
for guns. The frame is 28 wide and 18 high round (0, 0); ``symbol`` names are words, with some synonyms.
"""

from __future__ import annotations

from grognard.board.drawing.svg import escape

_CROSS = "M-14-9L14 9M-14 9L14-9"
_SLASH = "M-14 9L14-9"
_OVAL = "M-5.5-4.8H5.5A4.8 4.8 0 0 1 5.5 4.8H-5.5A4.8 4.8 0 0 1 -5.5-4.8Z"
_DOT = '<circle r="3.4" fill="currentColor" stroke="none"/>'
_STRIPE = '<path d="M-14 5.5H14"/>'


def _wheels(*places: float) -> str:
    """Small wheels just above the lower rim of the frame."""
    return "".join(f'<circle cx="{x:g}" cy="6.3" r="1.5"/>' for x in places)


def _path(data: str) -> str:
    return f'<path d="{data}"/>'


SYMBOLS: dict[str, str] = {
    "infantry": _path(_CROSS),
    "cavalry": _path(_SLASH),
    "recon": _path(_SLASH) + _wheels(3, 7.5),
    "artillery": _DOT,
    "heavy-artillery": _DOT + '<path d="M-8 0H-14M14 0H8"/>',
    "mortar": '<circle cy="3" r="2.4"/><path d="M0 .6V-6M-2.6-3.4L0-6L2.6-3.4"/>',
    "armour": _path(_OVAL),
    "mechanised": _path(_CROSS + _OVAL),
    "armoured-recon": _path(_SLASH + _OVAL),
    "motorised": _path(_CROSS + "M0-9V9"),
    "motorcycle": _path(_CROSS) + _wheels(-2.4, 2.4),
    "cyclist": _path(_CROSS) + _wheels(0),
    "anti-tank": _path("M-14 9L0-9L14 9"),
    "anti-air": _path("M-14 9A14 13 0 0 1 14 9"),
    "engineer": _path("M-7 5V-4H7V5M0-4V5"),
    "machine-gun": _path("M0 6V-6M-3-2.5L0-6L3-2.5M-3 6H3"),
    "mountain": _path(_CROSS) + '<path d="M-4 9L0 2.5L4 9Z" fill="currentColor"/>',
    "airborne": _path(_CROSS) + '<path d="M-5 8q2.5-3.6 5 0q2.5-3.6 5 0"/>',
    "air": '<path d="M-9-4.5L9 4.5V-4.5L-9 4.5Z" fill="currentColor"/>',
    "bomber": '<path d="M-9-4.5L9 4.5V-4.5L-9 4.5Z"/>',
    "balloon": '<circle cy="-1.5" r="5"/><path d="M0 3.5V7"/>',
    "supply": _STRIPE,
    "transport": '<circle r="5.6"/><path d="M0-5.6V5.6M-5.6 0H5.6M-4-4L4 4M-4 4L4-4"/>',
    "signal": _path("M-14-9L2-2L-2 2L14 9"),
    "garrison": _path(_CROSS) + '<path d="M-14-5.5H14"/>',
    "marine": _path(_CROSS) + '<path d="M0-4.5V6M-3.4 3.2q3.4 4.4 6.8 0"/>',
    "train": '<path d="M-9 4H9V-4H3V-7H-1V-4H-9ZM-5 4.4a1.6 1.6 0 1 0 .1 0ZM5 4.4a1.6 1.6 0 1 0 .1 0Z"/>',
    "hq": "",
    "leader": '<path d="M0-6L1.8-2H6L2.7 1L4 5.4L0 2.9L-4 5.4L-2.7 1L-6-2H-1.8Z" fill="currentColor"/>',
}

_SYNONYMS = {
    "inf": "infantry", "foot": "infantry", "cav": "cavalry", "horse": "cavalry", "guns": "artillery",
    "art": "artillery", "field-artillery": "artillery", "heavy": "heavy-artillery",
    "siege": "heavy-artillery", "tank": "armour", "tanks": "armour", "armor": "armour", "armored": "armour",
    "panzer": "armour", "mech": "mechanised", "mechanized": "mechanised", "armoured-infantry": "mechanised",
    "motorized": "motorised", "mot": "motorised", "reconnaissance": "recon",
    "armoured-car": "armoured-recon", "at": "anti-tank", "antitank": "anti-tank", "aa": "anti-air",
    "flak": "anti-air", "anti-aircraft": "anti-air", "eng": "engineer", "pioneer": "engineer",
    "sapper": "engineer", "mg": "machine-gun", "machine-guns": "machine-gun", "headquarters": "hq",
    "flag": "hq", "fighter": "air", "aircraft": "air", "parachute": "airborne", "bicycle": "cyclist",
    "fortress": "garrison", "general": "leader", "truck": "transport",
}  # fmt: skip

# The name of a formation -> the mark above the frame.
_SIZES = {
    "army-group": "XXXXX", "army": "XXXX", "corps": "XXX", "division": "XX", "brigade": "X",
    "regiment": "III", "battalion": "II", "company": "I", "battery": "I", "squadron": "I",
    "platoon": "\u2022\u2022\u2022", "section": "\u2022\u2022", "squad": "\u2022",
}  # fmt: skip


def known(name: str) -> str:
    """The proper word for a symbol's name or synonym; "" for one that we cannot draw."""
    word = name.strip().lower().replace("_", "-").replace(" ", "-")
    word = _SYNONYMS.get(word, word)
    return word if word in SYMBOLS else ""


def symbol(name: str, ink: str, paper: str) -> str:
    """A framed symbol round (0, 0). A name without a drawing is written into the frame."""
    word = known(name)
    frame = f'<path d="M-14-9H14V9H-14Z" fill="{paper}"/>'
    if word == "hq":
        # A headquarters is a flag: a half-filled frame on a staff.
        body = f'{frame}<path d="M-14-9V13"/><path d="M-14-9H14V-3.5H-14Z" fill="{ink}"/>'
    elif word:
        body = frame + SYMBOLS[word].replace("currentColor", ink)
    else:
        short = escape(name.strip()[:4].upper())
        body = frame + (f'<text y="3.6" font-size="10" text-anchor="middle" stroke="none" fill="{ink}">{short}</text>')
    return f'<g fill="none" stroke="{ink}" stroke-width="1.5" stroke-linejoin="round">{body}</g>'


def size_mark(size: str) -> str:
    """XX for a division and so on; a mark that is written already stays as it is."""
    return _SIZES.get(size.strip().lower(), size.strip())
