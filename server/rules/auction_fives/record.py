"""The record of a game of Auction Forty-Fives (rules, section 7), read from JSON and made from events."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Final, Literal

import msgspec
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
from protocol.setup import OptionName, OptionValue, Setup
from protocol.vocabulary import Event
from server.rules.auction_fives.options import NAME, OPTIONS
from server.rules.game import Label
from server.rules.recording import Recording, record_fields
from server.rules.records import FORMAT, Text, read_line

_Card = Annotated[str, Meta(max_length=8)]
_Acted = Passed | BidMade | Held | TrumpNamed | Discarded | Drawn | StockOpened | Picked | Played
_BySeat = Annotated[tuple[int, ...], Meta(max_length=6)]


class DealRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One deal; the lists of hands and of numbers are by seat."""

    dealer: int
    """The dealer."""

    hands: Annotated[tuple[Annotated[tuple[_Card, ...], Meta(max_length=5)], ...], Meta(max_length=6)]
    """The cards as dealt."""

    stock: Annotated[tuple[_Card, ...], Meta(max_length=52)]
    """The cards that are left, the next one to be drawn first."""

    actions: Annotated[tuple[tuple[int, Annotated[str, Meta(max_length=16)]], ...], Meta(max_length=200)]
    """Each action with its seat, in order."""

    won: _BySeat
    """Tricks taken."""

    scores: _BySeat
    """The points that each seat's side scored in this deal; below 0 for a bid that failed."""

    end: Literal["made", "failed", "passed"]
    """The way in which the deal ended."""

    kitty: Annotated[tuple[_Card, ...], Meta(max_length=4)] = ()
    """The cards laid apart for the bidder."""


class Record(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One game."""

    format: Literal["chwech-record/1"]
    """Always ``FORMAT``."""

    game: Literal["auction-forty-fives"]
    """The game."""

    players: Literal[4, 6]
    """The number of players."""

    options: dict[OptionName, OptionValue]
    """The options that differ from their default."""

    deals: Annotated[tuple[DealRecord, ...], Meta(max_length=100)]
    """The finished deals, in order."""

    totals: _BySeat
    """The scores of all deals, by seat."""

    complete: bool
    """True if the game was played to its end."""

    names: Annotated[tuple[Text, ...], Meta(max_length=6)] | None = None
    """One name per seat."""

    played_at: Text | None = None
    """When the game was played."""

    id: Text | None = None
    """The id of the game."""

    seed: Text | None = None
    """``deal-v1``, then the seed of each deal in hex; the cards can be derived from it."""

    commitment: Text | None = None
    """``sha256``, then the SHA-256 of each seed in hex, as published before the first card."""


_ALLOWED: Final = {
    "format": FORMAT,
    "game": NAME,
    "players": "4 or 6",
    "end": ", ".join(ending.value for ending in Ending),
}
_ENCODER: Final = msgspec.json.Encoder()


def read_record(line: bytes) -> Record:
    """Read one line of a file of records.

    Raises:
        RecordFault: the line is not a record of this game; whether it follows the rules is not checked here.
    """
    return read_line(Record, line, _ALLOWED)


def write_record(record: Record) -> str:
    """Return a record as one line, without its line end."""
    return _ENCODER.encode(record).decode()


def make_record(setup: Setup, events: Iterable[Event], label: Label | None = None) -> Record:
    """Return the record of a game, made from all its events; an unfinished deal is left out.

    Raises:
        InvalidSetup: the game does not support this setup.
    """
    differing = OPTIONS.differing(setup.players, setup.options)
    return Record(game=NAME, **record_fields(_RECORDING, setup, differing, events, label))


def _acted(event: Event) -> tuple[int, str] | None:
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


def _deal(event: DealEnded, dealt: Dealt, actions: Sequence[tuple[int, str]]) -> DealRecord:
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


_RECORDING: Final = Recording(Dealt, DealEnded, GameEnded, _acted, _deal)
