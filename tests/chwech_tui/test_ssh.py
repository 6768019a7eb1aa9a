"""The connection over SSH: the program that is started, what it says, and how it ends."""

import asyncio
import gc
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import asyncssh
import pytest

from chwech_tui.link import Down, Identity, Link, News, Route
from chwech_tui.remote import SshAddress
from chwech_tui.ssh import (
    Resolved,
    Ssh,
    UnusableSsh,
    _Child,
    ask_servers,
    destination,
    key_options,
    needs_person,
    reason,
    resolve,
)
from protocol.aio import ClientChannel
from protocol.messages import Hello, Welcome
from tests.chwech_tui.person import Person, agent
from tests.chwech_tui.ssh_server import PATIENCE, SshServer


def test_only_what_was_typed_is_given_to_ssh() -> None:
    """The rest is for ssh_config to say; a host is never taken for an option."""
    assert destination(SshAddress("cards")) == ["--", "cards"]
    assert destination(SshAddress("::1", 2222, "me")) == ["-p", "2222", "-l", "me", "--", "::1"]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("", ""),
        ("Connection closed by 127.0.0.1 port 22", "Connection closed by 127.0.0.1 port 22"),
        ("a banner\nchwech: the game is away", "the game is away"),
        (
            "ssh: connect to host 10.0.0.1 port 22: No route to host",
            "10.0.0.1 port 22 cannot be reached: No route to host",
        ),
        ("ssh: connect to host jump port 22: Connection refused", "nothing listens at jump port 22"),
        ("ssh: Could not resolve hostname cards: Name or service not known", "no machine is called cards"),
        ("@ WARNING: REVOKED HOST KEY DETECTED! @\nHost key verification failed.", "marked as revoked"),
        ("Received disconnect from 10.0.0.1 port 22:12: {0} is too much\nDisconnected", "{0} is too much"),
    ],
)
def test_what_ssh_says_is_told_in_a_sentence(said: str, words: str) -> None:
    """Known words have a sentence that helps; others are passed on."""
    told = reason(said, SshAddress("cards.example"))
    assert told.startswith(words) or (words and words in told)


def test_a_person_is_needed_for_keys_and_for_new_hosts_alone() -> None:
    """A changed host key is never asked about."""
    assert needs_person("nia@cards: Permission denied (publickey).")
    assert needs_person("Host key verification failed.")
    assert not needs_person("@ REMOTE HOST IDENTIFICATION HAS CHANGED! @\nHost key verification failed.")
    assert not needs_person("open failed: Permission denied by nobody")


def test_a_named_key_has_to_be_there(tmp_path: Path) -> None:
    """``ssh`` itself would go on with other keys, and so with another account."""
    with pytest.raises(UnusableSsh, match="nothing cannot be read: No such file"):
        key_options(tmp_path / "nothing")
    (tmp_path / "key").touch()
    assert key_options(tmp_path / "key") == ("-o", "IdentitiesOnly=yes", "-i", str(tmp_path / "key"))
    assert key_options(None) == ()


def test_the_configuration_is_asked_for_the_public_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has named a user keeps it, and otherwise the user of this machine is told to nobody."""
    person = Person(tmp_path)
    monkeypatch.setenv("PATH", person.environment["PATH"])
    person.configure(
        *("Host Cards", "HostName cards.example", "Port 2222"),
        *("Match host mine.example", "User nia", "ProxyJump jump.example"),
    )
    cards = Resolved(SshAddress("Cards", 0, "chwech"), SshAddress("cards.example", 2222), is_direct=True)
    mine = Resolved(SshAddress("mine.example"), SshAddress("mine.example", 22), is_direct=False)
    named = Resolved(SshAddress("x", 7, "me"), SshAddress("x", 7), is_direct=True)
    assert [resolve(one) for one in (SshAddress("Cards"), SshAddress("mine.example"), named.address)] == [
        cards,
        mine,
        named,
    ]


def test_a_configuration_by_which_ssh_reads_nothing_is_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the server would be blamed for the silence; where nothing is set, older clients are asked nothing new."""
    person = Person(tmp_path)
    monkeypatch.setenv("PATH", person.environment["PATH"])
    person.configure("Host cards", "StdinNull yes", "ForkAfterAuthentication yes")
    assert resolve(SshAddress("cards")).undone == ("-o", "stdinnull=no", "-o", "forkafterauthentication=no")
    assert resolve(SshAddress("mine.example")).undone == ()


