"""The measure of reading: unseen decks are enrolled through the real path, laid roughly, read and counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.decks import Deck
from vision.enrolment import Enrolment, Shot, shoot
from vision.eye import Eye, make_eye
from vision.lab.bench.tables import CARD_MM, EVERYDAY, FACE_PX, Rng
from vision.lab.bench.troubles import Dress
from vision.lab.scene import (
    TABLES,
    Camera,
    LaidCard,
    Scene,
    Troubles,
    corner_tags,
    draw_face,
    random_deck,
    random_troubles,
    render,
)
from vision.lab.scene.signs import PAINTERS
from vision.observation import PlaceSeen
from vision.plane.layout import Layout, Sizes
from vision.read.reader import Reader
from vision.types import Picture, Place, Point
from vision.watch.cards import combine_places

SIDES_PX = (60, 90, 120)
_PX_PER_MM = 1.98  # of a camera that sees the mat at its usual share of the picture
_USUAL_FILL = 0.93
COLOURS = ("green", "blue", "red", "purple", "yellow")
NUMBERS = 12  # of each colour
OFF, TURN = 0.1, 8.0  # how roughly cards are laid: share of a card, degrees
COLUMNS, ROWS = 9, 5
_WHOLE = 0.98  # of a card in sight: with less, a hand lies over it
FRAMES = 4
# A deck is enrolled either under the camera over the mat, its tags in view, or close by without them.
_MOUNTED = Camera()
_CLOSE = Camera(size_px=(960, 540), mat_mm=(420.0, 236.0), height_mm=500.0)


@dataclass(frozen=True, slots=True)
class Count:
    """Readings of cards that lie there: right, unsure, or sure and wrong."""

    right: int = 0
    unsure: int = 0
    wrong: int = 0

    def __add__(self, other: Count) -> Count:
        return Count(self.right + other.right, self.unsure + other.unsure, self.wrong + other.wrong)

    @property
    def number(self) -> int:
        return self.right + self.unsure + self.wrong

    def share(self, what: str) -> float:
        """One of the three as a share of all."""
        return float(getattr(self, what)) / max(self.number, 1)

    def as_dict(self) -> dict[str, float]:
        shares = {f"{what}_share": round(self.share(what), 5) for what in ("right", "unsure", "wrong")}
        return {"n": self.number, "right": self.right, "unsure": self.unsure, "wrong": self.wrong, **shares}


def tell(truth: str, said: str | None) -> Count:
    """One reading counted."""
    return Count(unsure=1) if said is None else Count(right=1) if said == truth else Count(wrong=1)


@dataclass(frozen=True, slots=True, eq=False)
class Owned:
    """A deck that somebody owns: its cards and how it was enrolled."""

    faces: dict[str, Picture]
    deck: Deck
    refused: int

    def eye(self, reader: Reader) -> Eye:
        """The eye over a game with this deck: it knows which cards the game has."""
        return make_eye(grid_layout(), self.deck, inventory=tuple(self.faces), reader=reader)


def own_deck(reader: Reader, seed: int) -> Owned:
    """A deck that training never saw, each card enrolled from one view."""
    rng = np.random.default_rng([seed, 4242])
    style = random_deck(rng, held_out=True, square=True)
    colours = [str(colour) for colour in rng.choice(COLOURS, 3, replace=False)]
    names = [(f"{colour}-{number}", number, colour) for colour in colours for number in range(1, NUMBERS + 1)]
    faces = {name: draw_face(style, number, colour, FACE_PX) for name, number, colour in names}
    return _enrol_faces(reader, faces, seed, rng)


def painted_deck(reader: Reader, painter: str, seed: int) -> Owned:
    """Another painter's deck, each card enrolled from one view."""
    names, draw = PAINTERS[painter]
    faces = {name: draw(name, FACE_PX) for name in names}
    return _enrol_faces(reader, faces, seed, np.random.default_rng([seed, 4343]))


def _enrol_faces(reader: Reader, faces: dict[str, Picture], seed: int, rng: Rng) -> Owned:
    enrolment, refused = Enrolment(Deck(f"deck {seed}"), tuple(faces)), 0
    table, troubles = str(rng.choice(list(TABLES))), random_troubles(rng, EVERYDAY / 2)
    camera = _MOUNTED if seed % 2 else _CLOSE
    for name, face in faces.items():
        shot = _enrol_view(reader, face, rng, table, replace(troubles, glare=0), camera)
        if isinstance(shot, Shot):
            enrolment = enrolment.confirm(shot, name)
        else:
            refused += 1
    return Owned(faces, enrolment.deck, refused)


