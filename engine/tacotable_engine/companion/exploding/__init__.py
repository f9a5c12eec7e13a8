"""The companion of the Exploding games."""
