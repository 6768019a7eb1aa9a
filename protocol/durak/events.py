"""What happens in Durak, as the log keeps it and, less what is hidden, as viewers are told."""

from msgspec import Struct

from protocol.cards import Card
from protocol.vocabulary import Event, Seat


class DealSheet(Struct, frozen=True, gc=False, omit_defaults=True):
    """The result of one deal, every list by seat."""

    dealer: Seat
    """Who dealt."""

    loser: int | None
    """The side that was left with cards, 0 or 1; None where the deal is a draw."""

    cards: tuple[int, ...]
    """Cards left in hand."""

    taken: tuple[int, ...]
    """Cards that each seat has picked up in this deal."""

    out: tuple[Seat, ...]
    """The seats that have run out of cards, in order; of those of one bout, the attacker's first."""

    bouts: int
    """How many bouts were fought."""

    points: tuple[int, ...]
    """1 for each seat of the side that did not lose; 0 for everybody in a draw."""

    totals: tuple[int, ...]
    """Points up to and with this deal: the number of deals that the other side has lost."""

    commitment: str | None = None
    """The SHA-256 that was told when the cards were dealt, in hex."""

    seed: str | None = None
    """The 32 bytes that decided the deal, in hex; told now."""


class Dealt(Event, frozen=True, gc=False, tag="durak.dealt"):
    """The cards have been dealt, and the trump suit is known."""

    deal: int
    """Which deal of the game this is, from 1."""

    dealer: Seat
    """Who dealt."""

    hands: tuple[tuple[Card, ...], ...]
    """The cards of each seat in the order dealt; a viewer is told its own and empty hands for the others."""

    turn_up: Card
    """The card that shows the trump suit: the last card of the stock or, with six players, the dealer's last card."""

    lowest: Card | None
    """The lowest trump dealt, which the first attacker has shown; None if nobody was dealt a trump."""

    stock: tuple[Card, ...] = ()
    """The cards of the stock in the order in which they are drawn, the turn-up last; in the log only."""

    commitment: str | None = None
    """SHA-256 of the seed in hex: the pack cannot be changed any more."""

    seed: str | None = None
    """The seed in hex; in the log only, told when the deal has ended."""


class BoutBegun(Event, frozen=True, gc=False, tag="durak.bout_begun"):
    """A bout begins: one seat attacks another."""

    attacker: Seat
    """Who attacks."""

    defender: Seat
    """Who is attacked."""

    limit: int
    """How many attack cards there may be in this bout."""


class Attacked(Event, frozen=True, gc=False, tag="durak.attacked"):
    """The attacker has played the first card of a bout."""

    seat: Seat
    """The attacker."""

    card: Card


class Added(Event, frozen=True, gc=False, tag="durak.added"):
    """A seat has thrown in a card against the defender."""

    seat: Seat
    card: Card


class Beaten(Event, frozen=True, gc=False, tag="durak.beaten"):
    """The defender has beaten an attack card."""

    seat: Seat
    """The defender."""

    attack: Card
    card: Card
    """The card that beats it."""


class GivenUp(Event, frozen=True, gc=False, tag="durak.given_up"):
    """The defender has given up, and will pick up the cards when nobody adds any more."""

    seat: Seat
    """The defender."""


class Passed(Event, frozen=True, gc=False, tag="durak.passed"):
    """A seat that was asked throws in nothing, until another card is thrown in."""

    seat: Seat


class Finished(Event, frozen=True, gc=False, tag="durak.finished"):
    """A seat has said that it throws in nothing more until the bout is over."""

    seat: Seat


class BoutEnded(Event, frozen=True, gc=False, tag="durak.bout_ended"):
    """The bout is over: the cards leave the game, or the defender picks them up."""

    defender: Seat
    """Who was attacked."""

    held: bool
    """True if everything was beaten, so that the cards leave the game; False if the defender picks them up."""

    cards: tuple[Card, ...]
    """The cards of the bout: each attack card, and after it the card that beat it if one did."""


class Drawn(Event, frozen=True, gc=False, tag="durak.drawn", omit_defaults=True):
    """A seat has filled its hand from the stock."""

    seat: Seat
    number: int
    """How many cards it has drawn."""

    cards: tuple[Card, ...] = ()
    """The cards in the order drawn, which only the seat is told."""

    turn_up: Card | None = None
    """The turn-up, if it is the last of them: everybody sees who draws it."""


class WentOut(Event, frozen=True, gc=False, tag="durak.went_out"):
    """A seat has run out of cards with the stock empty: it is out of this deal."""

    seat: Seat


class DealEnded(Event, frozen=True, gc=False, tag="durak.deal_ended"):
    """The deal is over, since a side has no cards any more."""

    sheet: DealSheet
    """Who has lost it, and how it came about."""


class GameEnded(Event, frozen=True, gc=False, tag="durak.game_ended"):
    """A side has lost as many deals as were agreed."""

    totals: tuple[int, ...]
    """For each seat, the number of deals that the other side has lost."""

    winners: tuple[Seat, ...]
    """The seats of the side that has lost fewer deals; everybody if both have lost the same number."""
