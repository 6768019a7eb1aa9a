"""The way over SSH: messages go both ways, only the right host is spoken to, and what goes wrong is told in words."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import asyncssh
import pytest

from chwech_tui import remote
from chwech_tui.address import SshAddress
from chwech_tui.link import Down, Identity, Link, News
from chwech_tui.ssh import way as ways
from chwech_tui.ssh.keys import Agent, Keys
from chwech_tui.ssh.known_hosts import HostKey, host_key
from chwech_tui.ssh.way import Way
from protocol.aio import ClientChannel
from protocol.messages import Hello, ListTables, Tables, Welcome
from tests.chwech_tui.ssh.person import agent, make_key
from tests.chwech_tui.ssh.ssh_server import PATIENCE, SshServer

HELLO = Hello((1, 1), "test", "Nia")


@pytest.fixture
def server() -> Iterator[SshServer]:
    """Give a server that takes everybody."""
    with SshServer() as server:
        yield server


def keys(count: int = 1) -> Keys:
    """Give some keys of a person."""
    return tuple(asyncssh.load_keypairs([asyncssh.generate_private_key("ssh-ed25519") for _ in range(count)]))


def way_to(server: SshServer, *, count: int = 1, user: str = "chwech") -> Way:
    """Give a way that nobody has gone yet."""
    return Way(SshAddress("127.0.0.1", server.port, user), keys(count))


def anybody(_key: HostKey) -> bool:
    """Trust any host."""
    return True


async def left(channel: ClientChannel) -> None:
    """Close a channel and wait until it is."""
    channel.close()
    await asyncio.wait_for(channel.wait_closed(), PATIENCE)


async def greeted(channel: ClientChannel) -> None:
    """Greet, and be welcome."""
    await channel.send(HELLO)
    assert isinstance(await asyncio.wait_for(channel.receive(), PATIENCE), Welcome)


async def test_messages_go_both_ways(server: SshServer) -> None:
    """The channel that the first knock made is the one that the first dial gives."""
    way = way_to(server)
    assert await way.knock(lambda key: key == server.key) is None
    channel = await way.dial()
    await greeted(channel)
    await channel.send(ListTables(1))
    assert await asyncio.wait_for(channel.receive(), PATIENCE) == Tables(1, ())
    await left(channel)
    assert server.users == ["chwech"]
    assert len(server.connections) == 1


async def test_each_later_dial_is_a_connection_of_its_own(server: SshServer) -> None:
    """The connection ends with its channel; the key and the user name are the same each time."""
    way = way_to(server, user="me")
    await way.knock(anybody)
    first = await way.dial()
    second = await way.dial()
    await greeted(first)
    await greeted(second)
    await left(first)
    await left(second)
    assert server.users == ["me", "me"]
    assert len(set(server.logins)) == 1


async def test_a_first_connection_that_has_grown_old_is_not_used(
    server: SshServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server waits for a greeting for seconds only: who chose a nickname meanwhile connects anew."""
    monkeypatch.setattr(ways, "FRESH", -1.0)
    way = way_to(server)
    await way.knock(anybody)
    channel = await way.dial()
    await greeted(channel)
    await left(channel)
    assert len(server.connections) == 2


async def test_a_host_that_is_not_trusted_learns_nothing_of_us(server: SshServer) -> None:
    """The key that it has shown is given back, and no user, no key was told to it."""
    sight = await way_to(server).knock(lambda _key: False)
    assert sight is not None
    assert (sight.key, sight.number) == (server.key, "127.0.0.1")
    assert server.users == server.offered == []


async def test_a_host_with_another_key_is_not_spoken_to_again(server: SshServer) -> None:
    """Once the host is known, every later connection demands that very key, whatever the lists say."""
    way = way_to(server)
    await way.knock(anybody)
    await left(await way.dial())
    server.change_keys()
    users = list(server.users)
    with pytest.raises(OSError, match="does not show the host key that it is known by"):
        await way.dial()
    assert server.users == users


async def test_the_kind_of_key_that_is_known_is_asked_for() -> None:
    """A host with several keys shows the one that the person knows."""
    with SshServer("ssh-ed25519", "ecdsa-sha2-nistp256", "ssh-rsa") as server:
        address = SshAddress("127.0.0.1", server.port)
        shown = [
            await Way(address, keys(), kinds).knock(lambda _key: False)
            for kinds in ((), ("ecdsa-sha2-nistp256",), ("ssh-rsa", "unknown"), ("unknown",))
        ]
    kinds = [sight.key.kind for sight in shown if sight is not None]
    assert kinds == ["ssh-ed25519", "ecdsa-sha2-nistp256", "ssh-rsa", "ssh-ed25519"]


