"""A whole host in memory for tests: guests who speak the real protocol, and a store that can be made to fail."""

import asyncio
import functools
import inspect
import itertools
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from random import Random
from typing import Any, Concatenate, ParamSpec

from games.kit.game import Game
from games.kit.sampler import Advice, Observation
from protocol.aio import ClientChannel
from protocol.archive import (
    GameEntry,
    Games,
    ListGames,
    ReadRecord,
    ReadReplay,
    RecordPart,
    ReplayPart,
    ReplayStep,
)
from protocol.codec import Codec
from protocol.errors import ErrorCode
from protocol.language import speaking
from protocol.message import ServerAnswer
from protocol.messages import (
    Act,
    Begin,
    Continue,
    FromClient,
    FromServer,
    Goodbye,
    Happened,
    Hello,
    JoinTable,
    LeaveTable,
    OpenTable,
    ReadTable,
    Refused,
    Seated,
    TableChanged,
    WatchTable,
    Welcome,
    translated,
)
from protocol.setup import Setup
from protocol.table import TableView
from server.bots.registry import Adviser
from server.host.host import Host
from server.host.services import HostServices, Outside
from server.host.terms import PUBLIC, Terms
from tests.pipes import pair
from tests.server.host.bots import BOTS, KNOWLEDGE, SLOW
from tests.server.lots import LOTS, bid
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time

P = ParamSpec("P")

Answer = ServerAnswer | Refused
"""What answers a command."""

CODEC = Codec()  # The words of these tests.
PATIENCE = 300.0  # Virtual seconds that a guest waits for anything.


def indifferent(seen: Observation[Any]) -> Advice:
    """Find all choices alike."""
    return Advice((0.0,) * len(seen.choices), ())


ADVISERS = {"lots": Adviser(indifferent)}  # The advice of these tests.


FOR_PROGRAMS = frozenset({ErrorCode.INVALID_FRAME, ErrorCode.INVALID_MESSAGE, ErrorCode.GREETING_EXPECTED})
"""Refusals of what no client sends that works: whoever writes one reads them, in English."""


OF_GAMES = frozenset({ErrorCode.ILLEGAL_ACTION, ErrorCode.INVALID_SETUP})
"""Refusals that mostly come from the rules of a game; the game of these tests speaks English only."""


def is_said_in_welsh(message: FromServer) -> bool:
    """Say whether a client can say to its reader in Welsh whatever a message says to a person."""
    if not isinstance(message, Refused | Goodbye) or not message.text:
        return True
    if message.code in {*FOR_PROGRAMS, *OF_GAMES, *(code.value for code in FOR_PROGRAMS)}:
        return True
    with speaking("cy"):
        return message.wording is not None and translated(message).text != message.text


def refusal(answer: object) -> ErrorCode:
    """Give why something was refused; a refusal says in words what would be right."""
    assert isinstance(answer, Refused), answer
    assert len(answer.text) > 10
    return answer.code


class Guest:
    """A client."""

    def __init__(self, channel: ClientChannel, serving: "asyncio.Task[None]", ids: Iterator[int]) -> None:
        """Speak over this channel."""
        self._ids = ids
        self.channel = channel
        self.serving = serving
        self.heard: list[FromServer] = []  # All that came, in order.
        self.token = ""
        self.name = ""

    async def hear(self) -> FromServer:
        """Wait for the next message; the end is heard as a goodbye without words."""
        async with asyncio.timeout(PATIENCE):
            message = await self.channel.receive() or Goodbye("", "")
        self.heard.append(message)
        assert is_said_in_welsh(message), message
        return message

    async def greet(self, name: str = "", token: str = "", *features: str) -> FromServer:
        """Say hello."""
        await self.channel.send(Hello((1, 1), "test", name, token, features))
        answer = await self.hear()
        if isinstance(answer, Welcome):
            self.token, self.name = answer.token or token, answer.name
        return answer

    async def ask(self, make: Callable[[int], FromClient]) -> Answer:
        """Send a command with a new id and wait for its answer; what else comes is only heard."""
        return await self.repeat(make(next(self._ids)))

    async def repeat(self, command: FromClient) -> Answer:
        """Send this very command and wait for its answer."""
        assert not isinstance(command, Hello)
        await self.channel.send(command)
        while True:
            message = await self.hear()
            if isinstance(message, Goodbye):
                raise ConnectionResetError(message.text)
            if isinstance(message, ServerAnswer | Refused) and message.id == command.id:
                return message

    async def open(self, setup: Setup | None = None, *, bots: tuple[str, ...] = (), pace: float = 0.5) -> str:
        """Open a table of lots and give its code."""
        answer = await self.ask(lambda number: OpenTable(number, setup or Setup("lots", 3), bots, pace))
        assert isinstance(answer, Seated), answer
        return answer.view.table

    async def join(self, table: str, seq: int | None = None) -> Answer:
        """Join a table."""
        return await self.ask(lambda number: JoinTable(number, table, seq))

    async def watch(self, table: str, seq: int | None = None) -> Answer:
        """Watch a table."""
        return await self.ask(lambda number: WatchTable(number, table, seq))

    async def show(self, table: str) -> Answer:
        """Ask how a table is."""
        return await self.ask(lambda number: ReadTable(number, table))

    async def games(self) -> tuple[GameEntry, ...]:
        """Ask for one's finished games."""
        answer = await self.ask(ListGames)
        assert isinstance(answer, Games), answer
        return answer.games

    async def record(self, game: int) -> list[str]:
        """Ask for all lines of a record, page by page."""
        part = await self.page(game, 0)
        lines = [*part.lines]
        while part.more:
            part = await self.page(game, len(lines))
            lines += part.lines
        return lines

    async def page(self, game: int, line: int) -> RecordPart:
        """Ask for the lines of a record from this one on."""
        answer = await self.ask(lambda number: ReadRecord(number, game, line))
        assert isinstance(answer, RecordPart), answer
        return answer

    async def replay(self, game: int, deal: int) -> list[ReplayStep]:
        """Ask for all steps of a deal, page by page."""
        steps: list[ReplayStep] = []
        more = True
        while more:
            part = await self.ask(partial(ReadReplay, game=game, deal=deal, step=len(steps)))
            assert isinstance(part, ReplayPart), part
            steps += part.steps
            more = part.more
        return steps

    async def begin(self) -> Answer:
        """Begin the game."""
        return await self.ask(Begin)

    async def leave(self) -> Answer:
        """Get up."""
        return await self.ask(LeaveTable)

    async def bid(self, amount: int = 1, seq: int | None = None) -> Answer:
        """Bid, in the state last seen."""
        answers = self.view.seq if seq is None else seq
        return await self.ask(lambda number: Act(number, answers, bid(amount)))

    async def go_on(self) -> Answer:
        """Agree to the next deal."""
        return await self.ask(lambda number: Continue(number, self.view.seq))

    async def until(self, wanted: Callable[[TableView], bool]) -> TableView:
        """Listen until the table looks as wanted."""
        while self.view_or_none is None or not wanted(self.view):
            assert not isinstance(await self.hear(), Goodbye)
        return self.view

    async def until_my_turn(self) -> TableView:
        """Listen until there is something to bid."""
        return await self.until(lambda view: view.game is not None and bool(view.game.legal))

    async def until_gone(self) -> Goodbye:
        """Listen until the server says goodbye."""
        while not isinstance(message := await self.hear(), Goodbye):
            pass
        return message

    @property
    def view_or_none(self) -> TableView | None:
        """The table as last seen."""
        shown = (
            message.view for message in reversed(self.heard) if isinstance(message, Seated | Happened | TableChanged)
        )
        return next(shown, None)

    @property
    def view(self) -> TableView:
        """The table as last seen, once there is one."""
        view = self.view_or_none
        assert view is not None
        return view

    @property
    def told(self) -> list[int]:
        """The numbers of the events told."""
        return [message.seq for message in self.heard if isinstance(message, Happened)]

    async def hang_up(self) -> None:
        """Close the connection and wait until the server has noticed."""
        self.channel.close()
        await self.serving


