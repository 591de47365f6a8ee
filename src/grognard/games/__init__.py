"""The games, one package each. Other people's games are found through entry points."""
