"""The drivers of a table file."""
