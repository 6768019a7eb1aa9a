"""The command ``games``: the games that this program plays."""

import shutil
import sys

from protocol.language import _
from protocol.setup import GameOffer
from server.commands.command_line import CommandLine
from server.fronts.games_page import games_lines
from server.fronts.page import WIDTH
from server.rules.registry import GAMES


def main(argv: list[str]) -> int:
    """Print the games, and return the exit status."""
    parser = CommandLine(
        prog="chwech games",
        description=_("List the games, for how many they are, and about how long they take."),
        epilog=_("Play one: {command}", command="chwech play --game NAME"),
        allow_abbrev=False,
    )
    parser.parse_args(argv)
    offers = (GameOffer(name, game.players, (), (), game.about, game.minutes) for name, game in GAMES.items())
    width = min(shutil.get_terminal_size().columns, WIDTH) if sys.stdout.isatty() else WIDTH
    print("\n".join(games_lines(offers, width)))
    return 0
