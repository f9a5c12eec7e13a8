"""A simulated table that speaks the bytes of the real one."""
