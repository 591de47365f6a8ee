"""Scenarios (module 14).

    14.x.1-14.x.3  set_up         units, pools, reinforcements, guns that their owners place
    14.1.3         mines
    14.1.3, 14.2.3, 14.3.6  special_rules   held cavalry, squares of the other nation
"""
