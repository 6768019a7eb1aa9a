"""Colours: suits that can be told apart, and none at all where none are wanted."""

from itertools import product

import pytest
from rich.color import Color, ColorType
from rich.terminal_theme import TerminalTheme

from chwech_tui.model.cards import Strokes
from chwech_tui.model.ink import SUIT_HUES, Ground, Hue
from chwech_tui.theme import Colours, Palette


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
        style = Palette().style(hue, ground)
        assert style.color is not None
        assert style.bgcolor is not None
        assert contrast(style.color, style.bgcolor) >= (3 if ground is Ground.SHADED else 4.5), (hue, ground)


def test_suits_have_colours_of_their_own() -> None:
    """No two suits share a colour."""
    colours = {Palette().style(hue, Ground.CARD).color for hue in SUIT_HUES.values()}
    assert len(colours) == len(SUIT_HUES)


WHITE = (255, 255, 255)

CONSOLE = TerminalTheme(
    (0, 0, 0),
    (170, 170, 170),
    [(0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0), (0, 0, 170), (170, 0, 170), (0, 170, 170), (170, 170, 170)],
    [(85, 85, 85), (255, 85, 85), (85, 255, 85), (255, 255, 85), (85, 85, 255), (255, 85, 255), (85, 255, 255), WHITE],
)
"""The sixteen colours as the Linux console has them."""


def test_sixteen_colours_are_readable() -> None:
    """Every hue is read on every ground; nothing is left to how a library rounds colours, and nothing is bold."""
    for hue, ground in product(Hue, Ground):
        style = Palette(Colours.SIXTEEN).style(hue, ground)
        assert style.color is not None
        assert style.bgcolor is not None
        assert {style.color.type, style.bgcolor.type} == {ColorType.STANDARD}
        assert not style.bold
        shown = [Color.from_triplet(colour.get_truecolor(CONSOLE)) for colour in (style.color, style.bgcolor)]
        assert contrast(*shown) >= (2.5 if ground is Ground.SHADED else 3), (hue, ground)


def test_cards_are_drawn_by_strokes_where_grounds_or_blocks_are_missing() -> None:
    """Grounds need more than sixteen colours, half blocks more than ASCII."""
    drawn = {
        (colours, ascii_only)
        for colours, ascii_only in product(Colours, (False, True))
        if Palette(colours, ascii_only).strokes is Strokes.DRAWN
    }
    assert {*product(Colours, (False, True))} - drawn == {(Colours.MANY, False), (Colours.ALL, False)}


def test_without_colour_there_is_none() -> None:
    """Only weight is left, and cards get a rim of lines."""
    palette = Palette(Colours.NONE)
    assert palette.strokes is Strokes.DRAWN
    for hue, ground in product(Hue, Ground):
        style = palette.style(hue, ground)
        assert (style.color, style.bgcolor) == (None, None)
    assert palette.style(Hue.HEARTS, Ground.CHOSEN).reverse
    assert palette.style(Hue.HEARTS, Ground.SHADED).dim


@pytest.mark.parametrize("colours", Colours)
def test_a_word_that_is_explained_is_underlined(colours: Colours) -> None:
    """With and without colour; no other hue is."""
    palette = Palette(colours)
    assert palette.style(Hue.TERM, Ground.TABLE).underline
    assert not palette.style(Hue.TEXT, Ground.TABLE).underline
