"""The set-up of a table: what is asked, how hands answer, and the table file that comes of it."""
