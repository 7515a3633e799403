"""What each button means, once for all screens: every word of the button row is at home at one button."""

from collections.abc import Mapping

from hardware.signals import Button

# By the names under [screens.keys]; a test compares it with every screen, and with what each game offers at
# which button. Where a tree is walked, a question answered or a card of a trick called wrong, a button stands
# for what is drawn over it.
MEANINGS: Mapping[Button, tuple[str, ...]] = {
    Button.YES: (  # yes, and on
        "add",
        "begin",
        "change",
        "choose",
        "climb",
        "confirm",
        "discarded",
        "done",
        "ending",
        "finish",
        "go-on",
        "keep",
        "open",
        "put-back",
        "remove",
        "retry",
        "seat",
        "take",
        "take-all",
        "take-back",
        "undo-last",
        "use",
    ),
    Button.NO: ("back", "menu", "misread", "neither", "none", "quit", "refuse", "skip"),  # not so, and back
    Button.NEXT: (  # the next of what is offered
        "history",
        "more-reasons",
        "near",
        "next",
        "next-camera",
        "other-path",
        "page",
        "right",
        "scores",
    ),
    Button.DISCARD: ("longer",),  # cards that leave a hand: a longer way costs one more
    Button.ACTION: (  # what is special here
        "accept",
        "actions",
        "bundle",
        "by-hand",
        "code",
        "earlier-seat",
        "learn",
        "lower",
        "more",
        "other-card",
        "other-start",
        "skip-setup",
    ),
}
# What holding a button means, in the small words under its label, and what else a press says.
HELD: Mapping[Button, tuple[str, ...]] = {
    Button.YES: ("held-draw-up", "hold", "hold-done"),
    Button.NO: ("hold", "hold-back", "hold-erase", "hold-undo"),
    Button.NEXT: ("held-card", "hold", "hold-far", "hold-table", "hold-up"),
    Button.DISCARD: ("held-card", "hold", "hold-change"),
    Button.ACTION: ("and-confirm", "held-card", "hold", "hold-far", "hold-less", "hold-mute"),
}
