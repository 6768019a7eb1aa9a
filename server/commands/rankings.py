"""The command ``rankings``: who plays best on this machine, people and bots together."""

import shutil
import sys
from pathlib import Path

from protocol.rankings import Rankings
from server.commands.fault import failed
from server.commands.kept import opened_store
from server.fronts.lists_page import InvalidRankings, meant_ladders, rankings_lines
from server.fronts.page import WIDTH
from server.host.limits import RANKED
from server.rules.registry import GAMES
from server.storage.ratings import standings
from server.storage.store import StoreFault
from server.tables.ladder import Ladder, rulesets
from server.tables.ratings import ranked


def main(*, words: tuple[str, ...], data: Path) -> int:
    """Print the rankings that are wanted, and return the exit status."""
    try:
        wanted = meant_ladders(words, {name: rulesets(game.options) for name, game in GAMES.items()})
        found = _found(data, wanted)
    except (InvalidRankings, StoreFault) as fault:
        return failed("rankings", fault, 2)
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDTH
    print("\n".join(rankings_lines(found, width)))
    return 0


def _found(data: Path, wanted: tuple[Ladder, ...]) -> list[Rankings]:
    with opened_store(data) as connection:
        known = [(ladder, standings(connection, ladder, RANKED)) for ladder in wanted]
    return [
        Rankings(0, ladder.game, ladder.ruleset, ranked((one.player, one.name, one.belief) for one in players))
        for ladder, players in known
    ]
