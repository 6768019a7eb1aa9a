"""``python -m lab.load``: whom it refuses to try, and simulated people on a real server."""

import asyncio
import json
import os
import signal
import socket
from pathlib import Path

import pytest

from lab.load.__main__ import SECRET_NAME, LoadOptions, main, run, target_of
from lab.load.tally import Door, Plan, Tally
from server.processes.plan import Address
from tests.server.commands.test_fronts import Served, served
from tests.server.fronts.ssh.theatre import until

PACE = 0.06  # Seconds between two keys: fast, and below what a server takes of one person.


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--people", "1001"), "'1001' is no whole number from 1 to 1000"),
        (("--people", "0"), "'0' is no whole number"),
        (("--minutes", "61"), "'61' is no number from 0.01 to 60"),
        (("--minutes", "nan"), "'nan' is no number"),
        (("--pace", "0"), "'0' is no number from 0.05 to 60"),
        (("--people", "3", "--tables", "4"), "3 people cannot open 4 tables"),
        (("--door", "window"), "'window' is none of ssh, socket"),
        (("--door", "socket", "localhost"), "leave HOST out"),
        (("no one:22",), "is no name of a server: write HOST or HOST:PORT"),
    ],
)
def test_wrong_options_are_refused(options: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With status 2, and with what would be right."""
    assert main([*options]) == 2
    assert said in capsys.readouterr().err


def test_nobody_is_sent_to_a_stranger(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Another machine is refused before anything is sent there, and so is a name that none has."""
    assert main(["192.0.2.7:22", "--data", str(tmp_path)]) == 2
    assert "192.0.2.7 is not this machine: " in (said := capsys.readouterr().err)
    assert "if that server is yours, say --anywhere" in said


def test_a_name_is_looked_up_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was checked is what is connected to; with ``--anywhere`` it may be anything."""
    asked: list[object] = []
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("192.0.2.7", 2222))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)

    def connected(place: object, _seconds: float) -> socket.socket:
        asked.append(place)
        return socket.socket()

    monkeypatch.setattr(socket, "create_connection", connected)
    options = LoadOptions(place=Address("cards.example", 2222), anywhere=True)
    target = target_of(options, tmp_path)
    assert (target.host, target.port, target.spread) == ("192.0.2.7", 2222, False)
    assert asked == [("192.0.2.7", 2222)]


def test_no_such_machine(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that nobody has is said to be one."""

    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    assert main(["cards.example", "--data", str(tmp_path)]) == 2
    assert "no machine is called cards.example: check the name" in capsys.readouterr().err


def test_no_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where nobody answers, one line says so and what starts a server; where none can be known, what to name."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    advice = "chwech serve starts one, HOST:PORT or --data names another"
    said = f"lab.load: no server answers {{}} (Connection refused): {advice}\n"
    assert main([f"127.0.0.1:{port}", "--data", str(tmp_path)]) == 1
    assert capsys.readouterr().err == said.format("at 127.0.0.1")
    (tmp_path / "chwech.toml").write_text(f'ssh = "127.0.0.1:{port}"\n')
    assert main(["--data", str(tmp_path)]) == main(["localhost", "--data", str(tmp_path)]) == 1
    assert capsys.readouterr().err == said.format("on this machine") + said.format("at localhost")
    assert main(["--data", str(tmp_path), "--door", "socket"]) == 1
    assert "no server answers on this machine (No such file or directory)" in capsys.readouterr().err
    for text, wanted in (('ssh = "none"', "try --door socket"), ('ssh = ":0"', "HOST:PORT"), ("zz = 1", "no such key")):
        (tmp_path / "chwech.toml").write_text(f"{text}\n")
        assert main(["--data", str(tmp_path)]) == 2
        assert wanted in capsys.readouterr().err


def options_for(server: Served) -> LoadOptions:
    """Give the options of a load of this server."""
    return LoadOptions(place=Address("127.0.0.1", server.port))


async def test_people_play_on_a_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They play by both doors and leave no table open; a signal ends them; who is lost with the server is counted."""
    async with served(tmp_path, 1) as server:
        target = await asyncio.to_thread(target_of, options_for(server), tmp_path)
        assert (tmp_path / SECRET_NAME).stat().st_mode & 0o777 == 0o600
        told, seconds = {"answers": None}, 1.5
        while told["answers"] is None:
            tally = Tally(Plan(people=3, tables=1, seconds=seconds, pace=PACE))
            assert await run(target, tally, as_json=True) == 0
            told = json.loads(capsys.readouterr().out)
            # Where the machine is busy with something else, nobody may have come to act so soon.
            seconds *= 4
        assert (told["people_at_once"], told["did"]["visits"] >= 3, told["lost"], told["not_in"]) == (3, True, {}, {})
        assert told["keys"] >= told["answers"]["count"] > 0
        assert "load" not in await server.ask("tables")

        by_socket = await asyncio.to_thread(target_of, LoadOptions(door=Door.SOCKET.value), tmp_path)
        tally = Tally(Plan(people=7, tables=1, seconds=60.0, pace=PACE, door=Door.SOCKET))
        playing = asyncio.create_task(run(by_socket, tally))
        await until(lambda: tally.most == 7 and tally.keys > 40)
        os.kill(os.getpid(), signal.SIGINT)
        assert await playing == 0
        told_to_people = capsys.readouterr()
        assert told_to_people.err.startswith("7 people at one table, by socket, for 1 min: ")
        assert told_to_people.out.startswith("people    7, 7 of them here at once, at one table, by socket\n")

        again = await asyncio.to_thread(target_of, options_for(server), tmp_path)
        assert again.secret == target.secret
        tally = Tally(Plan(people=2, tables=1, seconds=60.0, pace=PACE))
        playing = asyncio.create_task(run(again, tally))
        await until(lambda: tally.here == 2)
        server.child.tell_to_end()
        await until(lambda: tally.lost.total() >= 2)
        os.kill(os.getpid(), signal.SIGTERM)
        assert await playing == 1
    assert "not all is well" in capsys.readouterr().out


async def test_who_gets_not_in_is_told_what_to_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From one address a server takes only so many; the others are counted, with the setting that lets them in."""
    async with served(tmp_path, 1, "--connections-per-address", "1") as server:
        options = options_for(server)
        options = options._replace(one_address=True)
        target = await asyncio.to_thread(target_of, options, tmp_path)
        assert await run(target, Tally(Plan(people=2, tables=1, seconds=0.8, pace=PACE))) == 1
    said = capsys.readouterr().out
    assert "not in    there is already a connection from your address: close it first 1" in said
    assert "try       connections-per-address = 2 in chwech.toml" in said


async def test_who_is_not_on_the_list_is_told_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What the server says beside the protocol is the reason, and what to set is known from it."""
    (tmp_path / "chwech.toml").write_text("allow-list = true\n")
    async with served(tmp_path, 1) as server:
        target = await asyncio.to_thread(target_of, options_for(server), tmp_path)
        assert await run(target, Tally(Plan(people=1, tables=1, seconds=0.5, pace=PACE))) == 1
    said = capsys.readouterr().out
    assert "not in    only people on the list of this server get in" in said
    assert "try       allow-list = true keeps everybody out who is not invited" in said
