"""What people can tell of The Ascent: a herd and its path, the guide rope, a goat that a card brings."""

from dataclasses import replace

from companion.games.ascent.board import PLACE
from companion.games.ascent.events import Discard, Herd, Place, Rope
from companion.games.ascent.state import GOATS, State, herd_steps, next_steps
from companion.games.ask import COUNTS, STUCK, AtOnce, Choose, Offer, Refused, Route, Script, Talk, Where
from companion.games.events import Event


def offers(state: State, event: Event | None = None) -> tuple[Offer, ...]:
    """The two-card discard and the special actions; of a card that may show a goat, whether it does."""
    if event is not None:
        return _goat_offers(state, event)
    found = [Offer("discard", AtOnce(Discard()), Where.DISCARD)]
    if state.has(GOATS):
        found.append(Offer("herd", herd, icon="goat"))
    if state.setup.solo:
        found.append(Offer("rope", AtOnce(Rope()), icon="rope"))
    return (*found, STUCK, COUNTS)


def _goat_offers(state: State, event: Event) -> tuple[Offer, ...]:
    if not state.has(GOATS) or not isinstance(event, Place) or event.card in ("bridge", "summit"):
        return ()
    turned = AtOnce(replace(event, goat=not event.goat))
    key = "goat-off" if event.goat else "goat-on"
    return (Offer(key, turned, Where.ACTION, icon="goat", confirms=True),)


def herd(talk: Talk) -> Script:
    """A herd, how far it climbs and by which path: every way that it can take, with what it costs."""
    state: State = talk.match.state
    starts = tuple(dict.fromkeys(low for low, _ in herd_steps(state)))
    if not starts:
        yield Refused(talk.say("herd.label"), talk.say("herd.none"))
    routes = tuple(
        _route(talk, state, (number, len(starts)), paths, index)
        for number, start in enumerate(starts, 1)
        for paths in _by_length(_paths(state, (start,)))
        for index in range(len(paths))
    )
    path = yield Choose(talk.say("herd.title", player=talk.match.standing.next or ""), routes)
    return Herd(path=path)


def _paths(state: State, path: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Every path that goes on from the end of one, as far as the cards in hand allow."""
    if len(path) > state.seats.hand:
        return []
    found = [(*path, place) for place in next_steps(state, path[-1])]
    return [*found, *(further for each in found for further in _paths(state, each))]


def _by_length(paths: list[tuple[str, ...]]) -> list[list[tuple[str, ...]]]:
    lengths = sorted({len(path) for path in paths})
    return [[path for path in paths if len(path) == length] for length in lengths]


def _route(
    talk: Talk, state: State, herd: tuple[int, int], paths: list[tuple[str, ...]], index: int
) -> Route:
    path, say = paths[index], talk.say
    goats = [state.goats[PLACE[place].index] for place in path]
    joining = sum(goats[1:])
    told = (
        (
            say("herd.of", number=herd[0], all=herd[1]),
            say("herd.from", place=path[0]),
            say("herd.goats", count=goats[0]),
        ),
        (
            say("herd.distance"),
            say("herd.rows", count=len(path) - 1),
            say("herd.holds", player=talk.match.standing.next or "", count=state.seats.hand),
        ),
        (
            say("herd.path", number=index + 1, all=len(paths)),
            ", ".join(path[1:]),
            say("herd.joins", count=joining) if joining else say("herd.alone"),
        ),
    )
    result = say("herd.arrive", count=sum(goats), place=path[-1])
    return Route(
        path, say("herd.from", place=path[0]), places=path, told=told, cost=len(path) - 1, result=result
    )
