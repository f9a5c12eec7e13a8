"""The simulated table as hardware."""
