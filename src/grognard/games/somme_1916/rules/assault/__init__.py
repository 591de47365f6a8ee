"""Assault (module 11).

    11.0, 11.10  phase            Assault after Assault, then Secondary Attacks
    11.1-11.2    supply
    11.3-11.4    strengths
    11.4-11.7    odds             differential, shifts and modifiers
    11.3, 11.5.2 declaration      coordination and resources
    11.8         counter_attack   C
                 engagements      ENG, and 8.8
    11.8.1       retreat
    11.8.2, 11.9 advance          and consolidation
"""
