"""Servers that could lose what they acknowledge are refused, and addresses that are none."""

import re
import socket
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest
from nats.aio.client import Client
from nats.errors import Error

from server.cluster.address import CREDENTIALS_NAME, ClusterAddress, InvalidAddress, read_cluster, with_credentials
from server.cluster.opening import Safety, check_cluster_servers, open_cluster
from server.cluster.safety import (
    Look,
    ServerState,
    Unsafe,
    _Streams,
    _Writing,
    check_servers,
    faults_of,
    look,
    monitors_of,
    replicas_fault,
)
from server.storage.store import StoreFault
from tests.nats_servers import NatsServer

SAFE = _Streams(_Writing(sync_always=True))


def three(version: str = "2.15.1", jetstream: _Streams = SAFE) -> tuple[ServerState, ...]:
    """Give the states of three servers, the last of which is given."""
    safe = (ServerState("a", "2.15.1", SAFE), ServerState("b", "2.16.0-preview.1", SAFE))
    return (*safe, ServerState("c", version, jetstream, "n3", "http://n3:8222"))


def test_three_safe_servers_are_taken() -> None:
    """Nothing is wrong with them."""
    check_servers(three(), 3)
    assert not replicas_fault(3, "chwech")


@pytest.mark.parametrize("version", ["2.15.0", "2.9.25", "1.99.99", "2.15.1-RC.2", "new", ""])
def test_an_old_server_is_refused(version: str) -> None:
    """One of three is enough to lose something."""
    why = re.escape(
        f"the NATS server n3 (http://n3:8222) could lose what it acknowledges, for it is nats-server {version}"
    )
    with pytest.raises(Unsafe, match=f"{why}: install 2.15.1 or later, or use --unsafe"):
        check_servers(three(version), 3)


def test_a_server_that_writes_late_is_refused() -> None:
    """What it acknowledges is lost with its power."""
    with pytest.raises(Unsafe, match=r"server n3 \(http://n3:8222\) acknowledges what is not .* set `sync_interval"):
        check_servers(three(jetstream=_Streams()), 3)


def test_too_few_servers_are_refused() -> None:
    """One that is named twice is one."""
    with pytest.raises(Unsafe, match="there are 2 NATS servers, and 3 are needed on as many machines"):
        check_servers((*three()[:2], three()[0]), 3)


def test_one_server_is_counted_as_one() -> None:
    """As people speak."""
    with pytest.raises(Unsafe, match="there is 1 NATS server, and 3 are needed"):
        check_servers(three()[:1], 1)


def test_everything_that_is_wrong_is_found() -> None:
    """What is waived is told one by one."""
    assert len([*faults_of(three("2.14.6", _Streams())[2:], 1)]) == 3


async def test_a_server_that_is_down_keeps_no_node_from_starting(nats_server: NatsServer) -> None:
    """A node that starts again while one of three is down looks at the other two, and says which one is not there."""
    here, gone = f"nats://127.0.0.1:{nats_server.port}", "nats://127.0.0.1:9"
    page, none = nats_server.monitor_url, "http://127.0.0.1:9"
    found = await look((here, gone, here), (page, none, page))
    assert [state.server_name for state in found.states] == ["alone", "alone"]
    assert found.warnings == (
        "no NATS server answers at 127.0.0.1:9 (Connection refused): start it, or correct the address",
    )
    assert not found.unseen
    found = await look((here, gone, gone), (page, none, none))
    assert found.down.startswith("too few NATS servers answer; none does at 127.0.0.1:9 (Connection refused), 127.0")


async def test_a_server_that_does_not_encrypt_is_named(nats_server: NatsServer) -> None:
    """This node goes to the others, and has fewer than it should have."""
    found = await look((f"tls://127.0.0.1:{nats_server.port}",), (nats_server.monitor_url,))
    there = f"the NATS server alone (127.0.0.1:{nats_server.port})"
    assert found.warnings == (f"{there} does not encrypt, so this node does not use it: give it a part `tls`",)


async def test_a_wrong_port_is_named(nats_server: NatsServer) -> None:
    """All servers are up and can be looked at, and one is looked for elsewhere."""
    here, page = f"nats://127.0.0.1:{nats_server.port}", nats_server.monitor_url
    found = await look((here, here, "nats://127.0.0.1:2222"), (page, page, page))
    assert [warning.partition(" (")[0] for warning in found.warnings] == ["no NATS server answers at 127.0.0.1:2222"]


