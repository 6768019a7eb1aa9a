"""A line that dies without a word is noticed and made again, in virtual time."""

import asyncio
import socket
from collections.abc import Callable
from itertools import pairwise

import pytest
from msgspec.structs import replace

from chwech_tui.link import Identity, Link, News, Route
from chwech_tui.remote import (
    ANSWER,
    CONNECT,
    GREETING,
    SILENCE,
    InvalidAddress,
    RemoteChannel,
    SshAddress,
    TcpAddress,
    reach,
    read_place,
    remote_channel,
)
from protocol.aio import ClientChannel, ServerChannel, server_channel
from protocol.errors import RemoteProtocolError
from protocol.message import Seat
from protocol.messages import FromClient, Hello, JoinTable, Ping, Pong, Seated, TableChanged, Welcome
from protocol.setup import Setup
from protocol.table import SayAtTable, TableView
from server.host.terms import PUBLIC
from tests.chwech_tui.fake_server import OFFER
from tests.chwech_tui.games.stage import UNKNOWN
from tests.chwech_tui.values import VIEW, seen, table
from tests.server.host.pastime import two_playing
from tests.server.host.world import CODEC, World, a_world
from tests.server.virtual_time import in_virtual_time
from tests.simulation.wire import End, Hose

SOON = 6.0  # Within so many seconds after the line has healed everything goes on.


class Cable:
    """A connection whose bytes can be held up."""

    def __init__(self) -> None:
        up, down = Hose(), Hose()
        self.hoses = (up, down)
        self.client: RemoteChannel = remote_channel(down, End(up, down), CODEC)
        self.server: ServerChannel = server_channel(up, End(down, up), CODEC)

    async def greeted(self) -> None:
        await self.client.send(Hello((1, 1), "test", "Ann"))
        assert isinstance(await self.server.receive(), Hello)
        await self.server.send(Welcome(1, "test", "Ann", (OFFER,)))
        assert isinstance(await self.client.receive(), Welcome)


def now() -> float:
    """Give the virtual time."""
    return asyncio.get_running_loop().time()


@in_virtual_time
async def test_a_silent_server_is_asked_and_given_up() -> None:
    """After a silence one question goes out; where nothing comes back the connection has ended, and says why."""
    cable = Cable()
    await cable.greeted()
    start = now()
    with pytest.raises(ConnectionResetError, match="nothing was heard for 15 seconds"):
        await cable.client.receive()
    assert now() - start == pytest.approx(SILENCE + ANSWER)
    assert isinstance(await cable.server.receive(), Ping)


@in_virtual_time
async def test_a_server_that_answers_is_believed() -> None:
    """An hour of silence is one question each time, and its answers are told to nobody."""
    cable, asked = Cable(), list[FromClient]()
    await cable.greeted()

    async def answer() -> None:
        while (message := await cable.server.receive()) is not None:
            asked.append(message)
            await cable.server.send(Pong(message.id))

    answering = asyncio.create_task(answer())
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(3600):
            await cable.client.receive()
    assert len(asked) == pytest.approx(3600 / SILENCE, abs=1)
    cable.client.close()
    await answering


@in_virtual_time
async def test_a_busy_server_has_time_for_its_welcome() -> None:
    """Nothing is asked before the welcome, and a server that never says it is given up later."""
    cable = Cable()
    await cable.client.send(Hello((1, 1), "test", "Ann"))
    start = now()
    with pytest.raises(ConnectionResetError, match="has not answered for 30 seconds"):
        await cable.client.receive()
    assert now() - start == pytest.approx(GREETING)


@in_virtual_time
async def test_a_message_that_comes_in_pieces_is_whole() -> None:
    """A question in the middle of a frame loses nothing of it."""
    cable = Cable()
    await cable.greeted()
    data = cable.server._connection.send(Pong(7)) + cable.server._connection.send(TableChanged(table()))
    listening = asyncio.create_task(cable.client.receive())
    for start in range(0, len(data), 20):
        await asyncio.sleep(SILENCE + ANSWER / 2)
        cable.hoses[1].put(data[start : start + 20])
    assert isinstance(await listening, TableChanged)


