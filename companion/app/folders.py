"""Where everything is kept: the config comes in, folders and files go out."""

from dataclasses import dataclass
from pathlib import Path

from companion.config import data_folder
from companion.errors import CompanionError
from companion.settings import Config


@dataclass(frozen=True, slots=True)
class Folders:
    """The folders of the games, decks and pictures, and the files that the app keeps for itself."""

    games: Path
    decks: Path
    pictures: Path
    memory: Path
    plane: Path
    running: Path
    display: Path

    def make(self) -> None:
        """The folder of the games, made where it is missing; a CompanionError tells where it cannot be."""
        try:
            self.games.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CompanionError(
                f"the folder {self.games} for your games cannot be made ({error.strerror}): "
                "set another one under [folders] in the config file, or free the way"
            ) from error

    @classmethod
    def of(cls, config: Config) -> "Folders":
        """As the config says, else where the platform keeps such things."""
        usual = data_folder()
        place = config.folders.place
        return cls(
            place("games", usual),
            place("decks", usual),
            place("pictures", usual),
            usual / "remembered.json",
            usual / "calibration.json",
            usual / "running.pid",
            usual / "display.json",
        )
