"""Simulated reader hubs."""
