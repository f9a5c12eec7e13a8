"""What is wrong with a table, and the mend: doctor, self-test, support."""
