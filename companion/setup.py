"""Setting up a game: choices come in one by one, the header of a record goes out; remembered."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

GAMES = ("ascent", "tranquility", "elevation")
MOST_PLAYERS = {"ascent": 5, "tranquility": 5, "elevation": 6}
VARIANTS = ("standard", "high-arch", "pyramid", "day-night", "competitive")
REMOVED = (0, 4, 6, 8, 10, 12)
# To begin with: the players enter those that their own Panoramas show. The books name the first two.
OBJECTIVES = ((3, 4, 3), (9, 8, 7), (1, 2, 2), (4, 5, 6), (10, 10))
OBJECTIVE_COUNTS = (3, 4, 5)


@dataclass(frozen=True, slots=True)
class GameSetup:
    """The choices of all three games, so that switching between them forgets nothing."""

    game: str = "ascent"
    players: tuple[str, ...] = ("Ann", "Ben")
    ascent_modules: tuple[str, ...] = ()
    objectives: tuple[tuple[int, ...], ...] = OBJECTIVES[:3]
    ropes: int = 3
    goat_cards: tuple[str, ...] = ()
    variant: str = "standard"
    sea_modules: tuple[str, ...] = ()
    removed: int = 0
    rocks: int = 1
    monsters: int = 3
    border: tuple[str, ...] = ()
    harder: bool = False
    easier: bool = False
    hand: int = 5
    start_discards: int = 4

    @property
    def solo(self) -> bool:
        """Whether one person plays."""
        return len(self.players) == 1

    def as_dict(self) -> dict[str, Any]:
        """The written form, to be remembered."""
        return {each.name: plain(getattr(self, each.name)) for each in fields(self)}

    @staticmethod
    def from_dict(raw: Mapping[str, Any]) -> "GameSetup":
        """What was remembered; unknown and unfit fields are left at their defaults."""
        usual = GameSetup()
        known = {each.name for each in fields(GameSetup)}
        fit = {
            key: frozen(value)
            for key, value in raw.items()
            if key in known and type(frozen(value)) is type(getattr(usual, key))
        }
        return replace(usual, **fit) if fit.get("game", "ascent") in GAMES else usual

    def header(self) -> dict[str, Any]:
        """The header of a record of this game, without fields that do not apply."""
        header: dict[str, Any] = {"record": 1, "game": self.game, "players": list(self.players)}
        return header | HEADERS[self.game](self)


def plain(value: Any) -> Any:
    """Tuples as lists, all the way down."""
    return [plain(each) for each in value] if isinstance(value, tuple) else value


def frozen(value: Any) -> Any:
    """Lists as tuples, all the way down."""
    return tuple(frozen(each) for each in value) if isinstance(value, list) else value


def ascent_header(setup: GameSetup) -> dict[str, Any]:
    """Modules, objectives with the panorama, ropes when alone."""
    header: dict[str, Any] = {}
    if setup.ascent_modules:
        header["modules"] = list(setup.ascent_modules)
    if "panorama" in setup.ascent_modules:
        header["objectives"] = plain(setup.objectives)
    if setup.solo:
        header["ropes"] = setup.ropes
    return header


def sea_header(setup: GameSetup) -> dict[str, Any]:
    """A variant, or the standard game with Stormy Seas modules."""
    header: dict[str, Any] = {}
    if setup.removed and setup.variant == "standard":
        header["removed"] = setup.removed
    if setup.variant != "standard":
        header["variant"] = setup.variant
        if setup.variant == "pyramid":
            header |= pyramid_header(setup)
    elif setup.sea_modules:
        header["modules"] = list(setup.sea_modules)
        header |= {name: getattr(setup, name) for name in ("rocks", "monsters") if name in setup.sea_modules}
    if setup.solo and setup.variant != "competitive":
        header |= {"hand": setup.hand, "start_discards": setup.start_discards}
    return header


def pyramid_header(setup: GameSetup) -> dict[str, Any]:
    """The pyramid's own choices."""
    header: dict[str, Any] = {"border": list(setup.border)} if setup.border else {}
    return header | {name: True for name in ("harder", "easier") if getattr(setup, name)}


