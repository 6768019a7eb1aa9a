"""What the webhook of those who run the server hears, and that nothing waits for it."""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing, suppress
from datetime import datetime

import pytest

from protocol.messages import Accepted, LeaveTable, OpenTable, Refused, Seated, Welcome
from protocol.people import WEBHOOK, KeepSettings, ReportPerson, SettingsKept
from protocol.setup import Arrangement, Clock, Setup
from server.host import acts as lookups
from server.host import notifier
from server.host.clock import NIGHT_SECONDS
from server.host.limits import ServerConfiguration
from server.host.lobby import NIGHT
from server.host.notifier import (
    GATHER_SECONDS,
    MOST,
    REST_SECONDS,
    RETRY_SECONDS,
    WAIT_SECONDS,
    post,
    public_address,
    webhook_fault,
)
from server.recovery import RECOVERED, URGENT
from tests.server.host.pastime import DAY
from tests.server.host.staff import locally, person
from tests.server.host.test_archive import SHORT
from tests.server.host.world import World, a_world
from tests.server.virtual_time import in_virtual_time

URL = "http://user:secret@127.0.0.1:1/topic"

TOPIC = "https://ntfy.sh/megan-plays"

_log = logging.getLogger(__name__)


class Hook:
    """A webhook that takes everything, unless it is broken."""

    def __init__(self) -> None:
        self.heard: list[tuple[float, tuple[str, ...], int]] = []
        self.tries = 0
        self.fault = ""
        self.came = asyncio.Event()

    async def post(self, url: str, name: str, notices: Sequence[str], priority: int = 3, address: str = "") -> None:
        """Take notices."""
        assert (url, name, address) in {(URL, "Cards", ""), (TOPIC, "Cards", "203.0.113.5")}
        self.tries += 1
        if self.fault:
            raise OSError(self.fault)
        self.heard.append((asyncio.get_running_loop().time(), tuple(notices), priority))
        self.came.set()


@asynccontextmanager
async def hooked(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[World, Hook]]:
    """Give a host with a webhook."""
    hook = Hook()
    monkeypatch.setattr(notifier, "post", hook.post)
    monkeypatch.setattr(lookups, "post", hook.post)
    async with a_world() as world:
        world.host.configure(ServerConfiguration("Cards", notify=URL))
        yield world, hook


@in_virtual_time
async def test_who_waits_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for others at a public table for a while is named; those who are gone soon, or came before, not."""
    async with hooked(monkeypatch) as (world, hook):
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        await ben.open(SHORT)
        await world.wait(1)
        await ben.ask(LeaveTable)
        code = await ann.open(SHORT)
        await world.wait(3 * WAIT_SECONDS)
        ((_at, notices, priority),) = hook.heard
        assert notices == (f"at {code} (lots, 3 seats) people wait for others: Ann",)
        assert priority == 3
        await world.wait(3 * REST_SECONDS)
        assert len(hook.heard) == 1
        world.host.configure(ServerConfiguration())
        world.host.configure(ServerConfiguration("Cards", notify=URL))
        await world.wait(3 * REST_SECONDS)
        assert len(hook.heard) == 1


@in_virtual_time
async def test_marked_lines_are_gathered(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is urgent comes in one request, what works again too, no other line, and the next one a minute later."""
    async with hooked(monkeypatch) as (world, hook):
        began = world.now()
        _log.error("the disk is full", extra=URGENT)
        _log.warning("it is not", extra=RECOVERED)
        _log.error("not for the webhook")
        await world.wait(GATHER_SECONDS + 1)
        _log.error("the disk is full", extra=URGENT)
        await world.wait(REST_SECONDS + GATHER_SECONDS)
        assert [(notices, priority) for _at, notices, priority in hook.heard] == [
            (("the disk is full", "it is not"), 4),
            (("the disk is full",), 4),
        ]
        assert hook.heard[1][0] - hook.heard[0][0] >= REST_SECONDS
        assert hook.heard[0][0] - began == GATHER_SECONDS


@in_virtual_time
async def test_a_report_is_told_without_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is reported, by whom and why stays on the server."""
    async with hooked(monkeypatch) as (world, hook):
        ann = await person(world, "Ann")
        await person(world, "Ben")
        answer = await ann.ask(lambda number: ReportPerson(number, "Ben", "he shouts"))
        assert isinstance(answer, Accepted)
        await world.wait(GATHER_SECONDS + 1)
        assert [notices for _at, notices, _priority in hook.heard] == [
            ("a person is reported: chwech admin reports 1",)
        ]


@in_virtual_time
async def test_a_webhook_that_fails_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What cannot be sent is kept, up to a number, and counted beyond; no line of the log has the address."""
    async with hooked(monkeypatch) as (world, hook):
        hook.fault = "it is away"
        for number in range(MOST + 5):
            _log.error("fault %d", number, extra=URGENT)
        await world.wait(10 * RETRY_SECONDS)
        assert hook.tries <= 11
        hook.fault = ""
        await world.wait(2 * RETRY_SECONDS)
        ((_at, notices, _priority),) = hook.heard
        assert notices == (*(f"fault {number}" for number in range(MOST)), "and 5 more")
    assert "notices cannot be sent to the webhook: it is away" in caplog.messages
    assert "secret" not in caplog.text


