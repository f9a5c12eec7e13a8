"""Players by their names, a module for each game: who takes part in `bench/strength.py`."""
