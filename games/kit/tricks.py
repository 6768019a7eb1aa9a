"""Tricks: how cards rank in them, which may be played, and who takes them; auctions, and cards laid aside."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from games.kit.asking import Ask, Choice, Rules
from games.kit.game import CardTable
from protocol.cards import Card, Rank, Suit

PASS: Final = "-"

Plays = Sequence[tuple[int, Card]]
"""The plays of a trick of one card a seat."""


def suit_led(trick: Plays) -> Suit | None:
    """Return the suit led to a trick; None before the lead."""
    return trick[0][1].suit if trick else None


class Ranks(Protocol):
    """How cards rank in a trick."""

    @property
    def suit(self) -> Suit | None:
        """The trump suit."""

    def height(self, card: Card, led: Suit | None, /) -> int:
        """Return how high a card is; below zero if it neither follows suit nor is a trump."""


def best_of(ranks: Ranks, trick: Plays) -> tuple[int, Card]:
    """Return the play that takes a trick as it stands."""
    led = suit_led(trick)
    return max(trick, key=lambda play: ranks.height(play[1], led))


@dataclass
class TrickTable(CardTable):
    """A table on which tricks are played."""

    @property
    def ranks(self) -> Ranks | None:
        """How the cards rank now; None as long as nothing says so."""
        raise NotImplementedError

    def playable(self, hand: Sequence[Card]) -> tuple[Sequence[Card], str]:
        """Return the cards of a hand that may be played to the trick, and the name of what is asked."""
        return follow(hand, self.trick)


class Trump(NamedTuple):
    """How cards rank in a trick: one order in every suit, and trumps above all."""

    heights: Mapping[Rank, int]
    suit: Suit | None

    def height(self, card: Card, led: Suit | None) -> int:
        """Return how high a card is; below zero if it neither follows suit nor is a trump."""
        if card.suit is self.suit:
            return 100 + self.heights[card.rank]
        return self.heights[card.rank] if card.suit is led else -1


def follow(
    hand: Sequence[Card], trick: Plays, ranks: Ranks | None = None, *, head: bool = False
) -> tuple[Sequence[Card], str]:
    """Return the cards that may be played to a trick, and the name of what is asked.

    With ``ranks`` a seat without the suit has to play a trump, and one that beats the trick if it can; with ``head`` a
    card that follows suit has to beat the trick if it can, too.
    """
    if not trick:
        return hand, "lead"
    led = trick[0][1].suit
    suit = [card for card in hand if card.suit is led]
    if ranks is None:
        return (suit, "follow") if suit else (hand, "any")
    best = max([ranks.height(card, led) for _, card in trick])
    if suit:
        beats = [card for card in suit if head and ranks.height(card, led) > best]
        return (beats, "beat") if beats else (suit, "follow")
    trumps = [card for card in hand if card.suit is ranks.suit]
    over = [card for card in trumps if ranks.height(card, led) > best]
    return (over, "overtrump") if over else (trumps, "trump") if trumps else (hand, "any")


def play_card(table: CardTable, seat: int, card: Card) -> None:
    """Lay a card to the trick."""
    table.hands[seat].remove(card)
    table.trick.append((seat, card))
    table.tell("played", seat=seat, card=card)


def take_trick(table: CardTable, taker: int, cards: Iterable[Card], **about: int) -> int:
    """Give the trick on the table, which has these cards, to a seat, and return it; more may be told about it."""
    table.takers.append(taker)
    table.gone += cards
    table.last_trick, table.trick = table.trick, []
    table.tell("took", seat=taker, **about)
    return taker


def play_trick(
    table: TrickTable, seats: Sequence[int], points: Callable[[Sequence[Card]], int] | None = None
) -> Rules[int]:
    """Play one trick, to which the first of the seats leads; return the seat that takes it.

    What its cards count is told, if there is a function for it.
    """
    for seat in seats:
        play_card(table, seat, (yield Ask(seat, *table.playable(table.hands[seat]))))
    cards, ranks = [card for _, card in table.trick], table.ranks
    assert ranks is not None
    return take_trick(table, best_of(ranks, table.trick)[0], cards, **({"points": points(cards)} if points else {}))


@dataclass
class AuctionTable(TrickTable):
    """A table on which there is an auction."""

    calls: list[tuple[int, int | None]] = field(default_factory=list)
    """What each seat has said, in order: a number, or None for a pass; to hold a bid is to call its number again."""
    bidder: int | None = None
    bid: int | None = None
    """The bid that stands."""


def auction(
    table: AuctionTable, offers: Callable[[int, int | None], Sequence[Choice]], passes: str = PASS
) -> Rules[int | None]:
    """Hold an auction in which a pass is final; return the seat with the last bid, or None if all have passed.

    ``offers`` returns what a seat may say, given the bid that stands: bids ``("bid ", number)``, ``hold``, passes.
    """
    passed: set[int] = set()
    seats, at = table.seats, 0
    while len(passed) < len(seats) - (table.bidder is not None):
        seat = seats[at % len(seats)]
        at += 1
        if seat in passed:
            continue
        said = yield Ask(seat, offers(seat, table.bid), "bid")
        if said == passes:
            passed.add(seat)
            table.calls.append((seat, None))
            table.tell("passed", seat=seat)
            continue
        if isinstance(said, tuple):
            table.bid = said[1]
        table.bidder = seat
        table.calls.append((seat, table.bid))
        table.tell("bid" if isinstance(said, tuple) else "held", seat=seat, number=table.bid)
    return table.bidder


def bury(table: CardTable, seat: int, number: int, onto: list[Card]) -> Rules[None]:
    """Have a seat lay so many cards of its hand aside, one after another."""
    for _ in range(number):
        _, card = yield Ask(seat, [("bury ", card) for card in table.hands[seat]], "bury")
        table.hands[seat].remove(card)
        onto.append(card)
        table.tell("buried", to=seat, seat=seat, own=card)


LONG: Final = 3  # With so many trumps it is well to lead one.
AWAY: Final = 1000  # By so much is a card lower that cannot take the trick.


class Hand(NamedTuple):
    """How a plain hand looks at a trick."""

    ranks: Ranks
    friendly: Callable[[int], bool]
    """Returns True for the seat itself and its partners."""
    worth: Callable[[Card], int] = lambda _card: 0
    """Returns what a card counts for the side that wins it."""

    def height(self, card: Card, led: Suit | None) -> int:
        """Return how high a card is; of those that cannot take the trick each is lower than any other card."""
        found = self.ranks.height(card, led)
        return found if found >= 0 else self.ranks.height(card, card.suit) - AWAY


def plain_card(trick: Plays, led: Suit | None, cards: Sequence[Card], hand: Hand, after: int) -> Card:
    """Return the card that a plain hand plays, with so many seats to act ``after`` it.

    It leads its highest plain card, or its highest trump if it has many. It gives what counts to a trick that its
    partner wins, takes the trick with the lowest card that does, or one that counts if nobody acts after it, and else
    throws its lowest card away.
    """
    ranks, friendly, worth = hand
    height = {card: hand.height(card, led) for card in [*cards, *[card for _, card in trick]]}.__getitem__
    if not trick:
        plain = [card for card in cards if ranks.height(card, None) < 0]
        leads = plain if plain and len(cards) - len(plain) < LONG else cards
        return max(leads, key=lambda card: (height(card), -worth(card)))
    best, taker = max([(height(card), seat) for seat, card in trick])
    if friendly(taker):
        return min(cards, key=lambda card: (worth(card) if after else -worth(card), height(card)))
    taking = [card for card in cards if height(card) > best]
    if taking:
        return min(taking, key=lambda card: (0 if after else -worth(card), height(card)))
    return min(cards, key=lambda card: (worth(card), height(card)))
