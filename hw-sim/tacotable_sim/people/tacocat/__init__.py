"""Tacocat."""