def _enrol_view(
    reader: Reader, face: Picture, rng: Rng, table: str, troubles: Troubles, usual: Camera
) -> object:
    """A picture of one card, taken as `companion enrol` takes it; up to three tries, as people do."""
    shot: object = None
    for _ in range(3):
        turn, x, y = float(rng.uniform(-6, 6)), float(rng.uniform(-60, 60)), float(rng.uniform(-40, 40))
        card = LaidCard("", face, (x, y), (CARD_MM, CARD_MM), turn)
        camera = replace(usual, tilt_degrees=float(rng.uniform(0, 10)))
        tags = corner_tags() if usual is _MOUNTED else ()
        picture, _ = render(Scene((card,), tags, (), camera, table, 3, troubles), rng)
        shot = shoot(reader, picture, size_mm=(CARD_MM, CARD_MM))
        if isinstance(shot, Shot):
            break
    return shot


def grid_layout() -> Layout:
    """Straight places over most of the mat, with room to lay cards roughly."""
    step = CARD_MM * 1.32
    places = tuple(
        Place(
            f"{row + 1}.{column + 1}",
            ((column - (COLUMNS - 1) / 2) * step, (row - (ROWS - 1) / 2) * step),
            (CARD_MM, CARD_MM),
        )
        for row in range(ROWS)
        for column in range(COLUMNS)
    )
    return Layout("bench", Sizes(CARD_MM, CARD_MM, 3.0), places)


