"""The game record ``chwech-record/1``: one game as one line of JSON (``docs/records.md``); nothing is replayed here."""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from protocol.language import sentence
from protocol.setup import OptionName, OptionValue, Setup
from server.rules.records import FORMAT, RecordFault, Text, read_line

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
    hands: Annotated[tuple[_Cards, ...], Meta(max_length=7)]
    actions: Annotated[tuple[tuple[int, Annotated[str, Meta(max_length=8)]], ...], Meta(max_length=2000)]
    """Each action with its seat, in order, passes included."""

    won: _BySeat
    left: _BySeat
    scores: _BySeat
    end: Literal["out", "deadlock"]


class GameRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One game."""

    format: Literal["chwech-record/1"]
    game: Literal["chwech"]
    ruleset: Literal["revised", "original"]
    players: Literal[4, 5, 6, 7]
    options: dict[OptionName, OptionValue]
    """The other options that differ from their default."""

    deals: Annotated[tuple[DealRecord, ...], Meta(max_length=24)]
    totals: _BySeat
    complete: bool
    names: Annotated[tuple[Text, ...], Meta(max_length=7)] | None = None
    played_at: Text | None = None
    id: Text | None = None
    hinted: _BySeat = ()
    """The seats on which hints were taken, in order."""

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
            raise RecordFault(sentence("options: the ruleset has a key of its own"))
        options = dict(self.options)
        if self.ruleset != "revised":
            options["ruleset"] = self.ruleset
        return Setup(self.game, self.players, options)


def read_record(line: bytes) -> GameRecord:
    """Read one line of a file of records.

    Raises:
        RecordFault: the line is not a record; whether it follows the rules of the game is not checked here.
    """
    return read_line(GameRecord, line, _ALLOWED)


def write_record(record: GameRecord) -> bytes:
    """Return a record as one line, without its line end."""
    return msgspec.json.encode(record)
