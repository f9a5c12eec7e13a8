"""Enrolling decks and boards."""
