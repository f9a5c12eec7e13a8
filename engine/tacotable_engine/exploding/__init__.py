"""The Exploding games: draw until you explode, refereed; one engine for every printing."""
