"""Words for what goes wrong: an error comes in, a sentence that says what to do goes out."""

import errno
import os

from companion.locale import Locale, ToldError
from vision.errors import VisionError

_REASONS = {
    errno.ENOENT: "missing",
    errno.EISDIR: "is-folder",
    errno.ENOTDIR: "in-file",
    errno.EEXIST: "in-file",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.EROFS: "read-only",
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.ENAMETOOLONG: "long-name",
}


class FileRefused(ToldError):
    """A file or folder that the system does not let us read or write."""

    def __init__(self, key: str, file: object, error: OSError) -> None:
        super().__init__(key, file=str(file))
        self._error = error

    def said(self, locale: Locale) -> str:
        return locale.say(f"files.{self.key}", **self.facts, reason=say_reason(self._error, locale))


def say_reason(error: OSError, locale: Locale) -> str:
    """Why the system refused, and what to do about it."""
    key = _REASONS.get(error.errno or 0)
    return (locale.say(f"files.{key}") if key else error.strerror or str(error)) or type(error).__name__


def say_refused(error: OSError, locale: Locale) -> str:
    """What the system refused: the file, where it tells it, and the reason."""
    if error.filename is None:
        return say_reason(error, locale)
    return FileRefused("refused", os.fsdecode(error.filename), error).said(locale)


def say_error(error: Exception, locale: Locale) -> str:
    """What is wrong, in the chosen language where the error has a sentence in it."""
    if isinstance(error, ToldError):
        return error.said(locale)
    if isinstance(error, VisionError) and error.code:
        return locale.say(f"vision.{error.code}", **error.facts)
    return str(error)
