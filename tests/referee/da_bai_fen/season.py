"""A season: games of chance at every kind of table, played by the program and replayed by the referee.

`python -m tests.referee.da_bai_fen.season [GAMES]` plays so many (or 2,000) of each game, and prints each difference.
"""

from __future__ import annotations

import sys

from protocol.da_bai_fen.actions import write_action
from tests.referee.da_bai_fen.referee import HOUSES
from tests.referee.program import Family, season

__all__ = ["FAMILY", "main"]

FAMILY = Family(HOUSES, write_action, lambda text: text in {"void", "--"})


def main(words: list[str]) -> int:
    """Play a season and print its differences; return 0 if there are none and 1 if there are."""
    return season(FAMILY, words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
