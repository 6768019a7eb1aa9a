"""Attacks on a real server with the bounds that people meet: what one connection, or one session, can do to it.

Each attack ends with the connection, and costs no memory.
"""

import asyncio
import codecs
import contextlib
import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path

import asyncssh
import pytest
from asyncssh.constants import MSG_CHANNEL_OPEN, MSG_CHANNEL_REQUEST, MSG_GLOBAL_REQUEST, MSG_IGNORE
from asyncssh.packet import Boolean, String, UInt32

from server.fronts.ssh.terminal import terminal
from server.fronts.ssh.terminal.terminal import read_terminal
from tests.server.fronts.ssh.raw_client import FAILURE, SUCCESS, Knocker, a_knocker
from tests.server.fronts.ssh.test_terminal import HARMFUL
from tests.server.fronts.ssh.theatre import PATIENCE, until
from tests.server.fronts.ssh.visits import MEGABYTE, Fortress, a_fortress, ask, enter, newcomer

pytestmark = [
    pytest.mark.no_cover,
    pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="memory is measured as Linux does"),
]

LONGEST = 45  # Seconds until a slow reader is cut, and some more for a shared machine.
AT_REST = 16  # The most files that a front has open with nobody there.
PAUSE = 3.0  # Seconds between two who come as ever: each app that has ended waits for a quiet moment to be forgotten.

ZALGO = "Z" + "\u0301\u0302\u0303\u0304" * 8 + "go"

CORPUS = (*(harm for harm in HARMFUL if "\ud800" not in harm), ZALGO, "[/nope]", "[@click=app.exit]x[/]")

FEW_AND_ALL = pytest.mark.parametrize(
    "corpus", [CORPUS[-1:], pytest.param(CORPUS, marks=pytest.mark.attack)], ids=["one", "all"]
)
"""One harm in every run of the tests, all of them in an attack."""

FRAMES = re.compile(rb"\x1b\[[0-9;]*m|\x1b\[\d+;\d+H|\x1b\[\d*[A-DX]|\x1b\[K|\x1b\[\?2026[hl]")
"""The only sequences that a frame has."""

UNFINISHED = re.compile(rb"\x1b(?:\[[0-9;?]*)?\Z")  # The beginning of a sequence whose end is still on its way.

FORMATS = re.compile("[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\x7f-\x9f]|\\w[\u0300-\u036f]{3}")
"""What no text has that people see."""

KIND = "xterm-256color"  # The kind of terminal that visitors have, unless a test says otherwise.


@pytest.fixture(scope="module")
def fortress(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fortress]:
    """Give a server to attack."""
    with a_fortress(tmp_path_factory.mktemp("fortress")) as one:
        yield one


def assert_clean(output: bytes, kind: str = KIND) -> None:
    """See that a screen was sent frames and text, and nothing that is an order of someone else."""
    begin = terminal.begin(read_terminal(kind, {}, 100, 30)).encode()
    assert output.startswith(begin)
    whole = FRAMES.sub(b" ", UNFINISHED.sub(b"", output.removeprefix(begin)))
    text = codecs.getincrementaldecoder("utf-8")().decode(whole)
    assert all(character == "\n" or character.isprintable() for character in text), ascii(text)
    assert not FORMATS.search(text), ascii(text)


@pytest.mark.timeout(400)
@FEW_AND_ALL
async def test_no_escape_comes_back_by_a_name_or_a_command(corpus: Sequence[str], fortress: Fortress) -> None:
    """User names, kinds of terminals, variables and commands are looked at, and none is shown as it came."""
    for harm in corpus:
        plain = harm.replace("\0", "")
        user = "".join(character for character in plain if character.isprintable()) or "x"
        async with fortress.knock(username=user) as connection:
            # A kind of terminal that is no ASCII ends the connection.
            kind = f"{plain}x" if plain.isascii() else "xterm"
            visit = await enter(connection, term_type=kind, env={"LANG": plain, "COLORTERM": plain})
            await visit.sees("call you")
            assert_clean(visit.output, kind)
        async with fortress.knock() as connection:
            told = await ask(connection, command=f"table {harm}x")
            for character in (told.output + told.errors).decode():
                assert character == "\n" or character.isprintable()


async def cut(fortress: Fortress, files: int) -> None:
    """Wait until the front has cut a connection, while others come in, and see that it cost little."""
    before = fortress.memory()
    fortress.forget_peak()
    for _ in range(int(LONGEST / PAUSE)):
        await fortress.login()
        await asyncio.sleep(PAUSE)
        if fortress.files() <= files:
            break
    assert fortress.files() <= files
    assert fortress.peak() - before < 5 * MEGABYTE


