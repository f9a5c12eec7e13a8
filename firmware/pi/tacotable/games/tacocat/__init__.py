"""Tacocat at the table: what its cards, buttons and displays mean in each phase."""
