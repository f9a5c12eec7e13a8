"""Tacocat players whose devices fail."""
