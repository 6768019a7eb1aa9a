"""The command ``top``: shows in a terminal what a server does, once a second, from its page of figures."""

import argparse
import asyncio
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from server.commands.command_line import CommandLine
from server.commands.fault import failed
from server.commands.figures_page import STATUS_NAME, is_of_front
from server.commands.options import add_data
from server.commands.owner import chosen_data
from server.configuration.values import whole_number
from server.metrics.figures import Sample, read
from server.metrics.page import read_page

_CLEAR: Final = "\x1b[H\x1b[J"
_LONGEST: Final = 3600


class TopOptions(argparse.Namespace):
    """The parsed command line."""

    data: Path | None = None
    once: bool = False
    every: int = 1


class Figures:
    """The figures of one moment."""

    def __init__(self, samples: Sequence[Sample]) -> None:
        self._samples = samples

    def total(self, name: str, **labels: str) -> float:
        """Return the sum of all samples of a name with these labels."""
        wanted = labels.items()
        return sum(one.value for one in self._samples if one.name == name and wanted <= dict(one.labels).items())

    def labelled(self, name: str, label: str) -> dict[str, float]:
        """Return the samples of a name, by one of their labels."""
        found = ((dict(one.labels).get(label, ""), one.value) for one in self._samples if one.name == name)
        return dict(found)


def main(argv: list[str]) -> int:
    """Show the figures until interrupted, and return the exit status: 0 shown, 1 no server answers."""
    parser = CommandLine(
        prog="chwech top",
        description="Show what the server of this machine does: people, tables, actions, queues, memory, its cluster.",
        allow_abbrev=False,
    )
    add_data(parser)
    parser.add_argument("--once", action="store_true", help="show it once, and end")
    parser.add_argument(
        "--every", type=whole_number(_LONGEST), metavar="SECONDS", help="seconds between two looks (default: 1)"
    )
    options = parser.parse_args(argv, TopOptions())
    data = chosen_data(options.data)
    path = data / STATUS_NAME
    if is_of_front(data):
        return failed("top", f"{data} is the folder of a front: its figures are shown on the machine of its host")
    try:
        asyncio.run(_show(path, options))
    except BrokenPipeError:
        # Whoever reads this has read enough.
        raise
    except OSError as problem:
        reason = problem.strerror or str(problem) or "it does not answer in time"
        return failed("top", f"no server answers at {path} ({reason}): chwech serve starts one")
    return 0


async def _show(path: Path, options: TopOptions) -> None:
    before = Figures(read(await read_page(path)))
    clear = _CLEAR if sys.stdout.isatty() and not options.once else ""
    while True:
        # A rate needs two looks, also where it is shown once.
        await asyncio.sleep(options.every)
        now = Figures(read(await read_page(path)))
        print(clear + "\n".join(lines(now, before, options.every)), flush=True)
        if options.once:
            return
        before = now


def lines(now: Figures, before: Figures, seconds: float) -> Iterator[str]:
    """Yield what is shown; rates are those since the figures ``before``, so many seconds ago."""
    if held := now.labelled("chwech_cluster_held", "node"):
        yield from _cluster_lines(now, held)
    if not now.labelled("chwech_tables", "phase") and held:
        yield from _process_lines(now, before, seconds)
        return
    tables = ", ".join(f"{number:.0f} {phase}" for phase, number in now.labelled("chwech_tables", "phase").items())
    queues = ", ".join(f"{name} {number:.0f}" for name, number in now.labelled("chwech_queue", "queue").items())
    visitors = now.total("chwech_ssh_visitors") + now.total("chwech_remote_visitors")
    # Whoever came to another node is counted as connected, and not by which door.
    where = " at this node" if held else ""
    yield f"people    {now.total('chwech_sessions'):.0f} connected, {visitors:.0f} of them by ssh{where}"
    yield f"tables    {tables}; {now.total('chwech_tables_awake'):.0f} awake"
    yield f"actions   {_rate(now, before, 'chwech_acknowledged_total', seconds)}"
    yield f"answers   half of them within {_median(now, 'chwech_answer_seconds')}"
    yield f"refused   {_rate(now, before, 'chwech_refused_total', seconds)}{_reasons(now, 'chwech_refused_total')}"
    refused = _rate(now, before, "chwech_ssh_refused_total", seconds)
    yield f"ssh       refused {refused}{_reasons(now, 'chwech_ssh_refused_total')}"
    if remote := now.labelled("chwech_remote_visitors", "front"):
        yield f"elsewhere {', '.join(f'{front} {number:.0f}' for front, number in sorted(remote.items()))}"
    yield f"waiting   {queues}"
    yield f"database  {now.total('chwech_database_bytes') / 1e6:.1f} MB"
    yield ""
    yield from _process_lines(now, before, seconds)


