"""Building a map: layer by layer, with the corrections between them."""

from __future__ import annotations

from pathlib import Path

from grognard.atlas.corrections import Corrections, Stage
from grognard.atlas.draft import FILES, MapDraft
from grognard.atlas.geography import Geography
from grognard.atlas.geometry import Lattice
from grognard.atlas.layers import Layers
from grognard.atlas.regions import build_regions
from grognard.atlas.rules import Rules
from grognard.board.load import Settings
from grognard.data import DataFolder, game_folder
from grognard.errors import UnknownGame

ATLAS = Path(__file__).resolve().parents[3] / "atlas"
"""Beside ``src`` in the source tree; an installed copy has the built maps only."""


def atlas_games(atlas: Path = ATLAS) -> list[str]:
    """The games that have an atlas folder."""
    if not atlas.is_dir():
        return []
    return sorted(folder.name for folder in atlas.iterdir() if (folder / "rules.toml").is_file())


def map_files(slug: str, atlas: Path | None = None, game: Path | None = None) -> dict[str, str]:
    """The text of every file that the atlas makes for a game, by file name. Writes nothing."""
    atlas = atlas or ATLAS
    if slug not in atlas_games(atlas):
        have = ", ".join(atlas_games(atlas)) or "none"
        raise UnknownGame(f"there is no atlas folder for '{slug}' in {atlas} (there are: {have})")
    folder = DataFolder(atlas / slug)
    data = DataFolder(game or game_folder(slug))
    settings = Settings(data)
    lattice = Lattice(settings.grid())
    draft = MapDraft(lattice.grid, settings.kinds())
    rules = Rules(folder)
    geography = Geography(folder.path("geography.json"), lattice)
    bridges = rules.one("bridge")
    corrections = Corrections(folder, lattice, bridges.text("kind", ""))
    layers = Layers(draft, lattice, geography, rules)
    layers.build()
    corrections.apply(draft, Stage.BEFORE_BRIDGES)
    layers.build_bridges()
    corrections.apply(draft, Stage.BEFORE_REGIONS)
    build_regions(draft, rules, data)
    corrections.apply(draft, Stage.AT_THE_END)
    missing = geography.missing_attribution(settings.texts("attribution"))
    if missing:
        raise settings.error(f"the licence of the geography wants an attribution: {missing}", "attribution")
    return draft.files(f"Built by the atlas: change atlas/{slug}/corrections.csv, not this (docs/maps.md).")


def build_map(slug: str, target: Path | None = None, atlas: Path | None = None, game: Path | None = None) -> list[Path]:
    """Build a game's map files and write them; returns the files whose content changed."""
    texts = map_files(slug, atlas, game)
    target = target or (game or game_folder(slug)) / "map"
    target.mkdir(parents=True, exist_ok=True)
    changed = []
    for name in [f"{file}.csv" for file in FILES]:
        path = target / name
        old = path.read_bytes() if path.is_file() else None
        new = texts[name].encode("utf-8") if name in texts else None
        if new is None and old is not None:
            path.unlink()  # slopes.csv of a map that has no slopes any more
        elif new is not None and new != old:
            path.write_bytes(new)
        if new != old:
            changed.append(path)
    return changed
