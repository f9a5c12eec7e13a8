"""Tacocat: a race to four round wins, refereed."""
