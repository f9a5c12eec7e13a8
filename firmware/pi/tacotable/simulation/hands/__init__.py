"""The hands of a page's people at a simulated table."""
