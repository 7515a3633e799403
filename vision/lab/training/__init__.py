"""The reader's school: drawn cards come in, a trained network goes out. It needs the `train` extra."""