def laid_scene(owned: Owned, rng: Rng, side_px: float, troubles: Troubles | None = None) -> Scene:
    """A full grid of the deck's cards, laid roughly, at a distance where a card's side is so many pixels."""
    layout = grid_layout()
    names = rng.permutation(np.array(list(owned.faces) * (len(layout.places) // len(owned.faces) + 1)))
    cards = tuple(
        _lay(owned, str(name), place, rng) for name, place in zip(names, layout.places, strict=False)
    )
    camera = Camera(
        tilt_degrees=float(rng.uniform(0, 12)),
        lean_degrees=float(rng.normal(0, 2)),
        turn_degrees=float(rng.normal(0, 2)),
        fill=_USUAL_FILL * side_px / (CARD_MM * _PX_PER_MM),
        k1=float(rng.uniform(-0.06, 0.0)),
    )
    everyday = replace(random_troubles(rng, EVERYDAY), glare=0)
    return Scene(
        cards,
        corner_tags(),
        (),
        camera,
        str(rng.choice(list(TABLES))),
        int(rng.integers(1 << 20)),
        everyday if troubles is None else troubles,
    )


def _lay(owned: Owned, name: str, place: Place, rng: Rng) -> LaidCard:
    off = rng.uniform(-OFF, OFF, 2) * CARD_MM
    centre: Point = (place.centre_mm[0] + float(off[0]), place.centre_mm[1] + float(off[1]))
    colour, _, number = name.partition("-")
    turn = float(rng.uniform(-TURN, TURN))
    return LaidCard(
        name,
        owned.faces[name],
        centre,
        (CARD_MM, CARD_MM),
        turn,
        number=int(number),
        colour=colour,
        place=place.name,
    )


Look = Callable[[Picture], dict[str, PlaceSeen]]


def look_at(eye: Eye) -> Look:
    """A way to look at the places of a picture; nothing is seen where the tags are not."""

    def look(picture: Picture) -> dict[str, PlaceSeen]:
        from vision.errors import PlaneError

        try:
            return {seen.place: seen for seen in eye.look(picture).places}
        except PlaneError:
            return {}

    return look


def count_cards(scene: Scene, seen: dict[str, PlaceSeen]) -> Count:
    """The cards of a scene as they were read, by place."""
    total = Count()
    for card in scene.cards:
        at = seen.get(card.place or "")
        total += tell(card.name, at.card.card if at is not None and at.card is not None else None)
    return total


def _read_frames(scene: Scene, look: Look, seed: int, frames: int = FRAMES) -> tuple[Count, Count]:
    views = [
        look(render(_flicker(scene, frame), np.random.default_rng([seed, frame]))[0])
        for frame in range(frames)
    ]
    together = Count()
    for card in scene.cards:
        at = [view[card.place or ""] for view in views if card.place in view]
        seen = combine_places(at).card if at else None
        together += tell(card.name, None if seen is None else seen.card)
    return count_cards(scene, views[0]), together


def _flicker(scene: Scene, frame: int) -> Scene:
    """The same table a moment later: lamps flicker, the sharpness breathes."""
    troubles = scene.troubles
    noise = max(troubles.noise, 1.5)
    gain = troubles.gain * (1 + 0.02 * ((frame * 7) % 5 - 2) / 2)
    return replace(scene, troubles=replace(troubles, gain=gain, noise=noise))


def measure_enrolled(
    reader: Reader, decks: Sequence[Owned], side_px: int, reads: int, seed: int, frames_share: float
) -> tuple[Count, Count]:
    """Enrolled reading at one size: single frames, and some of the tables over several frames."""
    single, several, table = Count(), Count(), 0
    while single.number < reads:
        owned = decks[table % len(decks)]
        rng = np.random.default_rng([seed, side_px, table])
        scene = laid_scene(owned, rng, side_px)
        look = look_at(owned.eye(reader))
        if table < frames_share * reads / (COLUMNS * ROWS):
            one, many = _read_frames(scene, look, seed * 1000 + table)
            single, several = single + one, several + many
        else:
            single += count_cards(scene, look(render(scene, rng)[0]))
        table += 1
    return single, several


@dataclass(frozen=True, slots=True)
class Plain:
    """Number-and-colour reading: sure readings, and right first guesses."""

    numbers: Count
    colours: Count
    guessed_numbers: int
    guessed_colours: int


def measure_plain(reader: Reader, decks: Sequence[Owned], side_px: int, reads: int, seed: int) -> Plain:
    """Reading of cards that were never enrolled."""
    from vision.lab.evaluate import best_guess

    numbers, colours, right_numbers, right_colours, table = Count(), Count(), 0, 0, 0
    while numbers.number < reads:
        owned = decks[table % len(decks)]
        rng = np.random.default_rng([seed, side_px, table, 9])
        scene = laid_scene(owned, rng, side_px)
        seen = look_at(make_eye(grid_layout(), reader=reader))(render(scene, rng)[0])
        for card in scene.cards:
            at = seen.get(card.place or "")
            found = at.card if at is not None else None
            number = str(found.number) if found is not None and found.number is not None else None
            numbers += tell(str(card.number), number)
            colours += tell(str(card.colour), found.colour if found is not None else None)
            guess = best_guess(found) if found is not None else (None, None)
            right_numbers += guess[0] == card.number
            right_colours += guess[1] == card.colour
        table += 1
    return Plain(numbers, colours, right_numbers, right_colours)


Trouble = Callable[[Picture, Rng], Picture]


def measure_trouble(
    reader: Reader, decks: Sequence[Owned], trouble: Trouble, dress: Dress, tables: int, seed: int
) -> tuple[Count, int]:
    """One trouble on tables at 120 pixels; cards that it covers (a hand) are counted apart."""
    total, covered = Count(), 0
    for scene, owned, after, hidden in _troubled(decks, trouble, dress, tables, seed):
        seen = look_at(owned.eye(reader))(after)
        for card, is_hidden in zip(scene.cards, hidden, strict=True):
            at = seen.get(card.place or "")
            said = at.card.card if at is not None and at.card is not None else None
            if is_hidden and said in (None, card.name):
                covered += 1
            else:
                total += tell(card.name, said)
    return total, covered


def _troubled(
    decks: Sequence[Owned], trouble: Trouble, dress: Dress, tables: int, seed: int
) -> Iterator[tuple[Scene, Owned, Picture, list[bool]]]:
    for table in range(tables):
        owned = decks[table % len(decks)]
        rng = np.random.default_rng([seed, 120, table, 5])
        scene = dress(laid_scene(owned, rng, 120), rng)
        before, truth = render(scene, rng)
        after = trouble(before, rng)
        under = [card.visible < _WHOLE for card in truth.cards] if scene.hands else []
        yield scene, owned, after, under or hidden_cards(scene, before, after)


def hidden_cards(scene: Scene, before: Picture, after: Picture) -> list[bool]:
    """Which cards something flat lies over: much of them became one colour that was not there."""
    flat = np.abs(after.astype(np.int16) - (120, 150, 205)).max(axis=2) <= 8
    new = flat & (np.abs(before.astype(np.int16) - after).max(axis=2) > 8)
    result = []
    for card in scene.cards:
        points = scene.camera.to_picture(card.corners_mm())
        (left, top), (right, bottom) = points.min(axis=0).astype(int), points.max(axis=0).astype(int)
        result.append(bool(new[max(top, 0) : bottom, max(left, 0) : right].mean() > 0.02))
    return result
