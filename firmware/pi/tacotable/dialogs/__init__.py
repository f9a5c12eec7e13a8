"""What a table asks beside its game: menu, questions, undo, arbiter, repair, restart."""
