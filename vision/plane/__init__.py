"""The table plane: tags to millimetres, and where the places of a layout lie.

It offers `mat.see_mat`, `layout.Layout`, `plane_file.load_plane`.
"""
