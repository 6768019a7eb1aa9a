"""The review of a deal in words: luck and skill of each seat, the turning points, and what each turn was worth."""

import re
from collections.abc import Sequence
from typing import Final

from chwech_tui.model.cards import SYMBOLS, card_span
from chwech_tui.model.ink import SUIT_HUES, Hue, Line, Picture, Span, plain, worded
from chwech_tui.model.people import People
from protocol.archive import ReviewPart, SeatReview, TurnReview
from protocol.cards import InvalidCard, Suit, read_card
from protocol.language import _
from protocol.text import clean_text

_NO_CARD: Final = "-"
"""How records write a pass."""

_WRITTEN: Final = re.compile(r"(?P<card>[0-9A-Z]+?)(?P<said>=(?P<suit>[CDHS])|[+-])?")
_HEIGHTS: Final = {"+": "↑", "-": "↓"}


def choice_line(action: str) -> Line:
    """Return an action, as records write it, as part of a sentence: ``K♥``, ``Joker=♠``, ``A♥↓``."""
    found = _WRITTEN.fullmatch(action)
    try:
        card = read_card(found["card"]) if found is not None else None
    except InvalidCard:
        card = None
    if found is None or card is None:
        return (Span(clean_text(action, cells=12)),)
    if found["suit"]:
        suit = Suit(found["suit"])
        return (card_span(card), Span(f"={SYMBOLS[suit]}", SUIT_HUES[suit]))
    return (card_span(card), *([Span(_HEIGHTS[found["said"]])] if found["said"] else []))


def seat_words(seats: Sequence[SeatReview], people: People) -> tuple[str, ...]:
    """Return a sentence for each seat: what of its score was luck, and what was skill."""
    text = _("{name} {score}: luck {luck}, skill {skill} (±{error}).")
    return tuple(
        text.format(
            name=name, score=one.score, luck=signed(one.luck), skill=signed(one.skill), error=f"{one.error:.1f}"
        )
        for name, one in zip(people.names, seats, strict=True)
    )


def point_lines(part: ReviewPart, people: People) -> tuple[Line, ...]:
    """Return a sentence for each turning point, the worst first."""
    by_turn = {one.turn: one for one in part.turns}
    points = [by_turn[turn] for turn in part.turning_points if turn in by_turn]
    return tuple(point_line(point, people) for point in points) or no_points()


def no_points() -> Picture:
    """Return what is said where there is no turning point."""
    return ((Span(_("no turning points: nothing else was clearly better")),),)


def point_line(one: TurnReview, people: People) -> Line:
    """Return in a sentence what a choice has cost."""
    facts: dict[str, object] = {
        "trick": one.trick,
        "name": people.name(one.seat),
        "points": f"{one.other_worth - one.worth:.1f}",
        "error": f"{one.error:.1f}",
        "action": choice_line(one.action),
        "other": choice_line(one.other or ""),
    }
    if one.action == _NO_CARD:
        text = _("trick {trick}: {name} passed; {other} was worth {points} more (±{error})")
    elif one.other == _NO_CARD:
        text = _("trick {trick}: {name} played {action}; to pass was worth {points} more (±{error})")
    else:
        text = _("trick {trick}: {name} played {action}; {other} was worth {points} more (±{error})")
    return worded(text, Hue.TEXT, **facts)


def turn_line(one: TurnReview) -> Line:
    """Return what a turn was worth, and what the best other action would have been worth; empty if there was none."""
    if one.other is None:
        return ()
    facts: dict[str, object] = {
        "worth": signed(one.worth),
        "other": choice_line(one.other),
        "other_worth": signed(one.other_worth),
        "error": f"{one.error:.1f}",
    }
    if one.other == _NO_CARD:
        text = _("worth {worth}, a pass {other_worth} (±{error})")
    else:
        text = _("worth {worth}, {other} {other_worth} (±{error})")
    return worded(text, Hue.ALERT if one.mistake else Hue.DIM, **facts)


def point_words(part: ReviewPart, people: People) -> tuple[str, ...]:
    """Return the turning points as plain sentences."""
    return tuple(f"{words[:1].upper()}{words[1:]}." for words in map(plain, point_lines(part, people)))


def signed(points: float) -> str:
    """Return points with their sign: ``+3.2``."""
    return f"{points:+.1f}".replace("-", "\N{MINUS SIGN}")
