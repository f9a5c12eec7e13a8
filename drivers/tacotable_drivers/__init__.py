"""The hardware of the table: bytes, pins and pictures in and out."""
