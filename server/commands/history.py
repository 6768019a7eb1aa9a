"""The command ``history``: lists the games that were finished on this machine."""

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

from protocol.archive import GameEntry
from protocol.errors import ProtocolError
from protocol.ranking import ranking
from protocol.text import clean_text
from server.commands.options import data_directory
from server.fronts.page import columns
from server.rules.registry import make_codec
from server.storage.archive import every_game, opened_archive
from server.storage.store import StoreFault
from server.tables.finished import game_entry
from server.tables.heading import Heading

_HEAD = ("Game", "Ended (UTC)", "Table", "Result")


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
    codec = make_codec()
    try:
        with opened_archive(data) as connection:
            games = every_game(connection)
        return tuple(game_entry(game.number, game.ended_at, codec.unpack(Heading, game.entry), "") for game in games)
    except ProtocolError as problem:
        raise StoreFault(f"{data} holds a game that cannot be read: {problem}") from problem


def _row(entry: GameEntry) -> tuple[str, ...]:
    ended = datetime.fromtimestamp(entry.ended_at, UTC).strftime("%Y-%m-%d %H:%M")
    return str(entry.game), ended, clean_text(entry.table, cells=40), result(entry)


def result(entry: GameEntry) -> str:
    """Return how a game ended, the best score first; players who share a place have the same number."""
    return ", ".join(
        f"{ranked.place}. {clean_text(entry.names[ranked.seat], cells=40)} {ranked.total}"
        for ranked in ranking(entry.totals)
    )
