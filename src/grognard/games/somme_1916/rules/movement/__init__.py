"""Movement (module 7).

    7.0, 7.8    phase             what units do, what the player may order; tank breakdowns
    7.1-7.2, 7.5-7.6  reach       terrain, roads, interdiction, zones of control, off-front movement
    7.2.2       facing
    7.3         stacking
    7.4         modes             and breakdown, buildup
    7.7         reinforcements
"""
