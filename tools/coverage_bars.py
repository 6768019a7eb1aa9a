"""Hold the measured branch coverage of each part against its bar; this script runs no test."""

import io
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from coverage import Coverage
from coverage.exceptions import NoDataError


@dataclass(frozen=True, slots=True)
class Bar:
    """The least coverage of one part."""

    name: str
    """What the table calls the part."""
    least: float
    """Per cent of lines and branches together."""
    include: tuple[str, ...]
    """The files of the part."""
    omit: tuple[str, ...] = ()
    """Those of them that have a bar of their own."""


BARS: Final = (
    Bar("games/kit", 99, ("games/kit/*",)),
    Bar("protocol", 99, ("protocol/*",)),
    Bar("server/storage", 98, ("server/storage/*",)),
    Bar("server/tables", 99, ("server/tables/*",)),
    Bar("games", 90, ("games/*",), omit=("games/kit/*",)),
    Bar("server", 90, ("server/*",), omit=("server/storage/*", "server/tables/*")),
    Bar("chwech_tui", 90, ("chwech_tui/*",)),
    Bar("chwech.py", 90, ("chwech.py",)),
    Bar("lab", 90, ("lab/*",)),
)
"""What others rely on is covered by its own tests alone, but for a line in a hundred; the rest by all."""


def measure(coverage: Coverage, bar: Bar) -> tuple[float, str]:
    """Give the coverage of a part, and the report of what it misses."""
    report = io.StringIO()
    try:
        # An omit list replaces the configured one, and an empty one counts as none.
        reached = coverage.report(include=[*bar.include], omit=[*bar.omit] or None, file=report, precision=2)
    except NoDataError:
        return 0.0, f"nothing of {bar.name} was run\n"
    return reached, report.getvalue()


def main(names: Sequence[str] = ()) -> int:
    """Print one line for each part, or each that is named; give 1 if any is too low, after saying what it misses."""
    coverage = Coverage()
    coverage.load()
    reports = []
    print("branch coverage")
    for bar in [bar for bar in BARS if not names or bar.name in names]:
        reached, report = measure(coverage, bar)
        low = reached < bar.least
        print(f"  {bar.name:<14}{reached:7.2f} %  (bar {bar.least:.0f} %){'  TOO LOW' if low else ''}")
        if low:
            reports.append(report)
    print("\n".join(reports), end="")
    return 1 if reports else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
