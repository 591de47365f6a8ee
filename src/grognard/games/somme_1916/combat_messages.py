"""What the log says of the events of modules 8 to 15, in our words."""

COMBAT_MESSAGES: dict[str, str] = {}
