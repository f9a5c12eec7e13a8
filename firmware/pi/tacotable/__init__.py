"""The program of the Raspberry Pi under the table."""