HEADERS: dict[str, Callable[[GameSetup], dict[str, Any]]] = {
    "ascent": ascent_header,
    "tranquility": sea_header,
    "elevation": lambda setup: {},
}


@dataclass(frozen=True, slots=True)
class SetupRow:
    """One line of the set-up: a field that steps through values, a module's switch, or a page of its own."""

    key: str
    field: str
    values: tuple[Any, ...] = ()
    module: str = ""
    page: str = ""


def setup_rows(setup: GameSetup) -> tuple[SetupRow, ...]:
    """The lines that apply to this game, in the order they are shown."""
    rows = [SetupRow("game", "game", GAMES), SetupRow("players", "players", page="players")]
    return tuple(rows + ROWS[setup.game](setup))


def ascent_rows(setup: GameSetup) -> list[SetupRow]:
    """Modules, with what they need."""
    rows = [SetupRow("green-path", "ascent_modules", module="green-path")]
    rows.append(SetupRow("panorama", "ascent_modules", module="panorama"))
    if "panorama" in setup.ascent_modules:
        rows.append(SetupRow("objective-count", "objectives", objective_counts(setup)))
        rows.append(SetupRow("objectives", "objectives", page="objectives"))
    rows.append(SetupRow("goats", "ascent_modules", module="goats"))
    if "goats" in setup.ascent_modules:
        rows.append(SetupRow("goat-cards", "goat_cards", page="goat-cards"))
    if setup.solo:
        rows.append(SetupRow("ropes", "ropes", (0, 1, 2, 3)))
    return rows


def objective_counts(setup: GameSetup) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Three, four and five objectives: those entered, filled up with others."""
    kept = setup.objectives
    others = tuple(each for each in OBJECTIVES if each not in kept)
    return tuple((*kept, *others)[:count] for count in OBJECTIVE_COUNTS)


def sea_rows(setup: GameSetup) -> list[SetupRow]:
    """The variant, or modules and how many Islands leave."""
    rows = [SetupRow("variant", "variant", VARIANTS)]
    if setup.variant == "standard":
        rows.append(SetupRow("removed", "removed", REMOVED))
        rows += stormy_rows(setup)
    if setup.variant == "pyramid":
        rows.append(SetupRow("border", "border", page="border"))
        rows += [SetupRow("harder", "harder", (False, True)), SetupRow("easier", "easier", (False, True))]
    if setup.solo:
        rows.append(SetupRow("hand", "hand", tuple(range(3, 9))))
        rows.append(SetupRow("start-discards", "start_discards", tuple(range(9))))
    return rows


def stormy_rows(setup: GameSetup) -> list[SetupRow]:
    """The modules of Stormy Seas."""
    rows = []
    for module in ("rocks", "monsters", "storms", "wild"):
        rows.append(SetupRow(module, "sea_modules", module=module))
        if module == "rocks" and module in setup.sea_modules:
            rows.append(SetupRow("rocks-row", "rocks", tuple(range(1, 7))))
        if module == "monsters" and module in setup.sea_modules:
            rows.append(SetupRow("monsters-count", "monsters", (3, 4, 5)))
    return rows


ROWS: dict[str, Callable[[GameSetup], list[SetupRow]]] = {
    "ascent": ascent_rows,
    "tranquility": sea_rows,
    "elevation": lambda setup: [],
}


def change(setup: GameSetup, row: SetupRow) -> GameSetup:
    """The set-up after one press on a line: the next value, or the module's switch turned."""
    if row.module:
        switched: dict[str, Any] = {row.field: toggled(getattr(setup, row.field), row.module)}
        return replace(setup, **switched)
    if not row.values:
        return setup
    at = row.values.index(getattr(setup, row.field)) if getattr(setup, row.field) in row.values else -1
    changed = replace(setup, **{row.field: row.values[(at + 1) % len(row.values)]})
    return replace(changed, players=changed.players[: MOST_PLAYERS[changed.game]])


def toggled(values: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    """With the value where it was missing, without it where it was there."""
    return tuple(each for each in values if each != value) if value in values else (*values, value)