class World:
    """A host, its store, and the clock and the dice of both."""

    def __init__(
        self,
        store: FaultyStore,
        number: int = 0,
        games: Mapping[str, Game[Any]] | None = None,
        advisers: Mapping[str, Adviser] | None = None,
    ) -> None:
        """Make a host on this store, of lots and with advice unless told otherwise."""
        self.store = store
        self._random = Random(number)
        self.skew = 0.0  # How far someone has set the clock of the machine.
        outside = Outside(lambda: self.now() + self.skew, self._random.randbytes)
        advice = ADVISERS if advisers is None else advisers
        services = HostServices(
            games or {"lots": LOTS}, BOTS, CODEC, store, outside, SLOW, advisers=advice, knowledge=KNOWLEDGE
        )
        self.host = Host(services)
        self._guests: list[Guest] = []
        # As real clients do: ids grow with time, also over the lives of several servers.
        self._ids = itertools.count(int(self.now() * 1000) * 1000)

    async def stranger(self, terms: Terms = PUBLIC, held: int = 64 * 1024) -> Guest:
        """Give a connection that has not greeted."""
        ours, theirs = pair(CODEC, held)
        guest = Guest(ours, asyncio.create_task(self.host.serve(theirs, terms)), self._ids)
        self._guests.append(guest)
        return guest

    async def guest(self, name: str = "", token: str = "", terms: Terms = PUBLIC) -> Guest:
        """Give someone who is welcome."""
        guest = await self.stranger(terms)
        answer = await guest.greet(name, token)
        assert isinstance(answer, Welcome), answer
        return guest

    async def back(self, guest: Guest) -> Guest:
        """Let someone come again on a new connection."""
        return await self.guest(token=guest.token)

    def forget(self) -> None:
        """Hold on to no guest any more; all of them have gone."""
        assert all(guest.serving.done() for guest in self._guests)
        self._guests.clear()

    def now(self) -> float:
        """Give the virtual time."""
        return asyncio.get_running_loop().time()

    async def wait(self, seconds: float) -> None:
        """Let virtual time pass."""
        await asyncio.sleep(seconds)

    async def end(self) -> None:
        """Close everything."""
        for guest in self._guests:
            guest.channel.close()
        await self.host.close()
        endings = await asyncio.gather(*(guest.serving for guest in self._guests), return_exceptions=True)
        assert not [ending for ending in endings if isinstance(ending, Exception)]


@asynccontextmanager
async def a_world(
    store: FaultyStore | None = None,
    number: int = 0,
    games: Mapping[str, Game[Any]] | None = None,
    advisers: Mapping[str, Adviser] | None = None,
) -> AsyncIterator[World]:
    """Open a host, and close it in the end; its dice fall by the number."""
    world = World(store or FaultyStore(), number, games, advisers)
    await world.host.open()
    try:
        yield world
    finally:
        await world.end()


def in_world(test: Callable[Concatenate[World, P], Coroutine[None, None, None]]) -> Callable[P, None]:
    """Let a test run in virtual time, with a host that is opened for it and closed in the end."""

    async def run(*args: P.args, **kwargs: P.kwargs) -> None:
        async with a_world() as world:
            await test(world, *args, **kwargs)

    # The world is none of the fixtures that the test is given.
    signature = inspect.signature(test)
    others = [parameter for name, parameter in signature.parameters.items() if name != "world"]
    functools.update_wrapper(run, test)
    run.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
    return in_virtual_time(run)
