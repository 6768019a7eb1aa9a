"""The record of a game of Bête (rules, section 6), read from JSON and made from events."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from protocol.bete.actions import PASS, TAKE_PART, BeteAction, Play, write_action
from protocol.bete.events import DealEnded, Dealt, GameEnded, Passed, Played, TookPart
from protocol.setup import OptionName, OptionValue, Setup
from protocol.vocabulary import Event
from server.rules.bete.options import OPTIONS
from server.rules.game import Label
from server.rules.recording import Recording, record_fields
from server.rules.records import FORMAT, Text, read_line

_Card = Annotated[str, Meta(max_length=8)]
_BySeat = Annotated[tuple[int, ...], Meta(max_length=5)]


class DealRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One deal; every list except ``actions`` is by seat."""

    dealer: int
    """The dealer."""

    hands: Annotated[tuple[Annotated[tuple[_Card, ...], Meta(max_length=5)], ...], Meta(max_length=5)]
    """The cards as dealt."""

    turned: _Card
    """The card turned up."""

    actions: Annotated[tuple[tuple[int, Annotated[str, Meta(max_length=16)]], ...], Meta(max_length=30)]
    """Each action with its seat, in order."""

    won: _BySeat
    """Tricks taken."""

    scores: _BySeat
    """The chips that each seat won in this deal, less those that it paid."""

    end: Literal["passed", "alone", "most", "all", "first_two", "carried"]
    """The way in which the deal ended."""

    pool: int
    """The chips in the pool."""


class Record(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One game."""

    format: Literal["chwech-record/1"]
    """Always ``FORMAT``."""

    game: Literal["bete"]
    """The game."""

    players: Literal[2, 3, 4, 5]
    """The number of players."""

    options: dict[OptionName, OptionValue]
    """The options that differ from their default."""

    deals: Annotated[tuple[DealRecord, ...], Meta(max_length=20)]
    """The finished deals, in order."""

    totals: _BySeat
    """The scores of all deals, by seat."""

    complete: bool
    """True if the game was played to its end."""

    names: Annotated[tuple[Text, ...], Meta(max_length=5)] | None = None
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
    "game": "bete",
    "players": "2 to 5",
    "end": "passed, alone, most, all, first_two or carried",
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
    return Record(game="bete", **record_fields(_RECORDING, setup, differing, events, label))


def _acted(event: Event) -> tuple[int, str] | None:
    """Return the action behind an event, with its seat; None behind what follows by itself."""
    return (event.seat, write_action(_action(event))) if isinstance(event, TookPart | Passed | Played) else None


def _action(event: TookPart | Passed | Played) -> BeteAction:
    """Return the action behind an event of the log."""
    if isinstance(event, Played):
        return Play(event.card)
    return TAKE_PART if isinstance(event, TookPart) else PASS


def _deal(event: DealEnded, dealt: Dealt, actions: Sequence[tuple[int, str]]) -> DealRecord:
    sheet = event.sheet
    end: Any = sheet.ending.value
    return DealRecord(
        dealer=sheet.dealer,
        hands=tuple(tuple(card.text for card in hand) for hand in dealt.hands),
        turned=dealt.turn_up.text,
        actions=tuple(actions),
        won=sheet.tricks,
        scores=sheet.points,
        end=end,
        pool=sheet.pool,
    )


_RECORDING: Final = Recording(Dealt, DealEnded, GameEnded, _acted, _deal)
