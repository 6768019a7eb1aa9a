"""``python -m tests.soak.postgres``: two machines on PostgreSQL with a synchronous standby, while everything fails.

People play by ssh and TCP at both, and come to the other when theirs is silent. What they were told is held against the
database, which notes itself which machine wrote what, and when another had taken the lease.
"""

import argparse
import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import tempfile
import time
from asyncio import StreamReader, StreamWriter
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import cycle, islice, pairwise
from pathlib import Path
from random import Random
from typing import Any

from psycopg import AsyncConnection

from protocol.aio import client_channel
from protocol.messages import Accepted, FromServer
from server.storage.postgres import Lease, PostgresStore
from tests.server.commands.children import CODEC, PATIENCE, Child, Player, a_child
from tests.server.storage.postgres_server import PostgresServer, postgres_pair
from tests.soak.kills import Outcome, compare, until_all_play
from tests.soak.regular import Line, Question, Regular

BARS = {"kill": 3.0, "stop": 6.0, "standby": 3.0, "front": 3.0, "primary": 3.0, "cut": 6.0, "end": 1.0}
"""Seconds for which nobody is acknowledged anything at the most, by what is lost."""

SILENT_SECONDS = 3.0  # When someone takes a machine for lost, and comes to the other.

ASIDE_SECONDS = 4.0
"""For so long a host stands still, or is cut off: it goes on when another has the lease, and finds out."""

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


def free_port() -> int:
    """Give a port that nobody has."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


class Wire:
    """A TCP proxy of one machine to one database server, which can be cut."""

    def __init__(self, server: PostgresServer) -> None:
        """Let everything through."""
        self._server, self.whole, self.port = server, asyncio.Event(), free_port()
        self.whole.set()

    async def let_in(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Pass a connection on."""
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
    """One of two machines, which run the same command."""

    def __init__(self, data: Path, wires: Sequence[Wire]) -> None:
        """Begin switched off."""
        self.data, self.wires = data, wires
        self.ssh, self.tcp, self.link = (free_port() for _ in range(3))
        self.child: Child
        self._on = AsyncExitStack()
        self._token = ""

    async def start(self) -> None:
        """Switch it on."""
        ports = ("--ssh", self.ssh), ("--tcp", self.tcp), ("--link", self.link)
        options = [word for option, port in ports for word in (option, f"127.0.0.1:{port}")]
        hosts, doors = ",".join("127.0.0.1" for _ in self.wires), ",".join(str(wire.port) for wire in self.wires)
        store = f"host={hosts}&port={doors}&options=-c%20soak.machine%3D{self.data.name}"
        options += ["--fronts", "2", "--store", f"postgresql://postgres@/postgres?{store}"]
        self.child = await self._on.enter_async_context(a_child(*options, data=self.data))
        swallowing = asyncio.create_task(self._swallow())
        self._on.callback(swallowing.cancel)

    async def close(self) -> None:
        """Switch it off in good order, if it is on."""
        if self.child.process.returncode is None:
            self.child.tell_to_end()
        await self.child.ended()
        await self._on.aclose()

    def send(self, kind: str, number: int) -> int:
        """Send a signal to its youngest process that calls itself so, and give which it was."""
        command = ["pgrep", "-P", str(self.child.process.pid), f"chwech {kind}"]
        found = subprocess.run(command, capture_output=True, check=True)
        os.kill(process := int(found.stdout.split()[-1]), number)
        return process

    async def serves(self) -> None:
        """Wait until someone who comes is let in, here or at the other machine."""
        async with asyncio.timeout(PATIENCE):
            while not await self._lets_in():
                await asyncio.sleep(0.1)

    async def _lets_in(self) -> bool:
        with contextlib.suppress(OSError, AssertionError):
            ways = await asyncio.open_connection("127.0.0.1", self.tcp, local_addr=("127.0.1.250", 0))
            # Also where it is turned away.
            guest = Player(client_channel(*ways, CODEC))
            with contextlib.closing(guest.channel):
                await guest.greet("" if self._token else f"Guest of {self.data.name}", self._token)
                self._token = guest.token
                return True
        return False

    async def _swallow(self) -> None:
        assert self.child.process.stderr is not None
        with self.data.with_suffix(".log").open("ab", buffering=0) as log:
            async for line in self.child.process.stderr:
                log.write(line)


