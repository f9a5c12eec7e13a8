"""The support bundle: one file that tells a helper how a table is, and nothing that a player may not know."""
