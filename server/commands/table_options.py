"""The part of a command line that says which table is meant: ``--players``, ``--ruleset``, ``--option``."""

import argparse

from protocol.setup import OptionValue, Setup
from server.rules.chwech.options import PLAYERS, read_value
from server.rules.chwech.variant import read_variant
from server.rules.game import InvalidSetup


def add_table_options(parser: argparse.ArgumentParser) -> None:
    """Let a command line name a table."""
    parser.add_argument("--players", metavar="4..7", default=str(PLAYERS[0]), help="how many play (default: 6)")
    parser.add_argument("--ruleset", metavar="RULES", help="revised (default) or original")
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="another option of the table, as often as needed: deals=3, five_pack=middle …",
    )


def read_setup(options: argparse.Namespace) -> Setup:
    """Give the setup that a command line names.

    Raises:
        InvalidSetup: there is no such table; the text says what would be right.
    """
    if not (options.players.isascii() and options.players.isdigit()):
        raise InvalidSetup(f"players: {options.players[:40]!r} is no number, Chwech is for 4, 5, 6 or 7")
    chosen: dict[str, OptionValue] = {}
    if options.ruleset is not None:
        chosen["ruleset"] = read_value("ruleset", options.ruleset)
    for setting in options.option:
        name, equals, value = setting.partition("=")
        if not equals:
            raise InvalidSetup(f"option: {setting[:40]!r} has no value, write NAME=VALUE")
        if name in chosen:
            raise InvalidSetup(f"{name}: it is set twice")
        chosen[name] = read_value(name, value)
    setup = Setup(players=int(options.players[:9]), options=chosen)
    read_variant(setup)
    return setup
