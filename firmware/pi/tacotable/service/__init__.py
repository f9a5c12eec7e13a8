"""The table as a service of the system: what systemd is told, and the sockets and folders that it gives."""
