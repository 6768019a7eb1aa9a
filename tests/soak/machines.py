"""``python -m tests.soak.machines``: two machines on PostgreSQL with a synchronous standby, while everything fails.

People play by ssh and TCP at both. Whatever was acknowledged to them is in the database in the end, once.
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
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import cycle, islice
from pathlib import Path
from random import Random

from protocol.aio import client_channel
from server.storage.lease import Lease
from server.storage.postgres import PostgresStore
from server.storage.store import StoreFault
from tests.server.commands.children import CODEC, PATIENCE, Child, a_child, connect
from tests.server.storage.postgres_server import PostgresServer, postgres_place
from tests.soak.kills import Outcome, compare, until_all_play
from tests.soak.regular import Line, Regular

BARS = {"kill host": 3.0, "stop host": 6.0, "clean stop": 1.0, "promote": 3.0}
"""Seconds after which somebody is acknowledged something again."""

FAULTS = ("kill host", "kill standby", "clean stop", "kill front", "stop host", "promote")

ASIDE_SECONDS = 7.0
"""For so long a stopped host stands still; then it goes on, and has lost the lease."""


def free_port() -> int:
    """Give a port that nobody has."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


class Machine:
    """One of several machines, which all run the same command."""

    def __init__(self, folder: Path, store: str) -> None:
        """Begin switched off."""
        self.folder = folder
        self.ssh, self.tcp, self.link = (free_port() for _ in range(3))
        self._store = store
        self._child: Child | None = None
        self._running = AsyncExitStack()

    async def start(self) -> None:
        """Switch it on, and wait until it lets people in."""
        ports = ("--ssh", self.ssh), ("--tcp", self.tcp), ("--link", self.link)
        options = [word for option, port in ports for word in (option, f"127.0.0.1:{port}")]
        started = a_child(*options, "--fronts", "2", "--store", self._store, data=self.folder)
        self._child = await self._running.enter_async_context(started)
        assert self._child.process.stderr is not None
        while "SSHFP" not in await self._child.said():
            pass
        swallowing = asyncio.create_task(self._child.process.stderr.read())
        self._running.callback(swallowing.cancel)

    async def stop(self) -> None:
        """Switch it off in good order."""
        assert self._child is not None
        self._child.tell_to_end()
        await self._child.ended()
        await self._running.aclose()

    def process(self, command: str) -> int:
        """Give a process of the machine that runs an inner command; 0 if there is none now."""
        words = f"server {command} --data {self.folder} "
        found = subprocess.run(["pgrep", "-f", words], capture_output=True, check=False)
        return int((found.stdout.split() or [b"0"])[0])

    def send(self, command: str, number: int) -> int:
        """Send a signal to such a process, and give which it was."""
        if process := self.process(command):
            os.kill(process, number)
        return process


class Person(Regular):
    """Somebody who plays at a machine, by TCP or by ssh."""

    def __init__(self, machine: Machine, name: str, ended: Callable[[], bool], key: Path | None) -> None:
        # All come from one address, which may not come too often.
        super().__init__(machine.folder, name, ended, 1.0)
        self._machine = machine
        self._key = key
        # By ssh the key says who somebody is.
        self._token = "" if key is None else "key"

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[Line]:
        """Reach the machine."""
        if self._key is None:
            plain = await connect(f"127.0.0.1:{self._machine.tcp}")
            yield Line(plain.channel)
            return
        options = (
            "BatchMode=yes", "StrictHostKeyChecking=no", f"UserKnownHostsFile={self._key}.known", "LogLevel=ERROR",
            "IdentityAgent=none", f"IdentityFile={self._key}", f"Port={self._machine.ssh}",
        )  # fmt: skip
        words = [word for option in options for word in ("-o", option)]
        ssh = await asyncio.create_subprocess_exec(
            "ssh", "-F", "none", *words, "-s", "chwech@127.0.0.1", "chwech", stdin=PIPE, stdout=PIPE, stderr=DEVNULL
        )
        assert ssh.stdin is not None
        assert ssh.stdout is not None
        try:
            yield Line(client_channel(ssh.stdout, ssh.stdin, CODEC))
        finally:
            with contextlib.suppress(ProcessLookupError):
                ssh.kill()
            await ssh.wait()
            ssh.stdin.close()
            ssh._transport.close()  # type: ignore[attr-defined]


