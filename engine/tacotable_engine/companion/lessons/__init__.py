"""Lessons as data: a file a family, each lesson a short set position with the acts that solve it."""
