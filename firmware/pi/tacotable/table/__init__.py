"""The table file: wiring, decks, boards, and what is wrong with them."""
