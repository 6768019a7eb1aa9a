"""The command ``rules``: prints the rules of one kind of table."""

import argparse
import sys

from server.commands.table_options import add_table_options, read_setup
from server.rules.game import InvalidSetup
from server.rules.registry import GAMES


def main(argv: list[str]) -> int:
    """Print the rules, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="chwech rules", description="Print the rules for exactly this table.", allow_abbrev=False
    )
    add_table_options(parser)
    try:
        setup = read_setup(parser.parse_args(argv))
        text = GAMES[setup.game].rules(setup)
    except InvalidSetup as fault:
        print(f"chwech rules: {fault}", file=sys.stderr)
        return 2
    print(text, end="")
    return 0
