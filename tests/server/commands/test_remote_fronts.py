"""A host, and a front as on another machine, as real processes, with real ``ssh`` clients."""

import asyncio
import os
import re
import shutil
import signal
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest

from protocol.aio import client_channel
from protocol.messages import INTERRUPTIONS, FromServer, Hello, Interrupted, Ping, Pong, Welcome
from server.commands.figures_page import STATUS_NAME
from server.commands.front import main as front_main
from server.commands.fronts import main as fronts
from server.fronts.banned import BANNED_NAME
from server.metrics.page import read_page
from tests.bench.ssh.measured import kind_of
from tests.server.commands.children import CODEC, PATIENCE, Child, Player, a_child
from tests.server.commands.test_others import children_of

pytestmark = [
    pytest.mark.no_cover,
    pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh here"),
]

SHUT_OUT: Final = "chwech: the game server does not let this machine in, and whoever runs it has to allow that\n"


async def heard(child: Child, pattern: str) -> re.Match[str]:
    """Wait until the operator reads this."""
    while line := await child.said():
        if found := re.search(pattern, line):
            return found
    raise AssertionError(f"the operator never reads {pattern}")


def client(port: int, *words: str) -> list[str]:
    """Give the command line of a guest."""
    options = [
        "-F", "none", "-p", str(port), "-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=no",
        "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR", "-o", "IdentityAgent=none",
    ]  # fmt: skip
    return ["ssh", *options, *words]


async def ask(port: int, *words: str) -> str:
    """Give all that a guest is answered."""
    command = client(port, "guest@127.0.0.1", *words)
    asking = await asyncio.create_subprocess_exec(*command, stdin=DEVNULL, stdout=PIPE, stderr=PIPE)
    async with asyncio.timeout(PATIENCE):
        said, fault = await asking.communicate()
    return (said + fault).decode()


@asynccontextmanager
async def playing(port: int) -> AsyncIterator[Player]:
    """Give somebody whose own client speaks the protocol over SSH."""
    command = client(port, "-s", "guest@127.0.0.1", "chwech")
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, limit=2**20)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield Player(client_channel(process.stdout, process.stdin, CODEC))
    finally:
        process.kill()
        await process.wait()
        process.stdin.close()
        await asyncio.gather(process.stdin.wait_closed(), return_exceptions=True)


async def greet(player: Player) -> None:
    """Say hello as a client does that copes with another host, and again where that one is lost too."""
    answer: FromServer = Interrupted("")
    while isinstance(answer, Interrupted):
        await player.channel.send(Hello((1, 1), name="Nell", features=(INTERRUPTIONS,)))
        answer = await player.hear()
    assert isinstance(answer, Welcome), answer


async def interrupted(player: Player) -> None:
    """Hear that the host is lost."""
    answer = await player.hear()
    assert isinstance(answer, Interrupted), answer


async def test_a_front_is_paired_serves_people_and_is_taken_away(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By two lines that are copied; it survives a killed host and a killed uplink, and is cut off when removed."""
    host_data, front_data = tmp_path / "host", tmp_path / "front"
    listen = ("--ssh", "none", "--fronts-listen", "127.0.0.1:0")
    async with a_child(*listen, data=host_data) as host:
        port = (await heard(host, r"listening for fronts on other machines at 127\.0\.0\.1:(\d+): chwech fronts"))[1]
        own = ("--data", str(host_data), "--fronts-listen", f"127.0.0.1:{port}")
        assert fronts([*own]) == 0
        shown = re.search(r"chwech front --server (\S+)", capsys.readouterr().out)
        assert shown
        at_front = ("--server", shown[1], "--ssh", "127.0.0.1:0", "--fronts", "2", "--name", "attic")
        async with a_child(*at_front, data=front_data, command="front") as front:
            add = await heard(front, r"^chwech front: .* chwech fronts (add attic \S+)")
            ssh = int((await heard(front, r"listening on SSH at 127\.0\.0\.1:(\d+)"))[1])
            assert await ask(ssh, "tables") == SHUT_OUT
            assert fronts([*add[1].split(), *own]) == 0
            await heard(front, f"the host at 127.0.0.1:{port} is within reach")
            assert "No table is open" in await ask(ssh, "tables")
            assert (front_data / BANNED_NAME).read_bytes() == (host_data / BANNED_NAME).read_bytes()
            await _play_on(ssh, host, front, host_data)
            await _sent_away(ssh, lambda: fronts(["remove", "attic", *own]))
            await heard(host, "the front attic is not on the list any more: it is cut off")
            await heard(front, "does not know this machine yet")
            assert await ask(ssh, "tables") == SHUT_OUT
            for child in (front, host):
                child.tell_to_end()
                assert await child.ended() == 0
    assert not [path for folder in (host_data, front_data) for path in folder.iterdir() if path.is_socket()]


async def _play_on(ssh: int, host: Child, front: Child, host_data: Path) -> None:
    """Play, and lose the host, and then the uplink."""
    async with playing(ssh) as player:
        await greet(player)
        assert 'chwech_remote_visitors{front="attic"} 1' in await read_page(host_data / STATUS_NAME)
        for child, kind in ((host, "host"), (front, "uplink")):
            await _kill(child, kind)
            await interrupted(player)
            await greet(player)
        await player.channel.send(Ping(1))
        assert isinstance(await player.hear(), Pong)


async def _sent_away(ssh: int, act: Callable[[], int]) -> None:
    """Do something that ends the conversation of somebody who plays."""
    async with playing(ssh) as player:
        await greet(player)
        assert act() == 0
        await interrupted(player)


async def _kill(child: Child, kind: str) -> None:
    [process] = [number for number in children_of(child.process.pid) if kind_of(number) == kind]
    os.kill(process, signal.SIGKILL)
    await heard(child, "was ended by SIGKILL: it is started again")


async def test_a_front_says_why_it_does_not_start(tmp_path: Path) -> None:
    """Where nobody could reach it, or in the data directory of a server."""
    (tmp_path / "chwech.sqlite").touch()
    for options, said in (
        (("--ssh", "none"), "a front without SSH shows nobody anything: leave --ssh none out"),
        (("--ssh", "127.0.0.1:0"), f"{tmp_path} is the data directory of a server: name another one"),
    ):
        async with a_child("--server", "localhost:1", *options, data=tmp_path, command="front") as front:
            assert (await front.said()).startswith(f"chwech front: {said}")
            assert await front.ended() == 1


def test_a_node_is_named_once(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever names it twice means another one."""
    with pytest.raises(SystemExit):
        front_main(["--server", "cards.example:1", "--server", f"cards.example:1#sha256={'x' * 43}"])
    assert "--server cards.example:1 is there twice: name each once" in capsys.readouterr().err
