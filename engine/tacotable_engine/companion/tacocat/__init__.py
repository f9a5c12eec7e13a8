"""The companion of Tacocat."""