def test_a_mistake_in_the_configuration_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line that ``ssh`` names is in the sentence."""
    person = Person(tmp_path)
    monkeypatch.setenv("PATH", person.environment["PATH"])
    person.configure("Colour blue")
    with pytest.raises(UnusableSsh, match="line 1: Bad configuration option: colour"):
        resolve(SshAddress("cards"))


async def told_by(*places: str) -> dict[str, str]:
    """Give what servers say of who is there."""
    told = dict[str, str]()
    await asyncio.gather(*ask_servers(places, told.__setitem__))
    return told


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ('{"people": 3, "waiting": 1, "name": "x"}', "3 online, 1 table waits"),
        ('{"people": -3, "waiting": 1}', "no answer"),
        ("x" * 100_000, "no answer"),
        ("", "no answer"),
    ],
)
async def test_a_server_says_who_is_there_to_anyone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, found: str
) -> None:
    """No key is offered and nothing asked; whatever else it says, or ssh, is as good as no answer."""
    program, asked = tmp_path / "ssh", tmp_path / "asked"
    program.write_text(f'#!/bin/sh\necho "$@" > {asked}\ncat {tmp_path}/said\n')
    (tmp_path / "said").write_text(said)
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert await told_by("tcp://cards.example:1", "cards.example:2222") == {"cards.example:2222": found}
    words = asked.read_text()
    assert "-l guest -o PreferredAuthentications=none -o BatchMode=yes" in words
    assert words.endswith("-p 2222 -- cards.example status --json\n")


async def test_a_server_that_does_not_answer_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its ssh is ended."""
    (tmp_path / "ssh").write_text("#!/bin/sh\nexec sleep 1000\n")
    (tmp_path / "ssh").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr("chwech_tui.ssh.STATUS_SECONDS", 0.05)
    assert await told_by("cards.example") == {"cards.example": "no answer"}


async def test_the_end_of_a_pty_leaves_no_error_behind() -> None:
    """One that nobody has looked at would be a traceback on the terminal of whoever leaves."""
    faults: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: faults.append(context))
    ours, theirs = os.openpty()
    # At the end of the program the error may be told before this looks at it.
    with patch.object(asyncio.StreamReaderProtocol, "__del__", lambda _protocol: None):
        with os.fdopen(ours, "rb", buffering=0) as errors:
            listening = asyncio.create_task(_Child(lambda: None, attended=False)._listen(errors))
            await asyncio.sleep(0)
            os.close(theirs)
            await listening
        del listening
        gc.collect()
    assert not faults


HELLO = Hello((1, 1), "test", "Nia")


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Person:
    """Give a person with a key, in whose place this process is."""
    person = Person(tmp_path)
    person.make_key()
    for name, value in person.environment.items():
        monkeypatch.setenv(name, value)
    return person


@pytest.fixture
def server(person: Person) -> Iterator[SshServer]:
    """Give a server that the person knows, and that takes everyone."""
    with SshServer() as server:
        person.know(server.known_as)
        yield server


def ssh_to(server: SshServer, user: str = "", identity: Path | None = None) -> Ssh:
    """Give what has come to a server before, and so asks nothing: there is no terminal."""
    ssh = Ssh(SshAddress("127.0.0.1", server.port, user), identity)
    ssh._asks = False
    return ssh


async def left(ssh: Ssh, channel: ClientChannel) -> None:
    """Leave, and wait until ``ssh`` has ended."""
    channel.close()
    await asyncio.wait_for(ssh.stop(), PATIENCE)


async def greeted(channel: ClientChannel) -> None:
    """Greet, and be welcome."""
    await channel.send(HELLO)
    assert isinstance(await asyncio.wait_for(channel.receive(), PATIENCE), Welcome)


async def refused(ssh: Ssh) -> str:
    """Dial in vain, and give the reason; it is the outcome for whoever waits for the first answer, too."""
    with pytest.raises(OSError, match=r".") as problem:
        await asyncio.wait_for(ssh.dial(), PATIENCE)
    assert await ssh.arrive() == str(problem.value)
    return str(problem.value)


