"""Recordings of a table, and their replay."""
