"""Random games with their records, one for each kind of game of several deals, and what is wrong with a record."""

import functools
import json
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from hypothesis import strategies as st

from games.kit.deck import SHUFFLE_VERSION
from games.kit.records import COMMITTED, FORMAT, RecordFault
from protocol.setup import Setup
from protocol.vocabulary import Event
from server.host.limits import NAME_CELLS
from server.rules.game import Game, Label
from server.rules.recording import DealtGameRecord, write_record
from server.rules.records import write_hex
from tests.conformance.auction_fives import AuctionFivesSubject
from tests.conformance.fives import FivesSubject
from tests.conformance.kit import Laws

Plain = dict[str, Any]
"""A record as JSON has it."""


class RecordedGame:
    """A random game and its record."""

    def __init__(self, setup: Setup, laws: Laws, seed: int = 1) -> None:
        """Take what is played; it is played when somebody asks for it."""
        self.game: Game[Any] = laws.game
        self.setup = setup
        self.laws = laws
        self._seed = seed

    @functools.cached_property
    def events(self) -> tuple[Event, ...]:
        """All events of the game."""
        return tuple(step.event for step in self.laws.play(self.setup, Random(self._seed)))

    @functools.cached_property
    def line(self) -> str:
        """The record as a line."""
        return self.line_of(self.events)

    def line_of(self, events: Iterable[Event]) -> str:
        """Give the record of some events as a line."""
        return self.game.record(self.setup, events, Label(("x",) * self.setup.players, "1", "now"))

    def record(self) -> Plain:
        """Give the record, which may be changed."""
        record: Plain = json.loads(self.line)
        return record

    def unproven(self) -> Plain:
        """Give the record without its seeds, which may be changed."""
        return {key: value for key, value in self.record().items() if key not in ("seed", "commitment")}

    def fault(self, record: Mapping[str, Any] | str) -> str:
        """Give what is wrong with a record, nothing where it holds."""
        return fault_of(self.game, record)


RECORDED = {
    "fives": RecordedGame(Setup("forty-five", 3), Laws(FivesSubject("forty-five"))),
    "auction_fives": RecordedGame(
        Setup("auction-forty-fives", 4, {"kitty": 3, "dealer_looks": True, "deals": 6}), Laws(AuctionFivesSubject()), 3
    ),
}
"""A game of each folder of the rules but Chwech's, whose records are made by itself, and of those of the kit."""


def longest(kind: type[DealtGameRecord], deal: object, deals: int, **fields: Any) -> int:  # noqa: ANN401 - of any game
    """Give the bytes of the longest record of a game, from its longest deal."""
    record = kind(
        format=FORMAT,
        deals=(deal,) * deals,
        complete=True,
        names=("\U00020000\u0323" * NAME_CELLS,) * fields["players"],
        played_at="2026-01-01T00:00:00+00:00",
        id="9" * 19,
        seed=write_hex(SHUFFLE_VERSION, ["5e" * 32] * deals),
        commitment=write_hex(COMMITTED, ["c0" * 32] * deals),
        **fields,
    )
    return len(write_record(record).encode())


def fault_of(game: Game[Any], record: Mapping[str, Any] | str) -> str:
    """Give what is wrong with a record, nothing where it holds."""
    try:
        for _ in game.replay(record if isinstance(record, str) else json.dumps(record)):
            pass
    except RecordFault as found:
        return str(found)
    return ""


def damaged(line: bytes, data: st.DataObject) -> bytes:
    """Give a record in which one to four bytes are others."""
    found = bytearray(line)
    for _ in range(data.draw(st.integers(1, 4))):
        found[data.draw(st.integers(0, len(found) - 1))] = data.draw(st.integers(0, 255))
    return bytes(found)
