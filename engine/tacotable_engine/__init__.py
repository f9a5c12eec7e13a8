"""The rules of the card games and the referee who applies them."""
