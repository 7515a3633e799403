"""The table on a laptop: mouse and chance come in; dealt hands and cards on the simulated table go out."""
