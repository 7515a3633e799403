"""What goes wrong at a table: each mishap is played on the simulated table and must harm nothing."""

from collections.abc import Callable
from dataclasses import replace

from companion.app.people import Frames, GaveUp, People, describe
from companion.games.seeing import Lying
from companion.games.values import Event
from companion.intents import Confirm

SETTLED_FRAMES = 12  # a table that was touched is read again by then
REST_FRAMES = 100  # ten seconds
Mishap = Callable[[People], Frames]


def illegal_card(people: People) -> Frames:
    """Somebody lays a card where it may not lie; it is flagged with the right codes and taken back."""
    event = people.find_illegal()
    if event is None:
        return
    expected = people.match.judge(event).rules
    written = event.as_dict()
    people.say(f"mistake: {describe(event)} ({', '.join(expected)})")
    yield from people.lay(str(written["at"]), Lying(str(written["card"])))
    yield from people.wait_for(event)
    pending = people.stage.pending()
    shown = pending.first.verdict.rules if pending is not None else ()
    if shown != expected:
        people.truth.problems.append(f"{describe(event)}: {shown} shown, {expected} expected")
    people.truth.illegal_shown += 1
    if people.rng.random() < 0.5:
        yield from people.press(Confirm)
        people.truth.events.append(people.stage.as_written(event).as_dict())
    yield from people.lift(str(written["at"]))
    yield from people.settle("the illegal card was taken back")


def nudged_card(people: People) -> Frames:
    """A card slides two places away and is put back."""
    key = people.any_key()
    if key is None:
        return
    place = key.split("#")[0]
    people.say(f"nudge: {place}")
    thing = people.table.things[key]
    width = people.table.layout.card.width_mm
    yield from people.reach(place)
    people.table.put(key, replace(thing, centre_mm=(thing.centre_mm[0], thing.centre_mm[1] - 2.1 * width)))
    yield from people.withdraw()
    yield from people.pause(SETTLED_FRAMES)
    yield from people.reach(place)
    people.table.put(key, thing)
    yield from people.withdraw()
    yield from people.settle("the nudged card is back")


def resting_hand(people: People) -> Frames:
    """A hand rests over a place for ten seconds; nothing may be proposed meanwhile."""
    place = people.rng.choice([each.name for each in people.table.layout.places] or [""])
    if not place:
        return
    people.say(f"rest: a hand over {place}")
    yield from people.reach(place)
    for _ in range(REST_FRAMES):
        yield
        if people.stage.pending() is not None:
            people.truth.problems.append(f"a proposal under a resting hand: {people.stage.describe()}")
            break
    yield from people.withdraw()
    yield from people.settle("the hand has left")


def lamp_switched(people: People) -> Frames:
    """Somebody switches a lamp."""
    people.table.gain = 1.25 if people.table.gain < 1.1 else 1.0
    people.say(f"lamp: light x{people.table.gain}")
    yield from people.settle("the lamp was switched")


def camera_bumped(people: People) -> Frames:
    """The camera's arm is bumped by two centimetres."""
    people.say("bump: the camera moves by 2 cm")
    people.table.knock(
        (people.rng.choice((-20.0, 20.0)), people.rng.choice((-14.0, 14.0))), people.rng.uniform(-1, 1)
    )
    yield from people.settle("the camera was bumped")


def tag_covered(people: People) -> Frames:
    """A cup stands on a corner tag for a while."""
    number = people.rng.randrange(4)
    people.say(f"cup: on tag {number}")
    people.table.cover_tags([number])
    yield from people.settle("a tag was covered")
    people.table.cover_tags([])
    yield from people.settle("the tag is free again")


def glare_on_card(people: People) -> Frames:
    """A spot of light falls on a card for a while."""
    key = people.any_key()
    if key is None:
        return
    width, height = people.table.camera.size_px
    x, y = people.table.camera.to_picture([people.table.things[key].centre_mm])[0]
    people.say(f"glare: on {key.split('#')[0]}")
    people.table.glare = (float(x) / width, float(y) / height)
    yield from people.pause(SETTLED_FRAMES)
    people.table.glare = None
    yield from people.settle("the glare has gone")


def face_down_card(people: People) -> Frames:
    """A card is dropped face down and taken up again."""
    place = people.free_place()
    if place is None:
        return
    people.say(f"dropped face down: {place}")
    yield from people.reach(place)
    people.put_down(place, Lying(people.any_card()), face_down=True)
    yield from people.withdraw()
    yield from people.pause(SETTLED_FRAMES)
    if people.stage.pending() is not None:
        people.truth.problems.append(f"a card face down was proposed: {people.stage.describe()}")
    yield from people.lift(place)
    yield from people.settle("the dropped card is up again")


MISHAPS: tuple[Mishap, ...] = (
    illegal_card,
    illegal_card,
    illegal_card,
    nudged_card,
    resting_hand,
    lamp_switched,
    camera_bumped,
    tag_covered,
    glare_on_card,
    face_down_card,
)


def two_moves(people: People, first: Event, second: Event) -> Frames:
    """Two cards laid quickly one after the other, then both confirmed in the order in which they came."""
    between = people.match.play(first)[1]
    after = between.play(second)[1]
    people.say(f"quickly: {describe(first)}, {describe(second)}")
    tables = [each.game.lying(each.state) for each in (people.match, between, after)]
    yield from people.move_cards(tables[0], tables[1], rough=True)
    yield from people.move_cards(tables[1], tables[2], rough=True)
    for event in (first, second):
        yield from people.wait_for(event)
        yield from people.press_until(event)
        people.record(event)
    if people.stage.pending() is not None:
        raise GaveUp(f"something is left after two moves: {people.stage.describe()}")
