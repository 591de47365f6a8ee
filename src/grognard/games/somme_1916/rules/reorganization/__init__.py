"""Reorganization (module 12).

    12.1.1, 12.4  phase           replacement levels, the end of interdiction
    12.1          replacements
    12.2-12.3     rally           and tank recovery
"""
