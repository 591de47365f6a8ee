"""The wargame layer: what board wargames share, so that a game's package holds only what its book says.

game, setting, position     typed bases; a game declares its parts
reading, rosters, plans,    data files as typed records, with complaints by file and line
tables, words, options
sequence, orders            steps of the sequence of play; questions about units and cells
search, ways, masks         movement, tracing, retreats; sets of cells as whole numbers
tolls, edges, directions,   prices that change in play, lines to the rear, all best ways back, straight lines of command
lines
rivers, marching            bridges blown and laid in play; units that move alone or as a stack
ground                      zones and threats over the map, now or after a move that is only thought of
going_back, stepping_back,  units that go back at once or cell by cell, attacks that promise others, questions that
attacks, asking, hits       come again, losses in order, hit points that become steps
stacking                    what follows from one rule of who may share a cell
arithmetic, results,        the rows of a fight; results in two halves; tables of modifiers; levels of disorder; what a
modifiers, disorder,        final score means
victory
"""
