"""Simulated people for tables whose devices fail: they remember what they did, and put right what was told wrongly."""
