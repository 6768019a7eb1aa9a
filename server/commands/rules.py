"""The command ``rules``: lists the games, or prints the rules of a table as a command line describes it."""

import shutil
import sys

from games.kit import pages
from games.kit.options import InvalidSetup
from games.registry import GAMES
from protocol.command_line import CommandFault
from protocol.language import _
from protocol.setup import GameOffer
from server.fronts.page import WIDTH, games_lines
from server.options import read_setup


def main(*, game: str, players: int | None, option: tuple[tuple[str, str], ...]) -> int:
    """Print the games, or the rules of a table; return the exit status."""
    width = min(shutil.get_terminal_size().columns, WIDTH) if sys.stdout.isatty() else WIDTH
    if not (game or players or option):
        offers = (GameOffer(name, one.players, (), (), one.about, one.minutes) for name, one in GAMES.items())
        print(
            "\n".join([*games_lines(offers, width), "", _("The rules of one: {command}", command="chwech rules GAME")])
        )
        return 0
    try:
        setup = read_setup(game, players, option)
        text = pages.rules(GAMES[setup.game], setup.players, setup.options)
    except InvalidSetup as fault:
        raise CommandFault(str(fault), 2) from fault
    if not sys.stdout.isatty():
        print(text, end="")
        return 0
    from rich.console import Console
    from rich.markdown import Markdown

    Console(highlight=False).print(Markdown(text), width=width)
    return 0
