"""A person reads all that is kept of them, and is erased; the games of the others stay whole."""

import asyncio
import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from protocol.contacts import SetFriend
from protocol.errors import ErrorCode
from protocol.lobby import SayInLobby
from protocol.messages import FromClient, FromServer, Goodbye, JoinTable, Refused
from protocol.settings import KeepSettings
from protocol.setup import Setup
from protocol.talk import Say
from protocol.tournaments import EnterTournament, MakeTournament, TournamentPlan
from server.storage.archive import every_game, opened_archive
from server.storage.lock import DirectoryLock
from server.storage.sqlite import open_store
from server.storage.store import Account, Ban, Key
from tests.running import command
from tests.server.commands.children import Player, a_child, connect_unix, hang_up, next_id

export = command("data export")
forget = command("data forget")
history = command("history")
verify = command("verify")

SHORT: Final = Setup("chwech", 4, {"deals": 1})
"""A game that takes a second."""

NAME: Final = "Zephyrine"
"""A name that stands nowhere by chance."""

SAID: Final = "xylophone"
"""A word that stands nowhere by chance."""


async def tell(player: Player, make: Callable[[int], FromClient]) -> FromServer:
    """Send a command until there is time for it, and wait for its answer, of whatever kind."""
    while True:
        command = make(number := next_id())
        await player.channel.send(command)
        while getattr(message := await player.hear(), "id", None) != number:
            assert not isinstance(message, Goodbye)
        if not (isinstance(message, Refused) and message.code is ErrorCode.TOO_MANY):
            assert not isinstance(message, Refused), message
            return message
        await asyncio.sleep(0.1)


async def live_a_while(data: Path) -> tuple[str, str]:
    """Let a person do everything that is kept; give the code of a table at which both sit yet, and Ben's token."""
    async with a_child("--no-ssh", data=data) as child:
        await child.said()
        zoe, ben = [await connect_unix(data / "chwech.sock") for _ in range(2)]
        await zoe.greet(NAME)
        await ben.greet("Ben")
        await zoe.open(SHORT)
        await tell(zoe, lambda number: Say(number, SAID))
        await zoe.begin()
        while await zoe.step():
            pass
        await tell(zoe, lambda number: KeepSettings(number, {"theme": "light"}, {}))
        await tell(zoe, lambda number: SetFriend(number, "Ben", friend=True))
        await tell(ben, lambda number: SetFriend(number, NAME, friend=True))
        await tell(zoe, lambda number: SayInLobby(number, SAID))
        plan = TournamentPlan("Cup", SHORT)
        await tell(ben, lambda number: MakeTournament(number, plan))
        await tell(zoe, lambda number: EnterTournament(number, 1))
        table = await ben.open(SHORT)
        await tell(zoe, lambda number: JoinTable(number, table))
        await tell(zoe, lambda number: Say(number, SAID))
        await hang_up(zoe, ben)
        child.tell_to_end()
        assert await child.ended() == 0
    # What has just ended is filed by the next server at the latest.
    async with a_child("--no-ssh", data=data) as child:
        await child.said()
        while not games_of(data):
            await (other := await connect_unix(data / "chwech.sock")).greet("Ida")
            await hang_up(other)
    return table, ben.token


def games_of(data: Path) -> list[int]:
    """Give the numbers of the games in the archive."""
    with opened_archive(data) as connection:
        return [game.number for game in every_game(connection)]


def stored(data: Path) -> bytes:
    """Give every byte that is kept of the games."""
    return b"".join(path.read_bytes() for path in sorted(data.glob("chwech.sqlite*")))


async def test_a_person_is_erased(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing of the person is left in any file, their games can be verified, and the others play on."""
    data, file = tmp_path / "data", tmp_path / "zoe.json"
    table, token = await live_a_while(data)
    assert export([NAME, str(file), "--data", str(data)]) == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    kept = json.loads(file.read_text("utf-8"))
    assert [kept["name"], kept["contacts"], kept["settings"]] == [
        NAME,
        [{"name": "Ben", "kind": "friend"}],
        [{"key": "", "name": "theme", "value": "light"}],
    ]
    assert [len(kept[part]) for part in ("tokens", "tournaments", "games", "records")] == [1, 1, 1, 1]
    assert NAME.encode() in stored(data)
    assert kept["account"].encode() in stored(data)
    before = stored(data)
    assert forget([NAME, "--data", str(data)]) == 1
    assert "this cannot be undone: add --yes" in capsys.readouterr().out
    lock = DirectoryLock(data)
    assert forget([NAME, "--yes", "--data", str(data)]) == 1
    lock.release()
    assert "another server is using" in capsys.readouterr().err
    assert stored(data) == before
    assert forget([NAME.lower(), "--yes", "--data", str(data)]) == 0
    for word in (NAME, kept["account"], SAID):
        assert word.encode() not in stored(data)
    assert history(["--data", str(data)]) == 0
    assert "somebody" in capsys.readouterr().out
    records = tmp_path / "records"
    assert export([str(records), "--data", str(data)]) == 0
    assert verify(list(map(str, records.iterdir()))) == 0
    assert NAME not in records.joinpath("game-000001.jsonl").read_text("utf-8")
    async with a_child("--no-ssh", data=data) as child:
        await child.said()
        ben = await connect_unix(data / "chwech.sock")
        await ben.greet(token=token)
        view = await ben.join(table)
        assert {seat.name for seat in view.seats if seat} >= {"Ben", "somebody"}
        await hang_up(ben)


async def test_a_role_and_a_ban_are_handed_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also until when somebody is muted and why, but not who did it; and what erasing leaves is named."""
    data, file = tmp_path / "data", tmp_path / "ann.json"
    store = open_store(data)
    await store.register(Account("a", "Ann"), Key("SHA256:ann", "", 1.0))
    await store.keep_role("a", "moderator")
    await store.keep_ban(Ban("mute", "a", "Ann", 1.0, None, "root", "noise"))
    await store.keep_ban(Ban("key", "a", "a", 1.0, None, "root", ""))
    await store.close()
    assert export(["Ann", str(file), "--data", str(data)]) == 0
    assert capsys.readouterr().out == f"{file}: what is kept of the account of Ann\n"
    kept = json.loads(file.read_text("utf-8"))
    assert kept["roles"] == [{"role": "moderator"}]
    assert kept["bans"] == [{"kind": "mute", "since": 1.0, "until": None, "reason": "noise"}]
    assert forget(["Ann", "--yes", "--data", str(data)]) == 0
    assert capsys.readouterr().out == (
        "erased: Ann: keys 1, roles 1, bans 1; these still know the person: reports, the audit log, bans of a key, "
        "backups, what data export has written, and older databases "
        "(chwech-vN.sqlite, replaced-…)\n"
    )


async def test_who_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody is erased or exported whom nobody knows, nor where there are no games."""
    for act in (_forget, _export):
        assert act(tmp_path) == 1
        assert "no games are kept in" in capsys.readouterr().err
    await open_store(tmp_path).close()
    for act in (_forget, _export):
        assert act(tmp_path) == 1
        assert "nobody is called 'Ann'" in capsys.readouterr().err
    assert not (tmp_path / "ann.json").exists()


def _forget(data: Path) -> int:
    return forget(["Ann", "--data", str(data)])


def _export(data: Path) -> int:
    return export(["Ann", str(data / "ann.json"), "--data", str(data)])
