"""What a kept evening proves: its lines come in; right at once, asked, corrected, and the waiting, go out.

Nobody labels anything: what people confirmed is the truth, and what the eye read first is held against it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from html import escape
from statistics import median
from typing import Any

from companion.app.bundles import BadBundle, decode, encode
from companion.app.evening_recorder import BadEvening, Line, pack, unpack
from companion.games import GAMES
from companion.locale import Locale
from companion.record.page import make_sheet, wrap
from companion.record.summary import Sheet

_DARK, _BRIGHT = 60, 120  # mean grey of a picture, of 255
_MOST_PICTURES = 60
_LATE = 0.9  # the share of the waits that the second figure covers
_MOST_WAIT_SECONDS = 3600.0
_PRACTICE = "practice"  # the name of the deck that is drawn, not enrolled


class Kind(Enum):
    """How a card that people confirmed had been read."""

    RIGHT = "right"  # surely, and so it is
    ASKED = "asked"  # people were asked which card it is
    WRONG = "wrong"  # surely, and people said that it is another
    TOLD = "told"  # the eye had not read it: people told it by buttons


@dataclass(frozen=True, slots=True)
class Reading:
    """What the eye first read of a card where it lies, and what people said of it."""

    card: str | None
    light: int | None = None
    jpeg: bytes = b""
    named: str | None = None
    asked: bool = False

    def kind_of(self, card: str) -> Kind:
        if self.card is None or (self.asked and self.card == card):
            return Kind.ASKED
        return Kind.RIGHT if self.card == card else Kind.WRONG


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A card that people confirmed: in which game, by which deck, in which light, how it had been read."""

    game: str
    deck: str
    card: str
    kind: Kind
    reading: Reading | None = None
    place: str | None = None

    @property
    def is_corrected(self) -> bool:
        """Whether people said that a sure reading was another card, before they confirmed it."""
        return self.kind is Kind.WRONG and self.reading is not None and self.reading.named is not None

    @property
    def light(self) -> str:
        light = None if self.reading is None else self.reading.light
        if light is None:
            return "unknown"
        return "dark" if light < _DARK else "medium" if light < _BRIGHT else "bright"


@dataclass(frozen=True)
class Evening:
    """Everything that was measured."""

    cards: tuple[Confirmed, ...] = ()
    waits: Mapping[str, tuple[float, ...]] = field(default_factory=dict)  # by game, in seconds
    games: int = 0

    def as_dict(self) -> dict[str, Any]:
        counts = {kind.value: sum(each.kind is kind for each in self.cards) for kind in Kind}
        corrected = sum(each.is_corrected for each in self.cards)
        waits = {game: list(waits) for game, waits in self.waits.items()}
        return {
            "games": self.games,
            "cards": len(self.cards),
            **counts,
            "corrected": corrected,
            "waits": waits,
        }


