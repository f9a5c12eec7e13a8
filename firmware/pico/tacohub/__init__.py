"""The reader hub of a card table: tags, contacts and lights, told and taken in lines (PROTOCOL.md)."""
