"""Attacks on real sessions of a real server: apps, the host and all, with the bounds that people meet."""

import asyncio
import codecs
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import asyncssh
import pytest

from protocol.lobby import SayInLobby
from protocol.messages import JoinTable, OpenTable, Seated
from protocol.setup import Setup
from protocol.talk import Say
from server.fronts.ssh.garbage import REST_SECONDS
from server.fronts.ssh.terminal import terminal as modes
from server.fronts.ssh.terminal.terminal import read_terminal
from tests.server.fronts.ssh.fortress import Fortress, Speaker, a_fortress, a_speaker, newcomer
from tests.server.fronts.ssh.siege import MEGABYTE
from tests.server.fronts.ssh.test_screening import HARMFUL
from tests.server.fronts.ssh.theatre import until
from tests.server.fronts.ssh.visits import Visit, ask, enter

pytestmark = [
    pytest.mark.no_cover,
    pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="memory is measured as Linux does"),
]

LONGEST = 45
"""Seconds until a slow reader is cut, and some more for a shared machine."""

AT_REST = 16
"""The most files that a front has open with nobody there."""

PAUSE = 3.0
"""Seconds between two who come as ever: each app that has ended waits for a quiet moment to be forgotten."""

ZALGO = "Z" + "\u0301\u0302\u0303\u0304" * 8 + "go"

CORPUS = (*(harm for harm in HARMFUL if "\ud800" not in harm), ZALGO, "[/nope]", "[@click=app.exit]x[/]")

FEW_AND_ALL = pytest.mark.parametrize(
    "corpus", [CORPUS[-1:], pytest.param(CORPUS, marks=pytest.mark.attack)], ids=["one", "all"]
)
"""One harm in every run of the tests, all of them in an attack."""

FRAMES = re.compile(rb"\x1b\[[0-9;]*m|\x1b\[\d+;\d+H|\x1b\[\?2026[hl]")
"""The only sequences that a frame has."""

UNFINISHED = re.compile(rb"\x1b(?:\[[0-9;?]*)?\Z")
"""The beginning of a sequence whose end is still on its way."""

FORMATS = re.compile("[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\x7f-\x9f]|\\w[\u0300-\u036f]{3}")
"""What no text has that people see."""

KIND = "xterm-256color"
"""The kind of terminal that visitors have, unless a test says otherwise."""


@pytest.fixture(scope="module")
def fortress(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fortress]:
    """Give a server to attack."""
    with a_fortress(tmp_path_factory.mktemp("fortress")) as one:
        yield one


def assert_clean(output: bytes, kind: str = KIND) -> None:
    """See that a screen was sent frames and text, and nothing that is an order of somebody else."""
    begin = modes.begin(read_terminal(kind, {}, 100, 30)).encode()
    assert output.startswith(begin)
    whole = FRAMES.sub(b" ", UNFINISHED.sub(b"", output.removeprefix(begin)))
    text = codecs.getincrementaldecoder("utf-8")().decode(whole)
    assert all(character == "\n" or character.isprintable() for character in text), ascii(text)
    assert not FORMATS.search(text), ascii(text)


async def named(foe: asyncssh.SSHClientConnection, number: int, harm: str) -> Speaker:
    """Give somebody whose name is a harm, or a harmless one if that is refused, as one with a bracket is."""
    speaker = await a_speaker(foe)
    if not await speaker.greet(f"foe{number}{harm}x"):
        speaker = await a_speaker(foe)
        assert await speaker.greet(f"foe{number}")
    return speaker


async def opened_by(speaker: Speaker, harm: str) -> str:
    """Bring one harm as a table and as its setup; give the table."""
    opened = await speaker.ask(OpenTable(next(speaker.ids), Setup(players=4)))
    assert isinstance(opened, Seated)
    await speaker.ask(JoinTable(next(speaker.ids), f"{harm}table"))
    await speaker.ask(JoinTable(next(speaker.ids), opened.view.table))
    return opened.view.table


