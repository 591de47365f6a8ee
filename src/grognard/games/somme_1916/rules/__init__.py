"""The rules, chapter by chapter as the book has them.

     4  sequence.py, one folder up
     5  weather
     6  bombardment: guns, phase, results, losses
     7  movement: phase, reach, facing, stacking, modes, reinforcements
     8  commitment
     9  command_resources
    10  defensive_fire
    11  assault: phase, strengths, odds, declaration, results
    12  reorganization
    13  victory: control, exits, conditions
    14  scenarios
    15  campaign
"""