@in_virtual_time
async def test_admins_try_it_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A notice of their own is sent at once; what keeps it from arriving is said."""
    async with hooked(monkeypatch) as (world, hook):
        assert await locally(world, "notify", "hello", "there") == "The webhook has taken it."
        assert hook.heard[0][1] == ("root: hello there",)
        hook.fault = "it is away"
        assert "the webhook does not take it: it is away" in await locally(world, "notify", "hello")
        assert "write what to send" in await locally(world, "notify")
        world.host.configure(ServerConfiguration())
        assert 'there is no webhook: write notify = "https://..."' in await locally(world, "notify", "hello")


async def welcome(world: World, name: str) -> Welcome:
    """Give the answer to the greeting of someone who comes."""
    (answer,) = (await world.guest(name)).heard
    assert isinstance(answer, Welcome)
    return answer


@in_virtual_time
async def test_a_game_night(monkeypatch: pytest.MonkeyPatch) -> None:
    """An admin sets the weekly night, whoever comes is told when it is, and the webhook when it begins."""
    async with hooked(monkeypatch) as (world, hook):
        assert "There is no game night" in await locally(world, "night")
        assert (await welcome(world, "Ann")).night_at == 0
        for text in ("Fri 25:00", "Xyz 20:00", "20:00"):
            assert f"{text} is no game night: write a day and a time" in await locally(world, "night", text)
        begins = datetime.fromtimestamp(world.now() + 600).replace(second=0, microsecond=0)  # noqa: DTZ006 - local
        said = await locally(world, "night", *f"{begins:%A %H:%M}".lower().split())
        assert said.startswith(f"The game night is {begins:%a %H:%M}; this or the next one: {begins:%Y-%m-%d %H:%M}")
        found = await welcome(world, "Ben")
        assert found.night_at == begins.timestamp()
        assert 0 < found.night_in <= 600
        assert await world.store.shared(NIGHT) == f"{begins:%a %H:%M}"
        await world.wait(1200)
        assert [notices for _at, notices, _priority in hook.heard] == [("the game night begins",)]
        assert (await welcome(world, "Cat")).night_in < 0
        await world.wait(NIGHT_SECONDS)
        assert (await welcome(world, "Dan")).night_at == begins.timestamp() + 7 * 86_400
        assert "There is no game night" in await locally(world, "night", "off")
        assert (await welcome(world, "Eve")).night_at == 0


@in_virtual_time
async def test_players_who_are_away_hear_of_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the host allows it: at the address in their settings, in their language, and a few times a day."""

    async def found(host: str) -> str:
        assert host == "ntfy.sh"
        return "203.0.113.5"

    monkeypatch.setattr(notifier, "public_address", found)
    async with hooked(monkeypatch) as (world, hook):
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        wish = {WEBHOOK: TOPIC, "language": "cy"}
        refused = await ben.ask(lambda number: KeepSettings(number, wish))
        assert isinstance(refused, Refused)
        assert "this server sends no notices of turns" in refused.text
        world.host.configure(ServerConfiguration("Cards", notify_hosts="push.example ntfy.sh"))
        assert isinstance(await ben.ask(lambda number: KeepSettings(number, wish)), SettingsKept)
        arrangement = Arrangement(clock=Clock(2 * DAY))
        made = await ann.ask(lambda number: OpenTable(number, Setup("lots", 3), arrangement=arrangement))
        assert isinstance(made, Seated)
        await ben.join(made.view.table)
        await ben.hang_up()
        await ann.begin()
        await world.wait(GATHER_SECONDS)
        words = "Eich tro chi yw hi yn Lots, ar Cards."
        assert [notices for _at, notices, _priority in hook.heard] == [(words,)]
        brief = world.host._directory.heading(made.view.table)
        assert brief is not None
        accounts = [chair.account for chair in brief.chairs if chair is not None and chair.account]
        for _ in range(9):
            for account in accounts:
                world.host._directory.turned(account, "lots")
            await world.wait(GATHER_SECONDS)
        assert [notices for _at, notices, _priority in hook.heard] == [(words,)] * 4
        world.host.configure(ServerConfiguration("Cards", notify_hosts="push.example"))
        await world.wait(2 * DAY)
        heard = len(hook.heard)
        world.host._directory.turned(accounts[1], "lots")
        await world.wait(GATHER_SECONDS)
        assert len(hook.heard) == heard