async def test_whoever_comes_back_is_the_same_person() -> None:
    """The key that was taken the first time is the only one that is offered from then on."""
    offered = keys(3)
    prints = [host_key(pair.public_data).fingerprint for pair in offered]
    with SshServer(takes=lambda fingerprint: fingerprint == prints[1]) as server:
        way = Way(SshAddress("127.0.0.1", server.port), offered)
        await way.knock(anybody)
        await left(await way.dial())
        assert server.offered == prints[:2]
        server.offered.clear()
        await left(await way.dial())
        assert server.offered == prints[1:2]


async def test_an_agent_signs_and_is_let_go(server: SshServer, tmp_path: Path) -> None:
    """A key that only the agent holds opens the door, also the second time."""
    fingerprint = make_key(tmp_path / "key")
    with agent(tmp_path, tmp_path / "key") as path:
        helper = Agent(path)
        way = Way(SshAddress("127.0.0.1", server.port), await helper.keys(), (), helper.rest)
        await way.knock(anybody)
        await left(await way.dial())
        await left(await way.dial())
    assert server.logins == [fingerprint] * 2


async def test_an_agent_that_has_gone_is_a_refusal_in_words(server: SshServer, tmp_path: Path) -> None:
    """Without its agent the person cannot come back, and is told whose fault that is."""
    make_key(tmp_path / "key")
    with agent(tmp_path, tmp_path / "key") as path:
        helper = Agent(path)
        way = Way(SshAddress("127.0.0.1", server.port), await helper.keys(), (), helper.rest)
        await way.knock(anybody)
        await left(await way.dial())
    with pytest.raises(OSError, match="lets none of your keys in"):
        await way.dial()


async def test_keys_that_are_refused_are_said() -> None:
    """All keys are tried in their order before the refusal is told."""
    with SshServer(takes=lambda _fingerprint: False) as server:
        with pytest.raises(OSError, match=rf"127\.0\.0\.1:{server.port} lets none of your keys in"):
            await way_to(server, count=3).knock(anybody)
        assert len(server.offered) == 3


async def test_a_server_without_the_subsystem_is_no_chwech_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """An SSH server of another kind is told from one that is down."""
    monkeypatch.setattr(ways, "SUBSYSTEM", "other")
    with SshServer() as server, pytest.raises(OSError, match="is no Chwech server"):
        await way_to(server).knock(anybody)


async def test_a_session_that_is_refused_is_said_in_the_words_of_the_server() -> None:
    """What the server says is cleaned before it reaches the terminal."""
    with SshServer(refuses_sessions=True) as server, pytest.raises(OSError, match="ended the connection") as refused:
        await way_to(server).knock(anybody)
    assert "too many[2J sessions" in str(refused.value)


async def test_a_port_where_nobody_listens_is_said() -> None:
    """The address is in the sentence."""
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    with pytest.raises(OSError, match=f"no SSH server listens at 127.0.0.1:{port}"):
        await Way(SshAddress("127.0.0.1", port), keys()).knock(anybody)


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (socket.gaierror(-2, "Name or service not known"), r"no machine is called cards\.example"),
        (OSError(113, "No route to host"), r"cards\.example cannot be reached: No route to host"),
        (OSError("Multiple exceptions: \x1b[2J"), r"cards\.example cannot be reached: Multiple exceptions: \[2J"),
        (ValueError("odd"), r"no connection to cards\.example: odd"),
        (asyncssh.ConnectionLost("Connection lost"), r"cards\.example ended the connection: Connection lost"),
    ],
)
async def test_what_goes_wrong_below_is_told_in_words(
    monkeypatch: pytest.MonkeyPatch, problem: Exception, words: str
) -> None:
    """Each problem is an ``OSError`` with a sentence that names the server."""

    async def fails(*_arguments: object, **_options: object) -> None:
        raise problem

    monkeypatch.setattr(ways, "reach", fails)
    with pytest.raises(OSError, match=words):
        await Way(SshAddress("cards.example"), keys()).knock(anybody)