class Hasty(Line):
    """A connection of someone who soon takes the machine for lost."""

    async def hear(self) -> FromServer:
        """Wait for the next message, though not for long."""
        async with asyncio.timeout(SILENT_SECONDS):
            return await super().hear()


class Person(Regular):
    """Someone who plays at whichever machine answers, by TCP or by ssh."""

    def __init__(self, machines: Sequence[Machine], number: int, ended: Callable[[], bool]) -> None:
        super().__init__(machines[0].data, f"Person {number}", ended, 0.2)
        self._machines = [machines[(number + turn) % 2] for turn in (1, 0)]
        self._address = f"127.0.1.{number + 1}"
        self._key: Path | None = None
        self.accepted_times: list[float] = []
        if number % 4 < 2:
            self._key = machines[0].data.with_name(f"key{number}")
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self._key], check=True)
            # The key says who someone is.
            self._token = "key"

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[Line]:
        """Reach the next machine."""
        self._machines.reverse()
        machine = self._machines[0]
        if self._key is None:
            ways = await asyncio.open_connection("127.0.0.1", machine.tcp, local_addr=(self._address, 0))
            yield Hasty(client_channel(*ways, CODEC))
            return
        options = (
            "BatchMode=yes", "StrictHostKeyChecking=no", f"UserKnownHostsFile={self._key}.known", "LogLevel=ERROR",
            "IdentityAgent=none", f"IdentityFile={self._key}", f"Port={machine.ssh}", f"BindAddress={self._address}",
        )  # fmt: skip
        words = [word for option in options for word in ("-o", option)]
        ssh = await asyncio.create_subprocess_exec(
            "ssh", "-F", "none", *words, "-s", "chwech@127.0.0.1", "chwech", stdin=PIPE, stdout=PIPE, stderr=DEVNULL
        )
        assert ssh.stdin is not None
        assert ssh.stdout is not None
        try:
            yield Hasty(client_channel(ssh.stdout, ssh.stdin, CODEC))
        finally:
            with contextlib.suppress(ProcessLookupError):
                ssh.kill()
            await ssh.wait()
            ssh.stdin.close()
            ssh._transport.close()  # type: ignore[attr-defined]

    async def _answer(self, line: Line, question: Question) -> FromServer:
        answer = await super()._answer(line, question)
        if isinstance(answer, Accepted):
            self.accepted_times.append(time.monotonic())
        return answer


class Site:
    """Two machines, two database servers, and people."""

    def __init__(self, folder: Path, servers: Sequence[PostgresServer], wires: Sequence[Wire], people: int) -> None:
        """Begin with nobody; the first server is the primary."""
        self.over = asyncio.Event()
        self.servers = list(servers)
        self.machines = [Machine(folder / "one", wires[:2]), Machine(folder / "two", wires[2:])]
        self.people = [Person(self.machines, number, self.over.is_set) for number in range(people)]
        self.outcome = Outcome()
        self.gaps: dict[str, list[float]] = {}
        """For how many seconds nobody was acknowledged anything, by what was lost."""

        self.late = 0

    async def ask(self, query: str) -> Any:  # noqa: ANN401 - what a database says
        """Return the first value that the primary answers."""
        async with await AsyncConnection.connect(self.servers[0].address(), autocommit=True) as connection:
            row = await (await connection.execute(query)).fetchone()
            return row[0] if row else None

    async def lose(self, fault: str) -> None:
        """Lose something, note for how long nobody was acknowledged anything, and put it in order again."""
        name = await self.ask("SELECT machine FROM taken ORDER BY epoch DESC LIMIT 1")
        active, other = sorted(self.machines, key=lambda machine: machine.data.name != name)
        async with AsyncExitStack() as afterwards:
            match fault:
                case "kill":
                    active.send("host", signal.SIGKILL)
                case "stop":
                    stopped = active.send("host", signal.SIGSTOP)
                    afterwards.push_async_callback(asyncio.gather, asyncio.create_task(_go_on_later(stopped)))
                case "standby":
                    other.send("host", signal.SIGKILL)
                case "front":
                    active.send("front", signal.SIGKILL)
                case "primary":
                    await asyncio.to_thread(self.servers[0].stop)
                    self.servers.reverse()
                    await asyncio.to_thread(self.servers[0].promote)
                    afterwards.push_async_callback(asyncio.to_thread, self._follow)
                case "cut":
                    for wire in active.wires:
                        wire.whole.clear()
                        asyncio.get_running_loop().call_later(ASIDE_SECONDS, wire.whole.set)
                        afterwards.push_async_callback(wire.whole.wait)
                case "end":
                    active.child.tell_to_end()
                    afterwards.push_async_callback(active.start)
                    afterwards.push_async_callback(active.close)
            # A promotion is the operator's; what people wait for is counted from its end.
            began = time.monotonic()
            self.gaps.setdefault(fault, []).append(await self._gap(began))
        for machine in self.machines:
            await machine.serves()

    def _follow(self) -> None:
        """Let the server that was lost follow the one that has taken its place."""
        primary, standby = self.servers
        standby.follow(primary, "standby")
        standby.start("fsync = on")
        primary.configure("synchronous_standby_names = 'ANY 1 (standby)'")
        primary.run("pg_ctl", "reload", "-s", "-D", primary.data)

    async def _gap(self, began: float) -> float:
        """Wait until everyone has been acknowledged what they asked since, and give the longest time between two."""
        async with asyncio.timeout(PATIENCE):
            while any(person.asked_at < began for person in self.people):
                await asyncio.sleep(0.01)
        times = (at for person in self.people for at in person.accepted_times if at > began)
        return max(after - before for before, after in pairwise(sorted([began, *times])))


