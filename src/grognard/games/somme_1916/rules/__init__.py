"""The rules, chapter by chapter as the book has them.

     4  sequence.py, one folder up
     5  weather
     6  bombardment: guns, phase, results, losses
     7  movement: phase, orders, reach, facing, stacking, modes, breakdown, reinforcements
     8  commitment
     9  command_resources
    10  defensive_fire
    11  assault: phase, supply, strengths, odds, declaration, results
    12  reorganization
    13  victory: control, exits, conditions
    14  scenarios
    15  campaign
"""
