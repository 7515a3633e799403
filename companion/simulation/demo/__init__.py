"""The demonstration: a seed comes in; a game played by simulated people on the simulated table goes out."""