async def test_a_server_of_another_kind_is_told_as_such() -> None:
    """What speaks no SSH at all is an error with a sentence too."""
    done = asyncio.Event()

    async def other(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n" * 2000)
        with suppress(ConnectionError):
            await reader.read()
        writer.close()
        done.set()

    listener = await asyncio.start_server(other, "127.0.0.1", 0)
    async with listener:
        port = listener.sockets[0].getsockname()[1]
        with pytest.raises(OSError, match="ended the connection"):
            await Way(SshAddress("127.0.0.1", port), keys()).knock(anybody)
        await asyncio.wait_for(done.wait(), PATIENCE)


async def test_a_server_that_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A port that takes the connection and is silent is not waited for for ever."""
    monkeypatch.setattr(ways, "PATIENCE", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(OSError, match="does not answer"):
        await Way(SshAddress("127.0.0.1", silent.getsockname()[1]), keys()).knock(anybody)


async def test_a_login_that_takes_for_ever_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the host is known there is time for a person to confirm, but not for ever."""
    monkeypatch.setattr(ways, "LOGIN_PATIENCE", 0.05)
    monkeypatch.setattr(ways.Caller, "public_key_auth_requested", _never)
    with SshServer() as server, pytest.raises(OSError, match="did not let us in in time"):
        await way_to(server).knock(anybody)


async def _never(_caller: ways.Caller) -> None:
    await asyncio.Event().wait()


async def test_a_connection_that_is_lost_is_an_end(server: SshServer) -> None:
    """The reader sees the end, the writer an error, and nothing hangs."""
    way = way_to(server)
    await way.knock(anybody)
    channel = await way.dial()
    await greeted(channel)
    server.drop()
    assert await asyncio.wait_for(channel.receive(), PATIENCE) is None
    with pytest.raises(ConnectionError):
        await channel.send(ListTables(1))
    await left(channel)
    assert await way.explain() == ""


async def test_a_server_that_is_cut_off_is_noticed(server: SshServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions that stay unanswered end the connection, although nothing says that it is gone."""
    monkeypatch.setattr(remote, "SILENCE", 0.5)
    monkeypatch.setattr(remote, "ANSWER", 0.5)
    way = way_to(server)
    await way.knock(anybody)
    channel = await way.dial()
    await greeted(channel)
    server.freeze()
    with pytest.raises(ConnectionResetError, match="nothing was heard"):
        await asyncio.wait_for(channel.receive(), PATIENCE / 2)
    assert await way.explain() == ""
    server.thaw()
    await left(channel)


async def test_a_link_comes_back_over_ssh(server: SshServer) -> None:
    """A lost connection is made again by the link, with the same key at the same host."""
    news: list[News] = []
    heard = asyncio.Event()

    def tell(one: News) -> None:
        news.append(one)
        heard.set()

    async def told(kind: type, times: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while sum(isinstance(one, kind) for one in news) < times:
                heard.clear()
                await heard.wait()

    way = way_to(server)
    await way.knock(anybody)
    link = asyncio.create_task(Link(way.dial, tell, Identity("Nia"), way.explain).run())
    await told(Welcome, 1)
    server.drop()
    await told(Down, 1)
    await told(Welcome, 2)
    link.cancel()
    await asyncio.gather(link, return_exceptions=True)
    assert len(set(server.logins)) == 1


async def test_a_slow_server_holds_the_sender_back() -> None:
    """Who sends to a server that does not read waits, instead of piling up bytes."""

    async def deaf(process: asyncssh.SSHServerProcess[bytes]) -> None:
        await asyncio.Event().wait()

    with SshServer(handler=deaf) as server:
        way = way_to(server)
        await way.knock(anybody)
        channel = await way.dial()
        assert way._last is not None
        stream = way._last[0]
        written = 0

        async def pour() -> None:
            nonlocal written
            while True:
                stream.write(b"x" * 16384)
                written += 16384
                await stream.drain()

        pouring = asyncio.create_task(pour())
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.shield(pouring), 1.0)
        assert written < 8 * 1024 * 1024
        pouring.cancel()
        await asyncio.gather(pouring, return_exceptions=True)
        await left(channel)


async def test_the_last_words_of_a_server_explain_the_end() -> None:
    """What the server writes beside the protocol is told, cleaned, where the connection ends."""

    async def grumble(process: asyncssh.SSHServerProcess[bytes]) -> None:
        process.stderr.write(b"The game is\x1b[31m away.\n")
        process.exit(1)

    with SshServer(handler=grumble) as server:
        way = way_to(server)
        await way.knock(anybody)
        channel = await way.dial()
        assert await asyncio.wait_for(channel.receive(), PATIENCE) is None
        await left(channel)
        assert await way.explain() == "The game is[31m away."


async def test_the_reason_of_a_disconnect_explains_the_end(server: SshServer) -> None:
    """A server that throws somebody out says why in the disconnect itself."""
    way = way_to(server)
    await way.knock(anybody)
    channel = await way.dial()
    await greeted(channel)
    server.throw_out("Too many connections.")
    assert await asyncio.wait_for(channel.receive(), PATIENCE) is None
    await left(channel)
    assert await way.explain() == "Too many connections."


async def test_nothing_explains_a_way_that_nobody_has_gone() -> None:
    """Before the first connection there is nothing to explain."""
    assert await Way(SshAddress("cards.example"), keys()).explain() == ""
