"""The one thread of truth: events in, facts to the journal, scenes out."""
