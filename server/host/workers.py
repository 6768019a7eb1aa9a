"""A pool of worker processes in which slow bots think, so that the host never waits for them.

A question that comes too late, a worker that dies and a pool that is full lead to the same: no answer. Whoever has
asked then lets another bot play.
"""

import asyncio
import contextlib
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from typing import Final

from msgspec import Struct

from games.chwech.kernel.compiling import ASKED
from server.bots.worker import HEADER

_log = logging.getLogger(__name__)

QUEUE: Final = 64
"""Questions that wait for a worker; more are not answered."""

MOST_WORKERS: Final = 4

START_SECONDS: Final = 300.0
"""The longest time that a process takes to load its bots, and to compile them the first time."""

GRACE_SECONDS: Final = 1.0
"""Seconds after its deadline at which a worker that is still thinking is killed."""

SHORTEST_REST: Final = 1.0
"""Seconds before a worker that was lost is started again; doubled each time until one answers."""

LONGEST_REST: Final = 60.0

Thought = asyncio.Future[bytes | None]
"""The bytes of an action, or None."""


class _Job(Struct, frozen=True):
    question: bytes
    until: float
    answer: Thought


class Workers:
    """The worker processes of a host; none is started before the first use."""

    def __init__(self, bots: str, count: int = 0) -> None:
        """Begin without a process.

        Args:
            bots: the module whose ``BOTS`` the workers ask.
            count: the number of workers; 0 for half of the cores.
        """
        self._command = (sys.executable, "-P", "-m", "server.bots.worker", bots)
        self._count = count or max(1, min(MOST_WORKERS, (os.cpu_count() or 1) // 2))
        self._jobs: asyncio.Queue[_Job] = asyncio.Queue(QUEUE)
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start the processes, unless they are there."""
        if not self._tasks:
            self._tasks = [asyncio.create_task(_Worker(self._command, self._jobs).run()) for _ in range(self._count)]

    def ask(self, question: bytes, seconds: float) -> Thought:
        """Return what will be the answer, if it comes within so many seconds; cancel it if it is not needed."""
        self.start()
        loop = asyncio.get_running_loop()
        answer: Thought = loop.create_future()
        try:
            self._jobs.put_nowait(_Job(question, loop.time() + seconds, answer))
        except asyncio.QueueFull:
            answer.set_result(None)
        return answer

    async def close(self) -> None:
        """End all processes."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()


class _Worker:
    """One process, started again when it is lost."""

    def __init__(self, command: tuple[str, ...], jobs: asyncio.Queue[_Job]) -> None:
        self._command = command
        self._jobs = jobs
        self._process: Process | None = None
        self._rest = SHORTEST_REST

    async def run(self) -> None:
        """Answer one question after the other, until cancelled."""
        try:
            while True:
                if self._process is None:
                    await self._begin()
                else:
                    await self._answer(self._process, await self._jobs.get())
        finally:
            await self._end()

    async def _begin(self) -> None:
        try:
            environment = {**os.environ, ASKED: "1"}
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, env=environment
            )
            async with asyncio.timeout(START_SECONDS):
                await _read(self._process)
        except (OSError, EOFError, TimeoutError) as fault:
            await self._lost(f"does not start: {fault!r}")

    async def _answer(self, process: Process, job: _Job) -> None:
        """Let the process answer; a question that nobody waits for any more is left out."""
        answer = None
        try:
            if not job.answer.done() and asyncio.get_running_loop().time() < job.until:
                async with asyncio.timeout_at(job.until + GRACE_SECONDS):
                    answer = await _converse(process, job.question)
                self._rest = SHORTEST_REST
        except (OSError, EOFError, TimeoutError) as fault:
            await self._lost(f"is lost: {fault!r}", job)
        finally:
            if not job.answer.done():
                job.answer.set_result(answer or None)

    async def _lost(self, why: str, job: _Job | None = None) -> None:
        """Kill the process, and let some time pass before there is another."""
        _log.error("a worker of slow bots %s", why)
        if job is not None and not job.answer.done():
            job.answer.set_result(None)
        await self._end()
        await asyncio.sleep(self._rest)
        self._rest = min(LONGEST_REST, 2 * self._rest)

    async def _end(self) -> None:
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        # Unlike wait, this also reads to the end, without which the pipe would stay open.
        await self._process.communicate()
        self._process = None


async def _converse(process: Process, question: bytes) -> bytes:
    assert process.stdin is not None
    process.stdin.write(len(question).to_bytes(HEADER, "big") + question)
    await process.stdin.drain()
    return await _read(process)


async def _read(process: Process) -> bytes:
    """Return what a process says next.

    Raises:
        EOFError: it has ended.
    """
    assert process.stdout is not None
    head = await process.stdout.readexactly(HEADER)
    return await process.stdout.readexactly(int.from_bytes(head, "big"))
