"""How cards that are high in red and low in black rank, in the lines above a trick and in half a sentence."""

from collections.abc import Iterable, Sequence

from chwech_tui.drawing.line import measure
from chwech_tui.model.cards import SYMBOLS, card_words, suit_line, suit_words
from chwech_tui.model.ink import SUIT_HUES, Hue, Line, Span, worded
from protocol.cards import Card, Suit
from protocol.colour_order import ACE_OF_HEARTS, Order
from protocol.language import _

_MANY = 2


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


def led_line(order: Order | None, led: Card) -> Line:
    """Draw what was led."""
    if led.suit is None or (order is not None and order.is_trump(led)):
        return (Span(_("trump led"), Hue.DIM),)
    return worded(_("{suit} led"), Hue.DIM, suit=Span(SYMBOLS[led.suit], SUIT_HUES[led.suit]))


def ranks_line(order: Order, trump: Suit, led: Card | None, width: int) -> Line:
    """Draw how the cards rank: the trumps from the highest, and the suit led or the rule for the others."""
    trumps = (Span(f"{SYMBOLS[trump]} {_names(order.trumps)}", Hue.DIM),)
    if led is None or led.suit is None or order.is_trump(led):
        others = _("others K Q J, high in red, low in black")
    else:
        others = f"{SYMBOLS[led.suit]} {_names(_plain(order, led.suit))}"
    line = joined(trumps, (Span(others, Hue.FAINT),), (Span(_("high to low"), Hue.FAINT),))
    return line if measure(line) <= width else joined(trumps, (Span(others, Hue.FAINT),))


def _plain(order: Order, suit: Suit) -> Sequence[Card]:
    """Return the cards of a plain suit from the highest."""
    return sorted(
        (card for card in order.heights if card.suit is suit and not order.is_trump(card)),
        key=order.heights.__getitem__,
        reverse=True,
    )


def _names(cards: Sequence[Card]) -> str:
    """Return cards by their ranks; the Ace of hearts keeps its suit among the trumps of another one."""
    suits = {card.suit for card in cards}
    foreign = {ACE_OF_HEARTS} if len(suits - {None}) > 1 else set()
    return " ".join(card_words(card) if card in foreign else card.rank.value for card in cards)


def taking_words(order: Order, cards: Sequence[Card], card: Card) -> str:
    """Return why a card took a trick, in half a sentence."""
    said = card_words(card)
    # The one card without a suit, the Joker, is a trump.
    if card.suit is not None and not order.is_trump(card):
        return _("{card} is the highest of the {suit}", card=said, suit=suit_words(card.suit))
    if sum(map(order.is_trump, cards)) >= _MANY:
        return _("{card} is the highest trump", card=said)
    return _("{card} is a trump", card=said) if cards[0] is not card else _("nobody played a trump to it")
