"""The referee's protocol."""
