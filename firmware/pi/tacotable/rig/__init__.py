"""Scenarios for every rig: whole situations at a table, driven through whatever of it is real.

A scenario file (`*.rig.toml`) says what hands do, what breaks, and what lamps, displays and buzzer must then show.
A rig carries it out: the engine alone, the simulated table, the hub's firmware, or people at a real table.
"""
