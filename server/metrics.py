"""Figures of a running server: what is counted, how it is written down for Prometheus, and the page that shows it.

The page is HTTP/1.0: strict, bounded, and for this machine alone unless someone says otherwise.
"""

import asyncio
import contextlib
import mmap
import sys
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from protocol.aio import ByteReader, ByteWriter
from protocol.command_line import HAS_POSIX
from protocol.version import program_version

COUNTER: Final = "counter"
GAUGE: Final = "gauge"
HISTOGRAM: Final = "histogram"

FAMILIES: Final = {
    "chwech_build_info": (GAUGE, "1, with the version that a process runs."),
    "chwech_up_seconds": (GAUGE, "Seconds since the process started."),
    "chwech_tables": (GAUGE, "Unfinished tables by phase."),
    "chwech_tables_awake": (GAUGE, "Tables in memory, because somebody is there or something is due."),
    "chwech_sessions": (GAUGE, "Connections of people and programs that have said who they are."),
    "chwech_acknowledged_total": (COUNTER, "Commands that were carried out and stored."),
    "chwech_refused_total": (COUNTER, "Commands that were refused, by reason."),
    "chwech_goodbyes_total": (COUNTER, "Connections that the server has ended, by reason."),
    "chwech_answer_seconds": (HISTOGRAM, "Seconds from a command to its answer, with what it waits for the disk."),
    "chwech_queue": (GAUGE, "What waits: jobs of the store, requests of tables, messages not sent yet."),
    "chwech_database_bytes": (GAUGE, "The size of the database, with its log."),
    "chwech_loop_lag_seconds": (HISTOGRAM, "Seconds by which the event loop of a process is late."),
    "chwech_memory_bytes": (GAUGE, "The resident memory of a process."),
    "chwech_cpu_seconds_total": (COUNTER, "The CPU time of a process."),
    "chwech_open_files": (GAUGE, "The open files of a process."),
    "chwech_ssh_visitors": (GAUGE, "People served by a front."),
    "chwech_ssh_leaving": (GAUGE, "Those of them whom a front of a former version serves until they leave."),
    "chwech_ssh_connections": (GAUGE, "Connections of a front, also of those who have not said who they are."),
    "chwech_ssh_refused_total": (COUNTER, "Connections that a front has refused or penalised, by reason."),
}
"""Every family of figures with its kind and what it counts."""

Labels = tuple[tuple[str, str], ...]

_SUFFIXES: Final = ("_bucket", "_sum", "_count")


class Sample(NamedTuple):
    """One figure."""

    name: str
    value: float
    labels: Labels = ()


def sample(name: str, value: float, **labels: str) -> Sample:
    """Return a figure with these labels."""
    return Sample(name, value, tuple(labels.items()))


class Histogram:
    """How often something took how long."""

    def __init__(self, bounds: tuple[float, ...]) -> None:
        """``bounds`` are the upper ends of the buckets in seconds, in order."""
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        """Count something that took so long."""
        self._counts[bisect_left(self._bounds, seconds)] += 1
        self._sum += seconds

    def samples(self, name: str, **labels: str) -> list[Sample]:
        """Return the buckets, each with all before it, the sum and the count."""
        ends = [*map(str, self._bounds), "+Inf"]
        below = [sum(self._counts[: place + 1]) for place in range(len(self._counts))]
        buckets = [sample(f"{name}_bucket", n, **labels, le=end) for end, n in zip(ends, below, strict=True)]
        return [*buckets, sample(f"{name}_sum", self._sum, **labels), sample(f"{name}_count", below[-1], **labels)]


def family_of(name: str) -> str:
    """Return the family of a sample; empty for an unknown one."""
    if name in FAMILIES:
        return name
    bare = next((name.removesuffix(suffix) for suffix in _SUFFIXES if name.endswith(suffix)), "")
    return bare if FAMILIES.get(bare, ("",))[0] == HISTOGRAM else ""


