"""The composition root: builds the program on a real table or on the simulated one, and runs it.

This is the only place that knows drivers, simulator, page and controller together.
"""
