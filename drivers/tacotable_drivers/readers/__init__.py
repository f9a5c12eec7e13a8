"""Readers: sessions that know a chip's dialogue, and the shell that runs one on a port."""