@pytest.mark.parametrize(
    "url",
    [
        "http://ntfy.sh/topic",
        "https://ntfy.sh/",
        "https://ntfy.sh:8443/topic",
        "https://me:secret@ntfy.sh/topic",
        "https://ntfy.sh@127.0.0.1/topic",
        "https://evil.example/ntfy.sh",
        "https://ntfy.sh/to pic",
        "https://ntfy.sh/t\r\nHost: x",
        "https://[ntfy.sh/topic",
    ],
)
def test_an_address_that_is_none_of_the_hosts(url: str) -> None:
    """Only TLS to a topic on a host of the list, by its usual port, without a name and a password."""
    assert "write https:// and a topic on ntfy.sh" in webhook_fault(url, "ntfy.sh")
    assert webhook_fault(TOPIC, "push.example ntfy.sh") == ""


PRIVATE = (
    "127.0.0.1 10.0.0.1 192.168.1.1 172.16.0.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255 ::1 :: "
    "fe80::1 fc00::1 ff0e::1 ::ffff:127.0.0.1 64:ff9b::7f00:1 2002:7f00:1::1 2001:db8::1"
)


@pytest.mark.parametrize("address", PRIVATE.split())
async def test_an_address_that_is_not_public(address: str) -> None:
    """What only this machine or its network reaches is told nothing, in whatever form a name leads there."""
    with pytest.raises(OSError, match="which is not public"):
        await public_address(address)
    assert await public_address("9.9.9.9") == "9.9.9.9"


async def test_a_request_goes_to_the_address_that_was_looked_up() -> None:
    """A name that leads elsewhere by then leads nowhere else."""
    async with listener(b"HTTP/1.1 200 OK\r\n\r\n") as (port, heard):
        await post(f"http://name.invalid:{port}/topic", "", ("one",), address="127.0.0.1")
    assert b"Host: name.invalid" in heard[0]


@asynccontextmanager
async def listener(answer: bytes) -> AsyncIterator[tuple[int, list[bytes]]]:
    """Give the port of a server that answers every request so, and what it was sent."""
    heard: list[bytes] = []

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with closing(writer), suppress(asyncio.IncompleteReadError, ConnectionError):
            first = await reader.readexactly(1)
            head = first + (await reader.readuntil(b"\r\n\r\n") if first == b"P" else b"")
            length = int(head.partition(b"Content-Length: ")[2].partition(b"\r\n")[0] or 0)
            heard.append(head + await reader.readexactly(length))
            writer.write(answer)
            if not answer:
                await reader.read()

    async with await asyncio.start_server(take, "127.0.0.1", 0) as server:
        yield server.sockets[0].getsockname()[1], heard


async def test_a_request() -> None:
    """It has the notices in its body, each on its own line, and the rest where ntfy looks for it."""
    async with listener(b"HTTP/1.1 200 OK\r\n\r\n") as (port, heard):
        await post(f"http://:tk%2F1@127.0.0.1:{port}/topic?up=1", "Cardiau Siôn", ("one\r\nX: 1", "two \udcff"), 4)
    (request,) = heard
    head, body = request.split(b"\r\n\r\n")
    assert head.split(b"\r\n")[0] == b"POST /topic?up=1 HTTP/1.1"
    fields = dict(line.split(b": ", 1) for line in head.split(b"\r\n")[1:])
    assert fields[b"Host"] == f"127.0.0.1:{port}".encode()
    assert fields[b"Authorization"] == b"Basic OnRrLzE="
    assert (fields[b"Title"], fields[b"Priority"]) == ("Cardiau Siôn".encode(), b"4")
    assert body.splitlines()[0] == b"one X: 1"
    assert len(body.splitlines()) == 2


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n", "302 Found"),
        (b"HTTP/1.1 403 Forbidden\r\n\r\n", "403 Forbidden"),
        (b"\x1b[2J" * 100_000, r"it answers '\[2J"),
        (b"", "did not answer within"),
    ],
    ids=["elsewhere", "refused", "no HTTP", "silent"],
)
async def test_a_request_that_is_not_taken(answer: bytes, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing but success is taken for it, no redirection is followed, and an answer is not waited for without end."""
    monkeypatch.setattr(notifier, "POST_SECONDS", 0.2 if not answer else 30.0)
    async with listener(answer) as (port, heard):
        with pytest.raises(OSError, match=words):
            await post(f"http://127.0.0.1:{port}/secret", "", ("one",))
        assert len(heard) == 1


async def test_an_unsafe_server_is_told_nothing() -> None:
    """Where the address says TLS, nothing is sent without it."""
    async with listener(b"HTTP/1.1 200 OK\r\n\r\n") as (port, heard):
        with pytest.raises(OSError, match=r"(?i)ssl"):
            await post(f"https://127.0.0.1:{port}/secret", "", ("one",))
        assert b"secret" not in b"".join(heard)


async def test_a_line_of_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """The store says from its own thread what cannot be stored."""
    monkeypatch.setattr(notifier, "GATHER_SECONDS", 0.0)
    async with hooked(monkeypatch) as (_world, hook):
        thread = threading.Thread(target=lambda: _log.error("the disk is full", extra=URGENT))
        thread.start()
        async with asyncio.timeout(30):
            await hook.came.wait()
        thread.join()
