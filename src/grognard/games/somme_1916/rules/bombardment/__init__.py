"""Mutual Bombardment (module 6).

    6.1, 6.4    phase             which guns fire at what; Counter-battery Fire
    6.2, 6.3    guns              ranges, targets, who may fire
    6.5.1, 6.6  results           the table and what its results do; Air Bombardment
    6.5.2-6.5.4 losses            step losses, in every kind of combat
"""
