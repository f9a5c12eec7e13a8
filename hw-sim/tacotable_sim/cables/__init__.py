"""Cables between emulators and drivers."""