def written(samples: Iterable[Sample]) -> str:
    """Return samples as text, family by family; unknown ones are left out."""
    by_family: dict[str, list[Sample]] = {name: [] for name in FAMILIES}
    for one in samples:
        by_family.get(family_of(one.name), []).append(one)
    lines: list[str] = []
    for name, (kind, about) in FAMILIES.items():
        if by_family[name]:
            lines += [f"# HELP {name} {about}", f"# TYPE {name} {kind}", *map(_line, by_family[name])]
    return "".join(f"{line}\n" for line in lines)


def packed(samples: Iterable[Sample]) -> str:
    """Return samples as one process hands them to another."""
    return msgspec.json.encode([*samples]).decode()


def unpacked(text: str) -> list[Sample]:
    """Return the samples that another process has handed over; raise ``ValueError`` if it has not."""
    return msgspec.json.decode(text, type=list[Sample])


def _line(one: Sample) -> str:
    labels = ",".join(f'{name}="{value}"' for name, value in one.labels)
    return f"{one.name}{f'{{{labels}}}' if labels else ''} {one.value:.10g}"


if HAS_POSIX:
    import resource

ANSWER_BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
LAG_BOUNDS: Final = (0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0)

LOOK_SECONDS: Final = 1.0  # Seconds between two measurements of the lag.

_PAGE: Final = mmap.PAGESIZE


class Meters:
    """The counts of a process; reasons are codes of the program, never what someone wrote."""

    def __init__(self) -> None:
        self.acknowledged = 0
        self.refused: Counter[str] = Counter()
        self.goodbyes: Counter[str] = Counter()
        self.answers = Histogram(ANSWER_BOUNDS)

    def samples(self) -> list[Sample]:
        """Return what was counted of commands."""
        refused = [sample("chwech_refused_total", n, reason=reason) for reason, n in sorted(self.refused.items())]
        goodbyes = [sample("chwech_goodbyes_total", n, reason=reason) for reason, n in sorted(self.goodbyes.items())]
        done = sample("chwech_acknowledged_total", self.acknowledged)
        return [done, *refused, *goodbyes, *self.answers.samples("chwech_answer_seconds")]


class ProcessWatch:
    """Measures how late the loop of this process is, once a second."""

    def __init__(self, name: str) -> None:
        """Begin to measure; needs a running loop. ``name`` is the name of the process in the figures."""
        self._name = name
        self._lag = Histogram(LAG_BOUNDS)
        self._loop = asyncio.get_running_loop()
        self._began = self._due = self._loop.time()
        self._next = self._loop.call_soon(self._look)

    def close(self) -> None:
        """Stop."""
        self._next.cancel()

    def samples(self) -> list[Sample]:
        """Return the figures of this process."""
        figures = {
            "chwech_up_seconds": self._loop.time() - self._began,
            "chwech_memory_bytes": float(resident()),
            "chwech_cpu_seconds_total": time.process_time(),
            "chwech_open_files": float(open_files()),
        }
        build = sample("chwech_build_info", 1, version=program_version(), process=self._name)
        lag = self._lag.samples("chwech_loop_lag_seconds", process=self._name)
        return [build, *(sample(name, value, process=self._name) for name, value in figures.items()), *lag]

    def _look(self) -> None:
        now = self._loop.time()
        self._lag.observe(max(0.0, now - self._due))
        self._due = now + LOOK_SECONDS
        self._next = self._loop.call_at(self._due, self._look)


def resident() -> int:
    """Return the resident memory of this process in bytes; elsewhere than on Linux its maximum so far."""
    try:
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * _PAGE
    except OSError:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024


def open_files() -> int:
    """Return the number of open files of this process; 0 where the system does not tell."""
    try:
        return len([*Path("/dev/fd").iterdir()])
    except OSError:
        return 0


