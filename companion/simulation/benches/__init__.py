"""One file a measurement for `companion bench`: each adds its arguments to a parser and runs."""
