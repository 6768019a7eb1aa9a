"""The record of a game of Roque (rules, section 6), read from JSON and made from events."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from protocol.roque.actions import PASS, Bid, Bury, Play, RoqueAction, write_action
from protocol.roque.events import BidMade, Buried, DealEnded, Dealt, GameEnded, Passed, Played
from protocol.setup import OptionName, OptionValue, Setup
from protocol.vocabulary import Event
from server.rules.game import Label
from server.rules.recording import Recording, record_fields
from server.rules.records import FORMAT, Text, read_line
from server.rules.roque.options import OPTIONS

_Card = Annotated[str, Meta(max_length=8)]
_BySeat = Annotated[tuple[int, ...], Meta(max_length=4)]


class DealRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One deal; every list except ``widow`` and ``actions`` is by seat."""

    dealer: int
    """The dealer."""

    hands: Annotated[tuple[Annotated[tuple[_Card, ...], Meta(max_length=15)], ...], Meta(max_length=4)]
    """The cards as dealt."""

    widow: Annotated[tuple[_Card, ...], Meta(max_length=6)]
    """The cards of the widow."""

    actions: Annotated[tuple[tuple[int, Annotated[str, Meta(max_length=16)]], ...], Meta(max_length=150)]
    """Each action with its seat, in order."""

    won: _BySeat
    """Tricks taken."""

    took: _BySeat
    """What the tricks and cards of each seat's side counted, those laid aside included."""

    scores: _BySeat
    """The points that each seat's side scored in this deal."""

    end: Literal["passed", "made", "slam", "failed", "doubled"]
    """The way in which the deal ended."""


class Record(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One game."""

    format: Literal["chwech-record/1"]
    """Always ``FORMAT``."""

    game: Literal["roque", "roque-three"]
    """The game."""

    players: Literal[3, 4]
    """The number of players."""

    options: dict[OptionName, OptionValue]
    """The options that differ from their default."""

    deals: Annotated[tuple[DealRecord, ...], Meta(max_length=40)]
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
    "players": "3 or 4",
    "end": "passed, made, slam, failed or doubled",
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
    """Return the action behind an event, with its seat; None behind what follows by itself."""
    return (event.seat, write_action(_action(event))) if isinstance(event, BidMade | Passed | Buried | Played) else None


def _action(event: BidMade | Passed | Buried | Played) -> RoqueAction:
    """Return the action behind an event of the log."""
    match event:
        case BidMade():
            return Bid(event.points)
        case Passed():
            return PASS
        case Played():
            return Play(event.card)
    assert event.card is not None, "the log has it"
    return Bury(event.card)


def _deal(event: DealEnded, dealt: Dealt, actions: Sequence[tuple[int, str]]) -> DealRecord:
    sheet = event.sheet
    end: Any = sheet.ending.value
    return DealRecord(
        dealer=sheet.dealer,
        hands=tuple(tuple(card.text for card in hand) for hand in dealt.hands),
        widow=tuple(card.text for card in dealt.widow),
        actions=tuple(actions),
        won=sheet.tricks,
        took=sheet.took,
        scores=sheet.points,
        end=end,
    )


_RECORDING: Final = Recording(Dealt, DealEnded, GameEnded, _acted, _deal)
