"""Safe files."""
