"""The game record ``chwech-record/1``: one game as one line of JSON (``docs/records.md``); no game is replayed here."""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from protocol.setup import OptionName, OptionValue, Setup
from server.rules.records import FORMAT, RecordFault, Text, read_commitments, read_line, read_seeds

_ALLOWED: Final = {
    "format": FORMAT,
    "game": "chwech",
    "ruleset": "revised or original",
    "players": "4, 5, 6 or 7",
    "end": "out or deadlock",
}

_Cards = Annotated[tuple[Annotated[str, Meta(max_length=8)], ...], Meta(max_length=9)]
_BySeat = Annotated[tuple[int, ...], Meta(max_length=7)]


class DealRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """One deal, every list but ``actions`` by seat."""

    dealer: int
    """Who dealt."""

    hands: Annotated[tuple[_Cards, ...], Meta(max_length=7)]
    """The cards as dealt."""

    actions: Annotated[tuple[tuple[int, Annotated[str, Meta(max_length=8)]], ...], Meta(max_length=2000)]
    """Who did what, in order, passes included."""

    won: _BySeat
    """Cards won."""

    left: _BySeat
    """Cards left in hand."""

    scores: _BySeat
    """The scores."""

    end: Literal["out", "deadlock"]
    """How the deal ended."""


class GameRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One game."""

    format: Literal["chwech-record/1"]
    """Always ``FORMAT``."""

    game: Literal["chwech"]
    """The game."""

    ruleset: Literal["revised", "original"]
    """How Aces and Jokers count."""

    players: Literal[4, 5, 6, 7]
    """How many seats."""

    options: dict[OptionName, OptionValue]
    """The other options that differ from their default."""

    deals: Annotated[tuple[DealRecord, ...], Meta(max_length=24)]
    """The deals that were finished, in order."""

    totals: _BySeat
    """The scores of all deals, by seat."""

    complete: bool
    """Whether the game was played to its end."""

    names: Annotated[tuple[Text, ...], Meta(max_length=7)] | None = None
    """One name a seat."""

    played_at: Text | None = None
    """When."""

    id: Text | None = None
    """Which."""

    seed: Text | None = None
    """``deal-v1``, then the seed of each deal in hex: it gives the hands."""

    commitment: Text | None = None
    """``sha256``, then the SHA-256 of each seed in hex: it was told before the first card."""

    def setup(self) -> Setup:
        """Give the setup that the game was played by.

        Raises:
            RecordFault: players or ruleset are among the options.
        """
        if "ruleset" in self.options:
            raise RecordFault("options: the ruleset has a key of its own")
        options = dict(self.options)
        if self.ruleset != "revised":
            options["ruleset"] = self.ruleset
        return Setup(players=self.players, options=options)

    def seeds(self) -> tuple[bytes, ...] | None:
        """Give the seed of each deal, or None where the record has none.

        Raises:
            RecordFault: the seeds cannot be read, or are not one for each deal.
        """
        return read_seeds(self.seed, len(self.deals))

    def commitments(self) -> tuple[bytes, ...] | None:
        """Give the SHA-256 of each seed, or None where the record has none.

        Raises:
            RecordFault: the hashes cannot be read, or are not one for each deal.
        """
        return read_commitments(self.commitment, len(self.deals))


_encoder: Final = msgspec.json.Encoder()


def read_record(line: bytes) -> GameRecord:
    """Read one line of a file of records.

    Raises:
        RecordFault: the line is no record; nothing is said of whether a record holds.
    """
    return read_line(GameRecord, line, _ALLOWED)


def write_record(record: GameRecord) -> bytes:
    """Write a record as one line, without its end."""
    return _encoder.encode(record)
