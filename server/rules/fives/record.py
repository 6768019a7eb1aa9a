"""The record of a game of the Fives (rules, section 7), read from JSON and made from events."""

from collections.abc import Iterable
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from protocol.fives.actions import DECLINE, JINK, SWEEP, FivesAction, Play, Rob, TakeJoker, write_action
from protocol.fives.events import (
    DealEnded,
    Dealt,
    Declined,
    Ending,
    GameEnded,
    Jinked,
    JokerTaken,
    Played,
    Robbed,
    Swept,
    TrickTaken,
)
from protocol.setup import OptionName, OptionValue, Setup
from protocol.vocabulary import Event, Seat
from server.rules.deck import SHUFFLE_VERSION
from server.rules.fives.options import OPTIONS
from server.rules.fives.variant import HAND
from server.rules.game import Label
from server.rules.records import COMMITMENT_SCHEME, FORMAT, Text, read_line, write_hex

_Card = Annotated[str, Meta(max_length=8)]
_BySeat = Annotated[tuple[int, ...], Meta(max_length=10)]


class DealRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One deal; every list except ``turned`` and ``actions`` is by seat."""

    dealer: int
    """The dealer."""

    hands: Annotated[tuple[Annotated[tuple[_Card, ...], Meta(max_length=5)], ...], Meta(max_length=10)]
    """The cards as dealt."""

    turned: Annotated[tuple[_Card, ...], Meta(max_length=2)]
    """The turn-up; if that is the Joker, also the card turned up after it."""

    actions: Annotated[tuple[tuple[int, Annotated[str, Meta(max_length=16)]], ...], Meta(max_length=60)]
    """Each action with its seat, in order."""

    won: _BySeat
    """Tricks taken."""

    scores: _BySeat
    """The points that each seat's side scored in this deal; in Spoil Five the chips won, or below 0 those paid."""

    end: Literal["played", "won", "swept", "jinked", "spoilt", "shared"]
    """The way in which the deal ended."""

    best: tuple[int, _Card] | None = None
    """The holder of the best card, if it scored, and the card."""


class Record(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One game."""

    format: Literal["chwech-record/1"]
    """Always ``FORMAT``."""

    game: Literal["twenty-five", "forty-five", "spoil-five"]
    """The game."""

    players: Literal[3, 4, 5, 6, 7, 8, 9, 10]
    """The number of players."""

    options: dict[OptionName, OptionValue]
    """The options that differ from their default."""

    deals: Annotated[tuple[DealRecord, ...], Meta(max_length=200)]
    """The finished deals, in order."""

    totals: _BySeat
    """The scores of all deals, by seat."""

    complete: bool
    """True if the game was played to its end."""

    chips: _BySeat | None = None
    """With a pool, the chips of each seat at the end of a complete game."""

    names: Annotated[tuple[Text, ...], Meta(max_length=10)] | None = None
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
    "players": "3 to 10",
    "end": ", ".join(ending.value for ending in Ending),
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
    takers: list[Seat] = []
    dealt: Dealt | None = None
    chips: tuple[int, ...] | None = None
    complete = False
    for event in events:
        match event:
            case Dealt():
                dealt, actions, takers = event, [], []
            case TrickTaken(seat):
                takers.append(seat)
            case JokerTaken() | Robbed() | Declined() | Played():
                actions.append((event.seat, write_action(_action(event))))
            case Jinked(seat):
                actions.append((seat, write_action(JINK)))
            case Swept(seat) if takers.count(seat) == len(takers) < HAND:
                # Otherwise the pool was taken with the trick, without a choice.
                actions.append((seat, write_action(SWEEP)))
            case DealEnded():
                assert dealt is not None
                ended.append(event)
                deals.append(_deal(event, dealt, actions))
            case GameEnded():
                complete, chips = True, event.chips or None
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
        chips=chips,
        names=label.names if label else None,
        played_at=label.played_at if label else None,
        id=label.id if label else None,
        seed=write_hex(SHUFFLE_VERSION, [end.sheet.seed for end in ended]),
        commitment=write_hex(COMMITMENT_SCHEME, [end.sheet.commitment for end in ended]),
    )


def _action(event: JokerTaken | Robbed | Declined | Played) -> FivesAction:
    """Return the action behind an event of the log."""
    match event:
        case Played():
            return Play(event.card)
        case Declined():
            return DECLINE
    assert event.discard is not None, "the log has it"
    return TakeJoker(event.discard) if isinstance(event, JokerTaken) else Rob(event.discard)


def _deal(event: DealEnded, dealt: Dealt, actions: list[tuple[int, str]]) -> DealRecord:
    sheet = event.sheet
    turned = [dealt.turn_up] if dealt.next_up is None else [dealt.turn_up, dealt.next_up]
    end: Any = sheet.ending.value
    return DealRecord(
        dealer=sheet.dealer,
        hands=tuple(tuple(card.text for card in hand) for hand in dealt.hands),
        turned=tuple(card.text for card in turned),
        actions=tuple(actions),
        won=sheet.tricks,
        scores=sheet.points,
        end=end,
        best=None if sheet.best is None else (sheet.best.seat, sheet.best.card.text),
    )
