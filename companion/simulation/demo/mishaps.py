"""What goes wrong at a table: each mishap is played on the simulated table and must harm nothing."""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from companion.games.events import Event
from companion.games.table import Lying
from companion.intents import Confirm, RestoreTable
from companion.simulation.demo.hands import Frames, pause
from companion.simulation.demo.report import describe
from companion.simulation.demo.simulated_players import READ_FRAMES, GaveUp, People
from vision.lab.scene.flicker import Flicker
from vision.types import Point

_REST_FRAMES = 100  # ten seconds
_HALF_FRAMES = 30
COVERED_FRAMES = 600  # a minute
_DIFFERS_FRAMES = 90  # by then a half-made move counts as a table that differs
Mishap = Callable[[People], Frames]


def _illegal_card(people: People) -> Frames:
    event = people.find_illegal()
    if event is None:
        return
    expected, place = people.match.judge(event).rules, str(event.as_dict()["at"])
    people.tell("mistake", what=people.does(event))
    yield from people.hands.lay(place, Lying(str(event.as_dict()["card"])))
    yield from people.wait_for(event)
    pending = people.stage.pending()
    shown = pending.candidates[0].verdict.rules if pending is not None else ()
    if shown != expected:
        people.truth.problems.append(f"{describe(event)}: {shown} shown, {expected} expected")
    people.truth.illegal_shown += 1
    if people.rng.random() < 0.5:
        yield from people.press(Confirm)
        people.truth.events.append(people.stage.as_written(event).as_dict())
    yield from people.hands.lift(place)
    yield from people.settle("the illegal card was taken back")


def _nudged_card(people: People) -> Frames:
    key = people.any_key()
    if key is None:
        return
    people.tell("nudge", card=people.locale.card(people.hands.table.things[key].card))
    table = people.hands.table
    thing = table.things[key]
    x, y = thing.centre_mm
    away = 2.1 * table.layout.card.width_mm
    moved = replace(thing, centre_mm=(x, y - away if y > -60 else y + away))
    yield from people.hands.act((x, y), lambda: table.put(key, moved))
    yield from pause(READ_FRAMES)
    yield from people.hands.act((x, y), lambda: table.put(key, thing))
    yield from people.settle("the nudged card is back")


def _swept_cards(people: People) -> Frames:
    table = people.hands.table
    keys = list(people.hands.placed.top_keys().values())
    if len(keys) < 4 or table.layout.free:
        return
    people.tell("sleeve")
    gone = people.rng.sample(keys, 3)
    things = {key: table.things[key] for key in gone}
    at_mm = things[gone[0]].centre_mm
    yield from people.hands.act(at_mm, lambda: [table.lift(key) for key in gone])
    yield from _until_it_differs(people)
    yield from people.press(RestoreTable)

    def put_back() -> None:
        for key in gone:
            table.put(key, things[key])

    yield from people.hands.act(at_mm, put_back)
    yield from people.settle("the cards are back")


def _until_it_differs(people: People) -> Frames:
    for _ in range(_DIFFERS_FRAMES):
        yield
        if people.stage.controller.differs:
            return
    raise GaveUp(f"swept cards were not noticed; {people.stage.describe()}")


def _resting_hand(people: People) -> Frames:
    people.tell("rest")
    yield from people.hands.reach(_any_spot(people))
    for _ in range(_REST_FRAMES):
        yield
        if people.stage.pending() is not None:
            people.truth.problems.append(f"a proposal under a resting hand: {people.stage.describe()}")
            break
    yield from people.hands.withdraw()
    yield from people.settle("the hand has left")


def _any_spot(people: People) -> Point:
    places = people.hands.table.layout.places
    return people.rng.choice(places).centre_mm if places else people.hands.placed.free_spot()


def _lamp_switched(people: People) -> Frames:
    table = people.hands.table
    table.gain = 1.25 if table.gain < 1.1 else 1.0
    people.tell("lamp")
    yield from people.settle("the lamp was switched")


