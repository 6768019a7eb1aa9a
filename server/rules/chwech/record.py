"""The game record ``chwech-record/1``: one game as one line of JSON (``docs/records.md``); nothing is replayed here."""

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
    """One deal; every list except ``actions`` is by seat."""

    dealer: int
    """The dealer."""

    hands: Annotated[tuple[_Cards, ...], Meta(max_length=7)]
    """The cards as dealt."""

    actions: Annotated[tuple[tuple[int, Annotated[str, Meta(max_length=8)]], ...], Meta(max_length=2000)]
    """Each action with its seat, in order, passes included."""

    won: _BySeat
    """Cards won."""

    left: _BySeat
    """Cards left in hand."""

    scores: _BySeat
    """The scores."""

    end: Literal["out", "deadlock"]
    """The way in which the deal ended."""


class GameRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One game."""

    format: Literal["chwech-record/1"]
    """Always ``FORMAT``."""

    game: Literal["chwech"]
    """The game."""

    ruleset: Literal["revised", "original"]
    """The rules for Aces and Jokers."""

    players: Literal[4, 5, 6, 7]
    """The number of players."""

    options: dict[OptionName, OptionValue]
    """The other options that differ from their default."""

    deals: Annotated[tuple[DealRecord, ...], Meta(max_length=24)]
    """The finished deals, in order."""

    totals: _BySeat
    """The scores of all deals, by seat."""

    complete: bool
    """True if the game was played to its end."""

    names: Annotated[tuple[Text, ...], Meta(max_length=7)] | None = None
    """One name per seat."""

    played_at: Text | None = None
    """When the game was played."""

    id: Text | None = None
    """The id of the game."""

    seed: Text | None = None
    """``deal-v1``, then the seed of each deal in hex; the hands can be derived from it."""

    commitment: Text | None = None
    """``sha256``, then the SHA-256 of each seed in hex, as published before the first card."""

    def setup(self) -> Setup:
        """Return the setup of the game.

        Raises:
            RecordFault: the ruleset is among the options.
        """
        if "ruleset" in self.options:
            raise RecordFault("options: the ruleset has a key of its own")
        options = dict(self.options)
        if self.ruleset != "revised":
            options["ruleset"] = self.ruleset
        return Setup(self.game, self.players, options)

    def seeds(self) -> tuple[bytes, ...] | None:
        """Return the seed of each deal; None if the record has no seeds.

        Raises:
            RecordFault: the seeds cannot be read, or there is not one for each deal.
        """
        return read_seeds(self.seed, len(self.deals))

    def commitments(self) -> tuple[bytes, ...] | None:
        """Return the SHA-256 of each seed; None if the record has no commitments.

        Raises:
            RecordFault: the hashes cannot be read, or there is not one for each deal.
        """
        return read_commitments(self.commitment, len(self.deals))


_encoder: Final = msgspec.json.Encoder()


def read_record(line: bytes) -> GameRecord:
    """Read one line of a file of records.

    Raises:
        RecordFault: the line is not a record; whether it follows the rules of the game is not checked here.
    """
    return read_line(GameRecord, line, _ALLOWED)


def write_record(record: GameRecord) -> bytes:
    """Return a record as one line, without its line end."""
    return _encoder.encode(record)
