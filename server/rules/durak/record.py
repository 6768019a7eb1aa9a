"""The record of a game of Durak in teams (``docs/durak.md``, section 7), read from JSON and made from events."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from protocol.durak.actions import FINISH, GIVE_UP, PASS, Add, Attack, Beat, DurakAction, write_action
from protocol.durak.events import (
    Added,
    Attacked,
    Beaten,
    DealEnded,
    Dealt,
    Finished,
    GameEnded,
    GivenUp,
    Passed,
)
from protocol.setup import OptionName, OptionValue, Setup
from protocol.vocabulary import Event
from server.rules.durak.options import NAME, OPTIONS
from server.rules.durak.variant import HAND, MOST_DEALS
from server.rules.game import Label
from server.rules.recording import Recording, record_fields
from server.rules.records import FORMAT, Text, read_line

_Card = Annotated[str, Meta(max_length=8)]
_Cards = Annotated[tuple[_Card, ...], Meta(max_length=36)]
_BySeat = Annotated[tuple[int, ...], Meta(max_length=6)]
_Acted = Attacked | Added | Beaten | GivenUp | Passed | Finished

MOST_ACTIONS: Final = 2000
"""The most actions of a deal that a record can have; random players take some hundred."""


class DealRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One deal; ``hands``, ``left``, ``taken`` and ``scores`` are by seat."""

    dealer: int
    """The dealer."""

    hands: Annotated[tuple[Annotated[tuple[_Card, ...], Meta(max_length=HAND)], ...], Meta(max_length=6)]
    """The cards as dealt."""

    turned: _Card
    """The card that shows the trump suit: the last of the stock or, without one, the dealer's last card."""

    stock: _Cards
    """The stock in the order in which it is drawn, the card turned up last; empty with six players."""

    actions: Annotated[tuple[tuple[int, Annotated[str, Meta(max_length=16)]], ...], Meta(max_length=MOST_ACTIONS)]
    """Each action with its seat, in the order in which they were received."""

    left: _BySeat
    """Cards left in hand."""

    taken: _BySeat
    """Cards taken up."""

    scores: _BySeat
    """1 for the side that did not lose, 0 for the other; 0 for everybody in a draw."""

    end: Literal["lost", "draw"]
    """Whether a side lost the deal."""


class Record(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One game."""

    format: Literal["chwech-record/1"]
    """Always ``FORMAT``."""

    game: Literal["durak-teams"]
    """The game."""

    players: Literal[4, 6]
    """The number of players."""

    options: dict[OptionName, OptionValue]
    """The options that differ from their default."""

    deals: Annotated[tuple[DealRecord, ...], Meta(max_length=MOST_DEALS)]
    """The finished deals, in order."""

    totals: _BySeat
    """For each seat, the deals that the other side has lost."""

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


_ALLOWED: Final = {"format": FORMAT, "game": NAME, "players": "4 or 6", "end": "lost or draw"}
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


def _action(event: _Acted) -> DurakAction:
    """Return the action behind an event of the log."""
    match event:
        case Attacked():
            return Attack(event.card)
        case Added():
            return Add(event.card)
        case Beaten():
            return Beat(event.attack, event.card)
        case GivenUp():
            return GIVE_UP
    return PASS if isinstance(event, Passed) else FINISH


def _deal(event: DealEnded, dealt: Dealt, actions: Sequence[tuple[int, str]]) -> DealRecord:
    sheet = event.sheet
    return DealRecord(
        dealer=sheet.dealer,
        hands=tuple(tuple(card.text for card in hand) for hand in dealt.hands),
        turned=dealt.turn_up.text,
        stock=tuple(card.text for card in dealt.stock),
        actions=tuple(actions),
        left=sheet.cards,
        taken=sheet.taken,
        scores=sheet.points,
        end="draw" if sheet.loser is None else "lost",
    )


_RECORDING: Final = Recording(Dealt, DealEnded, GameEnded, _acted, _deal)
