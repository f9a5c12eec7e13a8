"""Live play: many tables at one event, their director, and tournaments. Nothing else here knows it."""
