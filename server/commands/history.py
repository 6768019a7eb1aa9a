"""The command ``history``: lists the games that were finished on this machine."""

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

from protocol.archive import GameEntry
from protocol.codec import Codec
from protocol.dialects import DIALECTS
from protocol.errors import ProtocolError
from protocol.ranking import ranking
from protocol.text import clean_text
from server.commands.options import data_directory
from server.fronts.page import columns
from server.storage.archive import every_game, opened_archive
from server.storage.store import StoreFault
from server.tables.finished import game_entry
from server.tables.heading import Heading

_HEAD = ("No.", "Ended (UTC)", "Table", "Game", "Result")


def main(argv: list[str]) -> int:
    """Print a line for each game, the newest first, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="chwech history",
        description="List the games that were finished on this machine, the newest first.",
        epilog="chwech record NUMBER prints the record of one. On a server: ssh chwech@HOST history",
        allow_abbrev=False,
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="where games are kept")
    try:
        entries = _entries(parser.parse_args(argv).data or data_directory())
    except StoreFault as fault:
        print(f"chwech history: {fault}", file=sys.stderr)
        return 2
    if not entries:
        print("No game was finished here yet.")
        return 0
    for line in columns([_HEAD, *map(_row, entries)], {0}, sys.maxsize):
        print(line)
    return 0


def _entries(data: Path) -> tuple[GameEntry, ...]:
    codec = Codec(DIALECTS)
    try:
        with opened_archive(data) as connection:
            games = every_game(connection)
        return tuple(game_entry(game.number, game.ended_at, codec.unpack(Heading, game.entry), "") for game in games)
    except ProtocolError as problem:
        raise StoreFault(f"{data} holds a game that cannot be read: {problem}") from problem


def _row(entry: GameEntry) -> tuple[str, ...]:
    ended = datetime.fromtimestamp(entry.ended_at, UTC).strftime("%Y-%m-%d %H:%M")
    return (
        str(entry.game),
        ended,
        clean_text(entry.table, cells=40),
        clean_text(entry.setup.game, cells=40),
        result(entry),
    )


def result(entry: GameEntry) -> str:
    """Return how a game ended, the best score first; players or sides who share a place have the same number."""
    names = [clean_text(name, cells=40) for name in entry.names]
    chips = [f" ({count} chips)" for count in entry.chips] or [""] * len(names)
    return ", ".join(
        f"{one.place}. {' + '.join(names[seat] for seat in (one.seat, *one.partners))} {one.total}{chips[one.seat]}"
        for one in ranking(entry.totals, entry.sides)
    )
