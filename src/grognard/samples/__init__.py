"""Small complete games: Night Patrol, Blind Man's Buff, and Skirmish, which `grognard new-game` copies."""
