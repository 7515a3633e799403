"""The reader's school: drawn cards come in, a trained network goes out. Needs the `train` extra, never at run time."""
