"""What the system refuses is said in each language, with what to do about it."""

import errno

import pytest

from companion.error_words import FileRefused, say_error, say_refused
from companion.errors import CompanionError
from companion.locale import load_locale
from vision.errors import DeckError

EN, FR = load_locale("en"), load_locale("fr")


@pytest.mark.parametrize(
    ("code", "english", "french"),
    [
        (errno.ENOENT, "no such file or folder; check the name", "n’existe pas"),
        (errno.EISDIR, "it is a folder; name a file", "c’est un dossier"),
        (errno.EACCES, "the system does not allow it; name another place", "le système ne le permet pas"),
        (errno.EROFS, "write-protected; name another place", "protégé en écriture"),
        (errno.ENOSPC, "no space left on device; free some room", "plus de place"),
        (errno.ENAMETOOLONG, "choose a shorter one", "trop long"),
        (errno.EIO, "Input/output error", "Input/output error"),
    ],
)
def test_a_file_is_named_with_why_and_what_to_do(code: int, english: str, french: str) -> None:
    error = OSError(code, "Input/output error", "a.pdf")
    for locale, said in ((EN, english), (FR, french)):
        assert say_refused(error, locale).startswith("a.pdf")
        assert said in say_refused(error, locale)
    assert str(FileRefused("cannot-write", "a.pdf", error)).startswith("a.pdf cannot be written: ")


def test_an_error_without_a_file_still_says_something() -> None:
    assert say_refused(OSError(errno.ENOSPC, "full"), EN) == "no space left on device; free some room"
    assert say_refused(OSError("it broke"), EN) == "it broke"
    assert say_refused(OSError(), EN) == "OSError"


def test_an_error_speaks_the_language_if_it_can() -> None:
    assert say_error(DeckError.told("deck-full"), FR) == FR.say("vision.deck-full")
    assert say_error(FileRefused("cannot-read", "a", OSError(errno.EISDIR, "x")), FR).startswith(
        "a ne peut pas"
    )
    assert say_error(CompanionError("in English"), FR) == "in English"
