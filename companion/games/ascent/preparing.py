"""What players prepare for The Ascent: the mountain's foot, the cards, piles and hands, what may be said."""

from companion.games.ascent.state import GOATS, GREEN_PATH, PANORAMA, State, bridge_seats
from companion.games.game import Say
from companion.games.setup import SetupPage, Stack

_PANORAMAS = 10


def setup_pages(state: State, say: Say) -> tuple[SetupPage, ...]:
    """The pages for exactly these players and modules."""
    return (_foot(state, say), _cards(state, say), _piles(state, say), _talk(state, say))


def _foot(state: State, say: Say) -> SetupPage:
    lines = [say("prepare.ascent.panoramas", count=_PANORAMAS)]
    if state.has(PANORAMA):
        lines.append(say("prepare.ascent.reveal", count=len(state.setup.objectives)))
    if state.has(GREEN_PATH):
        lines.append(say("prepare.ascent.hiker"))
    if state.has(GOATS):
        lines.append(say("prepare.ascent.goats"))
    stacks = (Stack(_PANORAMAS, say("prepare.ascent.panorama-label"), icon="photo"),)
    return SetupPage(say("prepare.ascent.foot"), tuple(lines), stacks)


def _cards(state: State, say: Say) -> SetupPage:
    if state.setup.solo:
        alone = (say("prepare.ascent.no-ones"), say("prepare.ascent.ropes", count=state.ropes))
        stacks = (Stack(state.ropes, say("prepare.ascent.ropes-label"), icon="rope"),)
        return SetupPage(say("prepare.cards"), alone, stacks)
    players = state.seats.players
    dealt = [players[seat] for seat in bridge_seats(len(players))]
    lines = (
        say("prepare.ascent.first", player=players[0]),
        say("prepare.ascent.bridge", players=dealt),
        say("prepare.ascent.shuffle"),
    )
    return SetupPage(say("prepare.cards"), lines, tuple(Stack(1, name, "bridge") for name in dealt))


def _piles(state: State, say: Say) -> SetupPage:
    seats, hand = state.seats, state.setup.hand_size
    lines = [say("prepare.ascent.hand-solo" if state.setup.solo else "prepare.ascent.hand", count=hand)]
    dealt = bridge_seats(len(seats.players))
    sizes = {pile - (seat in dealt) for seat, pile in enumerate(seats.piles)}  # before hands were drawn
    if len(sizes) > 1:
        lines.append(say("prepare.ascent.uneven", player=seats.players[0]))
    if dealt:
        lines.append(say("prepare.ascent.four", count=hand - 1))
    lines.append(say("prepare.ascent.room"))
    stacks = tuple(
        Stack(pile, name, hand=hand) for name, pile in zip(seats.players, seats.piles, strict=True)
    )
    return SetupPage(say("prepare.piles"), tuple(lines), stacks)


def _talk(state: State, say: Say) -> SetupPage:
    key = "prepare.ascent.talk-solo" if state.setup.solo else "prepare.ascent.talk"
    lines = [say(key), say("prepare.ascent.goal")]
    lines += [say(f"prepare.ascent.goal-{module}") for module in sorted(state.setup.modules)]
    return SetupPage(say("prepare.talk"), tuple(lines), icon="talk")
