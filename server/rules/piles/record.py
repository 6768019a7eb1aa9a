"""The record of a game of one pile (rules, section 7), read from JSON and made from events."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from protocol.piles.actions import SHOW, TAKE, NameSide, NameTrump, Play, write_action
from protocol.piles.events import DealEnded, Dealt, GameEnded, Played, SideNamed, Taken, TrumpNamed, TrumpShown
from protocol.setup import OptionName, OptionValue, Setup
from protocol.vocabulary import Event
from server.rules.game import Label
from server.rules.piles.options import OPTIONS
from server.rules.recording import Recording, record_fields
from server.rules.records import FORMAT, Text, read_line

_Card = Annotated[str, Meta(max_length=8)]
_BySeat = Annotated[tuple[int, ...], Meta(max_length=4)]


class DealRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One deal; every list except ``actions`` and ``out`` is by seat."""

    dealer: int
    """The dealer."""

    hands: Annotated[tuple[Annotated[tuple[_Card, ...], Meta(max_length=26)], ...], Meta(max_length=4)]
    """The cards as dealt, without those face down."""

    actions: Annotated[tuple[tuple[int, Annotated[str, Meta(max_length=16)]], ...], Meta(max_length=1000)]
    """Each action with its seat, in order."""

    out: _BySeat
    """The seats that went out, in order."""

    left: _BySeat
    """The numbers of cards left."""

    taken: _BySeat
    """The numbers of cards taken up."""

    scores: _BySeat
    """The points of this deal."""

    end: Literal["out", "limit", "repetition"]
    """The way in which the deal ended."""

    drawn: Annotated[tuple[_Card, ...], Meta(max_length=4)] = ()
    """Where trumps are drawn, the cards dealt face down."""


class Record(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One game."""

    format: Literal["chwech-record/1"]
    """Always ``FORMAT``."""

    game: Literal["svoyi-koziri", "dudak", "challenge"]
    """The game."""

    players: Literal[2, 3, 4]
    """The number of players."""

    options: dict[OptionName, OptionValue]
    """The options that differ from their default."""

    deals: Annotated[tuple[DealRecord, ...], Meta(max_length=10)]
    """The finished deals, in order."""

    totals: _BySeat
    """The scores of all deals, by seat."""

    complete: bool
    """True if the game was played to its end."""

    names: Annotated[tuple[Text, ...], Meta(max_length=4)] | None = None
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
    "game": " or ".join(OPTIONS),
    "players": "2, 3 or 4",
    "end": "out, limit or repetition",
}
_ENCODER: Final = msgspec.json.Encoder()


def read_record(line: bytes) -> Record:
    """Read one line of a file of records.

    Raises:
        RecordFault: the line is not a record of these games; whether it follows the rules is not checked here.
    """
    return read_line(Record, line, _ALLOWED)


def write_record(record: Record) -> str:
    """Return a record as one line, without its line end."""
    return _ENCODER.encode(record).decode()


def make_record(game: str, setup: Setup, events: Iterable[Event], label: Label | None = None) -> Record:
    """Return the record of a game, made from all its events; an unfinished deal is left out.

    Raises:
        InvalidSetup: the game does not support this setup.
    """
    differing = OPTIONS[game].differing(setup.players, setup.options)
    name: Any = game
    return Record(game=name, **record_fields(_RECORDING, setup, differing, events, label))


def _acted(event: Event) -> tuple[int, str] | None:
    """Return the action behind an event of the log, with its seat; None behind what follows by itself."""
    match event:
        case Played(seat, card):
            return seat, write_action(Play(card))
        case Taken(seat):
            return seat, write_action(TAKE)
        case TrumpNamed(seat, suit, forced=False):
            return seat, write_action(NameTrump(suit))
        case SideNamed(seat, suit):
            return seat, write_action(NameSide(suit))
        case TrumpShown(seat, forced=False):
            return seat, write_action(SHOW)
    return None


def _deal(event: DealEnded, dealt: Dealt, actions: Sequence[tuple[int, str]]) -> DealRecord:
    sheet = event.sheet
    end: Any = sheet.ending.value
    return DealRecord(
        dealer=sheet.dealer,
        hands=tuple(tuple(card.text for card in hand) for hand in dealt.hands),
        actions=tuple(actions),
        out=sheet.out,
        left=sheet.left,
        taken=sheet.taken,
        scores=sheet.points,
        end=end,
        drawn=tuple(card.text for card in dealt.drawn if card is not None),
    )


_RECORDING: Final = Recording(Dealt, DealEnded, GameEnded, _acted, _deal)
