"""The command ``export``: writes all records, or what is kept of one account, also while a server runs."""

import argparse
import shutil
from pathlib import Path

import msgspec

from server.commands.command_line import CommandLine
from server.commands.fault import failed
from server.commands.options import add_data
from server.commands.owner import chosen_data
from server.storage.archive import every_game, game_record, opened_archive
from server.storage.people import all_of, person
from server.storage.store import StoreFault


class ExportOptions(argparse.Namespace):
    """The parsed command line."""

    name: str | None = None
    target: Path
    data: Path | None = None
    all: bool = False


def main(argv: list[str]) -> int:
    """Write what is asked for, say how much, and return the exit status: 0 written, 1 not written, 2 wrong usage."""
    parser = CommandLine(
        prog="chwech export",
        usage="chwech export NAME FILE [--data DIR]\n       chwech export --all FOLDER [--data DIR]",
        description="Write what is kept of one account as JSON, or the records of all finished games, a file each.",
        epilog="Nothing is overwritten. What is written is for its owner alone. What a person said, reports, and the "
        "audit log are not in it.",
        allow_abbrev=False,
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="the name of the person")
    parser.add_argument(
        "target", type=Path, metavar="FILE", help="the file to make, - for standard output, or with --all the folder"
    )
    parser.add_argument("--all", action="store_true", help="write the records of all finished games")
    add_data(parser)
    options = parser.parse_args(argv, ExportOptions())
    if options.all == (options.name is not None):
        parser.error("name either a person and a file, or --all and a folder")
    data = chosen_data(options.data)
    try:
        if options.name is None:
            print(_all_records(data, options.target))
        else:
            print(_person(data, options.name, options.target))
    except FileExistsError:
        return failed("export", f"{options.target} exists, and nothing is overwritten: choose another name")
    except OSError as problem:
        return failed("export", f"{options.target}: {problem.strerror or problem}")
    except StoreFault as problem:
        return failed("export", problem)
    return 0


def _all_records(data: Path, folder: Path) -> str:
    with opened_archive(data) as connection:
        games = every_game(connection)
        folder.mkdir(mode=0o700)
        try:
            for game in games:
                _write(folder / f"game-{game.number:06}.jsonl", game_record(connection, game.number) or "")
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
    return f"{folder}: {len(games)} {'record' if len(games) == 1 else 'records'}"


def _person(data: Path, name: str, target: Path) -> str:
    with opened_archive(data) as connection:
        who = person(connection, name)
        if who is None:
            raise StoreFault(f"nobody is called {name!r} in {data}")
        found = all_of(connection, who)
    if str(target) == "-":
        return msgspec.json.format(msgspec.json.encode(found), indent=1).decode()
    _write(target, msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
    return f"{target}: what is kept of the account of {who.name}"


def _write(path: Path, text: str) -> None:
    """Write a new file, whole or not at all.

    Raises:
        OSError: it exists, or cannot be written.
    """
    path.touch(mode=0o600, exist_ok=False)
    try:
        path.write_text(f"{text}\n", "utf-8")
    except BaseException:
        path.unlink(missing_ok=True)
        raise