class _Measuring:
    def __init__(self) -> None:
        self.games, self._game, self._deck = 0, "", ""
        self.waits: dict[str, list[float]] = {}
        self._readings: dict[str, Reading] = {}  # of what nobody confirmed yet
        self._settled: dict[str, tuple[str | None, ...]] = {}  # where a card was confirmed: how it is read
        self._moves: list[list[Confirmed]] = []
        self._done: list[Confirmed] = []

    def game(self, line: Line) -> None:
        self._done += [card for move in self._moves for card in move]
        self._moves, self._readings, self._settled = [], {}, {}
        game = _text(line["game"])
        self._game = game if game in GAMES else ""
        self.games += 1
        self.deck(line)

    def deck(self, line: Line) -> None:
        self._deck = _text(line.get("deck", ""))[:60]

    def look(self, line: Line) -> None:
        for place in line["gone"]:
            self._readings.pop(_text(place), None)
            self._settled.pop(place, None)
        light = line.get("light")
        for told in line["cards"]:
            place, card = _text(told["place"]), told["card"]
            reading = Reading(
                None if card is None else _text(card),
                light if type(light) is int else None,
                unpack(told["jpeg"]) if "jpeg" in told else b"",
            )
            known = self._readings.get(place)
            if reading.card is not None and reading.card in self._settled.get(place, ()):
                continue  # it lies there still
            if known is None or (reading.card not in (None, known.card) and known.named is None):
                self._readings[place] = reading

    def shown(self, line: Line) -> None:
        waited = line.get("waited")
        if isinstance(waited, int | float) and 0 <= waited < _MOST_WAIT_SECONDS:
            self.waits.setdefault(self._game, []).append(float(waited))
        for place in _asked_places(line):
            self._change(place, asked=True)

    def named(self, line: Line) -> None:
        place, card = line["place"], line["card"]
        known = self._readings.get(place) if isinstance(place, str) else None
        if known is not None and isinstance(card, str) and card != known.card:
            self._change(place, named=card)

    def _change(self, place: str, **changes: Any) -> None:
        if place in self._readings:
            self._readings[place] = replace(self._readings[place], **changes)

    def recorded(self, line: Line) -> None:
        event = _fields(line["event"])
        if not line["legal"]:
            return
        if event.get("do") == "undo":
            self._take_back(self._moves.pop() if self._moves else [])
            return
        move = []
        for card, place in self._cards_of(event):
            reading = self._settle(place, card)
            kind = Kind.TOLD if reading is None else reading.kind_of(card)
            move.append(Confirmed(self._game, self._deck, card, kind, reading, place))
        self._settle(event.get("to"))
        self._moves.append(move)

    def _settle(self, place: Any, card: str | None = None) -> Reading | None:
        """What was read where a card is confirmed; what lies upon it later must be read anew."""
        if not isinstance(place, str):
            return None
        reading = self._readings.pop(place, None)
        self._settled[place] = (card, None if reading is None else reading.card)
        return reading

    def _take_back(self, move: list[Confirmed]) -> None:
        for each in move:
            place, reading = each.place, each.reading
            if place is not None and self._settled.pop(place, None) is not None and reading is not None:
                self._readings.setdefault(place, reading)

    def _cards_of(self, event: Line) -> Iterable[tuple[str, str | None]]:
        if isinstance(event.get("card"), str) and isinstance(event.get("at"), str):
            yield event["card"], event["at"]
        for card in event.get("cards", ()) if isinstance(event.get("cards"), list) else ():
            believed = {each.named or each.card: place for place, each in self._readings.items()}
            yield _text(card), believed.get(card)

    def result(self) -> Evening:
        self._done += [card for move in self._moves for card in move]
        self._moves = []
        return Evening(
            tuple(self._done), {game: tuple(all_) for game, all_ in self.waits.items()}, self.games
        )


def measure_evening(lines: Iterable[Line], path: object = "") -> Evening:
    """What the lines of an evening tell; raises BadEvening for lines that no companion wrote."""
    measuring = _Measuring()
    kinds: dict[Any, Callable[[Line], None]] = {
        "game": measuring.game,
        "deck": measuring.deck,
        "look": measuring.look,
        "shown": measuring.shown,
        "named": measuring.named,
        "recorded": measuring.recorded,
    }
    for number, line in enumerate(lines, 2):
        try:
            kinds[line["kind"]](line)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BadEvening("bad-line", file=path, line=number) from error
    return measuring.result()


def _asked_places(line: Line) -> set[str]:
    """Where it was asked which card it is; which of two came first is no doubt about a card."""
    cards: dict[str, set[str]] = {}
    for event in map(_fields, line["events"]):
        if isinstance(event.get("at"), str) and isinstance(event.get("card"), str):
            cards.setdefault(event["at"], set()).add(event["card"])
    named = {line["place"]} if isinstance(line.get("place"), str) else set()
    return named | {place for place, names in cards.items() if len(names) > 1}


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def _fields(value: Any) -> Line:
    if not isinstance(value, dict):
        raise TypeError("no event")
    return value


# in words

_COLUMNS = ("cards", "right", "asked", "corrected", "wrong", "told")