@pytest.mark.timeout(400)
@FEW_AND_ALL
async def test_no_escape_reaches_another_screen(corpus: Sequence[str], fortress: Fortress) -> None:
    """Whatever somebody calls themselves, their table or their terminal, and says: others see text alone."""
    async with fortress.knock() as connection:
        lobby = await newcomer(connection, f"Witness {len(corpus)}")
        for number, harm in enumerate(corpus):
            async with fortress.knock(username=f"user{number}") as foe, fortress.knock() as other:
                speaker = await named(foe, number, harm)
                table = await opened_by(speaker, harm)
                visit = await newcomer(other, f"Ann {number}", command=table)
                await visit.sees(f"foe{number}")
                seen = len(visit.output)
                await speaker.ask(Say(next(speaker.ids), f"said{number}{harm}x"))
                await speaker.ask(SayInLobby(next(speaker.ids), f"lobby{number}{harm}x"))
                visit.type("?")
                await until(lambda visit=visit, seen=seen: len(visit.output) > seen)  # type: ignore[misc]
                assert_clean(visit.output)
            lobby.type("f")
        await lobby.sees("foe")
        assert_clean(lobby.output)
        assert lobby.channel is not None
        assert not lobby.channel.is_closing()


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
            await visit.sees("this server")
            assert_clean(visit.output, kind)
        async with fortress.knock() as connection:
            told = await ask(connection, command=f"table {harm}x")
            for character in (told.output + told.errors).decode():
                assert character == "\n" or character.isprintable()


@pytest.mark.parametrize("sizes", [20, pytest.param(1000, marks=pytest.mark.attack)])
async def test_a_window_that_is_pulled(sizes: int, fortress: Fortress) -> None:
    """Many sizes, possible and impossible ones, are drawn a few times, and the last of them counts."""
    async with fortress.knock() as connection:
        visit = await newcomer(connection, f"Pull {sizes}")
        assert visit.channel is not None
        for number in range(sizes):
            visit.channel.change_terminal_size(20 + number % 200, 10 + number % 90)
        for width, height in ((0xFFFFFFFF, 0xFFFFFFFF), (0, 0), (1, 1), (120, 40)):
            visit.channel.change_terminal_size(width, height)
        # A key that is pressed while there is no room does nothing.
        for _ in range(5 * LONGEST):
            visit.type("n")
            await asyncio.sleep(0.2)
            if "Aces and Jokers" in visit.text:
                break
        assert "Aces and Jokers" in visit.text, visit.text[-2000:]
        assert_clean(visit.output)


@pytest.mark.attack
@pytest.mark.timeout(240)
async def test_a_flood_of_sizes(fortress: Fortress) -> None:
    """Whoever sends ten thousand in one breath loses the connection in the end; it costs little, and others play on."""
    before = fortress.memory()
    fortress.forget_peak()
    async with fortress.knock() as connection:
        visit = await newcomer(connection, "Flood")
        assert visit.channel is not None
        for number in range(10_000):
            visit.channel.change_terminal_size(20 + number % 2000, 10 + number % 900)
        async with asyncio.timeout(2 * LONGEST):
            while not visit.channel.is_closing():
                await fortress.login()
                await asyncio.sleep(PAUSE)
    assert fortress.peak() - before < 5 * MEGABYTE


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


async def come_and_go(fortress: Fortress, number: int) -> None:
    """Come, see the first frame, and go in one of the ways in which people go."""
    async with fortress.knock() as connection:
        visit: Visit = await enter(connection)
        if number % 4:
            await visit.sees("this server")
        if number % 4 == 1:
            visit.type("\x03")
            await visit.ends()
        elif number % 4 == 2:
            assert visit.channel is not None
            visit.channel.write_eof()
            await visit.ends()


@pytest.mark.attack
@pytest.mark.timeout(500)
async def test_a_thousand_come_and_go(fortress: Fortress) -> None:
    """Memory comes back within a twentieth, and no file stays open."""
    await wave(fortress, 400)
    memory, files = fortress.memory(), fortress.files()
    await wave(fortress, 1000)
    assert fortress.files() <= files
    assert fortress.memory() < memory * 1.05


async def wave(fortress: Fortress, count: int) -> None:
    """Let so many come and go, a few at a time, until the front has forgotten them."""
    for number in range(0, count, 4):
        await asyncio.gather(*(come_and_go(fortress, number + one) for one in range(4)))
    await until(lambda: fortress.files() <= AT_REST)
    async with asyncio.timeout(LONGEST):
        while True:
            memory = fortress.memory()
            await asyncio.sleep(2 * REST_SECONDS)
            if fortress.memory() >= memory:
                break
