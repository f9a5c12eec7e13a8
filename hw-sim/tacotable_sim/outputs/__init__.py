"""Simulated displays, lights and pins."""
