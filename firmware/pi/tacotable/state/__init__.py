"""Values of the table: situation, facts, events, scene."""
