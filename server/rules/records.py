"""The parts common to the records of all games: one line of JSON, read strictly (``docs/records.md``)."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import msgspec
from msgspec import Struct

from games.kit.records import RecordFault, Text, decoded, once
from protocol.language import N_, sentence
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Seat
from protocol.wording import told
from server.rules.game import InvalidSetup

T = TypeVar("T")

Differing = Callable[[int, dict[str, OptionValue]], Mapping[str, OptionValue]]
"""Returns the chosen options that differ from their defaults, for a number of players."""


def read_line(kind: type[T], line: bytes, allowed: Mapping[str, str]) -> T:
    """Read one line of a file of records.

    Args:
        kind: the record type of the game.
        line: the line, without its line end.
        allowed: for keys with few values, those values in words.

    Raises:
        RecordFault: the line is not a record of this type; the rules of the game are not checked here.
    """
    record = decoded(kind, line, allowed)
    # The data is known to be small and flat here, so the plain parser, which alone detects duplicate keys, is safe.
    json.loads(line, object_pairs_hook=once)
    return record


class _Named(Struct, frozen=True):
    """The first part of every record."""

    game: str


def name_of_game(line: bytes) -> str:
    """Return the name of the game that a line of a file of records is about.

    Raises:
        RecordFault: the line is not a record of any game.
    """
    return decoded(_Named, line, {}).game


def check_game(said: str, name: str) -> None:
    """Check that a record is one of the game of this name.

    Raises:
        RecordFault: it is a record of another.
    """
    if said != name:
        raise RecordFault(sentence("game: this is a record of {game}, not of {other}", game=said, other=name))


class _Deals(Struct):
    """As much of a record as counting its deals needs."""

    deals: tuple[msgspec.Raw, ...] = ()
    seed: Text | None = None
    commitment: Text | None = None


def count_deals(record: str) -> int:
    """Return the number of deals of a record; 0 if it is not of this format."""
    try:
        return len(msgspec.json.decode(record, type=_Deals).deals)
    except msgspec.DecodeError:
        return 0


def count_proven(record: str) -> int:
    """Return the number of seeds that a valid record has beside their commitments."""
    read = msgspec.json.decode(record, type=_Deals)
    return 0 if read.seed is None or read.commitment is None else read.seed.count(" ")


def check_form(setup: Setup, names: Sequence[str] | None, differing: Differing) -> None:
    """Check the options and names of a record, which need no replay.

    Raises:
        RecordFault: an option is unknown, or written though it has its default; or the names do not match the seats.
    """
    try:
        usual = setup.options.keys() - differing(setup.players, setup.options).keys()
    except InvalidSetup as fault:
        why = str(fault)
        raise RecordFault(f"options: {told(why)}") from None
    if usual:
        why = N_("options: {option} has its default, and only the others are written")
        raise RecordFault(sentence(why, option=min(usual)))
    if names is not None and len(names) != setup.players:
        raise RecordFault(sentence("names: {names} for {seats} seats", names=len(names), seats=setup.players))


def first_dealer(dealer: int, players: int) -> Seat:
    """Return the seat that deals first.

    Raises:
        RecordFault: there is no such seat.
    """
    if not 0 <= dealer < players:
        raise RecordFault(
            sentence("dealer: {dealer} is no seat, they are 0 to {last}", dealer=dealer, last=players - 1), 1
        )
    return Seat(dealer)


def write_hex(scheme: str, words: list[str | None]) -> str | None:
    """Return a scheme and its words, one for each deal; None if a deal has no word."""
    known = [word for word in words if word is not None]
    return " ".join([scheme, *known]) if known and len(known) == len(words) else None


def compare(key: str, said: object, right: object) -> None:
    """Check that a record says what the rules give.

    Raises:
        RecordFault: they differ.
    """
    if said != right:
        why = N_("{key}: {said} is said, and the rules give {right}")
        raise RecordFault(sentence(why, key=key, said=_plain(said), right=_plain(right)))


def _plain(value: object) -> str:
    return str(list(value)) if isinstance(value, tuple) else str(value)