@pytest.mark.attack
@pytest.mark.timeout(120)
@pytest.mark.parametrize("window", [1 << 21, (1 << 32) - 1], ids=["2 MiB", "4 GiB"])
async def test_a_player_who_takes_nothing(window: int, fortress: Fortress) -> None:
    """A screen that nobody reads is drawn no more, and cut; its person comes back to the seat."""
    await until(lambda: fortress.files() <= AT_REST)
    files = fortress.files()
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with fortress.knock(client_keys=[key]) as connection:
        visit = await newcomer(connection, f"Slow {window}", window=window)
        assert visit.channel is not None
        transport = connection._transport
        assert isinstance(transport, asyncio.Transport)
        transport.pause_reading()
        for number in range(600):
            visit.channel.change_terminal_size(300 + number % 2, 140)
            await asyncio.sleep(0.01)
        await cut(fortress, files)
    async with fortress.knock(client_keys=[key]) as connection:
        again = await enter(connection)
        await again.sees(f"Slow {window}"[:20])


async def closed(knocker: Knocker) -> None:
    """Wait until the front has closed the connection."""
    async with asyncio.timeout(PATIENCE):
        await knocker.wait_closed()


async def guest(knocker: Knocker) -> Knocker:
    """Log in."""
    knocker.nothing("guest")
    assert await knocker.answer() == SUCCESS
    return knocker


async def pipelined_passwords(one: Knocker) -> None:
    """Send 200 passwords in one breath."""
    for _ in range(200):
        one.password("ann")


async def variables(one: Knocker) -> None:
    """Send 2,000 variables of 200 KB each, as long as anybody takes them."""
    await guest(one)
    one.send_packet(MSG_CHANNEL_OPEN, String("session"), UInt32(0), UInt32(1 << 31), UInt32(32_768))
    for number in range(2000):
        if one.is_closed():
            return
        value = String("x" * 200_000)
        one.send_packet(MSG_CHANNEL_REQUEST, UInt32(0), String("env"), Boolean(False), String(f"A{number}"), value)
        await asyncio.sleep(0)


async def key_exchanges(one: Knocker) -> None:
    """Renew the keys without end."""
    await guest(one)
    await one.create_session(asyncssh.SSHClientSession[bytes], "plain", encoding=None)
    for _ in range(1000):
        one._send_kexinit()
        one._kexinit_sent = True
        await until(lambda: one.is_closed() or (one._kex_complete and not one._next_recv_encryption))
        if one.is_closed():
            return


async def a_mebibyte(one: Knocker) -> None:
    """Send a mebibyte before logging in."""
    for _ in range(1024):
        one.send_packet(MSG_IGNORE, String(bytes(1024)))


ATTACKS: tuple[Callable[[Knocker], Awaitable[None]], ...] = (
    pipelined_passwords,
    variables,
    key_exchanges,
    a_mebibyte,
)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
async def test_an_attack(attack: Callable[[Knocker], Awaitable[None]], fortress: Fortress) -> None:
    """The connection is dropped, the memory grows by less than 5 MB, and others come in as ever."""
    before, files = fortress.memory(), fortress.files()
    fortress.forget_peak()
    async with a_knocker(fortress.port, fortress.address()) as one:
        await attack(one)
        await closed(one)
    assert fortress.peak() - before < 5 * MEGABYTE
    await fortress.login()
    await until(lambda: fortress.files() <= files + 1)


async def test_two_thousand_tries(fortress: Fortress) -> None:
    """Who comes back again and again to guess is not let in any more, long before 2,000 tries."""
    source, before = fortress.address(), fortress.memory()
    failed = 0
    with contextlib.suppress(ConnectionError):
        while failed < 2000:
            failed += await guess(fortress.port, source)
    assert failed <= 6 * 4
    assert fortress.memory() - before < 5 * MEGABYTE
    await fortress.login()


async def guess(port: int, source: str) -> int:
    """Guess passwords on one connection until it is closed, and give how many were answered."""
    failed = 0
    async with a_knocker(port, source) as one:
        one.password("ann")
        while await one.answer() == FAILURE:
            failed += 1
            one.password("ann")
    return failed


@pytest.mark.parametrize("kind", ["global requests", "channel requests", "adjustments", "data"])
async def test_a_busy_session(kind: str, fortress: Fortress) -> None:
    """A session may send what it likes: it is read as slowly as ever, and whoever takes no answers is not read."""
    packets = {
        "global requests": (MSG_GLOBAL_REQUEST, String("?"), Boolean(True)),
        "channel requests": (MSG_CHANNEL_REQUEST, UInt32(0), String("window-change"), Boolean(True), bytes(16)),
        "adjustments": (93, UInt32(0), UInt32(1)),
        "data": (94, UInt32(0), String(bytes(20))),
    }
    before = fortress.memory()
    fortress.forget_peak()
    async with a_knocker(fortress.port, fortress.address()) as one:
        await guest(one)
        await one.create_session(asyncssh.SSHClientSession[bytes], "plain", encoding=None)
        one.take_nothing()
        number, *rest = packets[kind]
        for _ in range(3000):
            one.send_packet(int(number), *rest)  # type: ignore[arg-type]  # a number, then bytes
        for _ in range(3):
            await fortress.login()
        assert fortress.peak() - before < 5 * MEGABYTE
