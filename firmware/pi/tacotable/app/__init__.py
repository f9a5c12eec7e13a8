"""The composition root: builds a table and runs it."""
