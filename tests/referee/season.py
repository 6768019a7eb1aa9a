"""A season: games of bots at every table there can be, played by the program and replayed by the referee.

`python -m tests.referee.season [GAMES]` plays so many games at each table (or 100) and prints each difference.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.referee.referee import check_line
from tests.referee.table import CHOICES, Table, option_faults

__all__ = ["every_table", "main", "program", "simulate"]

LINE_UPS = {4: "random,steady,random,steady", 5: "random", 6: "steady,random,random,steady,random,random", 7: "random"}


def every_table() -> list[Table]:
    """List every table: all rulesets, numbers of players and values of options that go together."""
    return [table for table in conceivable_tables() if not option_faults(table)]


def conceivable_tables() -> Iterator[Table]:
    """Give every mixture of ruleset, players and options, whether they go together or not."""
    for ruleset, players in product(["revised", "original"], [4, 5, 6, 7]):
        for values in product(*CHOICES.values()):
            chosen = zip(CHOICES, values, strict=True)
            yield Table(ruleset, players, {name: value for name, value in chosen if value != CHOICES[name][0]})


def program(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the program to its end."""
    command = [sys.executable, "-P", "-m", "server", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def simulate(table: Table, games: int, bots: str, seed: str, out: Path) -> subprocess.CompletedProcess[str]:
    """Let the program play games at a table into a file of records."""
    options = [f"--option={name}={str(value).lower()}" for name, value in table.options.items()]
    agreed = [f"--option=ruleset={table.ruleset}", f"--players={table.players}", *options]
    return program("simulate", *agreed, f"--games={games}", f"--bots={bots}", f"--seed={seed}", f"--out={out}")


def main(words: list[str]) -> int:
    """Play a season and print its differences; return 0 if there are none and 1 if there are."""
    games = int(words[0]) if words else 100
    replayed = faulty = 0
    with TemporaryDirectory() as folder:
        out = Path(folder, "games.jsonl")
        tables = every_table()
        for number, table in enumerate(tables, 1):
            print(
                f"table {number} of {len(tables)}: {table.ruleset}, {table.players} players, {table.options}",
                file=sys.stderr,
            )
            simulate(table, games, LINE_UPS[table.players], f"season {number}", out).check_returncode()
            for line in out.read_bytes().splitlines():
                faults = check_line(line)
                replayed += 1
                faulty += bool(faults)
                print("".join(f"{table}: {fault}\n" for fault in faults), end="")
    print(f"{replayed} games at {number} tables replayed, {faulty} with differences")
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
