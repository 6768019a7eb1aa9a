"""The record of a game of Auction Forty-Fives (rules, section 7), read from JSON and made from events."""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from protocol.auction_fives.actions import (
    DRAW,
    HOLD,
    PASS,
    AuctionFivesAction,
    Bid,
    Discard,
    Name,
    Pick,
    Play,
    write_action,
)
from protocol.auction_fives.events import (
    BidMade,
    DealEnded,
    Dealt,
    Discarded,
    Drawn,
    Ending,
    GameEnded,
    Held,
    Passed,
    Picked,
    Played,
    StockOpened,
    TrumpNamed,
)
from protocol.vocabulary import Event
from server.rules.auction_fives.options import NAME
from server.rules.recording import BySeat, CardText, DealtGameRecord, Recording, SeatAction

_Acted = Passed | BidMade | Held | TrumpNamed | Discarded | Drawn | StockOpened | Picked | Played


class DealRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One deal; the lists of hands and of numbers are by seat."""

    dealer: int
    hands: Annotated[tuple[Annotated[tuple[CardText, ...], Meta(max_length=5)], ...], Meta(max_length=6)]
    """The cards as dealt."""

    stock: Annotated[tuple[CardText, ...], Meta(max_length=52)]
    """The cards that are left, the next one to be drawn first."""

    actions: Annotated[tuple[SeatAction, ...], Meta(max_length=200)]
    """Each action with its seat, in order."""

    won: BySeat
    """Tricks taken."""

    scores: BySeat
    """The points that each seat's side scored in this deal; below 0 for a bid that failed."""

    end: Literal["made", "failed", "passed"]
    """The way in which the deal ended."""

    kitty: Annotated[tuple[CardText, ...], Meta(max_length=4)] = ()
    """The cards laid apart for the bidder."""


class Record(DealtGameRecord, frozen=True):
    """One game."""

    game: Literal["auction-forty-fives"]
    players: Literal[4, 6]
    deals: Annotated[tuple[DealRecord, ...], Meta(max_length=100)]


def _acted(event: Event) -> SeatAction | None:
    """Return the action behind an event, with its seat; None behind what follows by itself."""
    return (event.seat, write_action(_action(event))) if isinstance(event, _Acted) else None


def _action(event: _Acted) -> AuctionFivesAction:
    """Return the action behind an event of the log."""
    match event:
        case BidMade(_, points):
            return Bid(points)
        case TrumpNamed(_, suit):
            return Name(suit)
        case Played(_, card):
            return Play(card)
        case Discarded() | Picked():
            assert event.card is not None, "the log has it"
            return Discard(event.card) if isinstance(event, Discarded) else Pick(event.card)
        case Passed():
            return PASS
        case Held():
            return HOLD
    return DRAW


def _deal(event: DealEnded, dealt: Dealt, actions: Sequence[SeatAction]) -> DealRecord:
    sheet = event.sheet
    end: Any = sheet.ending.value
    return DealRecord(
        dealer=sheet.dealer,
        hands=tuple(tuple(card.text for card in hand) for hand in dealt.hands),
        kitty=tuple(card.text for card in dealt.kitty),
        stock=tuple(card.text for card in dealt.stock),
        actions=tuple(actions),
        won=sheet.tricks,
        scores=sheet.points,
        end=end,
    )


RECORDING: Final = Recording(
    Record,
    {
        "game": NAME,
        "players": "4 or 6",
        "end": ", ".join(ending.value for ending in Ending),
    },
    Dealt,
    DealEnded,
    GameEnded,
    lambda: _acted,
    _deal,
)
"""How records are read and made."""
