"""One file a command: each adds its arguments to a parser and runs, giving back the exit code."""
