"""Players of Tacocat."""
