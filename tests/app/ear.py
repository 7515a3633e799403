"""An ear in the place of the loudspeaker: it keeps what was said; a sentence lasts until somebody says so."""

from hardware.voice import Speech


class Ear:
    """A voice that speaks at once into a list."""

    failed = False

    def __init__(self, *languages: str) -> None:
        self.languages = languages or ("en", "fr")
        self.heard: list[str] = []
        self.cut: list[str] = []  # what was stopped before its end
        self.speeches: list[Speech] = []
        self.is_speaking = False

    def speaks(self, language: str) -> bool:
        return language in self.languages

    def say(self, speech: Speech) -> None:
        self.stop()
        self.speeches.append(speech)
        self.heard.append(speech.text)
        self.is_speaking = True

    def stop(self) -> None:
        if self.is_speaking:
            self.cut.append(self.heard[-1])
        self.is_speaking = False

    def take(self) -> list[str]:
        """What was heard since the last call."""
        heard, self.heard = self.heard, []
        return heard