class Traveller:
    """A client on a line that is dead for a while."""

    def __init__(self, world: World, token: str) -> None:
        self.link = Link(Route(self._dial, Identity(token=token)), self._hear, world.now)
        self.heard: list[tuple[float, News]] = []
        self._world = world
        self._dead = False
        self._cables: list[Cable] = []
        self._serving: list[asyncio.Task[None]] = []

    async def _dial(self) -> ClientChannel:
        """Give a connection; on a dead line a kernel asks again and again, and nobody answers."""
        until = now() + CONNECT
        while self._dead:
            await asyncio.sleep(2)
            if now() >= until:
                raise OSError("nobody answers")
        cable = Cable()
        self._cables.append(cable)
        self._serving.append(asyncio.create_task(self._world.host.serve(cable.server, PUBLIC)))
        return cable.client

    def _hear(self, news: News) -> None:
        self.heard.append((now(), news))

    def fall_silent(self) -> None:
        self._dead = True
        for hose in (hose for cable in self._cables for hose in cable.hoses):
            hose.hang()

    def heal(self) -> None:
        """Let all arrive again, but nothing that a kernel has given up."""
        self._dead = False
        for hose in (hose for cable in self._cables for hose in cable.hoses):
            hose.cut()

    def when(self, kind: type) -> list[float]:
        """Give when something of a kind was told."""
        return [at for at, news in self.heard if isinstance(news, kind)]

    async def end(self, running: "asyncio.Task[None]") -> None:
        running.cancel()
        await asyncio.gather(running, *self._serving, return_exceptions=True)


@pytest.mark.parametrize("dead", [28.0, 60.0, 600.0])
@in_virtual_time
async def test_a_dead_line_that_heals(dead: float) -> None:
    """Whoever was cut off without a word has the seat and what was said meanwhile, soon after the line has healed."""
    async with a_world() as world:
        ann, ben = await two_playing(world)
        ann_again = Traveller(world, ann.token)
        running = asyncio.create_task(ann_again.link.run())
        ann_again.link.ask(lambda number: JoinTable(number, ann.view.table))
        await world.wait(3)
        ann_again.fall_silent()
        await world.wait(1)
        await ben.ask(lambda number: SayAtTable(number, "Hello?"))
        await world.wait(dead - 1)
        ann_again.heal()
        healed = now()
        await world.wait(30)
        first, back = ann_again.when(Seated)
        assert first < healed < back <= healed + SOON
        await ann_again.end(running)


@in_virtual_time
async def test_attempts_that_take_long_follow_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Attempts that fail at once are seconds apart; one that took long has been a pause by itself."""
    begun: list[float] = []

    def dial_in(seconds: float) -> Callable[[], object]:
        async def dial() -> None:
            begun.append(now())
            await asyncio.sleep(seconds)
            raise OSError("nobody answers")

        return dial

    for seconds, least, most in ((0.0, 3.9, 4.1), (10.0, 10.0, 10.2)):
        begun.clear()
        running = asyncio.create_task(Link(Route(dial_in(seconds)), lambda _: None).run())  # type: ignore[arg-type]
        await asyncio.sleep(200)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        gaps = [after - before for before, after in pairwise(begun[7:])]
        assert all(least <= gap <= most for gap in gaps)
        assert len(gaps) > 10


async def test_each_address_of_a_host_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the first address does not work the next one does; what went wrong last is told where none does."""
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    kind = (socket.AF_INET, socket.SOCK_STREAM, 0, "")

    async def addresses(_host: str, asked: int, **_options: object) -> list[object]:
        return [(*kind, ("127.0.0.1", 1)), *([(*kind, ("127.0.0.1", asked))] if asked == port else [])]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", addresses)
    with listener:
        (await reach("cards.example", port)).close()
    with pytest.raises(ConnectionRefusedError):
        await reach("cards.example", 2)


