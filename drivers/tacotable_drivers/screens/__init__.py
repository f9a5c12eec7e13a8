"""Displays: what changed between two pictures, the panels that show it, and the bus that they share."""
