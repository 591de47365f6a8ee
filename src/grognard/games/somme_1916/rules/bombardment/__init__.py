"""Mutual Bombardment (module 6).

    6.1         phase             which guns fire at what
    6.2, 6.3    guns              ranges, targets, who may fire
    6.4         counter_battery
    6.5.1       results           the table and what its results do
    6.5.2-6.5.4 losses            step losses, in every kind of combat
    6.6         air
"""
