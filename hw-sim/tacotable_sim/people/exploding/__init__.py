"""The Exploding games."""
