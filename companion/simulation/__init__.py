"""The laboratory of the app: simulated players and hands, the mouse table, sample screens, measurements."""
