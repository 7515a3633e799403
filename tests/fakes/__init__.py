"""Stand-ins for what only a Raspberry Pi has."""
