"""From a table's journals to a director: what everybody may know, in order, until the director has it."""
