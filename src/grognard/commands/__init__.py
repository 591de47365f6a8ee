"""The commands of the command line, one small module each. They import the engine only when they run."""
