"""``python -m tests.soak.postgres``: two machines on PostgreSQL with a synchronous standby lose a part again and again.

People play at both, and come to the other when theirs is silent. What they were told is held against the database,
which notes itself which machine wrote what, and when another had taken the lease.
"""

import argparse
import asyncio
import contextlib
import os
import signal
import tempfile
import time
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from psycopg import AsyncConnection

from protocol.messages import Accepted, FromServer
from server.storage.lease import Lease
from server.storage.postgres import PostgresStore
from tests.server.commands.children import Child, a_child, connect_unix
from tests.server.commands.test_others import children_of
from tests.server.storage.postgres_server import PostgresServer, postgres_place
from tests.soak.kills import DOOR, Outcome, compare, until_all_play
from tests.soak.regular import Line, Question, Regular

BARS = {"kill": 3.0, "stop": 6.0, "standby": 3.0, "primary": 3.0, "cut": 6.0, "end": 1.0}
"""Seconds after which people play again, by what was lost."""

SILENT_SECONDS = 3.0
"""When somebody takes a machine for lost, and comes to the other."""

WATCH = """
    CREATE TABLE taken (epoch BIGINT, machine TEXT, at TIMESTAMPTZ);
    CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO taken VALUES (NEW.epoch, current_setting('soak.machine', true), clock_timestamp());
        RETURN NEW; END $$;
    CREATE TRIGGER noted AFTER UPDATE ON lease FOR EACH ROW WHEN (OLD.epoch <> NEW.epoch) EXECUTE FUNCTION note();
    ALTER TABLE records ADD COLUMN machine TEXT DEFAULT current_setting('soak.machine', true),
        ADD COLUMN at TIMESTAMPTZ DEFAULT clock_timestamp();
"""
LATE = """
    SELECT count(*) FROM records WHERE machine <> (SELECT machine FROM taken WHERE taken.at <= records.at
    ORDER BY taken.at DESC LIMIT 1)
"""
"""Counts what a machine wrote after another had taken the lease."""


class Hasty(Line):
    """A connection of somebody who soon takes the machine for lost."""

    async def hear(self) -> FromServer:
        """Wait for the next message, though not for long."""
        async with asyncio.timeout(SILENT_SECONDS):
            return await super().hear()


class Roamer(Regular):
    """Somebody who plays at whichever machine answers."""

    def __init__(self, doors: Sequence[Path], name: str, ended: Callable[[], bool]) -> None:
        """Begin at the first."""
        super().__init__(doors[0], name, ended)
        self._doors = list(doors)
        self.played: list[tuple[float, float]] = []
        """When something was asked, and when it was accepted."""

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[Line]:
        """Reach the next machine."""
        self._doors.append(self._doors.pop(0))
        yield Hasty((await connect_unix(self._doors[0])).channel)

    async def _answer(self, line: Line, question: Question) -> FromServer:
        asked = time.monotonic()
        answer = await super()._answer(line, question)
        if isinstance(answer, Accepted):
            self.played.append((asked, time.monotonic()))
        return answer


