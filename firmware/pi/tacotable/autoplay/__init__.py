"""Simulated players at a simulated table."""
