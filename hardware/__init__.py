"""The devices: cameras, buttons, lights and sound behind small protocols, and the simulated table."""
