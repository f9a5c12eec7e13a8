"""The director of an event: it archives what tables tell, draws rounds, and shows everybody where it stands."""
