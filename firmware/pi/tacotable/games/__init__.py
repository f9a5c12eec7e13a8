"""What cards, buttons and time mean in each game."""
