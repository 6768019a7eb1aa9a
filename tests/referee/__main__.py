"""The referee as a command: `python -m tests.referee FILE…` prints each difference and a summary."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tests.referee.referee import check_line


def main(names: list[str]) -> int:
    """Check files of records, one game a line; return 0 if there are games and every one keeps to the rules, else 1."""
    games = faulty = 0
    try:
        for place, line in lines_of(names):
            faults = check_line(line)
            games += 1
            faulty += bool(faults)
            for fault in faults:
                print(f"{place}: {fault}")
    except OSError as error:
        print(f"{error.filename}: {error.strerror}")
        return 1
    print(f"{games} games replayed, {faulty} with differences")
    return 1 if faulty or not games else 0


def lines_of(names: list[str]) -> Iterator[tuple[str, bytes]]:
    """Give every line of some files with the place where it stands."""
    for name in names:
        with Path(name).open("rb") as lines:
            for number, line in enumerate(lines, 1):
                yield f"{name}:{number}", line


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
