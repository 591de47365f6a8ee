"""How fast Grognard is, measured beside its peers in one run: ``grognard bench`` or ``python3 dev.py bench``.

Peers (python-chess, networkx) are measured in turn with ours, repeat by repeat, and a ratio is taken within
each repeat, so that whatever else the machine does strikes both alike. Medians are reported. The clock is
the processor's: time in which other programs had the core does not count.
"""
