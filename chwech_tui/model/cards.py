"""Cards as glyphs, words and faces; and what lies on a table: tricks, rows, what moved or is gone, deals in words."""

from collections import Counter
from enum import Enum
from typing import Final, NamedTuple

from msgspec import Struct

from chwech_tui.model.ink import SUIT_HUES, Hue, Line, Picture, Span
from games.kit import say
from protocol.cards import Card, Rank, Suit
from protocol.language import _
from protocol.message import Seat

SYMBOLS: Final = say.SYMBOLS
JOKER_SYMBOL: Final = "★"
_JOKER_HUES: Final = {Rank.BLACK_JOKER: SUIT_HUES[Suit.SPADES], Rank.RED_JOKER: SUIT_HUES[Suit.HEARTS]}


def glyph(card: Card) -> str:
    """Return a card as the table shows it: ``Q♥``, ``10♣``, ``JK``."""
    return card.rank.value + (SYMBOLS[card.suit] if card.suit else "")


def suit_words(suit: Suit) -> str:
    """Return the name of a suit: ``hearts``."""
    return _(say.SUITS[suit])


card_words: Final = say.card_words  # Returns a card as part of a sentence: ``Q♥``, ``Joker``.


def card_span(card: Card) -> Span:
    """Return a card as part of a sentence, in the hue of its suit."""
    return Span(card_words(card), hue_of(card))


def hue_of(card: Card) -> Hue:
    """Return the hue of a card: that of its suit or, of two different Jokers, that of their colour."""
    return _JOKER_HUES.get(card.rank, SUIT_HUES[card.suit])


def suit_line(suit: Suit) -> Line:
    """Return a suit as its symbol and name: ``♥ Hearts``."""
    return (Span(f"{SYMBOLS[suit]} {suit_words(suit).capitalize()}", SUIT_HUES[suit]),)


class Face(Struct, frozen=True, gc=False):
    """What is on a card."""

    rank: Rank | None
    """None for an empty place."""
    suit: Suit | None

    corner: str
    """Rank and suit, with what was said when it was played, such as the suit that a Joker stands for."""
    symbol: str
    """The symbol in the middle of a large card."""
    hue: Hue


def face_of(card: Card) -> Face:
    """Return the face of a card."""
    symbol = SYMBOLS[card.suit] if card.suit else JOKER_SYMBOL
    return Face(card.rank, card.suit, glyph(card), symbol, hue_of(card))


class CardSize(NamedTuple):
    """The size of a card, in cells."""

    width: int
    height: int


TINY: Final = CardSize(5, 1)
SMALL: Final = CardSize(5, 3)
MIDDLE: Final = CardSize(7, 5)
LARGE: Final = CardSize(9, 7)
HUGE: Final = CardSize(13, 9)


class Strokes(Enum):
    """How the edge of a card is drawn."""

    # Pictures of cards are cached by it, and Enum's own hash is slow.
    __hash__ = object.__hash__

    PAINTED = "painted"
    """As pictures, with pips and courts."""
    LEGIBLE = "legible"
    """As pictures, with large figures in place of pips and courts."""
    DRAWN = "drawn"
    """As outlines in the colour of the face, for a terminal with few colours or characters."""


class CardLook(NamedTuple):
    """How cards are drawn."""

    size: CardSize
    strokes: Strokes


class Laid(NamedTuple):
    """The turns of a trick."""

    turns: tuple[tuple[Seat, Face | str | None], ...]
    """Each seat with the card it played or, in an auction, with what it said, in order; None for a pass."""
    over: bool = False


class TurnUp(Struct, frozen=True, gc=False):
    """A card that lies face up before the first lead."""

    face: Face
    words: Line
    """What happens to it."""


class Group(Struct, frozen=True, gc=False):
    """Cards laid out in a row: the top of a pile, an attack and the card that beat it, the cards a seat has led."""

    caption: str
    """The caption below them: whose they are."""
    faces: tuple[Face, ...]
    """The cards, each of which may cover a part of the one before it; none leaves a gap."""
    mark: Line = ()
    """The line below the caption, which it also highlights."""
    shaded: bool = False