MOST: Final = 8  # Readers at a time; further ones are turned away, and far more than that without a word.
LONGEST: Final = 4096  # Bytes of a request.
LARGEST: Final = 1 << 20  # Bytes of an answer that is read.
SECONDS: Final = 2.0  # Seconds for a request and for an answer.
KEPT_SECONDS: Final = 1.0  # Seconds for which a page is not made anew: however many ask, it costs the server no more.


class Shown(NamedTuple):
    """A page as it is shown."""

    text: str
    kind: str = "text/plain; version=0.0.4; charset=utf-8"
    well: bool = True
    """False for a page that says that something is wrong."""


Make = Callable[[], Awaitable[Shown]]
"""Makes a page."""


class Page:
    """Answers for some paths, one request a connection."""

    def __init__(self, pages: Mapping[str, Make]) -> None:
        """``pages`` are what makes the page of each path, such as ``/metrics``."""
        self._pages = {path.encode(): _Kept(make) for path, make in pages.items()}
        self._readers = 0

    async def let_in(self, reader: ByteReader, writer: ByteWriter) -> None:
        """Answer one request, and end the connection."""
        self._readers += 1
        try:
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(2 * SECONDS):
                    writer.write(await self._answer(reader))
                    await writer.drain()
        finally:
            self._readers -= 1
            writer.close()

    async def _answer(self, reader: ByteReader) -> bytes:
        if self._readers > 4 * MOST:
            return b""
        head = b""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SECONDS):
                while b"\r\n\r\n" not in head and len(head) <= LONGEST and (piece := await reader.read(LONGEST)):
                    head += piece
        whole = b"\r\n\r\n" in head[:LONGEST]
        if whole and self._readers > MOST:
            return _response("503 Service Unavailable", "too many readers: ask again later\n")
        words = head.split(b"\r\n")[0].split(b" ")
        if not whole or len(words) != 3 or not words[2].startswith(b"HTTP/1."):
            return _response("400 Bad Request", "say GET /metrics HTTP/1.0 and an empty line\n")
        if words[0] != b"GET":
            return _response("405 Method Not Allowed", "there is only GET\n")
        return await self._page(words[1])

    async def _page(self, path: bytes) -> bytes:
        if path not in self._pages:
            return _response("404 Not Found", f"there are {b', '.join(self._pages).decode()}\n")
        shown = await self._pages[path].shown()
        return _response("200 OK" if shown.well else "503 Service Unavailable", shown.text, shown.kind)


class _Kept:
    """A page that is made at most once in so many seconds, for all who ask for it meanwhile."""

    def __init__(self, make: Make) -> None:
        self._make = make
        self._made: asyncio.Future[Shown] | None = None
        self._until = 0.0

    async def shown(self) -> Shown:
        """Return the page."""
        now = asyncio.get_running_loop().time()
        if self._made is None or (self._made.done() and now >= self._until):
            self._made, self._until = asyncio.ensure_future(self._make()), now + KEPT_SECONDS
        return await asyncio.shield(self._made)


def _response(status: str, text: str, kind: str = "text/plain; charset=utf-8") -> bytes:
    body = text.encode()
    head = f"HTTP/1.0 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    return head.encode() + body


async def read_page(socket: Path, path: str = "/metrics", seconds: float = SECONDS) -> str:
    """Return the page behind a Unix socket; raise ``OSError`` if nobody answers there, or not in time."""
    async with asyncio.timeout(seconds):
        reader, writer = await asyncio.open_unix_connection(str(socket))
        try:
            writer.write(f"GET {path} HTTP/1.0\r\n\r\n".encode())
            answer = b""
            while (piece := await reader.read(1 << 16)) and len(answer) < LARGEST:
                answer += piece
        finally:
            writer.close()
    head, _empty, body = answer.partition(b"\r\n\r\n")
    if b" 200 " not in head.split(b"\r\n")[0]:
        status, said = (part.partition(b"\n")[0].decode(errors="replace").strip() for part in (head, body))
        raise OSError(f"{socket} answers {status.partition(' ')[2]}: {said}")
    return body.decode(errors="replace")
