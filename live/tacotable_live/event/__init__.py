"""A simulated event: real director, real broker, tables on simulated hardware, killed at random, and checked."""
