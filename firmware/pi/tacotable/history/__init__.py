"""Games that were played, from their journals."""
