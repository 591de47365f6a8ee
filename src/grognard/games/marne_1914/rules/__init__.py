"""The rulebook's modules, each in its own file."""
