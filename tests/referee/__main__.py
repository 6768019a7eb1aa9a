"""The referee as a command: `python -m tests.referee FILE…` prints each difference and a summary."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.referee.referee import check_line


def main(names: list[str]) -> int:
    """Check files of records, one game a line; return 0 if every game keeps to the rules and 1 if not."""
    games = faulty = 0
    for name in names:
        with Path(name).open("rb") as lines:
            for number, line in enumerate(lines, 1):
                faults = check_line(line)
                games += 1
                faulty += bool(faults)
                for fault in faults:
                    print(f"{name}:{number}: {fault}")
    print(f"{games} games replayed, {faulty} with differences")
    return 1 if faulty or not games else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