class ShownTrick(Struct, frozen=True, gc=False):
    """What lies in the middle of the table: a trick, groups of cards, or the card turned up before there is one."""

    titles: Picture
    """The lines above the cards, as many as the game has."""
    laid: Laid = Laid(())
    taker: Seat | None = None
    """The seat that takes the trick, or is winning it so far; None if no seat is."""
    turn_up: TurnUp | None = None
    stock: tuple[int, Line, Face | None] | None = None
    """The face-down pile: its cards, its label, and the card turned up below it."""
    figure: str = ""
    """What is drawn in large figures: the highest bid, made by ``taker``."""
    row: tuple[Group, ...] = ()
    """Cards in the middle that belong to no seat; only in a game that is not drawn as a round table."""


class Moved(Struct, frozen=True, gc=False):
    """What moved; nothing by default."""

    played: Seat | None = None
    """The seat that has played a card."""
    taker: Seat | None = None
    """The seat that has taken the trick that is cleared away."""


STILL: Final = Moved()


def moved(before: ShownTrick | None, after: ShownTrick | None) -> Moved:
    """Return what moved from one trick to the next."""
    if before is None or after is None or before == after:
        return STILL
    known = set() if before.laid.over else {seat for seat, _ in before.laid.turns}
    new = [seat for seat, face in after.laid.turns if isinstance(face, Face) and seat not in known]
    played = new[-1] if new and not after.laid.over else None
    if not before.laid.over or after.laid.over or before.taker is None:
        return Moved(played)
    return Moved(played, before.taker)


class Whereabouts(Enum):
    """Where a card of the pack is, as far as the viewer may know."""

    # Members are singletons, so hashing by identity is correct; Enum's own hash is slow and needed for every card.
    __hash__ = object.__hash__

    HAND = "hand"
    """In the viewer's hand."""
    TABLE = "table"
    """In the open trick."""
    GONE = "gone"
    """Played earlier, or out of play."""
    SHOWN = "shown"
    """In another hand or in the stock, where everyone has seen it."""
    UNSEEN = "unseen"
    """In another hand, or somewhere else that the viewer does not see."""


class CardsGone(Struct, frozen=True, gc=False):
    """A pack, and what the view shows of it; equal cards occur as often as the pack has them."""

    pack: tuple[Card, ...]
    """All cards that were dealt from."""
    hand: tuple[Card, ...]
    """The viewer's own cards."""
    table: tuple[Card, ...]
    """The cards of the open trick."""
    gone: tuple[Card, ...]
    """The cards known to be played or out of play, without those of the open trick."""
    note: str
    """How much the rules of this table show, in a sentence or two."""
    shown: tuple[Card, ...] = ()
    """The cards still to come whose places everyone knows."""

    @property
    def suits(self) -> tuple[Suit | None, ...]:
        """The suits of the pack in the order of a hand; None for Jokers, last."""
        held = {card.suit for card in self.pack}
        return tuple(suit for suit in (*Suit, None) if suit in held)

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks of the pack from the Ace down, without Jokers."""
        held = {card.rank for card in self.pack if card.suit is not None}
        return tuple(rank for rank in reversed(Rank) if rank in held)

    def where(self) -> dict[Card, tuple[Whereabouts, ...]]:
        """Return for each face of the pack where its cards are: those seen first."""
        seen: dict[Card, list[Whereabouts]] = {}
        for place, cards in (
            (Whereabouts.HAND, self.hand),
            (Whereabouts.TABLE, self.table),
            (Whereabouts.GONE, self.gone),
            (Whereabouts.SHOWN, self.shown),
        ):
            for card in cards:
                seen.setdefault(card, []).append(place)
        return {
            card: (*seen.get(card, ()), *[Whereabouts.UNSEEN] * copies)[:copies]
            for card, copies in Counter(self.pack).items()
        }