async def test_a_server_that_is_up_and_cannot_be_looked_at_is_refused(nats_server: NatsServer, tmp_path: Path) -> None:
    """It is not down, so it could lose what it acknowledges, though most say how they are set."""
    other = NatsServer(tmp_path / "nats", "n3")
    other.start()
    try:
        other.wait()
        here, page = f"nats://127.0.0.1:{nats_server.port}", nats_server.monitor_url
        servers = (here, here, f"nats://127.0.0.1:{other.port}")
        found = await look(servers, (page, page, "http://127.0.0.1:9"))
        why = f"nobody can tell how the NATS server n3 (127.0.0.1:{other.port}) is set, though it is up"
        assert found.unseen.startswith(f"{why}; no page can be read at http://127.0.0.1:9/varz (Connection refused): ")
        assert (await look(servers, (page, page, page))).unseen.startswith(f"{why}: give each `http: PORT`")
        assert not (await look(servers, (page, page, other.monitor_url))).unseen
        both = (await look(servers, ())).unseen
        assert both.startswith("nobody can tell how NATS is set at alone (127.0.0.1:")
    finally:
        other.kill()


async def test_a_page_of_a_server_that_is_not_named_is_missed(nats_server: NatsServer) -> None:
    """The address names one of three servers; the pages of the others are read all the same, or most of them."""
    here, page, none = f"nats://127.0.0.1:{nats_server.port}", nats_server.monitor_url, "http://127.0.0.1:9"
    found = await look((here,), (page, page, none))
    assert not found.unseen
    assert [warning.partition(" (")[0] for warning in found.warnings] == [
        f"the state of a NATS server cannot be read at {none}/varz"
    ]
    found = await look((here,), (page, none, none))
    assert found.unseen.startswith(f"the state of NATS servers cannot be read at {none}/varz (Connection refused), ")


@pytest.mark.parametrize(("replicas", "often"), [(1, "once"), (2, "2 times")])
def test_a_stream_on_too_few_servers_is_refused(replicas: int, often: str) -> None:
    """The text says what changes that."""
    fault = replicas_fault(replicas, "x")
    assert fault.startswith(f"the stream x is stored {often}: make it 3 times with `nats stream edit x --replicas 3`")


async def test_what_a_server_says_is_read(nats_server: NatsServer) -> None:
    """Its own page tells its version and when it writes."""
    (state,) = (await look((), (nats_server.monitor_url,))).states
    assert (state.version, state.jetstream.config.sync_always) == ("2.15.1", False)


async def test_a_server_alone_is_refused(nats_server: NatsServer, nats_address: str) -> None:
    """Nothing is made there, and nothing is stored."""
    with pytest.raises(Unsafe, match="there is 1 NATS server, and 3 are needed"):
        async with open_cluster(read_cluster(nats_address), Safety.CHECKED, (nats_server.monitor_url,)):
            pass


async def test_a_page_that_is_none_is_told(nats_server: NatsServer) -> None:
    """What is no address, or no page, is told as such: NATS itself greets, and speaks no HTTP."""
    for monitor in ("http://a:b:c", f"http://127.0.0.1:{nats_server.port}", "http://no.such.host.invalid"):
        assert f"cannot be read at {monitor}/varz (" in (await look((), (monitor,))).unseen


async def test_a_page_that_does_not_answer_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has as long as the greeting of the server; a node with --unsafe begins after that, too."""
    monkeypatch.setattr("server.cluster.safety.SECONDS", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monitor = f"http://127.0.0.1:{silent.getsockname()[1]}"
        assert f"cannot be read at {monitor}/varz (timed out)" in (await look((), (monitor,))).unseen


async def test_servers_that_are_still_starting_are_asked_again(
    nats_server: NatsServer, nats_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Machines that start together are no reason to end; what cannot be read in the end is told."""
    monitor, gone, asked = nats_server.monitor_url, "http://127.0.0.1:9", list[int]()

    async def late(servers: Sequence[str], monitors: Sequence[str]) -> Look:
        asked.append(1)
        return await look(servers, monitors if len(asked) > 2 else (gone,) * 3)

    monkeypatch.setattr("server.cluster.opening.look", late)
    with pytest.raises(Unsafe, match="there is 1 NATS server, and 3 are needed"):
        async with open_cluster(read_cluster(nats_address), Safety.CHECKED, (monitor,)):
            pass
    assert len(asked) == 3
    monkeypatch.setattr("server.cluster.opening.START_SECONDS", 0.0)
    asked.clear()
    with pytest.raises(Unsafe, match=r"give each `http: PORT` in its configuration.*, or use --unsafe"):
        async with open_cluster(read_cluster(nats_address), Safety.CHECKED, (monitor,)):
            pass


