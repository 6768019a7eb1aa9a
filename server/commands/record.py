"""The command ``record``: prints the record of a game that was finished on this machine, as ``verify`` reads it."""

import argparse
import sys
from typing import Final

from protocol.language import _
from server.commands.command_line import CommandLine
from server.commands.fault import failed
from server.commands.options import add_data
from server.commands.owner import chosen_data
from server.configuration.values import whole_number
from server.storage.archive import game_record, opened_archive
from server.storage.store import StoreFault

GREATEST: Final = 2**63 - 1


def main(argv: list[str]) -> int:
    """Print the record, and return the exit status: 0 printed, 1 no such game, 2 nothing can be read."""
    parser = CommandLine(
        prog="chwech record",
        description=_("Print the record of a game that was finished on this machine: JSON Lines, for chwech verify."),
        epilog=_("For a game on somebody's server: ssh chwech@HOST record NUMBER > game.jsonl"),
        allow_abbrev=False,
    )
    parser.add_argument("game", type=_game, metavar="NUMBER", help=_("its number, which chwech history tells"))
    add_data(parser)
    options = parser.parse_args(argv)
    data = chosen_data(options.data)
    try:
        with opened_archive(data) as connection:
            record = game_record(connection, options.game)
    except StoreFault as fault:
        return failed("record", fault, 2)
    if record is None:
        missing = _("there is no game {number} in {place}: chwech history lists them", number=options.game, place=data)
        return failed("record", missing)
    # Written as bytes: a record is UTF-8, whatever the encoding of the terminal.
    sys.stdout.buffer.write(f"{record}\n".encode())
    return 0


def _game(text: str) -> int:
    """Parse the number of a game.

    Raises:
        ArgumentTypeError: it is none.
    """
    try:
        return whole_number(GREATEST)(text)
    except argparse.ArgumentTypeError as problem:
        said = _("{word} is no number of a game: `history` lists yours", word=repr(text[:40]))
        raise argparse.ArgumentTypeError(said) from problem
