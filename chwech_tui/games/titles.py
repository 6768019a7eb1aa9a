"""What the tables of several games draw alike: the titles above a trick, its cards, and the tricks that a seat took."""

from collections.abc import Callable, Iterable, Sequence

from chwech_tui.drawing.line import left, measure
from chwech_tui.model.cards import SYMBOLS, CardTrick, Laid, card_span, card_words, face_of, suit_line, suit_words
from chwech_tui.model.ink import SUIT_HUES, Hue, Line, Span, worded
from chwech_tui.model.people import People
from protocol.cards import Card, Suit
from protocol.language import _, ngettext, pgettext
from protocol.vocabulary import Seat

_MANY = 2


def laid(trick: CardTrick, *, over: bool = False) -> Laid:
    """Return the cards of a trick before the seats that played them."""
    return Laid(tuple((turn.seat, face_of(turn.card)) for turn in trick.turns), over)


def first_fitting(titles: Iterable[Line], width: int) -> Line:
    """Return the first title that fits; if none does, the last one."""
    line: Line = ()
    for line in titles:
        if measure(line) <= width:
            break
    return line


def joined(*parts: Line) -> Line:
    """Join parts of a title with a gap, without those that are empty."""
    line: Line = ()
    for part in filter(None, parts):
        line = (*line, *((Span("   "),) if line else ()), *part)
    return line


def trump_line(trump: Suit | None, *, short: bool = False) -> Line:
    """Draw which suit is trump; nothing before it is known."""
    if trump is None:
        return ()
    if short:
        return worded(_("{suit} trump"), Hue.DIM, suit=Span(SYMBOLS[trump], SUIT_HUES[trump]))
    return worded(_("{suit} are trump"), Hue.DIM, suit=suit_line(trump))


def led_line(led: Card, trump: Suit | None) -> Line:
    """Draw what was led."""
    if led.suit is None or led.suit is trump:
        return (Span(_("trump led"), Hue.DIM),)
    return worded(_("{suit} led"), Hue.DIM, suit=Span(SYMBOLS[led.suit], SUIT_HUES[led.suit]))


def open_titles(
    trump: Suit | None, led: Line, taker: Seat | None, people: People, details: Sequence[Line] = ((),)
) -> Iterable[Line]:
    """Yield titles of the open trick, the longest first.

    Args:
        trump: the trump suit.
        led: what was led.
        taker: the seat that takes it as it stands.
        people: the people on the seats.
        details: what a game tells besides, the longest form first.
    """
    stands: Line = ()
    brief: Line = ()
    if taker is not None:
        own, other = pgettext("in a sentence", "you take it"), pgettext("in a sentence", "{name} takes it")
        stands = worded(_("as it stands {taken}"), Hue.DIM, taken=Span(people.tell(taker, own, other), Hue.ACCENT))
        brief = (_takes_it(taker, people),)
    yield joined(trump_line(trump), details[0], led, stands)
    yield joined(trump_line(trump), details[0], led, brief)
    for detail in details:
        yield joined(trump_line(trump, short=True), detail, led, brief)


def taken_titles(
    trump: Suit | None, led: Line, took: Line, details: Sequence[Line] = ((),), *, looking_back: bool
) -> Iterable[Line]:
    """Yield titles of a trick that has been taken, the longest first; see ``open_titles``."""
    first: Line = (Span(_("Last trick"), Hue.STRONG),) if looking_back else ()
    yield joined(first, trump_line(trump), details[0], led, took)
    yield joined(first, trump_line(trump, short=True), details[0], led, took)
    for detail in details:
        yield joined(first, trump_line(trump, short=True), detail, took)


def took_line(taker: Seat | None, why: str, people: People) -> Line:
    """Draw who took a trick, and why; nothing if nobody did."""
    return () if taker is None else (_takes_it(taker, people), Span(f": {why}"))


def _takes_it(seat: Seat, people: People) -> Span:
    return Span(people.tell(seat, _("You take it"), _("{name} takes it")), Hue.ACCENT)


def took_points(taker: Seat, points: int, people: People) -> str:
    """Return who takes a trick that counts so many points."""
    if taker == people.viewer:
        return ngettext("You take the trick: {n} point.", "You take the trick: {n} points.", points)
    name = people.name(taker)
    return ngettext("{name} takes the trick: {n} point.", "{name} takes the trick: {n} points.", points, name=name)


def taking_words(cards: Sequence[Card], card: Card, is_trump: Callable[[Card], bool]) -> str:
    """Return why a card took a trick, in half a sentence."""
    said = card_words(card)
    # The one card without a suit, the Joker, is a trump.
    if card.suit is not None and not is_trump(card):
        return _("{card} is the highest of the {suit}", card=said, suit=suit_words(card.suit))
    if sum(map(is_trump, cards)) >= _MANY:
        return _("{card} is the highest trump", card=said)
    return _("{card} is a trump", card=said) if cards[0] is not card else _("nobody played a trump to it")


def draw_tricks(tricks: Sequence[Sequence[Card]]) -> Line:
    """Draw the tricks that a seat has taken, each in the order played, after their number."""
    line: Line = (Span(left(str(len(tricks)), 4), Hue.DIM),)
    for number, trick in enumerate(tricks):
        cards = (span for card in trick for span in (Span(" "), card_span(card)))
        line = (*line, *((Span("  "),) if number else ()), *cards)
    return line