async def ended(ssh: Ssh) -> str:
    """Dial, hear nothing, and give the reason."""
    channel = await ssh.dial()
    assert await asyncio.wait_for(channel.receive(), PATIENCE) is None
    channel.close()
    words = await asyncio.wait_for(ssh.explain(), PATIENCE)
    assert await ssh.arrive() == words
    return words


async def test_what_ssh_config_says_counts(server: SshServer, person: Person) -> None:
    """Host, port, user and jump host come from there; what would not go with the protocol is left out."""
    lines = ("RemoteCommand ls", "PermitLocalCommand yes", "LocalCommand echo oops", "LogLevel QUIET")
    with SshServer() as jump:
        person.know(server.known_as, jump.known_as)
        where = ("HostName 127.0.0.1", f"Port {server.port}", "User nia", f"ProxyJump me@127.0.0.1:{jump.port}")
        person.configure("Host Cards", *where, *lines)
        ssh = Ssh(SshAddress("Cards"))
        ssh._asks = False
        assert ssh.place == f"127.0.0.1:{server.port}"
        await greeted(channel := await ssh.dial())
        await left(ssh, channel)
        assert (jump.users, jump.jumps, server.users) == (["me"], [server.port], ["nia"])


async def test_a_named_key_is_the_only_one(server: SshServer, person: Person) -> None:
    """It comes before what the agent holds, which is not offered at all."""
    person.key.unlink()
    mine, other = person.home / "mine", person.home / "other"
    fingerprint = person.make_key(mine)
    person.make_key(other)
    with agent(person.home, other) as path:
        os.environ["SSH_AUTH_SOCK"] = path
        ssh = ssh_to(server, identity=mine)
        await greeted(channel := await ssh.dial())
        await left(ssh, channel)
    assert server.offered == [fingerprint]
    assert not ssh.can_be_guest


async def test_nobody_else_comes_back_in_ones_place(server: SshServer, person: Person) -> None:
    """Where only another key is left, the person is asked instead; with the first one all is well again."""
    first = person.home / "first"
    mine = person.make_key(first)
    person.configure(f"IdentityFile {first}")
    ssh = ssh_to(server)
    await greeted(await ssh.dial())
    first.rename(person.home / "away")
    assert await refused(ssh) == "ssh has offered another key than before"
    assert ssh._asks
    (person.home / "away").rename(first)
    await greeted(channel := await ssh.dial())
    await left(ssh, channel)
    assert (server.logins[0], server.logins[2]) == (mine, mine)
    assert server.logins[1] != mine


async def test_the_screens_step_aside_while_ssh_may_ask(server: SshServer, person: Person) -> None:
    """They do so once a person is needed, for as many attempts as it takes, and are back at the first answer."""
    seen: list[str] = []

    @contextmanager
    def aside() -> Iterator[None]:
        seen.append("aside")
        yield
        seen.append("back")

    ssh = ssh_to(server)
    await greeted(await ssh.dial())
    ssh.aside = aside
    person.key.rename(person.home / "away")
    for _ in range(2):
        assert "knows people by their SSH keys" in await refused(ssh)
    assert seen == ["aside"]
    assert ssh.denied
    (person.home / "away").rename(person.key)
    await greeted(channel := await ssh.dial())
    assert seen == ["aside", "back"]
    await left(ssh, channel)


async def test_the_screens_are_back_where_no_answer_would_help(server: SshServer, person: Person) -> None:
    """A server that has gone while ``ssh`` asked is waited for behind the screens."""
    seen: list[str] = []

    @contextmanager
    def aside() -> Iterator[None]:
        seen.append("aside")
        yield
        seen.append("back")

    ssh = ssh_to(server)
    ssh.aside = aside
    person.key.unlink()
    await refused(ssh)
    server.go_away()
    assert "nothing listens" in await refused(ssh)
    assert seen == ["aside", "back"]


