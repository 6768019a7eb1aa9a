"""What can be said of a record without the rules of its game (``docs/records.md``)."""

import msgspec
from msgspec import Struct

from games.kit.records import Text, decoded


class _Named(Struct, frozen=True):
    """The first part of every record."""

    game: str


def name_of_game(line: bytes) -> str:
    """Return the name of the game that a line of a file of records is about.

    Raises:
        RecordFault: the line is not a record of any game.
    """
    return decoded(_Named, line).game


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
