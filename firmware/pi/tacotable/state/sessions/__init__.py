"""Sessions at the desk, as values: a deck that is enrolled or counted, a board that is entered."""
