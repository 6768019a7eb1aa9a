"""The command ``data export``: writes all records, or what is kept of one account, also while a server runs."""

import shutil
from pathlib import Path

import msgspec

from server.commands.fault import failed
from server.commands.kept import opened_store
from server.storage.archive import every_game, game_record
from server.storage.people import all_of, person
from server.storage.store import StoreFault


def main(*, name: str | None, target: Path, data: Path) -> int:
    """Write what is asked for, say how much, and return the exit status: 0 written, 1 not written."""
    try:
        print(_all_records(data, target) if name is None else _person(data, name, target))
    except FileExistsError:
        return failed("data export", f"{target} exists, and nothing is overwritten: choose another name")
    except OSError as problem:
        return failed("data export", f"{target}: {problem.strerror or problem}")
    except StoreFault as problem:
        return failed("data export", problem)
    return 0


def _all_records(data: Path, folder: Path) -> str:
    with opened_store(data) as connection:
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
    with opened_store(data) as connection:
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
