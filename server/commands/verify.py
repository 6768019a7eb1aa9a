"""The command ``verify``: replays records and prints one line for each that is invalid.

A file is read line by line and never held in memory: a hostile one needs no more memory than the longest valid record.
"""

import argparse
import contextlib
import sys
from collections.abc import Iterator
from typing import BinaryIO, Final

from server.rules.game import InvalidRecord
from server.rules.records import LONGEST, RecordFault, name_of_game
from server.rules.registry import GAMES

HOLDS: Final = 0

FAULTY: Final = 1

UNREADABLE: Final = 2


def main(argv: list[str]) -> int:
    """Check the files, print each fault, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="chwech verify",
        description="Play recorded games again and check everything they say.",
        epilog="Exit status: 0 all hold, 1 a record does not, 2 a file cannot be read.",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file of records, one a line; - for standard input")
    return max([_verify_file(name) for name in parser.parse_args(argv).files])


class _UnreadableError(Exception):
    """A file that cannot be read completely."""


def _verify_file(name: str) -> int:
    status, records = HOLDS, 0
    try:
        for number, line in enumerate(_lines(name), start=1):
            if not line.strip():
                continue
            records += 1
            try:
                _check(line.rstrip(b"\r\n"))
            except InvalidRecord as fault:
                print(f"{_shown(name)}:{number}: {_shown(str(fault))}", flush=True)
                status = FAULTY
    except _UnreadableError as fault:
        print(f"chwech verify: {_shown(name)}: {fault}", file=sys.stderr)
        return UNREADABLE
    if not records:
        print(f"chwech verify: {_shown(name)}: there is no record in it", file=sys.stderr)
    return status


def _check(line: bytes) -> None:
    name = name_of_game(line)
    if name not in GAMES:
        raise RecordFault(f"game: there is no game {name[:40]!r}, there are {', '.join(GAMES)}")
    for _ in GAMES[name].replay(line.decode()):
        pass


def _lines(name: str) -> Iterator[bytes]:
    """Return each line of a file; of one that is longer than any record, a beginning that is still too long."""
    try:
        with contextlib.ExitStack() as closing:
            stream: BinaryIO = sys.stdin.buffer
            if name != "-":
                stream = closing.enter_context(open(name, "rb"))  # noqa: PTH123 - a name may be no path at all
            yield from _beginnings(stream)
    except (OSError, ValueError) as fault:
        raise _UnreadableError(getattr(fault, "strerror", None) or str(fault)) from None


def _beginnings(stream: BinaryIO) -> Iterator[bytes]:
    """Return each line, truncated just beyond the length of a record; the rest of a longer one is skipped."""
    while line := stream.readline(LONGEST + 2):
        yield line
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST)


def _shown(text: str) -> str:
    """Return a text for one line of a terminal: unprintable characters are escaped."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)
