"""Many tables of six clients, from which actions come at a steady rate whatever the server's answers take."""

import asyncio
import time
from pathlib import Path
from random import Random
from typing import Final

from msgspec import Struct

from protocol.messages import Accepted, Begin, JoinTable, OpenTable, Seated
from protocol.setup import Setup
from server.host.terms import Passport, write_passport
from tests.bench.load.client import Client, ids
from tests.server.host.bearers import key_of

SEATS: Final = 6  # Clients at a table.
DEALS: Final = 24  # Deals in each game, as many as there can be: some 1,700 actions at a table.
AT_ONCE: Final = 20  # Tables that are got ready at once.
TICK_SECONDS: Final = 0.002  # How often it is looked at what is due.
LATEST_SECONDS: Final = 5.0  # How long the last answers are waited for.


class Taken(Struct, frozen=True):
    """How long answers took."""

    rate: float
    """Actions a second that were wanted."""
    done: float
    """Actions a second that were answered."""
    sent: int
    """How many were answered in all, also later."""
    p50: float
    """The half of all took at most so many milliseconds."""
    p99: float
    """99 of 100 took at most so many."""

    def __str__(self) -> str:
        return f"{self.done:.0f}/s done, p50 {self.p50:.1f} ms, p99 {self.p99:.1f} ms"


class Crowd:
    """All clients."""

    def __init__(self, door: Path, tables: int, first: int = 0) -> None:
        """Begin outside; ``first`` is the number of the first table, where there are several crowds."""
        self._door = str(door)
        self._numbers = range(first, first + tables)
        self._ready: list[Client] = []
        self._chance = Random(7)
        self._times: list[float] = []
        self.clients: list[Client] = []

    @property
    def received(self) -> int:
        """Bytes that all clients together have heard."""
        return sum(client.received for client in self.clients)

    async def come(self) -> None:
        """Let everyone come, sit down and begin."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(number: int) -> None:
            async with gate:
                await self._table(number)

        await asyncio.gather(*(one(number) for number in self._numbers))

    async def play(self, rate: float, seconds: float) -> Taken:
        """Let actions come at this rate, whatever the answers take, and give how long each took from its sending.

        The timers of this process end up to a millisecond late, as ``epoll`` counts whole ones; no server is at fault.
        """
        self._times.clear()
        began = time.perf_counter()
        sent = 0
        while (now := time.perf_counter()) < began + seconds:
            while sent < (now - began) * rate and self._ready:
                self._anyone().play()
                sent += 1
            await asyncio.sleep(max(0.0, min(TICK_SECONDS, began + sent / rate - now)))
        done = len(self._times) / seconds
        while len(self._times) < sent and time.perf_counter() < began + seconds + LATEST_SECONDS:
            await asyncio.sleep(TICK_SECONDS)
        times = sorted(self._times)
        refused = {client.refusal for client in self.clients if client.refusal}
        assert not refused, f"actions were refused: {refused}"
        assert times, f"nothing was answered of {sent} actions: none was due, or all games are over"
        return Taken(rate, done, len(times), 1000 * times[len(times) // 2], 1000 * times[len(times) * 99 // 100])

    def hang_up(self) -> None:
        for client in self.clients:
            client.close()

    def _anyone(self) -> Client:
        """Take one of those whose turn it is by chance: the people at a table do not all act in the same moment."""
        ready, place = self._ready, self._chance.randrange(len(self._ready))
        ready[place], ready[-1] = ready[-1], ready[place]
        return ready.pop()

    async def _client(self, name: str) -> Client:
        loop = asyncio.get_running_loop()
        _, client = await loop.create_unix_connection(
            lambda: Client(self._ready.append, self._times.append), self._door
        )
        number = len(self.clients)
        address = f"10.{number // 65536}.{number // 256 % 256}.{number % 256}"
        self.clients.append(client)
        client.send(write_passport(Passport(key=key_of(name), address=address)))
        await client.greet(name)
        return client

    async def _table(self, number: int) -> None:
        """Let six sit down at a table and begin."""
        people = [await self._client(f"Person {number}-{seat}") for seat in range(SEATS)]
        made = await people[0].ask(OpenTable(next(ids), Setup("chwech", SEATS, {"deals": DEALS}), pace=10))
        assert isinstance(made, Seated), made
        for guest in people[1:]:
            assert isinstance(await guest.ask(JoinTable(next(ids), made.view.table)), Seated)
        assert isinstance(await people[0].ask(Begin(next(ids))), Accepted)
        for client in people:
            client.settle()