async def _go_on_later(process: int) -> None:
    await asyncio.sleep(ASIDE_SECONDS)
    # By then its supervisor may have killed it.
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, signal.SIGCONT)


async def play(folder: Path, rounds: int, people: int, seed: int = 0) -> Site:
    """Lose one after another while people play, and hold their answers against the database."""
    async with AsyncExitStack() as closing:
        servers = closing.enter_context(postgres_pair("fsync = on"))
        wires = [Wire(server) for server in servers * 2]
        for wire in wires:
            await closing.enter_async_context(await asyncio.start_server(wire.let_in, "127.0.0.1", wire.port))
        site = Site(folder, servers, wires, people)
        lease = Lease(servers[0].address(), "")
        await lease.holder()
        lease.close()
        servers[0].run("psql", "-q", "-d", servers[0].address(), "-c", WATCH)
        async with AsyncExitStack() as running, asyncio.TaskGroup() as group:
            for machine in site.machines:
                await machine.start()
                running.push_async_callback(machine.close)
                await machine.serves()
            living = [group.create_task(person.live()) for person in site.people]
            for fault in islice(cycle(BARS), rounds):
                await until_all_play(site.people)
                site.outcome.kills += 1
                await asyncio.sleep(0.5 * Random(seed + site.outcome.kills).random())
                await site.lose(fault)
                print(f"{site.outcome.kills}: {fault}, nobody played for {site.gaps[fault][-1]:.2f} s", flush=True)
            site.over.set()
            await asyncio.gather(*living)
        site.late = await site.ask(LATE)
        lease = Lease(site.servers[0].address(), "")
        while await lease.take() is None:
            await asyncio.sleep(0.1)
        await compare(PostgresStore(lease), site.people, site.outcome)
    return site


async def main(arguments: Sequence[str] | None = None) -> int:
    """Run it, print what came of it, and give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.postgres", description=__doc__)
    parser.add_argument("--rounds", type=int, default=70)
    parser.add_argument("--people", type=int, default=12)
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="chwech-") as name:
        site = await play(Path(name), chosen.rounds, chosen.people)
    outcome = site.outcome
    print(
        f"{outcome.kills} rounds: {outcome.accepted} accepted, {outcome.repeated} sent again, {outcome.lost} lost, "
        f"{outcome.doubled} doubled, {site.late} written by a machine of the past"
    )
    for fault, gaps in site.gaps.items():
        middle, most = sorted(gaps)[len(gaps) // 2], max(gaps)
        print(f"{fault}: nobody played for {middle:.2f} s at the median, {most:.2f} s at most (bar {BARS[fault]} s)")
    slow = any(max(gaps) > BARS[fault] for fault, gaps in site.gaps.items())
    return 1 if outcome.lost or outcome.doubled or site.late or slow else 0


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
