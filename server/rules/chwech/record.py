"""The game record ``chwech-record/1``: one game as one line of JSON (``docs/records.md``); no game is replayed here."""

import json
import re
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from protocol.setup import OptionName, OptionValue, Setup
from server.rules.deck import SHUFFLE_VERSION
from server.rules.game import InvalidRecord

FORMAT: Final = "chwech-record/1"
"""The only format known."""

LONGEST: Final = 1 << 20
"""The most bytes a record may have; the longest real one has a tenth of that."""

COMMITMENT_SCHEME: Final = "sha256"
"""What commits to the seeds of a record, before the list of their hashes."""

_MOST_WORDS: Final = 250
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_ALLOWED: Final = {
    "format": "chwech-record/1",
    "game": "chwech",
    "ruleset": "revised or original",
    "players": "4, 5, 6 or 7",
    "end": "out or deadlock",
}
_PATH: Final = re.compile(r" - at `\$(?P<path>.*)`$")
_PARTS_OF_ACTION: Final = {"[0]": "seat", "[1]": "action"}
_PLACE: Final = re.compile(r"\.deals\[(?P<deal>\d+)\](\.actions\[(?P<action>\d+)\])?")

_Text = Annotated[str, Meta(max_length=1 << 14)]
_Cards = Annotated[tuple[Annotated[str, Meta(max_length=8)], ...], Meta(max_length=9)]
_BySeat = Annotated[tuple[int, ...], Meta(max_length=7)]


class RecordFault(InvalidRecord):
    """What is wrong with a record, and where."""

    def __init__(self, why: str, deal: int | None = None, action: int | None = None) -> None:
        """Say what is wrong; deals and actions count from 1."""
        super().__init__(why)
        self.why = why if len(why) <= _MOST_WORDS else f"{why[:_MOST_WORDS]}…"
        """What is wrong, and what would be right."""
        self.deal = deal
        """The deal, if it is about one."""
        self.action = action
        """The action, if it is about one."""

    def __str__(self) -> str:
        """Name the place, then the fault."""
        places = [f"deal {self.deal}"] if self.deal else []
        places += [f"action {self.action}"] if self.action else []
        return f"{', '.join(places)}: {self.why}" if places else self.why


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


class Record(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
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

    names: Annotated[tuple[_Text, ...], Meta(max_length=7)] | None = None
    """One name a seat."""

    played_at: _Text | None = None
    """When."""

    id: _Text | None = None
    """Which."""

    seed: _Text | None = None
    """``deal-v1``, then the seed of each deal in hex: it gives the hands."""

    commitment: _Text | None = None
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
        return self._hex("seed", self.seed, SHUFFLE_VERSION)

    def commitments(self) -> tuple[bytes, ...] | None:
        """Give the SHA-256 of each seed, or None where the record has none.

        Raises:
            RecordFault: the hashes cannot be read, or are not one for each deal.
        """
        return self._hex("commitment", self.commitment, COMMITMENT_SCHEME)

    def _hex(self, key: str, text: str | None, scheme: str) -> tuple[bytes, ...] | None:
        if text is None:
            return None
        first, *words = text.split(" ")
        if first != scheme or len(words) != len(self.deals) or not all(map(_THIRTY_TWO_BYTES.fullmatch, words)):
            raise RecordFault(f"{key}: write {scheme} and 64 hex digits for each of the {len(self.deals)} deals")
        return tuple(bytes.fromhex(word) for word in words)


_THIRTY_TWO_BYTES: Final = re.compile(r"[0-9a-f]{64}")
_decoder: Final = msgspec.json.Decoder(Record)
_encoder: Final = msgspec.json.Encoder()


def read_record(line: bytes) -> Record:
    """Read one line of a file of records.

    Raises:
        RecordFault: the line is no record; nothing is said of whether a record holds.
    """
    if len(line) > LONGEST:
        raise RecordFault(f"a record has at most {LONGEST} bytes")
    if line.startswith(_BYTE_ORDER_MARK):
        raise RecordFault("a byte order mark stands before the record: write plain UTF-8")
    try:
        line.decode()
        record = _decoder.decode(line)
    except msgspec.ValidationError as fault:
        raise _located(str(fault)) from None
    except UnicodeDecodeError as fault:
        raise RecordFault(f"this is no UTF-8: {fault.reason} (byte {fault.start})") from None
    except (msgspec.DecodeError, RecursionError) as fault:
        raise RecordFault(f"this is no JSON object of a game: {fault}") from None
    # What has come so far is small and flat, so the plain parser, which alone sees a key twice, is safe.
    json.loads(line, object_pairs_hook=_refuse_twice)
    return record


def _refuse_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Refuse a key that stands twice: two readers would see two games."""
    keys = dict(pairs)
    if len(keys) < len(pairs):
        names = [name for name, _ in pairs]
        raise RecordFault(f"{next(name for name in names if names.count(name) > 1)}: the key stands twice")
    return keys


def write_record(record: Record) -> bytes:
    """Write a record as one line, without its end."""
    return _encoder.encode(record)


def _located(text: str) -> RecordFault:
    """Take the place in the record out of the text of a fault."""
    found = _PATH.search(text)
    if found is None:
        return RecordFault(text)
    why, path = text[: found.start()], found["path"]
    allowed = _ALLOWED.get(path.rpartition(".")[2])
    if allowed and why.startswith("Invalid enum value"):
        why = f"{why}, write {allowed}"
    place = _PLACE.match(path)
    if place is None:
        return RecordFault(f"{path.lstrip('.')}: {why}")
    action = place["action"]
    rest = path[place.end() :].lstrip(".")
    rest = _PARTS_OF_ACTION.get(rest, rest) if action else rest
    return RecordFault(f"{rest}: {why}" if rest else why, int(place["deal"]) + 1, int(action) + 1 if action else None)