async def test_a_guest_needs_no_key(server: SshServer, person: Person) -> None:
    """Whoever has named neither a user nor a key can become one."""
    person.key.unlink()
    ssh = ssh_to(server)
    await refused(ssh)
    assert ssh.can_be_guest
    ssh.become_guest()
    await greeted(channel := await ssh.dial())
    await left(ssh, channel)
    assert server.users[-1] == "guest"
    assert not ssh.can_be_guest


async def test_another_host_key_is_never_trusted(server: SshServer) -> None:
    """The new key is refused before anybody is named, and the sentence says what helps; nothing is asked."""
    ssh = ssh_to(server)
    await greeted(await ssh.dial())
    server.change_keys()
    server.users.clear()
    words = await refused(ssh)
    assert f"shows another host key than before: ask why, then ssh-keygen -R '[127.0.0.1]:{server.port}'" in words
    assert (server.users, ssh._asks) == ([], False)


async def test_an_unknown_host_is_asked_about(server: SshServer, person: Person) -> None:
    """Without a terminal nobody can agree, so the next attempt has one."""
    person.know()
    ssh = ssh_to(server)
    assert "was not accepted" in await refused(ssh)
    assert (server.users, ssh._asks) == ([], True)


async def test_a_server_without_the_subsystem_is_no_chwech_server(person: Person) -> None:
    """An SSH server of another kind is told from one that is down."""
    with SshServer(subsystem="other") as server:
        person.know(server.known_as)
        assert "is no Chwech server" in await ended(ssh_to(server))


async def test_a_server_that_says_nothing_is_given_up(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """A port that takes the connection and is silent is not waited for for ever behind a screen."""
    monkeypatch.setattr("chwech_tui.ssh.PATIENCE", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        ssh = Ssh(SshAddress("127.0.0.1", silent.getsockname()[1]))
        ssh._asks = False
        assert await refused(ssh) == "the server does not answer"


async def test_an_ssh_that_cannot_be_started_any_more_is_said(server: SshServer, person: Person) -> None:
    """It may be removed while the client runs."""
    ssh = ssh_to(server)
    os.environ["PATH"] = str(person.home)
    assert "ssh cannot be started" in await refused(ssh)


async def test_a_connection_that_is_lost_is_an_end(server: SshServer) -> None:
    """The reader sees the end, and nothing hangs."""
    ssh = ssh_to(server)
    channel = await ssh.dial()
    await greeted(channel)
    server.drop()
    assert await asyncio.wait_for(channel.receive(), PATIENCE) is None
    channel.close()
    assert await ssh.explain() != ""


async def test_an_ssh_that_is_killed_is_an_end_without_words(server: SshServer) -> None:
    """What it said on the way in does not explain its end."""
    ssh = ssh_to(server)
    channel = await ssh.dial()
    await greeted(channel)
    ssh._child._process.kill()
    assert await asyncio.wait_for(channel.receive(), PATIENCE) is None
    assert await ssh.explain() == ""


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

    ssh = ssh_to(server)
    link = asyncio.create_task(Link(Route(ssh.dial, Identity("Nia"), ssh.explain), tell).run())
    await told(Welcome, 1)
    server.drop()
    await told(Down, 1)
    await told(Welcome, 2)
    link.cancel()
    await asyncio.gather(link, return_exceptions=True)
    await ssh.stop()
    assert len(set(server.logins)) == 1


async def test_the_last_words_of_a_server_explain_the_end(person: Person) -> None:
    """What the server writes beside the protocol is told, cleaned, where the connection ends."""

    async def grumble(process: asyncssh.SSHServerProcess[bytes]) -> None:
        process.stderr.write(b"chwech: the game is\x1b[31m away\n")
        process.exit(1)

    with SshServer(handler=grumble) as server:
        person.know(server.known_as)
        assert await ended(ssh_to(server)) == "the game is[31m away"


async def test_a_server_cannot_bring_the_screens_down(person: Person) -> None:
    """What it says once ``ssh`` is let in is no question of ``ssh``, whatever it looks like."""

    async def pretend(process: asyncssh.SSHServerProcess[bytes]) -> None:
        process.stderr.write(b"Permission denied (publickey).\n")
        process.exit(1)

    with SshServer(handler=pretend) as server:
        person.know(server.known_as)
        ssh = ssh_to(server)
        await ended(ssh)
        assert (ssh.denied, ssh._asks) == (False, False)
