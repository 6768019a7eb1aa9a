"""The parts common to the records of all games: one line of JSON, read strictly (``docs/records.md``)."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import Meta, Struct

from games.kit.deck import SHUFFLE_VERSION, commitment
from games.kit.records import RecordFault
from protocol.language import N_, sentence
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Seat
from protocol.wording import told
from server.rules.game import InvalidSetup

T = TypeVar("T")

Differing = Callable[[int, dict[str, OptionValue]], Mapping[str, OptionValue]]
"""Returns the chosen options that differ from their defaults, for a number of players."""

FORMAT: Final = "chwech-record/1"
"""The only known format."""

LONGEST: Final = 1 << 20
"""The longest permitted record, in bytes; the longest real one has a tenth of that."""

COMMITMENT_SCHEME: Final = "sha256"
"""The name of the hash that commits to the seeds, which stands before the list of hashes."""

Text = Annotated[str, Meta(max_length=1 << 14)]
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_PATH: Final = re.compile(r" - at `\$(?P<path>.*)`$")
_PARTS_OF_ACTION: Final = {"[0]": "seat", "[1]": "action"}
_PLACE: Final = re.compile(r"\.deals\[(?P<deal>\d+)\](\.actions\[(?P<action>\d+)\])?")
_THIRTY_TWO_BYTES: Final = re.compile(r"[0-9a-f]{64}")


def read_line(kind: type[T], line: bytes, allowed: Mapping[str, str]) -> T:
    """Read one line of a file of records.

    Args:
        kind: the record type of the game.
        line: the line, without its line end.
        allowed: for keys with few values, those values in words.

    Raises:
        RecordFault: the line is not a record of this type; the rules of the game are not checked here.
    """
    record = _decoded(kind, line, allowed)
    # The data is known to be small and flat here, so the plain parser, which alone detects duplicate keys, is safe.
    json.loads(line, object_pairs_hook=_refuse_twice)
    return record


def _decoded(kind: type[T], line: bytes, allowed: Mapping[str, str]) -> T:
    if len(line) > LONGEST:
        raise RecordFault(sentence("a record has at most {bytes} bytes", bytes=LONGEST))
    if line.startswith(_BYTE_ORDER_MARK):
        raise RecordFault(sentence("a byte order mark stands before the record: write plain UTF-8"))
    try:
        line.decode()
        return msgspec.json.decode(line, type=kind)
    except msgspec.ValidationError as fault:
        raise _located(str(fault), allowed) from None
    except UnicodeDecodeError as fault:
        why = sentence("this is no UTF-8: {reason} (byte {byte})", reason=fault.reason, byte=fault.start)
        raise RecordFault(why) from None
    except (msgspec.DecodeError, RecursionError) as fault:
        raise RecordFault(sentence("this is no JSON object of a game: {fault}", fault=fault)) from None


class _Named(Struct, frozen=True):
    """The first part of every record."""

    game: str


def name_of_game(line: bytes) -> str:
    """Return the name of the game that a line of a file of records is about.

    Raises:
        RecordFault: the line is not a record of any game.
    """
    return _decoded(_Named, line, {}).game


def check_game(said: str, name: str) -> None:
    """Check that a record is one of the game of this name.

    Raises:
        RecordFault: it is a record of another.
    """
    if said != name:
        raise RecordFault(sentence("game: this is a record of {game}, not of {other}", game=said, other=name))


def _refuse_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse duplicate keys: two readers could see two different games."""
    keys = dict(pairs)
    if len(keys) < len(pairs):
        names = [name for name, _value in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise RecordFault(sentence("{key}: the key stands twice", key=twice))
    return keys


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


def read_hex(key: str, text: str | None, scheme: str, deals: int) -> tuple[bytes, ...] | None:
    """Read 32 bytes for each deal, after the name of a scheme; None if there is no text.

    Raises:
        RecordFault: they cannot be read, or there is not one for each deal.
    """
    if text is None:
        return None
    first, *words = text.split(" ")
    if first != scheme or len(words) != deals or not all(map(_THIRTY_TWO_BYTES.fullmatch, words)):
        why = N_("{key}: write {scheme} and 64 hex digits for each of the {deals} deals")
        why = N_("{key}: write {scheme} and 64 hex digits") if deals == 1 else why
        raise RecordFault(sentence(why, key=key, scheme=scheme, deals=deals))
    return tuple(bytes.fromhex(word) for word in words)


def read_seeds(
    text: str | None, hashes: str | None, deals: int, scheme: str = SHUFFLE_VERSION
) -> tuple[bytes, ...] | None:
    """Read the seed of each deal, and check it against its commitment if a record has both.

    Raises:
        RecordFault: they cannot be read, there is not one for each deal, or a commitment is not that of its seed.
    """
    seeds = read_hex("seed", text, scheme, deals)
    commitments = read_hex("commitment", hashes, COMMITMENT_SCHEME, deals)
    if seeds is None or commitments is None:
        return seeds
    for number, (seed, hashed) in enumerate(zip(seeds, commitments, strict=True), start=1):
        if commitment(seed) != hashed.hex():
            raise RecordFault(sentence("the commitment is not the SHA-256 of the seed"), number)
    return seeds


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


def _located(text: str, allowed: Mapping[str, str]) -> RecordFault:
    """Turn a decoding error into a fault with its place in the record."""
    found = _PATH.search(text)
    if found is None:
        return RecordFault(text)
    why, path = text[: found.start()], found["path"]
    write = allowed.get(path.rpartition(".")[2])
    if write and why.startswith("Invalid enum value"):
        why = f"{why}, write {write}"
    place = _PLACE.match(path)
    if place is None:
        return RecordFault(f"{path.lstrip('.')}: {why}")
    action = place["action"]
    rest = path[place.end() :].lstrip(".")
    rest = _PARTS_OF_ACTION.get(rest, rest) if action else rest
    return RecordFault(f"{rest}: {why}" if rest else why, int(place["deal"]) + 1, int(action) + 1 if action else None)
