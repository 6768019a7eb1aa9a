"""A person at a terminal, before a plain SSH server of this process: what is measured, and what they are told."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncssh
import pytest

from lab.load.caller import Caller, TurnedAway
from tests.bench.ssh.crowd import TABLE_DRAWN, Echo

KEY = asyncssh.generate_private_key("ssh-ed25519")


class Host(asyncssh.SSHServer):
    """Lets everyone in but those it has banned."""

    def __init__(self, banned: str) -> None:
        """Begin with why everyone is banned; empty if nobody is."""
        self._banned = banned

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn

    def begin_auth(self, username: str) -> bool:
        """Ask for nothing, and send away who is banned."""
        if self._banned:
            self._connection.disconnect(asyncssh.DISC_BY_APPLICATION, self._banned)
        return False

    def session_requested(self) -> "Ending":
        return Ending()


class Ending(Echo):
    """An echo that ends by a key, with a word below its screen."""

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Say how wide the window is."""
        self._channel.write(b"width %d" % width)

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        if data == b"q":
            self._channel.write(b"a table\x1b[?1049l\x1b[0mthe server is \x1b[1mclosing\x1b[0m\r\n")
            self._channel.exit(0)
        elif data == b"x":
            self._channel.exit(1)
        else:
            super().data_received(data, datatype)


@asynccontextmanager
async def a_server(banned: str = "") -> AsyncIterator[int]:
    """Open the server, and give its port."""
    acceptor = await asyncssh.create_server(
        lambda: Host(banned), "127.0.0.1", 0, server_host_keys=[KEY], encoding=None, config=None, line_editor=False
    )
    async with acceptor:
        yield acceptor.get_port()


async def test_keys_are_measured() -> None:
    """A key takes until the screen changes; what was drawn before it answers no key."""
    async with a_server() as port:
        caller = await Caller.call("", port, KEY)
        await caller.until(TABLE_DRAWN)
        assert 0 < await caller.press(b"1") < 60
        await caller.quiet(0.01)
        assert 0 < await caller.ask(b"2", b"no such", b"xxx") < 60
        caller.resize((160, 50))
        await caller.until(b"width 160")
        assert (caller.received, caller.pressed) == (len(TABLE_DRAWN) + 2 * 1008 + len(b"width 160"), 1)
        await caller.hang_up()


async def test_what_is_said_in_the_end() -> None:
    """Whoever waits for a screen, or types on, is told what stands below the last one, without its escapes."""
    async with a_server() as port:
        caller = await Caller.call("", port, KEY)
        await caller.until(TABLE_DRAWN)
        caller.type(b"q")
        with pytest.raises(ConnectionResetError, match=r"^the server is closing$"):
            await caller.until(b"another screen")
        with pytest.raises(ConnectionResetError, match=r"^the server is closing$"):
            caller.type(b"1")
        caller.drop()


async def test_a_session_that_ends_in_the_middle_of_a_screen() -> None:
    """What is drawn there is no farewell."""
    async with a_server() as port:
        caller = await Caller.call("", port, KEY)
        await caller.press(b"1")
        caller.type(b"x")
        with pytest.raises(ConnectionResetError, match=r"^the session has ended$"):
            await caller.until(b"another screen")
        caller.drop()


async def test_who_is_banned_reads_why() -> None:
    """The words of a server that ends the connection are the reason."""
    async with a_server("you are banned until tomorrow") as port:
        with pytest.raises(TurnedAway, match=r"^you are banned until tomorrow$"):
            await Caller.call("", port, KEY)
