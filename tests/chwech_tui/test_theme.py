"""Colours: suits that can be told apart, and none at all where none are wanted."""

from itertools import product

from rich.color import Color

from chwech_tui.drawing.card import Strokes
from chwech_tui.model.ink import SUIT_HUES, Ground, Hue
from chwech_tui.theme import Palette


def luminance(colour: Color) -> float:
    """Give the relative luminance of a colour, as the accessibility guidelines compute it."""
    parts = [part / 255 for part in colour.get_truecolor()]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Color, other: Color) -> float:
    """Give the contrast of two colours, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_suits_are_readable_on_every_card() -> None:
    """Every suit has a contrast of 4.5 on a card, on the table and when chosen, and 3 in the shade."""
    for hue, ground in product(SUIT_HUES.values(), (Ground.CARD, Ground.TABLE, Ground.CHOSEN, Ground.SHADED)):
        style = Palette(colour=True).style(hue, ground)
        assert style.color is not None
        assert style.bgcolor is not None
        assert contrast(style.color, style.bgcolor) >= (3 if ground is Ground.SHADED else 4.5), (hue, ground)


def test_suits_have_colours_of_their_own() -> None:
    """No two suits share a colour."""
    colours = {Palette(colour=True).style(hue, Ground.CARD).color for hue in SUIT_HUES.values()}
    assert len(colours) == len(SUIT_HUES)


def test_without_colour_there_is_none() -> None:
    """Only weight is left, and cards get a rim of lines."""
    palette = Palette(colour=False)
    assert palette.strokes is Strokes.DRAWN
    for hue, ground in product(Hue, Ground):
        style = palette.style(hue, ground)
        assert (style.color, style.bgcolor) == (None, None)
    assert palette.style(Hue.HEARTS, Ground.CHOSEN).reverse
    assert palette.style(Hue.HEARTS, Ground.SHADED).dim
