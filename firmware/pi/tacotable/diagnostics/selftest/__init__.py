"""The self-test: lamps, displays, buttons, sensors and pads are tried by hands and eyes; the outcome is a matrix."""
