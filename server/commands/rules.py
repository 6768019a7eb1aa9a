"""The command ``rules``: prints the rules of one kind of table, as a page on a terminal and elsewhere as Markdown."""

import os
import shutil
import sys

from protocol.language import _
from server.commands.command_line import CommandLine
from server.commands.fault import failed
from server.commands.table_options import add_table_options, read_setup
from server.fronts.page import WIDTH
from server.fronts.rules_page import BARE, STYLED, page_of
from server.rules.game import InvalidSetup
from server.rules.registry import GAMES


def main(argv: list[str]) -> int:
    """Print the rules, and return the exit status."""
    parser = CommandLine(
        prog="chwech rules",
        description=_("Print the rules for exactly this table."),
        epilog=_("Where standard output is no terminal they are Markdown."),
        allow_abbrev=False,
    )
    add_table_options(parser)
    try:
        setup = read_setup(parser.parse_args(argv))
        text = GAMES[setup.game].rules(setup)
    except InvalidSetup as fault:
        return failed("rules", fault, 2)
    print(_for_terminal(text) if sys.stdout.isatty() else text, end="")
    return 0


def _for_terminal(text: str) -> str:
    width = min(shutil.get_terminal_size().columns, WIDTH)
    return page_of(text, width, BARE if os.environ.get("TERM", "dumb") == "dumb" else STYLED)
