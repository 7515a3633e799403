"""Camera set-up and enrolling a deck: the live picture with what the eye makes of it."""

from dataclasses import dataclass
from typing import Any

import pygame

from companion import intents
from companion.intents import Intent
from companion.screens.base import Key, Keys, Screen, Spoken, Swap, spoken
from companion.screens.canvas import Box, Canvas
from companion.screens.listing import draw_evening
from companion.screens.painting import measure
from companion.screens.palette import Hue, Size, Space, Weight
from companion.screens.parts import below_head, draw_card, draw_head
from companion.screens.pick import PickAny
from companion.screens.view import CameraView, EnrolView, View
from hardware.signals import Button

_PICTURE_PART = 0.62
_STEP = 0.02


@dataclass(frozen=True)
class CameraScreen(Screen):
    """The picture, the tags found in it and the layout over it; without tags, four corners by hand."""

    corner: int | None = None
    spot: tuple[float, float] = (0.5, 0.5)

    def keys(self, view: View) -> Keys:
        camera = view.camera or CameraView()
        if self.corner is not None:
            return self._corner_keys(view, self.corner)
        keys = {
            Button.NO: Key(view.say("keys.back"), intents.OpenCamera(False)),
            Button.NEXT: Key(view.say("keys.next-camera"), intents.NextCamera()),
            Button.ACTION: Key(view.say("keys.by-hand"), Swap(CameraScreen(0, (0.1, 0.1)))),
        }
        if camera.outlines:
            keys[Button.YES] = Key(view.say("keys.use"), intents.UseCamera())
        return keys

    def _corner_keys(self, view: View, corner: int) -> Keys:
        after, far = CameraScreen((corner + 1) % 4, self.spot), view.say("keys.hold-far")
        return {
            Button.YES: Key(view.say("keys.take"), Swap(after, intents.SetCorner(corner, *self.spot))),
            Button.NO: Key(view.say("keys.back"), Swap(CameraScreen())),
            Button.NEXT: Key(view.say("keys.right"), self._moved(_STEP, 0), far, self._moved(8 * _STEP, 0)),
            Button.ACTION: Key(view.say("keys.lower"), self._moved(0, _STEP), far, self._moved(0, 8 * _STEP)),
        }

    def _moved(self, across: float, down: float) -> Intent:
        return Swap(CameraScreen(self.corner, ((self.spot[0] + across) % 1.0, (self.spot[1] + down) % 1.0)))

    def tells(self, view: View) -> tuple[Spoken, ...]:
        camera = view.camera or CameraView()
        tags = view.say("camera.tags", found=len(camera.tags), wanted=len(camera.wanted))
        return spoken(view.say("camera.title"), tags, _advise(view, camera, self.corner))

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        camera = view.camera or CameraView()
        draw_evening(canvas, view, box)
        box = box.inset(canvas.px(Space.WIDE), canvas.px(Space.BODY))
        left, right = box.cut_left(round(box.w * _PICTURE_PART), canvas.px(20))
        if camera.picture is not None:
            left = _fit(canvas, camera.picture, left)
        canvas.panel(left, Hue.DEEP, edge=Hue.LINE, radius=16)
        if camera.picture is None:
            words = camera.problem or view.say("camera.none")
            canvas.text(left.inset(canvas.px(Space.HUGE)), words, Size.BODY, align=0.5, lines=5)
        else:
            self._draw_picture(canvas, camera, left.inset(canvas.px(5)))
            name = camera.name
            if camera.sharpness is not None:
                name = view.say("camera.sharp", name=name, sharpness=camera.sharpness)
            _draw_name(canvas, name, left)
        _draw_camera_facts(canvas, view, camera, self.corner, right)

    def _draw_picture(self, canvas: Canvas, camera: CameraView, box: Box) -> None:
        spot = canvas.picture(box, camera.picture)
        for outline in camera.outlines:
            points = [(spot.x + x * spot.w, spot.y + y * spot.h) for x, y in outline]
            pygame.draw.lines(canvas.surface, Hue.AMBER, True, points, canvas.px(2))
        for x, y in camera.corners:
            centre = (spot.x + round(x * spot.w), spot.y + round(y * spot.h))
            pygame.draw.circle(canvas.surface, Hue.LEGAL, centre, canvas.px(7), canvas.px(2))
        if self.corner is not None:
            x, y = spot.x + round(self.spot[0] * spot.w), spot.y + round(self.spot[1] * spot.h)
            canvas.rule((x, spot.y), (x, spot.bottom - 1), Hue.ILLEGAL, 1)
            canvas.rule((spot.x, y), (spot.right - 1, y), Hue.ILLEGAL, 1)


