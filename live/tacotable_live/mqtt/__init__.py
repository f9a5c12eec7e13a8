"""MQTT: a broker between tables, their director and a house; the same chains and outbox as on a line of their own."""
