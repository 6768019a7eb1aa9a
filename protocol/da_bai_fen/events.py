"""What happens in Da Bai Fen, as the log keeps it and, less what is hidden, as viewers are told."""

from enum import Enum

from msgspec import Struct

from protocol.cards import Card, Rank, Suit
from protocol.vocabulary import Event, Seat


class Ending(Enum):
    """How a deal ended."""

    PLAYED = "played"
    """All cards were played."""

    REVOKED = "revoked"
    """Somebody led several cards of which one could be beaten: the other side has every trick."""

    ANNULLED = "annulled"
    """Somebody without a trump has shown the hand; nothing is scored, and the same Starter begins again."""


class DealSheet(Struct, frozen=True, gc=False, omit_defaults=True):
    """The result of one deal, every list by seat; partners have the same points and totals."""

    dealer: Seat
    """The Starter, who drew first."""

    ending: Ending
    """How the deal ended."""

    leader: Seat
    """The Leader, whose side declared."""

    rank: Rank
    """The trump rank."""

    trump: Suit
    tricks: tuple[int, ...]
    """Tricks that each seat has taken."""

    took: int
    """What the cards count that the opponents of the declarers have won, doubled ones among those laid aside too."""

    points: tuple[int, ...]
    """How many levels each seat's side has risen in this deal."""

    totals: tuple[int, ...]
    """How many levels each seat's side has risen up to and with this deal; at the level Two it is 0."""

    culprit: Seat | None = None
    """Who led what could be beaten, or who showed a hand without a trump."""

    buried: tuple[Card, ...] = ()
    """The cards that the Leader laid aside, shown now."""

    commitment: str | None = None
    """The SHA-256 that was told when the cards were shuffled, in hex."""

    seed: str | None = None
    """The 32 bytes that decided the deal, in hex; told now."""


class Dealt(Event, frozen=True, gc=False, tag="da_bai_fen.dealt"):
    """The pack is shuffled and lies on the table; the seats are about to draw from it, the Starter first."""

    deal: int
    """Which deal of the game this is, from 1."""

    dealer: Seat
    """The Starter."""

    rank: Rank
    """The trump rank of the deal."""

    hands: tuple[tuple[Card, ...], ...] = ()
    """The cards that each seat will draw, in that order; in the log only."""

    six: tuple[Card, ...] = ()
    """The last six cards; in the log only."""

    commitment: str | None = None
    """SHA-256 of the seed in hex: the pack cannot be changed any more."""

    seed: str | None = None
    """The seed in hex; in the log only, told when the deal has ended."""


class Drawn(Event, frozen=True, gc=False, tag="da_bai_fen.drawn"):
    """Every seat has drawn the same number of cards, one after the other; all are asked whether they expose one."""

    number: int
    """How many cards each has drawn."""

    cards: tuple[tuple[Card, ...], ...]
    """The cards by seat; a viewer is told its own and nothing of the others."""


class LastAsked(Event, frozen=True, gc=False, tag="da_bai_fen.last_asked"):
    """All cards are drawn and none is exposed: everybody is asked a last time."""


class Answered(Event, frozen=True, gc=False, tag="da_bai_fen.answered"):
    """A seat has answered; nobody else knows what, unless it decides."""

    seat: Seat
    card: Card | None = None
    """The card it would expose; nil for a pass, and for other viewers."""

    finished: bool = False
    """True if it passes until all cards are drawn; False for other viewers."""


class Exposed(Event, frozen=True, gc=False, tag="da_bai_fen.exposed"):
    """A seat has exposed a card of the trump rank: its suit is trump. The card stays in its hand."""

    seat: Seat
    card: Card


class SixTurned(Event, frozen=True, gc=False, tag="da_bai_fen.six_turned"):
    """Nobody has exposed a card, and the Starter has turned up some of the last six to find the trump suit."""

    cards: tuple[Card, ...]
    """The cards turned up, in order."""

    trump: Suit


class SixTaken(Event, frozen=True, gc=False, tag="da_bai_fen.six_taken"):
    """The Leader has taken the last six cards."""

    seat: Seat
    """The Leader."""

    cards: tuple[Card, ...] = ()
    """The cards, which only the Leader is told unless the table exposes them."""

    shown: bool = False
    """True if the table exposes them."""


class Buried(Event, frozen=True, gc=False, tag="da_bai_fen.buried"):
    """The Leader has laid a card aside, face down."""

    seat: Seat
    """The Leader."""

    card: Card | None = None
    """The card, which only the Leader is told."""


class Claimed(Event, frozen=True, gc=False, tag="da_bai_fen.claimed"):
    """A seat has shown a hand without a trump: the deal is annulled."""

    seat: Seat
    cards: tuple[Card, ...]
    """The hand."""


class Played(Event, frozen=True, gc=False, tag="da_bai_fen.played"):
    """A seat has laid a card to the trick."""

    seat: Seat
    card: Card
    more: bool = False
    """True if it is led, and more are led with it."""


class LeadCut(Event, frozen=True, gc=False, tag="da_bai_fen.lead_cut"):
    """Somebody holds a card that beats one of several that were led: that one alone stays, the others go back."""

    seat: Seat
    """Who led them."""

    card: Card
    """The lowest of the cards led that can be beaten, which alone is led now."""

    back: tuple[Card, ...]
    """The other cards, which everybody has seen, and which are in the hand again."""


class LeadFailed(Event, frozen=True, gc=False, tag="da_bai_fen.lead_failed"):
    """Somebody holds a card that beats one of several that were led: play stops."""

    seat: Seat
    """Who led them."""

    card: Card
    """The lowest of the cards led that can be beaten."""


class TrickTaken(Event, frozen=True, gc=False, tag="da_bai_fen.trick_taken"):
    """The trick is complete and has gone to whoever laid the best to it."""

    seat: Seat
    """Who took it."""

    cards: tuple[Card, ...]
    """Its cards, in the order played."""

    points: int
    """What they count."""


class DealEnded(Event, frozen=True, gc=False, tag="da_bai_fen.deal_ended"):
    """The deal is over."""

    sheet: DealSheet
    """What it brought, and how it came about."""


class GameEnded(Event, frozen=True, gc=False, tag="da_bai_fen.game_ended"):
    """A side has passed the last level, or the last deal is over."""

    totals: tuple[int, ...]
    """How many levels each seat's side has risen."""

    winners: tuple[Seat, ...]
    """The seats that have won; after the last deal a win can be shared."""
