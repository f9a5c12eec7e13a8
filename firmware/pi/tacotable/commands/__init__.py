"""The commands of `tacotable`: a module each, whose `main` takes the arguments and returns the exit status."""