def _camera_bumped(people: People) -> Frames:
    people.tell("bump")
    shift = (people.rng.choice((-20.0, 20.0)), people.rng.choice((-14.0, 14.0)))
    at = people.hands.table.camera.bumped_mm
    if abs(at[0] + shift[0]) > 20 or abs(at[1] + shift[1]) > 14:
        shift = (-at[0], -at[1])  # not further and further out of the picture
    people.hands.table.knock(shift, people.rng.uniform(-1, 1))
    yield from people.settle("the camera was bumped")


def _tag_covered(people: People) -> Frames:
    number = people.rng.randrange(4)
    people.tell("cup", number=number)
    people.hands.table.cover_tags([number])
    yield from people.settle("a tag was covered")
    people.hands.table.cover_tags([])
    yield from people.settle("the tag is free again")


def _glare_on_card(people: People) -> Frames:
    key = people.any_key()
    if key is None:
        return
    table = people.hands.table
    width, height = table.camera.size_px
    x, y = table.camera.to_picture([table.things[key].centre_mm])[0]
    people.tell("glare", card=people.locale.card(table.things[key].card))
    table.glare = (float(x) / width, float(y) / height)
    yield from pause(READ_FRAMES)
    table.glare = None
    yield from people.settle("the glare has gone")


def _face_down_card(people: People) -> Frames:
    table, place = people.hands.table, people.free_place()
    people.tell("face-down")
    if table.layout.free:
        yield from people.hands.play_card(people.any_card(), face_down=True)
    elif place is not None:
        yield from people.hands.act(
            people.hands.spot(place),
            lambda: people.hands.placed.lay(place, Lying(people.any_card()), face_down=True),
        )
    else:
        return
    yield from pause(READ_FRAMES)
    if people.stage.pending() is not None:
        people.truth.problems.append(f"a card face down was proposed: {people.stage.describe()}")
    key = list(table.things)[-1]
    yield from people.hands.act(table.things[key].centre_mm, lambda: table.lift(key))
    yield from people.settle("the dropped card is up again")


def swapped_card(people: People) -> Frames:
    """A card is swapped for a like one in the very same pose, which must not go unseen, and swapped back."""
    table, key = people.hands.table, people.any_key()
    other = None if key is None or table.layout.free else _like_card(people, table.things[key].card)
    if key is None or other is None:
        return
    thing, place = table.things[key], people.hands.placed.place_of(key) or ""
    people.tell("swap", card=people.locale.card(thing.card), other=people.locale.card(other))
    for card in (other, thing.card):
        yield from people.hands.act(thing.centre_mm, partial(table.change, key, replace(thing, card=card)))
        yield from pause(READ_FRAMES)
        believed = people.stage.controller.seen().table.get(place)
        if card == other and believed is not None and believed.card == thing.card:
            people.truth.problems.append(f"{thing.card} was swapped for {other} unseen")
    yield from people.settle("the swapped card is back")


def _like_card(people: People, card: str) -> str | None:
    family = card.rsplit("-", 1)[0]
    lying = {thing.card for thing in people.hands.table.things.values()}
    like = [each for each in people.cards if each.rsplit("-", 1)[0] == family and each not in lying]
    return people.rng.choice(like) if like else None


def slid_under(people: People) -> Frames:
    """A card slides under the one beside it, and is put back."""
    table, key = people.hands.table, people.any_key()
    if key is None or len(table.things) < 2:
        return
    thing = table.things[key]
    other = min(
        (each for name, each in table.things.items() if name != key),
        key=lambda each: math.dist(each.centre_mm, thing.centre_mm),
    )
    people.tell("slide", card=people.locale.card(thing.card))
    width = table.layout.card.width_mm
    step = 0.4 * width / max(math.dist(other.centre_mm, thing.centre_mm), width)
    (x, y), (u, v) = thing.centre_mm, other.centre_mm
    slid = replace(thing, centre_mm=(x + step * (u - x), y + step * (v - y)))
    yield from people.hands.act((x, y), lambda: table.put_under(key, slid))
    yield from pause(READ_FRAMES)
    yield from people.hands.act((x, y), lambda: table.put(key, thing))
    yield from people.settle("the card that slid is back")


