"""Emulated readers."""
