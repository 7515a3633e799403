"""The scene renderer: decks, tables, cameras and chance come in, pictures and the truth about them go out.

Everything is a pure function of its arguments and the `numpy.random.Generator` passed in.

    deck = random_deck(rng, held_out=False)            a DeckStyle; held_out takes fonts kept from training
    face = draw_face(deck, 37, "red", width_px=160)    number 0-99 or None, colour of COLOURS or None
    patch, quad = render_patch(face, rng, random_troubles(rng, 0.7, 96), 96, card_px=80, rough=Rough())
    card = LaidCard("red-37", face, centre_mm, size_mm=(63, 63), turn_degrees=8, number=37, colour="red")
    scene = Scene(cards=(card, ...), tags=corner_tags(), hands=(random_hand(rng),),
                  camera=Camera(tilt_degrees=12), table="wood", troubles=MILD)
    picture, truth = render(scene, rng)
        truth.cards[i].corners     four picture points from the card's own top left, clockwise
        truth.cards[i].visible     share of it that can be seen, 0 to 1 (other cards, hands, picture edge)
        truth.tags[number]         corners of a tag's black square, from its own top left, clockwise
    scene = table_scene(layout, face, {"1.1": "green-5"}, placing=ROUGH)    drawn faces on their places
    view = SimulatedView(); view.show(lay_board(layout, face, board)); view.frame(rng)      live and fast

Table millimetres: (0, 0) is the middle of the mat, x to the right, y towards the player; turns are clockwise.
Picture points follow OpenCV: (0, 0) is the centre of the first pixel.
"""

from vision.lab.scene.board import NEAT, ROUGH, Placing, lay_board, table_scene
from vision.lab.scene.camera import Camera
from vision.lab.scene.decks import DeckStyle, random_deck
from vision.lab.scene.decks import draw_card as draw_face
from vision.lab.scene.hands import Hand, photographed_hand, random_hand
from vision.lab.scene.patch import EXACT, Rough, render_patch
from vision.lab.scene.render import CardTruth, LaidCard, Scene, Truth, render
from vision.lab.scene.table import KINDS as TABLES
from vision.lab.scene.troubles import MILD, NONE, Troubles, apply_troubles, random_troubles
from vision.lab.scene.view import SimulatedView
from vision.plane.tags import MAT_MM, Tag, corner_tags

__all__ = [
    "EXACT",
    "MAT_MM",
    "MILD",
    "NEAT",
    "NONE",
    "ROUGH",
    "TABLES",
    "Camera",
    "CardTruth",
    "DeckStyle",
    "Hand",
    "LaidCard",
    "Placing",
    "Rough",
    "Scene",
    "SimulatedView",
    "Tag",
    "Troubles",
    "Truth",
    "apply_troubles",
    "corner_tags",
    "draw_face",
    "lay_board",
    "photographed_hand",
    "random_deck",
    "random_hand",
    "random_troubles",
    "render",
    "render_patch",
    "table_scene",
]
