"""The byte languages of the readers, both ways: drivers decode them, the simulated table speaks them.

Nothing here has heard of ports, clocks or loops. Bytes may come split, joined, noisy, forever.
"""
