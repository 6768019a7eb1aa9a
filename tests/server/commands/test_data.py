"""The commands ``data …``, beside servers that run and where none does."""

import asyncio
import json
import re
import stat
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Final
from unittest.mock import AsyncMock

import pytest

from protocol.errors import ErrorCode
from protocol.lobby import SayInLobby
from protocol.messages import Accepted, FromClient, FromServer, Goodbye, JoinTable, Refused
from protocol.people import KeepSettings, SetFriend
from protocol.setup import Setup
from protocol.table import SayAtTable
from protocol.tournaments import EnterTournament, MakeTournament, TournamentPlan
from server.defaults import DATABASE_NAME
from server.storage.archive import every_game, game_record, opened_archive
from server.storage.files import DirectoryLock
from server.storage.sqlite import open_store
from server.storage.store import Account, Ban, FinishedGame, PublicKey
from tests.running import command
from tests.server.commands.children import Player, a_child, connect_unix, hang_up, next_id

backup, export, restore = map(command, ("data backup", "data export", "data restore"))


SHORT: Final = Setup("chwech", 4, {"deals": 1})  # A game that takes a second.

Archive = list[tuple[FinishedGame, str | None]]


def archive(data: Path) -> Archive:
    """Give all finished games with their records."""
    with opened_archive(data) as connection:
        return [(game, game_record(connection, game.number)) for game in every_game(connection)]


async def play(player: Player) -> None:
    """Play a short game to its end."""
    await player.open(SHORT)
    await player.begin()
    while await player.step():
        pass


