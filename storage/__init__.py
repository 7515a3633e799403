"""Files on the disk, for every other package: written whole or not at all, read only up to a size."""
