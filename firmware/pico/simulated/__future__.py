"""Lets modules of the simulated table that name `annotations` run in MicroPython, which ignores annotations anyway."""

annotations = None