def _fit(canvas: Canvas, picture: Any, box: Box) -> Box:
    """A frame of the picture's own shape in the middle of a box."""
    high, wide = picture.shape[:2]
    edge = 2 * canvas.px(5)
    shrink = min((box.w - edge) / wide, (box.h - edge) / high)
    return box.middle(round(wide * shrink) + edge, round(high * shrink) + edge)


def _draw_name(canvas: Canvas, name: str, box: Box) -> None:
    """A pill in the picture's corner: that it is live, and which camera it is."""
    wide = measure(name, Weight.BOLD, canvas.type_px(Size.TINY)) + canvas.px(44)
    pill = Box(box.x + canvas.px(14), box.y + canvas.px(14), min(wide, box.w - canvas.px(28)), canvas.px(32))
    canvas.veil(pill, Hue.NIGHT, 0.85, radius=16)
    dot, words = pill.inset(canvas.px(10), 1).cut_left(canvas.px(12), canvas.px(Space.SMALL))
    canvas.panel(dot.middle(canvas.px(12), canvas.px(12)), Hue.ILLEGAL, radius=12)
    canvas.text(words, name, Size.TINY)


def _draw_camera_facts(canvas: Canvas, view: View, camera: CameraView, corner: int | None, box: Box) -> None:
    """How many tags are seen, which on a drawing of the mat, how good the plane is, what to do."""
    head, rest = box.cut_top(round(box.h * 0.24), canvas.px(Space.SMALL))
    number, words = head.columns((2, 5), canvas.px(Space.SMALL))
    canvas.text(number, str(len(camera.tags)), 96, weight=Weight.BLACK)
    tags = view.say("camera.tags-seen", found=len(camera.tags), wanted=len(camera.wanted))
    canvas.text(words, tags, Size.BODY, weight=Weight.BLACK, lines=3)
    mat, rest = rest.cut_top(round(box.h * 0.3), canvas.px(Space.BODY))
    _draw_mat(canvas, camera, corner, mat)
    text = _advise(view, camera, corner)
    canvas.note(rest, text, Size.BODY, lines=9, valign=0.0)