async def test_what_is_waived_is_told(
    nats_server: NatsServer, nats_address: str, caplog: pytest.LogCaptureFixture
) -> None:
    """One warning for each thing that is taken as it is."""
    async with open_cluster(read_cluster(nats_address), Safety.WAIVED, (nats_server.monitor_url,)):
        pass
    said = [record.message for record in caplog.records if record.name == "server.cluster.opening"]
    assert [line.partition(": ")[2][:38] for line in said] == [
        "there is 1 NATS server, and 3 are need",
        "the NATS server alone (http://127.0.0.",
        f"the stream {read_cluster(nats_address).name} is stored once"[:38],
        f"the stream {read_cluster(nats_address).name}-lease is stored once"[:38],
    ]
    assert all(line.startswith("taken with --unsafe: ") and not line.endswith("--unsafe") for line in said)


async def test_a_check_looks_at_the_stream(
    nats_server: NatsServer, nats_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stream on one server keeps a node from starting, so the check finds it; one that would be made does not."""
    address, pages = read_cluster(nats_address), (nats_server.monitor_url,)
    monkeypatch.setattr("server.cluster.opening.check_servers", lambda *_: None)
    await check_cluster_servers(address, Safety.CHECKED, pages)
    async with open_cluster(address, Safety.WAIVED, pages):
        pass
    with pytest.raises(Unsafe, match="is stored once: make it 3 times"):
        await check_cluster_servers(address, Safety.CHECKED, pages)


async def test_the_stream_of_the_lease_is_looked_at(
    nats_server: NatsServer, nats_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody can lead while the one server is down that has it, so a node is not started, and the check says so."""
    address, pages = read_cluster(nats_address), (nats_server.monitor_url,)
    monkeypatch.setattr("server.cluster.opening.check_servers", lambda *_: None)
    async with open_cluster(address, Safety.WAIVED, pages):
        pass

    async def thrice(*_: object, **__: object) -> int:
        return 3

    monkeypatch.setattr("server.cluster.opening.make_stream", thrice)
    for way in (check_cluster_servers(address, Safety.CHECKED, pages), opened_and_closed(address, pages)):
        with pytest.raises(Unsafe, match=f"the stream {address.name}-lease is stored once"):
            await way


async def opened_and_closed(address: ClusterAddress, pages: Sequence[str]) -> None:
    """Open a cluster that has to be safe."""
    async with open_cluster(address, Safety.CHECKED, pages):
        pass


async def test_a_node_without_its_password_is_told_where_it_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The servers are there: to start them, or to name others, would not help."""

    async def refuse(*_: object, error_cb: Callable[[Exception], Awaitable[None]], **__: object) -> None:
        await error_cb(Error("nats: 'Authorization Violation'"))
        raise TimeoutError

    async def close(_: Client) -> None:
        return None

    monkeypatch.setattr(Client, "connect", refuse)
    monkeypatch.setattr(Client, "close", close)
    address = with_credentials(read_cluster("nats://127.0.0.1:9"), tmp_path)
    kept = re.escape(str(tmp_path / CREDENTIALS_NAME))
    with pytest.raises(StoreFault, match=f"put USER:PASSWORD into {kept}, and chmod 600 it"):
        async with open_cluster(address, Safety.WAIVED):
            pass
    (tmp_path / CREDENTIALS_NAME).touch(mode=0o600)
    (tmp_path / CREDENTIALS_NAME).write_text("anna:wrong")
    with pytest.raises(StoreFault, match=f"correct USER:PASSWORD in {kept}"):
        async with open_cluster(with_credentials(address, tmp_path), Safety.WAIVED):
            pass


@pytest.mark.parametrize(
    ("text", "servers", "name", "shown"),
    [
        ("nats://a", ["nats://a:4222"], "chwech", "nats://a:4222/chwech"),
        ("nats://a:1,b/x", ["nats://a:1", "nats://b:4222"], "x", "nats://a:1,b:4222/x"),
        ("tls://a,b:2", ["tls://a:4222", "tls://b:2"], "chwech", "tls://a:4222,b:2/chwech"),
        (
            "nats://a, B:2 ,\tc",
            ["nats://a:4222", "nats://b:2", "nats://c:4222"],
            "chwech",
            "nats://a:4222,b:2,c:4222/chwech",
        ),
        ("nats://[::1]:7,[::2]", ["nats://[::1]:7", "nats://[::2]:4222"], "chwech", "nats://[::1]:7,[::2]:4222/chwech"),
    ],
)
def test_addresses(text: str, servers: list[str], name: str, shown: str) -> None:
    """Some hosts with ports, and a name."""
    address = read_cluster(text)
    assert [*address.servers] == servers
    assert address.name == name
    assert str(address) == shown
    assert read_cluster(shown) == address


def test_where_servers_show_their_state() -> None:
    """At the usual port of each host."""
    assert monitors_of(read_cluster("nats://a,[::1]:7")) == ("http://a:8222", "http://[::1]:8222")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "'' is no address of a cluster: write nats://HOST:PORT"),
        ("http://a", "'http://a' is no address of a cluster"),
        ("nats://", "is no address of a cluster"),
        ("nats://a,", "'' in 'nats://a,' is no host with a port"),
        ("nats://a:x", "'a:x' in 'nats://a:x' is no host with a port"),
        ("nats://a:99999", "has no port from 1 to 65535"),
        ("nats://a:0,b", "'a:0' in 'nats://a:0,b' has no port from 1 to 65535: write nats://HOST:PORT"),
        ("nats://a:", "'a:' in 'nats://a:' is no host with a port"),
        ("nats://a,b?x=1", "'b?x=1' in 'nats://a,b?x=1' is no host with a port"),
        ("nats://a,b#x", "'b#x' in 'nats://a,b#x' is no host with a port"),
        ("nats://a b c", "'a b c' in 'nats://a b c' is no host with a port: write nats://HOST:PORT,HOST:PORT"),
        ("nats://a;b;c", "'a;b;c' in 'nats://a;b;c' is no host with a port: write nats://HOST:PORT,HOST:PORT"),
        ("nats://[a]", "'[a]' in 'nats://[a]' is no host with a port"),
        ("nats://\u0e20", "is no host with a port"),
        ("nats://a/x?y", "'x?y' is no name of a journal"),
        ("nats://u:secret@a", "a password in an address is read by others: write USER:PASSWORD into the file nats_cr"),
        ("nats://a/b.c", "'b.c' is no name of a journal: it has 1 to 32 letters"),
        ("nats://a/", "'' is no name of a journal"),
    ],
)
def test_what_is_no_address(text: str, why: str) -> None:
    """The text says what would be one, and shows no password."""
    with pytest.raises(InvalidAddress, match=re.escape(why)) as told:
        read_cluster(text)
    assert "secret" not in str(told.value)


def test_who_one_is_to_the_servers(tmp_path: Path) -> None:
    """A file of one's own says so, and nothing that others read."""
    address = read_cluster("nats://a")
    file = tmp_path / CREDENTIALS_NAME
    assert with_credentials(address, tmp_path) == address._replace(kept_in=file)
    file.write_text("anna:se:cret\n")
    file.chmod(0o644)
    with pytest.raises(InvalidAddress, match=r"others may read .*: chmod 600"):
        with_credentials(address, tmp_path)
    file.chmod(0o600)
    known = with_credentials(address, tmp_path)
    assert (known.user, known.password) == ("anna", "se:cret")
    assert "cret" not in str(known)
    for text in ("", "anna", ":x", "anna:", "anna:x\nben:y"):
        file.write_text(text)
        with pytest.raises(InvalidAddress, match="holds no line USER:PASSWORD"):
            with_credentials(address, tmp_path)
    file.write_bytes(b"anna:\xff\xfe")
    with pytest.raises(InvalidAddress, match="holds no line USER:PASSWORD, but bytes that are no text in UTF-8"):
        with_credentials(address, tmp_path)
