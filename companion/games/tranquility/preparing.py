"""What players prepare for Tranquility: the frame, the cards, piles and hands, what may be said when."""

from companion.games.game import Say
from companion.games.setup import SetupPage, Stack
from companion.games.tranquility.state import Contest, State


def setup_pages(state: State, say: Say) -> tuple[SetupPage, ...]:
    """The pages for exactly these players, this variant and these modules."""
    return (_frame(state, say), _cards(state, say), _piles(state, say), _talk(state, say))


def _frame(state: State, say: Say) -> SetupPage:
    variant = state.setup.variant.name
    lines = [say(f"prepare.sea.frame-{variant}")]
    stacks: tuple[Stack, ...] = ()
    if state.rocks:
        lines.append(say("prepare.sea.rocks", row=state.rocks))
    if state.sea is not None:
        lines.append(say("prepare.sea.compasses", count=state.setup.deck.get("compass", 0)))
        stacks = (
            Stack(state.setup.deck.get("compass", 0), say("prepare.sea.compass-label"), icon="compass"),
        )
    return SetupPage(say("prepare.sea.frame"), tuple(lines), stacks)


def _cards(state: State, say: Say) -> SetupPage:
    setup = state.setup
    lines = [say("prepare.sea.removed", count=setup.removed)] if setup.removed else []
    shuffled = [Stack(80 - setup.removed, say("prepare.sea.islands"), "island-40")]
    if setup.variant.has_finish and state.expedition is None:
        shuffled.append(Stack(setup.deck.get("finish", 0), say("prepare.sea.finishes"), "finish"))
    if setup.monsters:
        shuffled.append(Stack(setup.monsters, say("prepare.sea.monsters"), icon="monster"))
    if state.sea is not None:
        storms = sum(setup.deck.get(f"storm-{each}", 0) for each in ("yellow", "purple", "orange"))
        shuffled.append(Stack(storms, say("prepare.sea.storms"), icon="storm"))
    if any(module.name == "wild" for module in setup.rule_modules):
        shuffled.append(Stack(setup.deck.get("wild", 0), say("prepare.sea.wilds"), icon="wild"))
    if state.sky is not None:
        shuffled.append(Stack(setup.deck.get("compass", 0), say("prepare.sea.compass-label"), icon="compass"))
    lines.append(say("prepare.sea.shuffle"))
    if state.expedition is not None:
        lines.append(say("prepare.sea.easier" if setup.easier else "prepare.sea.explorers"))
    return SetupPage(say("prepare.cards"), tuple(lines), tuple(shuffled))


def _piles(state: State, say: Say) -> SetupPage:
    seats, setup = state.seats, state.setup
    if state.contest is not None:
        return _common_pile(state, state.contest, say)
    solo = "-solo" if len(seats.players) == 1 else ""
    lines = [say(f"prepare.sea.hand{solo}", count=setup.hand_size)]
    if setup.variant.has_start:
        lines.append(say(f"prepare.sea.starts{solo}", count=len(seats.players)))
    if state.sky is not None:
        lines.append(say("prepare.sea.sun"))
    if not solo:
        lines.append(say("prepare.sea.first", player=seats.players[0]))
    stacks = tuple(
        Stack(pile, name, hand=setup.hand_size) for name, pile in zip(seats.players, seats.piles, strict=True)
    )
    return SetupPage(say("prepare.piles"), tuple(lines), stacks)


def _common_pile(state: State, contest: Contest, say: Say) -> SetupPage:
    lines = (
        say("prepare.sea.common", count=state.setup.hand_size),
        say("prepare.sea.row", count=contest.row),
    )
    hands = tuple(Stack(0, name, hand=state.setup.hand_size) for name in state.seats.players)
    pile = Stack(state.seats.piles[0], say("prepare.sea.pile"))
    return SetupPage(say("prepare.piles"), lines, (*hands, pile))


def _talk(state: State, say: Say) -> SetupPage:
    if len(state.seats.players) == 1:
        return _talk_alone(state, say)
    lines = [say("prepare.sea.silence")]
    if state.setup.variant.has_start:
        lines.append(say("prepare.sea.talk-start", count=state.setup.start_discards))
    if state.sea is not None:
        lines.append(say("prepare.sea.talk-storms"))
    if state.setup.monsters:
        lines.append(say("prepare.sea.talk-monsters"))
    return SetupPage(say("prepare.talk"), tuple(lines), icon="hush")


def _talk_alone(state: State, say: Say) -> SetupPage:
    lines = [say("prepare.sea.alone")]
    if state.setup.variant.has_start:
        lines.append(say("prepare.sea.cost-start", count=state.setup.start_discards))
    return SetupPage(say("prepare.talk"), tuple(lines), icon="talk")
