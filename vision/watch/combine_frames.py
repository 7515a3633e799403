"""Several frames of one still table: what each shows comes in, one reading of the table goes out."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from vision.find.select_outlines import as_card
from vision.geometry import is_one_card
from vision.observation import CardSeen, PlaceSeen, PlaceState
from vision.read.judgement import combine

_WHOLE_OUTLINE = 0.9  # 99 in 100 cards that nothing covers are drawn better, half covered ones never


def combine_places(seen: Sequence[PlaceSeen]) -> PlaceSeen:
    """One place over several frames: what most show; a card is sure when no frame speaks against it."""
    state = Counter(each.state for each in seen).most_common(1)[0][0]
    alike = [each for each in seen if each.state is state]
    if state is not PlaceState.CARD:
        return alike[-1]
    readings = [each.reading for each in alike if each.reading is not None]
    last = alike[-1]
    if len(readings) == len(alike) and last.card is not None:
        together = combine(readings)
        return replace(last, card=as_card(together, last.card.corners, last.place), reading=together)
    return replace(alike[-1], card=_combine_seen([each.card for each in alike if each.card is not None]))


def _combine_seen(cards: Sequence[CardSeen]) -> CardSeen:
    sure = Counter(card.card for card in cards if card.card is not None)
    tops = {card.candidates[0][0] for card in cards if card.candidates}
    best = sure.most_common(1)[0][0] if sure else None
    candidates = _merge_candidates(cards)
    last = next((card for card in reversed(cards) if card.card == best), cards[-1])
    if best is not None and len(sure) == 1 and (sure[best] * 2 > len(cards) or tops == {best}):
        return replace(last, candidates=candidates)
    return replace(last, card=None, number=None, colour=None, candidates=candidates)


def _merge_candidates(cards: Sequence[CardSeen]) -> tuple[tuple[str, float], ...]:
    total: Counter[str] = Counter()
    for card in cards:
        for name, share in card.candidates:
            total[name] += share  # type: ignore[assignment]
    ranked = sorted(total.items(), key=lambda pair: -pair[1])
    return tuple((name, round(float(share) / len(cards), 4)) for name, share in ranked)


def combine_cards(frames: Sequence[Sequence[CardSeen]]) -> tuple[CardSeen, ...]:
    """Cards lying anyhow over several frames: those that most frames show, each read over all of them."""
    if not frames:
        return ()
    groups: list[list[CardSeen]] = []
    for card in (card for frame in frames for card in frame):
        group = next(
            (each for each in groups if is_one_card(each[-1].corners, card.corners, overlapping=True)), None
        )
        if group is None:
            groups.append([card])
        else:
            group.append(card)
    return tuple(_combine_seen(group) for group in groups if len(group) * 2 > len(frames))


def is_whole(seen: PlaceSeen) -> bool:
    """Whether a card is surely read and its whole outline in sight: a hand over a card crosses its edge."""
    return is_read(seen) and seen.drawn >= _WHOLE_OUTLINE


def is_read(seen: PlaceSeen) -> bool:
    """Whether a card is surely read."""
    return seen.card is not None and seen.card.card is not None


def is_sure(card: CardSeen | None, twin: CardSeen | None) -> bool:
    """Whether two frames read the same card without a doubt, or both none."""
    if card is None or twin is None:
        return card is twin
    return card.card is not None and card.card == twin.card