def hand_on_half_a_card(people: People) -> Frames:
    """A hand rests on half of a card for three seconds; nothing may be proposed meanwhile."""
    table, key = people.hands.table, people.any_key()
    if key is None:
        return
    x, y = table.things[key].centre_mm
    people.tell("half", card=people.locale.card(table.things[key].card))
    yield from people.hands.reach((x + table.layout.card.width_mm / 2, y))
    for _ in range(_HALF_FRAMES):
        yield
        if people.stage.pending() is not None and not table.layout.free:
            people.truth.problems.append(f"a proposal under half a hand: {people.stage.describe()}")
            break
    yield from people.hands.withdraw()
    yield from people.settle("the hand has left the card")


def lamp_flickers(people: People) -> Frames:
    """A lamp that flickers with the mains is switched on, or off again."""
    table = people.hands.table
    table.flicker = None if table.flicker else Flicker(people.rng.choice((100.0, 120.0)))
    people.tell("flicker")
    yield from people.settle("the lamp flickers")


def camera_covered(people: People) -> Frames:
    """Something covers the camera for a minute: it is told, and nothing is taken for gone."""
    people.tell("covered")
    people.hands.table.covered = True
    yield from pause(COVERED_FRAMES)
    if people.stage.game.blind is None:
        people.truth.problems.append("nobody told that the camera is covered")
    people.hands.table.covered = False
    yield from people.settle("the camera sees again")


HARMLESS: tuple[Mishap, ...] = (  # nobody means to lay or take anything
    _nudged_card,
    _resting_hand,
    _lamp_switched,
    _camera_bumped,
    _tag_covered,
    _glare_on_card,
    _face_down_card,
    swapped_card,
    slid_under,
    hand_on_half_a_card,
    lamp_flickers,
    camera_covered,
)
MISHAPS: tuple[Mishap, ...] = (_illegal_card, _illegal_card, _illegal_card, _swept_cards, *HARMLESS)


def may_be_quick(people: People, first: Event, second: Event) -> bool:
    """Whether two events are two cards that a camera sees and that need nothing told."""
    if not first.do == second.do == "place" or people.match.state.outcome.value != "open":
        return False
    between = people.match.play(first)[1]
    return all(people.is_plain(match, event) for match, event in ((people.match, first), (between, second)))


def _is_covered(first: Event, second: Event) -> bool:
    return bool(first.as_dict()["at"] == second.as_dict()["at"])


def show_covered(people: People, first: Event) -> Frames:
    """The card on top is taken up until the companion has seen and recorded the one beneath."""
    yield from pause(READ_FRAMES)
    yield from people.hands.lift(str(first.as_dict()["at"]))
    yield from pause(READ_FRAMES)
    yield from people.wait_for(first)
    yield from people.press_until(first)


def two_moves(people: People, first: Event, second: Event) -> Frames:
    """Two cards laid quickly one after the other, then both confirmed in the order in which they came."""
    between = people.match.play(first)[1]
    after = between.play(second)[1]
    people.tell("quick", first=people.does(first), second=people.locale.card(str(second.as_dict()["card"])))
    tables = [each.game.lying(each.state) for each in (people.match, between, after)]
    yield from people.hands.move_cards(tables[0], tables[1])
    yield from people.hands.move_cards(tables[1], tables[2])
    if _is_covered(first, second):
        yield from show_covered(people, first)
        yield from people.hands.move_cards(tables[1], tables[2])
    else:
        yield from people.wait_for(first)
        yield from people.press_until(first)
    yield from people.wait_for(second)
    yield from people.press_until(second)
    if people.stage.pending() is not None:
        raise GaveUp(f"something is left after two moves: {people.stage.describe()}")
