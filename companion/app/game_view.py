"""Viewing: the loop's controller and settings come in, the one view that all screens draw goes out."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from companion.app.bundles import BundleRecorder
from companion.app.current_game import CurrentGame
from companion.app.game_controller import CameFirst, GameController, Naming
from companion.app.preferences import Preferences
from companion.games.ask import Option, Where
from companion.games.events import Event, Undo
from companion.games.game import STANDARD, Match
from companion.games.table import Difference as Differing
from companion.games.values import Outcome, Verdict
from companion.locale import Locale, finish
from companion.record.history import JudgedEvent, find_last, find_undone, gap
from companion.record.session import Proposal, Session
from companion.screens.view import (
    Debt,
    Difference,
    Figure,
    HistoryLine,
    Notice,
    ProposalView,
    QuestionView,
    Settings,
    View,
)
from companion.table.proposals import MOST_ANSWERS, in_play
from hardware.frames import CameraState
from vision.plane.mat import MatStatus
from vision.watch.settle import Phase

_MOST_HISTORY = 200


class GameViews:
    """The views of the game under way: what its screens show now."""

    live = False  # nothing moves by itself

    def __init__(self, game: CurrentGame, preferences: Preferences, bundles: BundleRecorder) -> None:
        self._game, self._preferences, self._bundles = game, preferences, bundles
        self._told: tuple[Sequence[JudgedEvent], Locale | None] = (), None  # what `_lines` was made of
        self._lines: tuple[HistoryLine, ...] = ()

    def current(self) -> View:
        """Everything that the screens show of the game under way; next to nothing once it was left."""
        controller, settings = self._game.controller, self._preferences.settings
        locale = self._preferences.locale
        if controller is None:
            return View(locale, settings)
        session, match = controller.session, controller.session.judged_on
        pending = session.pending
        asking = pending is not None and pending.asks
        table = match.game.view(match.state, controller.seen(), locale)
        return View(
            locale=locale,
            settings=settings,
            match=match,
            table=table,
            seen=controller.seen(),
            proposal=None if pending is None or asking else _view_pending(controller, pending, locale),
            question=_view_question(match, pending, locale)
            if pending is not None and asking
            else _view_naming(controller, locale) or _view_ordering(controller, locale),
            debt=_view_debt(controller, locale),
            last_place=_last_place(session),
            differences=tuple(map(_view_difference, controller.finding.differences))
            if controller.differs
            else (),
            face_down=controller.tracker.face_down(),
            legal_places=_learning_places(settings, controller),
            history=self._tell_history(session, locale),
            notices=tuple(_view_notices(self._game, controller, locale, self._bundles.saved)),
            busy=locale.say(f"app.busy.{self._game.phase.value}"),
            figures=() if table.outcome is Outcome.OPEN else _view_end(session.events, locale),
            known=self._game.known,
        )

    def _tell_history(self, session: Session, locale: Locale) -> tuple[HistoryLine, ...]:
        """Made anew only when it grew or the language changed."""
        if self._told[0] is not session.events or self._told[1] is not locale:
            self._told = session.events, locale
            self._lines = view_history(session.match, session.events, locale)
        return self._lines


def _view_end(entries: Sequence[JudgedEvent], locale: Locale) -> tuple[Figure, ...]:
    gaps = [gap(one.when, other.when) for one, other in pairwise(entries)]
    illegal = sum(not entry.verdict.legal for entry in entries)
    return view_figures(len(entries), illegal, sum(each for each in gaps if each is not None), locale)


def view_figures(
    events: int, illegal: int, played_seconds: float | None, locale: Locale
) -> tuple[Figure, ...]:
    """The figures of a game that has ended, just now or some evening before."""
    figures = {"events": events, "illegal": illegal}
    if played_seconds is not None:
        figures["minutes"] = max(1, round(played_seconds / 60))
    return tuple(Figure(locale.say(f"screens.figures.{key}"), str(n)) for key, n in figures.items())


def _view_pending(controller: GameController, pending: Proposal, locale: Locale) -> ProposalView:
    first, match = pending.candidates[0], controller.session.judged_on
    place = str(first.event.as_dict().get("at", ""))
    likely = in_play(match, controller.tracker.candidates(place))[:MOST_ANSWERS]
    view = view_proposal(match, first.event, first.verdict, locale, likely)
    last = find_last(controller.session.events) if pending.undo_first else None
    if last is None:
        return view
    return replace(view, undo_first=True, does=_tell_mended(match.game.name, last, first, locale))


def _tell_mended(game: str, last: JudgedEvent, now: JudgedEvent, locale: Locale) -> str:
    """What stands in for the last event: its card on another place, or something else."""
    before, after = last.event.as_dict(), now.event.as_dict()
    does = sentence(locale.does(game, now.event, now.verdict.player))
    if "card" in after and {**before, "at": after.get("at")} == after:
        facts = {**now.event.facts(), "player": now.verdict.player, "left": before["at"]}
        return sentence(locale.say("app.elsewhere", **facts))
    return locale.say("app.instead", does=does, undone=locale.does(game, last.event, last.verdict.player))


def _view_debt(controller: GameController, locale: Locale) -> Debt | None:
    owed = controller.owed()
    if owed is None or owed.verdict.player is None:
        return None
    written = owed.event.as_dict()
    card, place = str(written.get("card", "")), str(written.get("at", ""))
    text = f"{locale.card(card)} · {place}" if card and place else ""
    return Debt(owed.verdict.player, owed.verdict.discards, text)


def _last_place(session: Session) -> str:
    entries = session.events
    last = entries[-1] if entries and entries[-1].verdict.legal else None
    return "" if last is None else str(last.event.as_dict().get("at", ""))


def view_proposal(
    match: Match, event: Event, verdict: Verdict, locale: Locale, candidates: tuple[str, ...] = ()
) -> ProposalView:
    """A proposal with its sentences; `candidates` are other cards that the eye thinks possible."""
    game, written = match.game, event.as_dict()
    marks = tuple(dict.fromkeys(place for each in verdict.breaks for place in each.marks))
    return ProposalView(
        event,
        verdict,
        sentence(locale.does(game.name, event, verdict.player)),
        locale.why(game.name, verdict.breaks[:1]),
        str(written.get("card", "")),
        event.places,
        marks,
        candidates,
        tuple(sentence(locale.code(game.name, each)) for each in (*verdict.warnings, *verdict.remarks)),
        game.laid(match.state, event),
        game.offers(match.state, event),
        tuple(locale.why(game.name, (each,)) for each in verdict.breaks),
    )


def view_event(
    match: Match, event: Event, verdict: Verdict, locale: Locale, undone: bool = False
) -> HistoryLine:
    """A line of the history."""
    name = match.game.name
    text = sentence(locale.does(name, event, verdict.player))
    why = verdict.remarks[-1:] if verdict.legal and verdict.outcome in (Outcome.WON, Outcome.LOST) else ()
    ends = "".join(sentence(locale.code(name, each)) for each in why)
    player = "" if isinstance(event, Undo) else verdict.player or ""  # nobody knows who pressed
    return HistoryLine(text, verdict.legal, undone, verdict.discards, player, ends)


def sentence(text: str) -> str:
    """A capital at the start."""
    return text[:1].upper() + text[1:]


def _view_question(match: Match, pending: Proposal, locale: Locale) -> QuestionView:
    """Which of several it is: a button for each."""
    options = tuple(_view_option(match, each.event, locale) for each in pending.candidates)
    places = tuple(dict.fromkeys(place for option in options for place in option.places))
    lying = {
        (each.event.as_dict().get("card"), each.event.as_dict().get("at")) for each in pending.candidates
    }
    if len(lying) == 1 < len(options):  # the card is known, not what it stands for
        more = (each for each in match.game.offers(match.state, pending.candidates[0].event))
        offer = next((each for each in more if each.where is Where.ACTION), None)
        return QuestionView(locale.say("app.which-number"), options, places=places, offer=offer)
    key = "app.which-card" if len(places) == 1 else "app.which-first"
    return QuestionView(locale.say(key), options, places=places, cards=("",) if len(places) == 1 else ())


def _view_naming(controller: GameController, locale: Locale) -> QuestionView | None:
    naming = controller.naming()
    if naming is None:
        return None
    cards = controller.seen().doubts[naming.place][:MOST_ANSWERS]
    options = tuple(Option(Naming(naming.place, card), locale.card(card), card=card) for card in cards)
    return QuestionView(locale.say("app.which-card"), options, cards=("",))


def _view_ordering(controller: GameController, locale: Locale) -> QuestionView | None:
    table = controller.seen().table
    options = tuple(
        Option(CameFirst(place), locale.card(table[place].card), card=table[place].card)
        for place in controller.ordering()
    )
    return QuestionView(locale.say("app.which-first"), options) if options else None


def _view_option(match: Match, event: Event, locale: Locale) -> Option:
    places = event.places[:1]
    card = "".join(match.game.laid(match.state, event).get(place, "") for place in places)
    label = locale.card(card) if card else locale.does(match.game.name, event, None)
    return Option(event, label, detail="".join(places), places=places, card=card)


def _view_difference(each: Differing) -> Difference:
    recorded, seen = ("" if lying is None else lying.card for lying in (each.recorded, each.seen))
    return Difference(each.place, recorded, seen)


def view_history(match: Match, entries: Sequence[JudgedEvent], locale: Locale) -> tuple[HistoryLine, ...]:
    """The last events in words, taken-back ones marked."""
    undone = find_undone(entries)
    shown = list(enumerate(entries))[-_MOST_HISTORY:]
    return tuple(
        view_event(match, entry.event, entry.verdict, locale, undone=index in undone)
        for index, entry in shown
    )


def _learning_places(settings: Settings, controller: GameController) -> tuple[str, ...]:
    """Where the card in question could lie, or one that is only held into the picture, beside the places."""
    if not settings.learning:
        return ()
    pending, match = controller.session.pending, controller.session.judged_on
    shown = next((each.card for each in controller.tracker.strays if each.card), None)
    card = shown if pending is None else str(pending.candidates[0].event.as_dict().get("card", ""))
    return match.game.legal_places(match.state, card) if card else ()


def _view_notices(game: CurrentGame, controller: GameController, locale: Locale, saved: str) -> list[Notice]:
    """What to know now: of the disk, the camera and the table, then what the companion did."""
    notices = [*_view_devices(game, controller, locale), *_view_lying(game, controller, locale)]
    if game.tells_learning:
        notices.append(Notice(locale.say("app.learns-cards")))
    if controller.must_restore:
        notices.append(Notice(locale.say("app.restoring")))
    if saved:
        notices.append(Notice(locale.say("app.saved", file=saved)))
    return notices


def _view_devices(game: CurrentGame, controller: GameController, locale: Locale) -> list[Notice]:
    """The disk, the camera, the tags."""
    notices, session = [], controller.session
    if session.status is not None:
        refused = locale.say(f"disk.{session.status.key}", reason=session.status.reason)
        notices.append(Notice(refused, grave=True))
    if session.torn_line and len(session.events) == controller.resumed_at:
        notices.append(Notice(locale.say("app.torn", line=session.torn_line)))
    if session.rewritten:
        notices.append(Notice(locale.say("app.rewritten", file=session.path.name), grave=True))
    if game.trouble is not None:
        said = locale.say(f"hardware.{game.trouble.code}", **game.trouble.facts)
        notices.append(Notice(finish(said), grave=game.camera is CameraState.LOST))
    elif game.camera is CameraState.LOST:
        notices.append(Notice(locale.say("app.camera-lost"), grave=True))
    elif game.blind is not None:
        notices.append(Notice(locale.say(f"app.blind.{game.blind.value}"), grave=True))
    if game.mat is MatStatus.LOST and session.match.game.boards[STANDARD] is not None:
        notices.append(Notice(locale.say("app.mat-lost"), grave=True))
    return notices


def _view_lying(game: CurrentGame, controller: GameController, locale: Locale) -> list[Notice]:
    """A hand at rest, cards that lie face down, beside the places, or where none was played.

    After the end people gather the cards, and nothing of that is told.
    """
    notices: list[Notice] = []
    if controller.session.outcome is not Outcome.OPEN:
        return notices
    if game.phase is Phase.COVERED and controller.tracker.hidden:
        notices.append(Notice(locale.say("app.hand-rests")))
    face_down = controller.tracker.face_down()
    if face_down:
        notices.append(Notice(locale.say("app.face-down", places=face_down)))
    backs = controller.tracker.backs - controller.tracker.piles
    if backs:
        notices.append(Notice(locale.say("app.face-down-loose", count=backs)))
    strays = controller.tracker.strays
    beside = tuple(
        locale.say("app.some-card") if each.card is None else locale.card(each.card)
        for each in strays
        if each.place is None
    )
    if beside:
        notices.append(Notice(locale.say("app.stray", cards=beside)))
    for each in strays:
        if each.place is not None and each.card is not None:
            said = locale.say("app.second-card", place=each.place, card=locale.card(each.card))
            notices.append(Notice(said))
        elif each.place is not None:
            notices.append(Notice(locale.say("app.covered-card", place=each.place)))
    lying = controller.left_lying()
    if lying:
        notices.append(Notice(locale.say("app.left-lying", cards=tuple(map(locale.card, lying)))))
    return notices
