"""The commands of the command line, a module each; every one has `main(arguments) -> int`."""
