"""Tournaments: who plays whom, where everybody stands, and why. Pure: the same steps give the same event anywhere."""
