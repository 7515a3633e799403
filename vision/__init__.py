"""The eye: camera pictures come in, cards seen and steady tables go out."""
