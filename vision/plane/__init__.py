"""The table plane: tags to millimetres, and where the places of a layout lie."""