async def test_a_backup_goes_to_standard_output(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """Whole and alone, so that it can be piped elsewhere; so does what is kept of someone."""
    store = open_store(tmp_path / "data")
    await store.register(Account("a", "Ann"), PublicKey("SHA256:ann", "", 1.0))
    await store.close()
    assert backup(["-", "--data", str(tmp_path / "data")]) == 0
    (tmp_path / "piped.tar.gz").write_bytes(capsysbinary.readouterr().out)
    assert restore([str(tmp_path / "piped.tar.gz"), "--data", str(tmp_path / "other")]) == 0
    capsysbinary.readouterr()
    assert export(["Ann", "-", "--data", str(tmp_path / "other")]) == 0
    assert json.loads(capsysbinary.readouterr().out)


async def test_complaints_are_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The oldest first, in a file or on standard output; reports about people are not among them."""
    store = open_store(tmp_path / "data")
    await store.keep_report(b"about Ben", 500)
    for body in (b'{"choice":"KH"}', b'{"choice":"2C"}'):
        await store.keep_report(zlib.compress(body), 1000, "complaint")
    await store.close()
    assert export(["--complaints", str(tmp_path / "file"), "--data", str(tmp_path / "data")]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'file'}: 2 complaints\n"
    assert export(["--complaints", "-", "--data", str(tmp_path / "data")]) == 0
    assert capsys.readouterr().out == (tmp_path / "file").read_text() == '{"choice":"KH"}\n{"choice":"2C"}\n'


async def test_the_drill(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Saved in the middle of a game and put back elsewhere, the game goes on, and the archive is the same."""
    data, again, file = tmp_path / "data", tmp_path / "again", tmp_path / "saved.tar.gz"
    async with a_child("--no-ssh", data=data) as child:
        await child.said()
        (data / "ssh_host_key").write_bytes(b"a key")
        (data / "chwech.toml").write_bytes(b"# settings")
        ann = await connect_unix(data / "chwech.sock")
        await ann.greet("Ann")
        await play(ann)
        await hang_up(ann)
        # A new connection has said nothing yet, so it may say much.
        token = ann.token
        ann = await connect_unix(data / "chwech.sock")
        await ann.greet(token=token)
        table = await ann.open(Setup("chwech", 4, {"deals": 9}))
        await ann.begin()
        while ann.view is None or ann.view.seq < 15:
            await ann.step()
        seq, last = ann.view.seq, ann.acknowledged[-1]
        # The game before is filed soon after its end.
        while not archive(data):
            await ann.step()
        assert backup([str(file), "--data", str(data)]) == 0
        await hang_up(ann)
    assert re.fullmatch(
        r".*saved\.tar\.gz: chwech\.sqlite, chwech\.toml, ssh_host_key; \d\.\d MB\n",
        capsys.readouterr().out,
    )
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert restore([str(file), "--data", str(again)]) == 0
    assert archive(again) == archive(data)
    assert {path.name: stat.S_IMODE(path.stat().st_mode) for path in again.iterdir()} == dict.fromkeys(
        ("chwech.sqlite", "chwech.toml", "ssh_host_key", "lock"), 0o600
    )
    async with a_child("--no-ssh", data=again) as child:
        await child.said()
        after = await connect_unix(again / "chwech.sock")
        await after.greet(token=ann.token)
        assert (await after.join(table)).seq >= seq
        assert isinstance(await after.repeat(last), Accepted)
        while after.view is not None and after.view.seq < seq + 10:
            assert await after.step()
        await hang_up(after)


def saved(data: Path) -> Path:
    """Make a backup and give it."""
    file = data.parent / "saved.tar.gz"
    assert backup([str(file), "--data", str(data)]) == 0
    return file


def test_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is nothing to save, or no folder to save it in, nothing is made, and a webhook hears of it."""
    post = AsyncMock(side_effect=OSError("it is away"))
    monkeypatch.setattr("server.commands.data.post", post)
    assert backup([str(tmp_path / "saved.tar.gz"), "--data", str(tmp_path)]) == 1
    assert "name the right directory with --data" in capsys.readouterr().err
    (tmp_path / DATABASE_NAME).touch()
    monkeypatch.setenv("CHWECH_NOTIFY", "https://x")
    assert backup([str(tmp_path / "no" / "saved.tar.gz"), "--data", str(tmp_path)]) == 1
    why = f"there is no folder {tmp_path}/no: make it first"
    assert why in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == [DATABASE_NAME]
    post.assert_awaited_once_with("https://x", "", (f"the backup has failed: {why}",))


def test_rotation(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In a folder a backup is named by the time, and the newest stay; what was not made so is left alone."""
    folder = data.parent / "backups"
    folder.mkdir()
    for name in ("chwech-2020-01-01-000000.tar.gz", "chwech-2021-01-01-000000.tar.gz", "before the move.tar"):
        (folder / name).touch()
    assert backup([str(folder), "--keep", "2", "--data", str(data)]) == 0
    [*old, new] = sorted(path.name for path in folder.iterdir())
    assert old == ["before the move.tar", "chwech-2021-01-01-000000.tar.gz"]
    assert re.fullmatch(r"chwech-\d{4}-\d\d-\d\d-\d{6}\.tar\.gz", new)
    (data / DATABASE_NAME).unlink()
    assert backup([str(folder), "--keep", "1", "--data", str(data)]) == 1
    assert len(list(folder.iterdir())) == 3
    assert backup([str(folder / new), "--keep", "1", "--data", str(data)]) == 2
    assert "--keep is for backups in a folder" in capsys.readouterr().err


def test_what_cannot_be_put_back_is_told(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With what would help; what is there is moved aside if that is said, and where to is told."""
    file = saved(data)
    capsys.readouterr()
    assert restore([str(file), "--data", str(data)]) == 1
    assert f"{data / DATABASE_NAME} exists: --replace moves it" in capsys.readouterr().err
    assert restore([str(file), "--data", str(data), "--replace"]) == 0
    assert "what was there is in" in capsys.readouterr().out
    assert len(list(data.glob("replaced-*"))) == 1


export = command("data export")
forget = command("data forget")
history = command("history")
verify = command("verify")  # A game that takes a second.

NAME: Final = "Zephyrine"  # A name that stands nowhere by chance.
SAID: Final = "xylophone"  # A word that stands nowhere by chance.


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
        await tell(zoe, lambda number: SayAtTable(number, SAID))
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
        await tell(zoe, lambda number: SayAtTable(number, SAID))
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
    lock.close()
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
    """Also until when someone is muted and why, but not who did it; and what erasing leaves is named."""
    data, file = tmp_path / "data", tmp_path / "ann.json"
    store = open_store(data)
    await store.register(Account("a", "Ann"), PublicKey("SHA256:ann", "", 1.0))
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
        "erased: Ann: keys 1, roles 1, bans 1; these still know the person: reports, complaints about bots, "
        "the audit log, bans of a key, "
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