class Wire:
    """A TCP proxy of one machine to one database server, which can be cut."""

    def __init__(self, server: PostgresServer) -> None:
        """Let everything through."""
        self._server, self.whole = server, asyncio.Event()
        self.whole.set()
        self.port = 0
        self.calls = 0
        """How often somebody has connected."""

    @asynccontextmanager
    async def open(self) -> AsyncIterator["Wire"]:
        """Listen on a free port."""
        async with await asyncio.start_server(self._pass, "127.0.0.1", 0) as listening:
            self.port = listening.sockets[0].getsockname()[1]
            yield self

    async def _pass(self, reader: StreamReader, writer: StreamWriter) -> None:
        self.calls += 1
        with contextlib.suppress(OSError):
            await self.whole.wait()
            there, back = await asyncio.open_unix_connection(self._server.place / ".s.PGSQL.5432")
            await asyncio.gather(self._pump(reader, back), self._pump(there, writer))
        writer.close()

    async def _pump(self, reader: StreamReader, writer: StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await self.whole.wait()
                writer.write(data)
                await writer.drain()
        writer.close()


class Machine:
    """A machine that serves."""

    def __init__(self, name: str, data: Path, wires: list[Wire]) -> None:
        """Begin switched off."""
        self.name, self.data, self.wires = name, data, wires
        self.child: Child
        self._on = AsyncExitStack()
        self.ending = False

    async def start(self) -> None:
        """Start the server, and let it say what it likes."""
        ports = ",".join(str(wire.port) for wire in self.wires)
        hosts = ",".join("127.0.0.1" for _ in self.wires)
        address = f"postgresql://postgres@/postgres?host={hosts}&port={ports}&options=-c%20soak.machine%3D{self.name}"
        self.child = await self._on.enter_async_context(
            a_child("--ssh", "none", "--connections-per-address", "1000", "--store", address, data=self.data)
        )
        self._reading = asyncio.create_task(self._swallow(self.child))
        self.ending = False

    async def stop(self) -> None:
        """End it in good order."""
        self.child.tell_to_end()
        await self.child.ended()
        await self.close()

    async def close(self) -> None:
        """End it, however it is."""
        self._reading.cancel()
        await self._on.aclose()

    @property
    def host(self) -> list[int]:
        """The process of its host, if there is one now."""
        return children_of(self.child.process.pid) if self.child.process.returncode is None else []

    def signal(self, number: int) -> None:
        """Send a signal to the host."""
        for host in self.host:
            with contextlib.suppress(ProcessLookupError):
                os.kill(host, number)

    @property
    def calls(self) -> int:
        """How often it has connected to the database."""
        return sum(wire.calls for wire in self.wires)

    async def replaced(self, host: list[int], calls: int | None = None) -> None:
        """Wait until another host than this stands by, with its connection."""
        async with asyncio.timeout(60):
            while self.host in (host, []):
                await asyncio.sleep(0.02)
            before = self.calls if calls is None else calls
            # It may stand by for long, where nobody can tell its calls from those of the one before.
            until = time.monotonic() + 10
            while self.calls == before and (calls is not None or time.monotonic() < until):
                await asyncio.sleep(0.02)

    async def _swallow(self, child: Child) -> None:
        assert child.process.stderr is not None
        with (self.data.parent / f"{self.name}.log").open("ab") as log:
            async for line in child.process.stderr:
                log.write(line)
                log.flush()


class Site:
    """Two machines and two database servers."""

    def __init__(self, machines: list[Machine], servers: list[PostgresServer]) -> None:
        """The first server is the primary."""
        self.machines, self.servers = machines, servers
        self._hit: list[tuple[Machine, list[int], int | None]] = []

    async def ask(self, query: str) -> Any:  # noqa: ANN401 - what a database says
        """Return the first value that the primary answers."""
        async with await AsyncConnection.connect(self.servers[0].address(), autocommit=True) as connection:
            row = await (await connection.execute(query)).fetchone()
            return row[0] if row else None

    async def active(self) -> Machine:
        """Return the machine that holds the lease."""
        name = await self.ask("SELECT machine FROM taken ORDER BY epoch DESC LIMIT 1")
        return next(machine for machine in self.machines if machine.name == name)

    async def kill(self) -> None:
        """Kill the host that leads."""
        leads = await self.active()
        self._hit.append((leads, leads.host, leads.calls))
        leads.signal(signal.SIGKILL)

    async def standby(self) -> None:
        """Kill the other."""
        leads = await self.active()
        other = next(machine for machine in self.machines if machine is not leads)
        self._hit.append((other, other.host, other.calls))
        other.signal(signal.SIGKILL)

    async def stop(self) -> None:
        """Let the host that leads stand still; it goes on later, and finds out."""
        leads = await self._hitting()
        leads.signal(signal.SIGSTOP)
        self._later(5.0, lambda: leads.signal(signal.SIGCONT))

    async def cut(self) -> None:
        """Cut the host that leads off from the database; what it has sent arrives late."""
        leads = await self._hitting()
        for wire in leads.wires:
            wire.whole.clear()
        for wire in leads.wires:
            self._later(5.0, wire.whole.set)

    async def end(self) -> None:
        """End the machine that leads in good order, and start it again."""
        leads = await self.active()
        leads.ending = True
        leads.child.tell_to_end()

    async def primary(self) -> None:
        """Kill the primary, and promote the standby."""
        old, new = self.servers
        await asyncio.to_thread(old.stop)
        await asyncio.to_thread(new.promote)
        self.servers = [new, old]

    async def mend(self) -> None:
        """Put in order what was lost, so that the next round finds everything."""
        for machine in self.machines:
            if machine.ending:
                await machine.child.ended()
                await machine.close()
                before = machine.calls
                await machine.start()
                await machine.replaced([], before)
        for machine, host, calls in self._hit:
            await machine.replaced(host, calls)
        self._hit.clear()
        primary, other = self.servers
        if await self.ask("SELECT count(*) FROM pg_stat_replication") == 0:
            await asyncio.to_thread(other.follow, primary, "other")
            await asyncio.to_thread(other.start)
            primary.configure("synchronous_standby_names = 'ANY 1 (other)'")
            primary.run("pg_ctl", "reload", "-s", "-D", primary.data)

    async def _hitting(self) -> Machine:
        """Return the machine that leads, and note that its host will be replaced; it connects anew before."""
        leads = await self.active()
        self._hit.append((leads, leads.host, None))
        return leads

    def _later(self, seconds: float, what: Callable[[], object]) -> None:
        asyncio.get_running_loop().call_later(seconds, what)


@asynccontextmanager
async def site(folder: Path) -> AsyncIterator[Site]:
    """Give two machines that serve."""
    async with AsyncExitStack() as closing:
        servers = [closing.enter_context(postgres_place()) for _ in range(2)]
        servers[0].make()
        servers[0].start("fsync = on")
        lease = Lease(servers[0].address(), "")
        await lease.holder()
        lease.close()
        servers[0].run("psql", "-q", "-d", servers[0].address(), "-c", WATCH)
        machines = []
        for name in ("one", "two"):
            wires = [await closing.enter_async_context(Wire(server).open()) for server in servers]
            (folder / name).mkdir()
            machines.append(Machine(name, folder / name, wires))
        made = Site(machines, servers)
        for machine in machines:
            await machine.start()
            closing.push_async_callback(machine.close)
            await machine.replaced([], 0)
        await made.mend()
        yield made


async def play(folder: Path, rounds: int, people: int, seed: int = 0) -> tuple[Outcome, dict[str, list[float]], int]:
    """Let people play while parts are lost; return what came of it, how long nobody played, and what was late."""
    over, outcome = asyncio.Event(), Outcome()
    waits: dict[str, list[float]] = {fault: [] for fault in BARS}
    async with site(folder) as made, asyncio.TaskGroup() as group:
        doors = [machine.data / DOOR for machine in made.machines]
        roamers = [Roamer(doors, f"Person {number}", over.is_set) for number in range(people)]
        living = [group.create_task(roamer.live()) for roamer in roamers]
        for number in range(rounds):
            await until_all_play(roamers)
            await asyncio.sleep(0.5 * Random(seed + number).random())
            fault = [*BARS][number % len(BARS)]
            began = time.monotonic()
            lose: Callable[[], Awaitable[None]] = getattr(made, fault)
            await lose()
            # A promotion is the operator's; what people wait for is counted from its end.
            began = time.monotonic() if fault == "primary" else began
            waits[fault].append(await first_after(roamers, began) - began)
            print(f"round {number + 1}: {fault}: played again after {waits[fault][-1]:.2f} s", flush=True)
            await until_all_play(roamers)
            await made.mend()
        over.set()
        await asyncio.gather(*living)
        late = await made.ask(LATE)
        for machine in made.machines:
            await machine.stop()
        lease = Lease(made.servers[0].address(), "")
        while await lease.take() is None:
            await asyncio.sleep(0.1)
        await compare(PostgresStore(lease), roamers, outcome)
    return outcome, waits, late


async def first_after(roamers: Sequence[Roamer], began: float) -> float:
    """Return when the first thing that somebody asked after a time was accepted."""
    async with asyncio.timeout(60):
        while True:
            found = [done for roamer in roamers for asked, done in roamer.played[-20:] if asked > began]
            if found:
                return min(found)
            await asyncio.sleep(0.005)


async def main(arguments: Sequence[str] | None = None) -> int:
    """Run it, print what came of it, and give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.postgres", description=__doc__)
    parser.add_argument("--rounds", type=int, default=70)
    parser.add_argument("--people", type=int, default=12)
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        outcome, waits, late = await play(Path(name), chosen.rounds, chosen.people)
    print(
        f"{chosen.rounds} rounds: {outcome.accepted} accepted, {outcome.repeated} sent again, {outcome.lost} lost, "
        f"{outcome.doubled} doubled, {late} written by a machine of the past"
    )
    slow = False
    for fault, seconds in waits.items():
        if seconds:
            slow = slow or max(seconds) > BARS[fault]
            print(
                f"{fault}: median {sorted(seconds)[len(seconds) // 2]:.2f} s, most {max(seconds):.2f} s "
                f"(bar {BARS[fault]} s)"
            )
    return 1 if outcome.lost or outcome.doubled or late or slow else 0


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
