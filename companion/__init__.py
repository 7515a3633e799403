"""The companion: what happened at the table comes in, verdicts, records and screens go out."""

__version__ = "0.1.0"
