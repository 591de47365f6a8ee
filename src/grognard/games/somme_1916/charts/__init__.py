"""The charts and tables of the box (3.3), read from units.csv and tables/."""
