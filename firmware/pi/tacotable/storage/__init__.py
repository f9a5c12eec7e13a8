"""What outlives the program."""