def game(**changes: object) -> TableView:
    """Give a table whose game differs in something."""
    return replace(table(), game=seen(VIEW, **changes))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (replace(table(), seats=()), "has 0 seats"),
        (replace(table(), viewer=Seat(5)), "no seat 5 at a table for 5"),
        (replace(table(), host=Seat(-1)), "no seat -1"),
        (replace(table(), viewer=Seat(1)), "two seats"),
        (replace(table(), game=UNKNOWN, viewer=None), "it is one of "),
        (game(left=()), "hands: there is not one for each seat"),
        (game(hand="2C"), "hands: 2C is not in the pack"),
        (game(won="many"), "won: Expected `array`, got `str`"),
        (game(options={"five_pack": "none"}), "five_pack: .none. is not one of its values, which are low, middle"),
    ],
)
@in_virtual_time
async def test_a_table_that_cannot_be_read_is_refused(wrong: TableView, words: str) -> None:
    """The sentence says what is wrong with it."""
    cable = Cable()
    await cable.greeted()
    await cable.server.send(TableChanged(wrong))
    with pytest.raises(RemoteProtocolError, match=words):
        await cable.client.receive()


@in_virtual_time
async def test_tables_of_games_that_are_not_known_here_are_believed() -> None:
    """Another version may have them; the table is shown without its game."""
    cable = Cable()
    await cable.greeted()
    await cable.server.send(TableChanged(replace(table(), setup=Setup("lots", 5), game=UNKNOWN)))
    assert isinstance(await cable.client.receive(), TableChanged)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("cards.example", SshAddress("cards.example")),
        ("Cards.Example:2222", SshAddress("Cards.Example", 2222)),
        ("guest@cards.example", SshAddress("cards.example", 0, "guest")),
        ("ssh://cards.example", SshAddress("cards.example")),
        ("ssh://me@cards.example:2222/", SshAddress("cards.example", 2222, "me")),
        ("[::1]:2222", SshAddress("::1", 2222)),
        ("[::1]", SshAddress("::1")),
        ("fe80::1", SshAddress("fe80::1")),
        ("10.0.0.1:65535", SshAddress("10.0.0.1", 65535)),
        ("tcp://cards.example:7466", TcpAddress("cards.example", 7466)),
        ("tcp://[::1]:1", TcpAddress("::1", 1)),
    ],
)
def test_an_address_says_how_a_server_is_reached(text: str, address: SshAddress | TcpAddress) -> None:
    """SSH is the way without a scheme; user and port are left open where nobody says them."""
    assert read_place(text) == address


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":22",
        "host:",
        "host:0",
        "host:65536",
        "host:٣",
        "host:123456",
        "two words",
        "-oProxyCommand=x",
        "@host",
        "a b@host",
        "-l@host",
        "host\n",
        "h\x1b[2J",
        "[::1",
        "[::1]x",
        "[::1]:",
        "1::2::3",
        "höst",
        "http://host:1",
        "tcp://host",
        "tcp://two words:7466",
        "tcp://me@host:7466",
        "tcp://:7466",
        "tcp://host:x",
        "gopher://host:1",
        "tcp://",
        "ssh://",
        "x" * 300,
    ],
)
def test_anything_else_is_no_address(text: str) -> None:
    """The complaint is short and says what an address looks like."""
    with pytest.raises(InvalidAddress, match="is not an address: write HOST") as refused:
        read_place(text)
    assert len(str(refused.value)) < 200
    assert str(refused.value).isprintable()


def test_an_address_is_told_as_others_type_it() -> None:
    """The usual port is left out; what is told reads as the same server again."""
    told = ["cards.example", "cards.example:2222", "[::1]:2222", "::1", "tcp://cards.example:1", "tcp://[::1]:1"]
    assert [read_place(text).place for text in told] == told


def test_secrets_of_plain_tcp_are_kept_under_the_address_alone() -> None:
    """The scheme is no part of the name in the keyring."""
    address = read_place("tcp://cards.example:7466")
    assert isinstance(address, TcpAddress)
    assert address.text == "cards.example:7466"


def test_a_host_is_known_with_its_port_where_that_is_unusual() -> None:
    """The name in the list of known hosts is the one that OpenSSH writes."""
    assert SshAddress("cards.example").known_as == SshAddress("cards.example", 22).known_as == "cards.example"
    assert SshAddress("cards.example", 2222).known_as == "[cards.example]:2222"
