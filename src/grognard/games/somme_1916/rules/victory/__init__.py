"""Victory (module 13).

    13.1.1       control          who holds what, and what lies behind whose line
    13.4         exits
    13.0, 14, 15.7  conditions
"""