def _cluster_lines(now: Figures, held: dict[str, float]) -> Iterator[str]:
    """Yield how the nodes stand, this one first, and the servers that hold their journal."""
    silent = now.labelled("chwech_cluster_silent_seconds", "node")
    tables = now.labelled("chwech_cluster_tables", "node")
    led = now.labelled("chwech_cluster_led_seconds", "node")
    entries = now.labelled("chwech_cluster_entries", "").get("")
    who = ", ".join(f"{node} has led for {_ago(seconds)}" for node, seconds in led.items()) or "nobody leads"
    journal = "the journal does not answer" if entries is None else f"{entries:.0f} entries"
    nodes = "1 node" if len(held) == 1 else f"{len(held)} nodes"
    yield f"cluster   {nodes}; {who}, lead {now.total('chwech_cluster_leads'):.0f}; {journal}"
    for node in sorted(held, key=lambda name: (name in silent, name)):
        behind = "" if entries is None else f", {max(0.0, entries - held[node]):.0f} behind"
        heard = f"heard of {silent[node]:.0f} s ago" if node in silent else "here"
        yield f"  node    {node}: tables {tables.get(node, 0):.0f}; {held[node]:.0f} entries{behind}; {heard}"
    servers = now.labelled("chwech_nats_leads", "server")
    for server, leads in sorted(servers.items()):
        current = now.total("chwech_nats_current", server=server)
        missing = now.total("chwech_nats_behind", server=server)
        away = f"down or behind by {missing:.0f}" if missing else "down"
        state = "leads the journal" if leads else "holds everything" if current else away
        yield f"  NATS    {server}: {state}"
    if not servers:
        yield "  NATS    no server says now who leads the journal"
    elif not any(servers.values()) or 2 * now.total("chwech_nats_current") <= len(servers):
        yield "  NATS    too few servers are there: nothing can be stored"
    yield ""


def _ago(seconds: float) -> str:
    """Return how long ago something began."""
    hours, minutes = divmod(int(seconds) // 60, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min" if minutes else f"{seconds:.0f} s"


def _process_lines(now: Figures, before: Figures, seconds: float) -> Iterator[str]:
    yield "process      memory    cpu    files    loop late (half within)"
    for process, memory in sorted(now.labelled("chwech_memory_bytes", "process").items()):
        cpu = _share(now, before, process, seconds)
        files = now.total("chwech_open_files", process=process)
        late = _median(now, "chwech_loop_lag_seconds", process=process)
        yield f"{process:<10} {memory / 1e6:5.0f} MB {cpu:>6} {files:8.0f}    {late}"


def _rate(now: Figures, before: Figures, name: str, seconds: float) -> str:
    total = now.total(name)
    return f"{max(0.0, total - before.total(name)) / seconds:.1f} a second, {total:.0f} in all"


def _share(now: Figures, before: Figures, process: str, seconds: float) -> str:
    """Return the CPU time of a process as a part of a core."""
    after, earlier = (one.total("chwech_cpu_seconds_total", process=process) for one in (now, before))
    return f"{100 * max(0.0, after - earlier) / seconds:.1f}%"


def _median(now: Figures, name: str, **labels: str) -> str:
    """Return the end of the bucket in which the middle of all observations lies."""
    count = now.total(f"{name}_count", **labels)
    ends = {end: now.total(f"{name}_bucket", **labels, le=end) for end in now.labelled(f"{name}_bucket", "le")}
    reached = next((end for end, below in ends.items() if count and below >= count / 2), "")
    if not reached or reached == "+Inf":
        return "–" if not count else "more than the scale"
    return f"{float(reached) * 1000:g} ms"


def _reasons(now: Figures, name: str) -> str:
    reasons = {reason: now.total(name, reason=reason) for reason in now.labelled(name, "reason")}
    most = sorted(reasons.items(), key=lambda pair: -pair[1])[:4]
    return f": {', '.join(f'{reason} {number:.0f}' for reason, number in most)}" if most else ""
