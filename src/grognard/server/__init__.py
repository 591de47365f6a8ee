"""Play over HTTP: one process, one SQLite file, every action checked by the engine.

The page, scripts and bots use the same interface; ``/api/openapi.json`` describes it.
"""
