"""The record of a game of Roque (rules, section 6), read from JSON and made from events."""

from collections.abc import Iterable
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from protocol.roque.actions import PASS, Bid, Bury, Play, RoqueAction, write_action
from protocol.roque.events import BidMade, Buried, DealEnded, Dealt, GameEnded, Passed, Played
from protocol.setup import OptionName, OptionValue, Setup
from protocol.vocabulary import Event
from server.rules.deck import SHUFFLE_VERSION
from server.rules.game import Label
from server.rules.records import COMMITMENT_SCHEME, FORMAT, Text, read_line, write_hex
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
    ended: list[DealEnded] = []
    deals: list[DealRecord] = []
    actions: list[tuple[int, str]] = []
    dealt: Dealt | None = None
    complete = False
    for event in events:
        match event:
            case Dealt():
                dealt, actions = event, []
            case BidMade() | Passed() | Buried() | Played():
                actions.append((event.seat, write_action(_action(event))))
            case DealEnded():
                assert dealt is not None
                ended.append(event)
                deals.append(_deal(event, dealt, actions))
            case GameEnded():
                complete = True
    name: Any = game
    players: Any = setup.players
    return Record(
        format=FORMAT,
        game=name,
        players=players,
        options=differing,
        deals=tuple(deals),
        totals=ended[-1].sheet.totals if ended else (0,) * setup.players,
        complete=complete,
        names=label.names if label else None,
        played_at=label.played_at if label else None,
        id=label.id if label else None,
        seed=write_hex(SHUFFLE_VERSION, [end.sheet.seed for end in ended]),
        commitment=write_hex(COMMITMENT_SCHEME, [end.sheet.commitment for end in ended]),
    )


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


def _deal(event: DealEnded, dealt: Dealt, actions: list[tuple[int, str]]) -> DealRecord:
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
