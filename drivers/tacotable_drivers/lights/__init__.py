"""Lights: rhythms, the nine lights of the board on a strip or on pins, and the lamps in the buttons."""
