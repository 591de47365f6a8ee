"""The wargame layer: what board wargames share, so that a game's package holds only what its book says.

game, setting, position     typed bases; a game declares its parts
reading, rosters, plans,    data files as typed records, with complaints by file and line
tables, words, options
sequence, orders            steps of the sequence of play; questions about units and cells
search, ways, masks         movement, tracing, retreats; sets of cells as whole numbers
stacking                    what follows from one rule of who may share a cell
arithmetic, victory         the rows of a fight; what a final score means
"""
