"""A whole server as real processes, looked after on its machine and over SSH."""

import asyncio
import shutil
import sys
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path

import asyncssh
import pytest

from protocol.aio import client_channel
from protocol.messages import VERSION, Hello, Welcome
from protocol.version import program_name
from server.host.terms import Passport, write_passport
from server.processes.sockets import FRONTS_NAME
from tests.running import command
from tests.server.commands.children import CODEC, PATIENCE
from tests.server.commands.test_fronts import served

main = command("admin")

pytestmark = pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh here")


async def run(*words: str) -> tuple[int | None, str]:
    """Run a program, and give its status and all that it has written."""
    child = await asyncio.create_subprocess_exec(*words, stdin=DEVNULL, stdout=PIPE, stderr=PIPE)
    async with asyncio.timeout(PATIENCE):
        said, fault = await child.communicate()
    return child.returncode, (said + fault).decode()


async def an_account(data: Path, key: asyncssh.SSHKey, name: str) -> None:
    """Make an account for a key, as a front does."""
    reader, writer = await asyncio.open_unix_connection(str(data / FRONTS_NAME))
    writer.write(write_passport(Passport(key.get_fingerprint(), "192.0.2.1")))
    channel = client_channel(reader, writer, CODEC)
    await channel.send(Hello((VERSION, VERSION), "test", name))
    assert isinstance(await channel.receive(), Welcome)
    channel.close()


async def test_a_server_is_looked_after(tmp_path: Path) -> None:
    """The owner gives a role, its holder uses it by ssh, and who comes from a banned address reads why."""
    data, file = tmp_path / "d", tmp_path / "key"
    key = asyncssh.generate_private_key("ssh-ed25519")
    key.write_private_key(str(file))
    file.chmod(0o600)
    async with served(data, 1) as server:
        admin = (sys.executable, "-m", "chwech", "admin", "--data", str(data))
        ssh = (
            "ssh", "-F", "none", "-p", str(server.port), "-i", str(file), "-o", "BatchMode=yes",
            "-o", "IdentitiesOnly=yes", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
            "-o", "LogLevel=ERROR", "chwech@127.0.0.1", "admin",
        )  # fmt: skip
        await an_account(data, key, "Ann")
        status, said = await run(*ssh, "status")
        assert (status, "only those who run this server" in said) == (1, True)
        assert await run(*admin, "role", "Ann", "admin") == (0, "Ann is admin now.\n")
        status, said = await run(*ssh, "status")
        assert (status, said.startswith(f"{program_name()}, up for 0.0 hours")) == (0, True)
        status, said = await run(*ssh, "close", "nowhere")
        assert (status, said) == (
            1, "chwech: there is no such table: tables lists those that are not finished\n"
        )  # fmt: skip
        for allow in (admin, ssh):
            status, said = await run(*allow, "allow", "--everybody-known")
            assert (status, said) == (0, "everybody known: one key on the allow-list, none of them new.\n")
        assert (await run(*admin, "ban", "address", "127.0.0.1", "2h"))[0] == 0
        # Until the front has looked, the host refuses them, and ssh ends with the status of the command.
        while (answer := await run(*ssh, "status"))[0] != 255:
            assert answer[0] == 1
        assert "you are banned from this server until " in answer[1]
        assert (await run(*admin, "unban", "address", "127.0.0.1"))[0] == 0
        status, said = await run(*admin, "audit")
        assert "Ann by ssh: close nowhere; refused: there is no such table" in said


def test_the_data_directory_is_named_anywhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Behind the words it is no part of them: they would be said to another server."""
    for words in (["--data", str(tmp_path), "ban", "Megan"], ["ban", "Megan", "spam", "--data", str(tmp_path)]):
        assert main(words) == 2
        assert f"no server answers at {tmp_path / FRONTS_NAME}" in capsys.readouterr().err
    assert main(["say", "hello", "--dat", str(tmp_path)]) == 2
    assert "there is no option '--dat' here: did you mean --data?" in capsys.readouterr().err
