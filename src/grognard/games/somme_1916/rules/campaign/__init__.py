"""The Campaign Game (module 15).

    15.5         operations
    15.6         objectives
"""
