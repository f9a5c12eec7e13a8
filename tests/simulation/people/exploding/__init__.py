"""People at a ring whose devices fail."""
