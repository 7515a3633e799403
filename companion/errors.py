"""The few exceptions that mean bad input; each carries what was wrong and what to do."""


class CompanionError(Exception):
    """The base of everything that a person can mend: its text is shown as one line, without a traceback."""
