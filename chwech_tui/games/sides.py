"""The sides of a table: a letter and a colour each, the same in every game that is played in sides."""

from typing import Final

from chwech_tui.model.ink import Hue, Span
from chwech_tui.model.people import listed
from protocol.language import _

_HUES: Final = (Hue.FIRST_SIDE, Hue.SECOND_SIDE, Hue.THIRD_SIDE)


def side_letter(side: int) -> str:
    """Return the letter that stands for a side: ``A`` for side 0."""
    return chr(ord("A") + side)


def side_hue(side: int) -> Hue:
    """Return the hue of a side."""
    return _HUES[side % len(_HUES)]


def side_title(*sides: int) -> str:
    """Return the name of one side or several: ``Side A``, ``Sides A and B``; empty for none."""
    letters = [side_letter(side) for side in sides]
    if len(letters) == 1:
        return _("Side {letter}", letter=letters[0])
    return _("Sides {letters}", letters=listed(letters)) if letters else ""


def side_words(side: int) -> Span:
    """Return a side in words, in its hue: ``side A``."""
    return Span(_("side {letter}", letter=side_letter(side)), side_hue(side))