def _draw_mat(canvas: Canvas, camera: CameraView, corner: int | None, box: Box) -> None:
    """The mat with its four corners: seen, missing, or the one that is set by hand now."""
    side = min(canvas.px(34), box.h // 3)
    mat = box.middle(min(box.w - side, round(box.h * 1.5)), box.h - side)
    spots = ((mat.x, mat.y), (mat.right, mat.y), (mat.right, mat.bottom), (mat.x, mat.bottom))
    for start, end in zip(spots, (*spots[1:], spots[0]), strict=True):
        canvas.rule(start, end, Hue.LINE, 2)
    foot, slope = mat.bottom - mat.h // 6, mat.w * 3 // 10
    peak = (mat.centre[0], mat.y + mat.h // 5)
    canvas.polygon([(mat.x + slope, foot), peak, (mat.right - slope, foot)], Hue.STEEL)
    for index, (tag, (x, y)) in enumerate(zip(camera.wanted, spots, strict=False)):
        seen = tag in camera.tags
        disc = Box(x - side // 2, y - side // 2, side, side)
        colour = Hue.AMBER if index == corner else Hue.LEGAL if seen else Hue.ILLEGAL
        canvas.panel(disc, colour, radius=side)
        canvas.icon(disc.inset(side // 4), "yes" if seen else "no", Hue.INK)


def _advise(view: View, camera: CameraView, corner: int | None) -> str:
    if corner is not None:
        return view.say(f"camera.corner-{corner + 1}")
    if camera.problem:
        return camera.problem
    if camera.error_mm is not None:
        return view.say("camera.good", error=view.locale.decimal(camera.error_mm, 1))
    return view.say("camera.how")


@dataclass(frozen=True)
class EnrolScreen(Screen):
    """Show each card once: the shot, what it seems to be, what is still missing."""

    def keys(self, view: View) -> Keys:
        enrol = view.enrol or EnrolView(view.setup.game)
        back = Key(view.say("keys.back"), intents.OpenEnrolment())
        if enrol.several and not enrol.busy:
            return {Button.NO: back, Button.YES: Key(view.say("keys.take-all"), intents.TakeLayer())}
        if enrol.picture is None or enrol.problem or enrol.settled or enrol.busy:
            return {Button.NO: back}
        skip = Key(view.say("keys.skip"), intents.SkipShot(), view.say("keys.hold-back"), back.intent)
        keys = {Button.NO: skip}
        if enrol.card:
            keys[Button.YES] = Key(view.say("keys.keep"), intents.KeepShot(enrol.card))
        other = PickAny(view.say("pick.which"), intents.KeepShot, enrol.game)
        keys[Button.ACTION] = Key(view.say("keys.other-card"), other)
        return keys

    def tells(self, view: View) -> tuple[Spoken, ...]:
        enrol = view.enrol or EnrolView(view.setup.game)
        shot = _say_layer(view, enrol) or (
            view.say("enrol.is", card=view.locale.card(enrol.card)) if enrol.card else _ask_name(view, enrol)
        )
        progress = view.say("enrol.progress", have=enrol.have, all=enrol.have + len(enrol.missing))
        return spoken(view.say("enrol.title"), enrol.problem or shot, progress)

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        draw_evening(canvas, view, box)
        enrol = view.enrol or EnrolView(view.setup.game)
        game = view.say(f"short.{enrol.game}")
        box = below_head(canvas, draw_head(canvas, view.say("enrol.title"), box, icon="eye", detail=game))
        left, right = box.cut_left(round(box.w * 0.5), canvas.px(Space.BODY))
        if enrol.picture is not None:
            left = _fit(canvas, enrol.picture, left)
            canvas.panel(left, Hue.LINE, radius=8)
            canvas.picture(left.inset(canvas.px(3)), enrol.picture)
        else:
            canvas.panel(left, Hue.SLATE, radius=16)
            room = left.inset(canvas.px(Space.HUGE))
            canvas.text(room, view.say("enrol.show"), Size.TITLE, align=0.5, lines=5)
        self._draw_facts(canvas, view, enrol, right)

    def _draw_facts(self, canvas: Canvas, view: View, enrol: EnrolView, box: Box) -> None:
        foot, rest = box.cut_bottom(round(box.h * 0.42), canvas.px(Space.SMALL))
        if enrol.problem:
            canvas.text(rest, enrol.problem, Size.TITLE, colour=Hue.AMBER, lines=5)
        elif _say_layer(view, enrol):
            canvas.text(rest, _say_layer(view, enrol), Size.TITLE, lines=5)
        elif enrol.card:
            face, words = rest.cut_left(min(rest.h, rest.w // 2), canvas.px(Space.BODY))
            draw_card(canvas, view.locale, face.square(), enrol.card)
            canvas.text(words, view.say("enrol.is", card=view.locale.card(enrol.card)), Size.TITLE, lines=4)
        elif enrol.picture is not None:
            canvas.text(rest, _ask_name(view, enrol), Size.TITLE, lines=5)
        _draw_progress(canvas, view, enrol, foot)


def _say_layer(view: View, enrol: EnrolView) -> str:
    """What is done or to be done with the cards that lie there; nothing while one is asked for."""
    if enrol.busy:
        return view.say("enrol.looking")
    if enrol.several:
        return view.say("enrol.several")
    if not enrol.settled:
        return ""
    if enrol.again:
        return view.say("enrol.again", cards=tuple(view.locale.card(card) for card in enrol.again[:4]))
    named = (view.say("enrol.named", count=enrol.named),) if enrol.named else ()
    return " ".join((*named, view.say("enrol.next" if enrol.missing else "enrol.done")))


def _ask_name(view: View, enrol: EnrolView) -> str:
    return view.say("pick.which") if enrol.frame and not enrol.problem else view.say("enrol.show")


def _draw_progress(canvas: Canvas, view: View, enrol: EnrolView, box: Box) -> None:
    count = enrol.have + len(enrol.missing)
    caption, rest = box.cut_top(canvas.line(Size.BODY), canvas.px(Space.TIGHT))
    canvas.text(caption, view.say("enrol.progress", have=enrol.have, all=count), Size.BODY)
    bar, words = rest.cut_top(canvas.px(16), canvas.px(Space.SMALL))
    canvas.panel(bar, Hue.STEEL, radius=8)
    if enrol.have and count:
        done = bar.cut_left(max(bar.h, round(bar.w * enrol.have / count)))[0]
        canvas.panel(done, Hue.LEGAL, radius=8)
    canvas.note(words, _say_missing(view, enrol), Size.SMALL, colour=Hue.MIST, lines=6, valign=0.0)


def _say_missing(view: View, enrol: EnrolView) -> str:
    """Which cards are still to be named, to be shown, or to be shown once more."""
    if enrol.doubts:
        return view.say("enrol.doubts", count=enrol.doubts)
    if enrol.again and not enrol.settled:
        return view.say("enrol.again", cards=tuple(view.locale.card(card) for card in enrol.again[:4]))
    names = [view.locale.card(card) for card in enrol.missing[:6]]
    more = [view.say("enrol.more", count=len(enrol.missing) - 6)] if len(enrol.missing) > 6 else []
    told = ", ".join([*names, *more])
    return view.say("enrol.missing", cards=told) if told else view.say("enrol.complete")
