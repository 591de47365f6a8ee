"""Assault (module 11).

    11.0, 11.10  phase            Assault after Assault, then Secondary Attacks
    11.3-11.4    strengths
    11.1-11.7    odds             supply, differential, shifts and modifiers
    11.3, 11.5.2 declaration      coordination and resources
    11.8, 11.9   results          counter-attack, engagement (and 8.8), retreat, advance, consolidation
"""
