"""What several games share: search over the map, layers of control, results tables."""
