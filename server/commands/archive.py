"""The commands ``history`` and ``rankings``: the games finished on this machine, and who plays best."""

import shutil
import sys
import time
from pathlib import Path

from chwech_tui import lists
from chwech_tui.lists import Medium
from games.registry import GAMES
from protocol.archive import GameEntry
from protocol.codec import Codec
from protocol.command_line import CommandFault
from protocol.errors import ProtocolError
from protocol.language import _
from protocol.setup import GameOffer
from server.commands.data import opened_store
from server.fronts.page import WIDTH, blocks, hung
from server.host.limits import RANKED
from server.storage.archive import every_game, game_record
from server.storage.ratings import rankings
from server.tables.heading import Heading, game_entry


def run_history(*, number: int | None, data: Path) -> int:
    """Print a line for each game, the newest first, or the record of one; return the exit status."""
    if number is not None:
        with opened_store(data, 2) as connection:
            record = game_record(connection, number)
        if record is None:
            raise CommandFault(
                _("there is no game {number} in {place}: chwech history lists them", number=number, place=data)
            )
        # Written as bytes: a record is UTF-8, whatever the encoding of the terminal.
        sys.stdout.buffer.write(f"{record}\n".encode())
        return 0
    if not (entries := _entries(data)):
        print(_("No finished games here yet."))
        return 0
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else sys.maxsize
    listing = lists.finished_games(entries)
    narrow = [line for told in listing.read(Medium.PRINTED) for line in hung("", told, width)]
    print("\n".join(narrow if width < WIDTH else blocks([listing.printed()], width)))
    return 0


def _entries(data: Path) -> tuple[GameEntry, ...]:
    codec = Codec()
    try:
        with opened_store(data, 2) as connection:
            games = every_game(connection)
        return tuple(game_entry(game.number, game.ended_at, codec.unpack(Heading, game.entry), "") for game in games)
    except ProtocolError as problem:
        text = _("{place} holds a game that cannot be read: {problem}", place=data, problem=problem)
        raise CommandFault(text, 2) from problem


def run_rankings(*, words: tuple[str, ...], data: Path) -> int:
    """Print the rankings that are wanted, and return the exit status."""
    offers = [GameOffer(name, game.players, game.options, ()) for name, game in GAMES.items()]
    with opened_store(data, 2) as connection:
        try:
            wanted, now = lists.meant_ladders(words, offers), time.time()
        except ValueError as fault:
            raise CommandFault(str(fault), 2) from fault
        found = [rankings(connection, ladder, "", now, RANKED) for ladder in wanted]
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDTH
    print("\n".join(blocks((one.printed() for one in lists.ladders(found)), width)))
    return 0
