"""The command ``record``: prints the record of a game that was finished on this machine, as ``verify`` reads it."""

import sys
from pathlib import Path
from typing import Final

from server.commands.command_line import CommandLine
from server.commands.options import data_directory, whole_number
from server.storage.archive import game_record, opened_archive
from server.storage.store import StoreFault

GREATEST: Final = 2**63 - 1


def main(argv: list[str]) -> int:
    """Print the record, and return the exit status: 0 printed, 1 no such game, 2 nothing can be read."""
    parser = CommandLine(
        prog="chwech record",
        description="Print the record of a game that was finished on this machine: JSON Lines, for chwech verify.",
        epilog="For a game on somebody's server: ssh chwech@HOST record NUMBER > game.jsonl",
        allow_abbrev=False,
    )
    parser.add_argument(
        "game", type=whole_number(GREATEST), metavar="NUMBER", help="its number, which chwech history tells"
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="where games are kept")
    options = parser.parse_args(argv)
    data = options.data or data_directory()
    try:
        with opened_archive(data) as connection:
            record = game_record(connection, options.game)
    except StoreFault as fault:
        print(f"chwech record: {fault}", file=sys.stderr)
        return 2
    if record is None:
        print(f"chwech record: there is no game {options.game} in {data}: chwech history lists them", file=sys.stderr)
        return 1
    # Written as bytes: a record is UTF-8, whatever the encoding of the terminal.
    sys.stdout.buffer.write(f"{record}\n".encode())
    return 0
