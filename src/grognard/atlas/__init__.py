"""The atlas: building a game's map files from geography, rules and hand corrections.

A game whose printed map we do not have gets its map from real geography. Three files say how, in
``atlas/GAME/`` of the source tree: ``geography.json`` (where towns, rivers, woods and roads lie),
``rules.toml`` (what becomes of them) and ``corrections.csv`` (what a person knows better). From these
``build_map`` makes ``cells.csv``, ``sides.csv``, ``slopes.csv``, ``links.csv``, ``places.csv`` and
``regions.csv`` of the game's ``map/`` folder, the same bytes on every machine. ``docs/maps.md`` tells
the whole story.
"""

from grognard.atlas.build import atlas_games, build_map, map_files

__all__ = ["atlas_games", "build_map", "map_files"]