def make_tables(evening: Evening, locale: Locale) -> list[Sheet]:
    """By game, by deck, by light; then how long people waited."""
    groups: dict[str, Callable[[Confirmed], str]] = {
        "game": lambda each: _say_game(locale, each.game),
        "deck": lambda each: _say_deck(locale, each.deck),
        "light": lambda each: locale.say(f"evening.light.{each.light}"),
    }
    sheets = [_make_group(evening, locale, name, group) for name, group in groups.items()]
    columns = tuple(locale.say(f"evening.column.{key}") for key in ("game", "times", "usual", "late"))
    rows = [_wait_row(locale, game, waits) for game, waits in evening.waits.items()]
    return [*sheets, Sheet(locale.say("evening.waiting"), columns, tuple(rows))]


def _say_game(locale: Locale, game: str) -> str:
    return locale.say(f"games.{game}") if game in GAMES else locale.say("evening.no-game")


def _say_deck(locale: Locale, deck: str) -> str:
    """An own deck goes by its file's name."""
    return locale.say("evening.practice-deck") if deck == _PRACTICE else deck or locale.say("evening.no-deck")


def _make_group(evening: Evening, locale: Locale, name: str, group: Callable[[Confirmed], str]) -> Sheet:
    columns = tuple(locale.say(f"evening.column.{key}") for key in (name, *_COLUMNS))
    rows = []
    for label in dict.fromkeys(map(group, evening.cards)):
        cards = [each for each in evening.cards if group(each) == label]
        right, asked, wrong, told = (sum(each.kind is kind for each in cards) for kind in Kind)
        counts = (right, asked, sum(each.is_corrected for each in cards), wrong, told)
        shares = (f"{count} ({locale.decimal(100 * count / len(cards), 1)} %)" for count in counts)
        rows.append((label, str(len(cards)), *shares))
    return Sheet(locale.say(f"evening.by-{name}"), columns, tuple(rows))


def _wait_row(locale: Locale, game: str, waits: tuple[float, ...]) -> tuple[str, ...]:
    late = sorted(waits)[min(len(waits) - 1, int(_LATE * len(waits)))]
    return (
        _say_game(locale, game),
        str(len(waits)),
        *(f"{locale.decimal(seconds, 1)} s" for seconds in (median(waits), late)),
    )


def missed_cards(evening: Evening) -> list[Confirmed]:
    """Those that were asked for or read wrongly and have a picture, the wrong ones first."""
    missed = [each for each in evening.cards if each.kind in (Kind.WRONG, Kind.ASKED) and each.reading]
    return sorted(missed, key=lambda each: each.kind is Kind.ASKED)[:_MOST_PICTURES]


def describe_page(evening: Evening, locale: Locale, *, pictures: bool) -> str:
    """What a page will hold, in plain words, for who is to send it."""
    count = len(missed_cards(evening)) if pictures else 0
    return locale.say("evening.holds", cards=len(evening.cards), games=evening.games, pictures=count)


def make_evening_page(evening: Evening, locale: Locale, *, pictures: bool = True) -> str:
    """One HTML file that needs nothing else."""
    title = locale.say("evening.title")
    holds = describe_page(evening, locale, pictures=pictures)
    head = f"<header><h1>{escape(title)}</h1><p>{escape(holds)}</p></header>"
    tables = [make_sheet(sheet) for sheet in make_tables(evening, locale) if sheet.rows]
    return wrap(locale, title, [head, *tables, _make_pictures(evening, locale) if pictures else ""])


def _make_pictures(evening: Evening, locale: Locale) -> str:
    figures = []
    for each in missed_cards(evening):
        reading = each.reading or Reading(None)
        read = locale.card(reading.card) if reading.card else locale.say("evening.unsure")
        words = locale.say("evening.picture", card=locale.card(each.card), read=read)
        data = _checked(reading.jpeg)
        if data:
            figures.append(
                f'<figure><img alt="{escape(words)}" src="data:image/jpeg;base64,{pack(data)}">'
                f"<figcaption>{escape(words)}</figcaption></figure>"
            )
    if not figures:
        return ""
    return f"<section><h2>{escape(locale.say('evening.pictures'))}</h2>{''.join(figures)}</section>"


def _checked(jpeg: bytes) -> bytes:
    """A picture packed anew, so that nothing but a picture is in it; nothing for a damaged one."""
    try:
        return encode(decode(jpeg)) if jpeg else b""
    except BadBundle:
        return b""
