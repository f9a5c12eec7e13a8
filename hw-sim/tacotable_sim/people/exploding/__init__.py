"""Players of an Exploding game."""