class Party:
    """Two machines, a database with a standby, and people."""

    def __init__(self, folder: Path, databases: list[PostgresServer], people: int) -> None:
        """Begin with nobody."""
        self.outcome = Outcome()
        self.times: dict[str, list[tuple[float, float]]] = {}
        """Seconds after which the first and the last person could act again, by what failed."""

        self.over = asyncio.Event()
        self.databases = databases
        self.address = databases[0].address(databases[1])
        self.machines = [Machine(folder / name, self.address) for name in "ab"]
        self.people = [self._person(folder, number) for number in range(people)]

    def _person(self, folder: Path, number: int) -> Person:
        key = folder / f"key{number}" if number % 4 < 2 else None
        if key is not None:
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
        return Person(self.machines[number % 2], f"Person {number}", self.over.is_set, key)

    async def active(self) -> tuple[Machine, Machine]:
        """Give the machine that runs the tables, and the other one."""
        async with asyncio.timeout(PATIENCE):
            while (holder := await self._holder()) not in self.machines:
                await asyncio.sleep(0.1)
        assert holder is not None
        return holder, next(one for one in self.machines if one is not holder)

    async def _holder(self) -> Machine | None:
        lease = Lease(self.address, "")
        holder = None
        with contextlib.suppress(StoreFault):
            holder = await lease.holder()
        lease.close()
        return next((one for one in self.machines if holder == f"127.0.0.1:{one.link}"), None)

    async def fail(self, fault: str) -> None:
        """Let something fail, and note how long it takes until somebody is acknowledged something."""
        active, other = await self.active()
        async with AsyncExitStack() as afterwards:
            match fault:
                case "kill host":
                    active.send("host", signal.SIGKILL)
                case "stop host":
                    stopped = active.send("host", signal.SIGSTOP)
                    afterwards.push_async_callback(_go_on_later, stopped)
                case "kill standby":
                    other.send("host", signal.SIGKILL)
                case "kill front":
                    active.send("front_process", signal.SIGKILL)
                case "clean stop":
                    await active.stop()
                    afterwards.push_async_callback(active.start)
                case "promote":
                    await asyncio.to_thread(self._promote)
            began = time.monotonic()
            first = await self._acted(began, any)
        self.times.setdefault(fault, []).append((first, await self._acted(began, all)))
        self.outcome.kills += 1

    def _promote(self) -> None:
        """Kill the primary, and let the standby take its place; the old one follows it from then on."""
        old, new = self.databases
        old.stop()
        new.promote()
        self.databases.reverse()

    async def follow(self) -> None:
        """Let a server follow the primary again."""
        primary, standby = self.databases

        def work() -> None:
            subprocess.run(["rm", "-rf", standby.data], check=True)
            standby.follow(primary, "standby")
            standby.start()
            primary.configure("synchronous_standby_names = 'standby'")
            primary.run("pg_ctl", "reload", "-s", "-D", primary.data)

        await asyncio.to_thread(work)

    async def _acted(self, began: float, enough: Callable[[list[bool]], bool]) -> float:
        """Wait until enough people were acknowledged something that was asked since; tell how long it took."""
        async with asyncio.timeout(PATIENCE):
            while not enough([one.asked_at >= began for one in self.people]):
                await asyncio.sleep(0.01)
        return time.monotonic() - began


async def _go_on_later(process: int) -> None:
    await asyncio.sleep(ASIDE_SECONDS)
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, signal.SIGCONT)


async def play(folder: Path, rounds: int, people: int, *, seed: int = 0) -> Party:
    """Let everything fail in turn while people play, and hold their answers against the database."""
    with postgres_place() as first, postgres_place() as second:
        first.make()
        first.start()
        party = Party(folder, [first, second], people)
        await party.follow()
        async with asyncio.TaskGroup() as group:
            for machine in party.machines:
                await machine.start()
            living = [group.create_task(person.live()) for person in party.people]
            await until_all_play(party.people)
            await _fail(party, rounds, Random(seed))
            party.over.set()
            await asyncio.gather(*living)
            for machine in party.machines:
                await machine.stop()
        lease = Lease(party.address, "")
        while await lease.take() is None:
            await asyncio.sleep(0.1)
        store = PostgresStore(lease)
        await compare(store, party.people, party.outcome)
        await store.close()
    return party


async def _fail(party: Party, rounds: int, random: Random) -> None:
    for fault in islice(cycle(FAULTS), rounds):
        await asyncio.sleep(0.5 * random.random())
        await party.fail(fault)
        if fault == "promote":
            await party.follow()


async def main(arguments: Sequence[str] | None = None) -> int:
    """Run it, print what came of it, and give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.machines", description=__doc__)
    parser.add_argument("--rounds", type=int, default=70)
    parser.add_argument("--people", type=int, default=12)
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="chwech-") as name:
        party = await play(Path(name), chosen.rounds, chosen.people)
    outcome, slow = party.outcome, False
    print(
        f"{outcome.kills} faults: {outcome.accepted} accepted, {outcome.repeated} sent again, "
        f"{outcome.lost} lost, {outcome.doubled} doubled"
    )
    for fault, times in party.times.items():
        bar = BARS.get(fault, 3.0)
        firsts, lasts = (sorted(column) for column in zip(*times, strict=True))
        slow = slow or firsts[-1] > bar
        print(
            f"{fault}: first action after {firsts[len(firsts) // 2]:.2f} s, at most {firsts[-1]:.2f} s (bar {bar} s); "
            f"everybody acts after {lasts[len(lasts) // 2]:.2f} s, at most {lasts[-1]:.2f} s"
        )
    return 1 if outcome.lost or outcome.doubled or slow else 0


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
