"""The records of games of several deals, read from JSON and made from events; each deal has one shuffle."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, Final, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from games.kit.deck import SHUFFLE_VERSION
from games.kit.records import COMMITTED, FORMAT, Text
from protocol.setup import OptionName, OptionValue, Setup
from protocol.vocabulary import Event
from server.rules.game import Label
from server.rules.records import read_line, write_hex

D = TypeVar("D", bound=Event)
E = TypeVar("E", bound=Event)

BySeat = Annotated[tuple[int, ...], Meta(max_length=10)]
"""A number for each seat; no game has more than ten."""

CardText = Annotated[str, Meta(max_length=8)]

SeatAction = tuple[int, Annotated[str, Meta(max_length=16)]]

_ENCODER: Final = msgspec.json.Encoder()


class _Origin(Struct, frozen=True, kw_only=True):
    """Where a game comes from; a record ends with these keys, because they are keyword-only."""

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


class DealtGameRecord(_Origin, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One game; the record of each game narrows ``game``, ``players`` and ``deals``."""

    format: Literal["chwech-record/1"]
    """Always ``FORMAT``."""

    game: str
    players: int
    """The number of players."""

    options: dict[OptionName, OptionValue]
    """The options that differ from their default."""

    deals: tuple[Any, ...]
    """The finished deals, in order."""

    totals: BySeat
    """The scores of all deals, by seat."""

    complete: bool
    """True if the game was played to its end."""


def write_record(record: DealtGameRecord) -> str:
    """Return a record as one line, without its line end."""
    return _ENCODER.encode(record).decode()


class Recording(Struct, Generic[D, E], frozen=True):
    """How the records of a game are read, and made from its events."""

    record: type[DealtGameRecord]
    allowed: Mapping[str, str]
    """For keys with few values, those values in words."""

    dealt: type[D]
    """The event of a deal."""

    ended: type[E]
    """The event with the score of a deal; its ``sheet`` has the totals, the seed and the commitment."""

    over: type[Event]
    """The event of the end of the game."""

    action_reader: Callable[[], Callable[[Event], SeatAction | None]]
    """Returns a function that gets each event of one game in order, and returns the action behind it, if any."""

    deal: Callable[[E, D, Sequence[SeatAction]], object]
    """Returns the record of a deal, from its score, its cards and its actions."""

    more: Callable[[Sequence[Event]], dict[str, Any]] = lambda _events: {}
    """Returns the keys that only this game has, from all its events."""

    def read(self, line: bytes) -> DealtGameRecord:
        """Read one line of a file of records.

        Raises:
            RecordFault: the line is not a record of this game; whether it follows the rules is not checked here.
        """
        return read_line(self.record, line, {"format": FORMAT, **self.allowed})

    def make(
        self, game: str, setup: Setup, differing: Mapping[str, OptionValue], events: Iterable[Event], label: Label
    ) -> DealtGameRecord:
        """Return the record of a game, made from all its events; an unfinished deal is left out."""
        played = list(events)
        deals, sheets = self._deals(played)
        return self.record(
            format=FORMAT,
            game=game,
            players=setup.players,
            options=dict(differing),
            deals=deals,
            totals=sheets[-1].totals if sheets else (0,) * setup.players,
            complete=any(isinstance(event, self.over) for event in played),
            names=label.names,
            played_at=label.played_at,
            id=label.id,
            seed=write_hex(SHUFFLE_VERSION, [sheet.seed for sheet in sheets]),
            commitment=write_hex(COMMITTED, [sheet.commitment for sheet in sheets]),
            **self.more(played),
        )

    def _deals(self, events: Iterable[Event]) -> tuple[tuple[object, ...], list[Any]]:
        """Return the records of the finished deals, and their score sheets."""
        action_of = self.action_reader()
        deals: list[object] = []
        sheets: list[Any] = []
        actions: list[SeatAction] = []
        dealt: D | None = None
        for event in events:
            action = action_of(event)
            if action is not None:
                actions.append(action)
            elif isinstance(event, self.dealt):
                dealt = event
            elif isinstance(event, self.ended):
                assert dealt is not None
                deals.append(self.deal(event, dealt, tuple(actions)))
                scored: Any = event
                sheets.append(scored.sheet)
                actions = []
        return tuple(deals), sheets
