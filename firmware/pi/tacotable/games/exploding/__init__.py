"""The three Exploding games at the table: what cards, buttons and displays mean in each phase."""
