"""The record of a game of Da Bai Fen (rules, section 7), read from JSON and made from events."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from protocol.da_bai_fen.actions import CLAIM, FINISH, PASS, Bury, DaBaiFenAction, Expose, Lay, Play, write_action
from protocol.da_bai_fen.events import Answered, Buried, Claimed, DealEnded, Dealt, GameEnded, Played
from protocol.setup import OptionName, OptionValue, Setup
from protocol.vocabulary import Event
from server.rules.da_bai_fen.options import NAME, OPTIONS
from server.rules.game import Label
from server.rules.recording import Recording, record_fields
from server.rules.records import FORMAT, Text, read_line

_Card = Annotated[str, Meta(max_length=8)]
_BySeat = Annotated[tuple[int, ...], Meta(max_length=4)]


class DealRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One deal; ``hands``, ``won`` and ``scores`` are by seat."""

    dealer: int
    """The Starter."""

    hands: Annotated[tuple[Annotated[tuple[_Card, ...], Meta(max_length=12)], ...], Meta(max_length=4)]
    """The cards of each seat in the order drawn."""

    six: Annotated[tuple[_Card, ...], Meta(max_length=6)]
    """The last six cards, in order."""

    actions: Annotated[tuple[tuple[int, Annotated[str, Meta(max_length=16)]], ...], Meta(max_length=200)]
    """Each action with its seat, in the order in which the server received them."""

    won: _BySeat
    """Tricks taken."""

    took: int
    """The points of the declarers' opponents."""

    scores: _BySeat
    """How many levels each seat's side has risen."""

    end: Literal["played", "revoked", "annulled"]
    """The way in which the deal ended."""


class Record(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One game."""

    format: Literal["chwech-record/1"]
    """Always ``FORMAT``."""

    game: Literal["da-bai-fen"]
    """The game."""

    players: Literal[4]
    """The number of players."""

    options: dict[OptionName, OptionValue]
    """The options that differ from their default."""

    deals: Annotated[tuple[DealRecord, ...], Meta(max_length=40)]
    """The finished deals, in order."""

    totals: _BySeat
    """How many levels each seat's side has risen in all deals."""

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


_ALLOWED: Final = {"format": FORMAT, "game": NAME, "players": "4", "end": "played, revoked or annulled"}
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
    return Record(game="da-bai-fen", **record_fields(_RECORDING, setup, differing, events, label))


def _acted(event: Event) -> tuple[int, str] | None:
    """Return the action behind an event, with its seat; None behind what follows by itself."""
    return (
        (event.seat, write_action(_action(event))) if isinstance(event, Answered | Buried | Claimed | Played) else None
    )


def _action(event: Answered | Buried | Claimed | Played) -> DaBaiFenAction:
    """Return the action behind an event of the log."""
    match event:
        case Answered():
            if event.card is not None:
                return Expose(event.card)
            return FINISH if event.finished else PASS
        case Played():
            return Lay(event.card) if event.more else Play(event.card)
        case Claimed():
            return CLAIM
    assert event.card is not None, "the log has it"
    return Bury(event.card)


def _deal(event: DealEnded, dealt: Dealt, actions: Sequence[tuple[int, str]]) -> DealRecord:
    sheet = event.sheet
    end: Any = sheet.ending.value
    return DealRecord(
        dealer=sheet.dealer,
        hands=tuple(tuple(card.text for card in hand) for hand in dealt.hands),
        six=tuple(card.text for card in dealt.six),
        actions=tuple(actions),
        won=sheet.tricks,
        took=sheet.took,
        scores=sheet.points,
        end=end,
    )


_RECORDING: Final = Recording(Dealt, DealEnded, GameEnded, _acted, _deal)
