"""The command ``status``: shows what a server does, from its page of figures, or checks what it needs."""

import asyncio
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from protocol.command_line import CommandFault
from server.commands.shared import STATUS_NAME
from server.metrics import Sample, read_page, unpacked

_CLEAR: Final = "\x1b[H\x1b[J"
_SECONDS: Final = 1.0  # Seconds between two looks.


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


def main(*, watch: bool, check: bool, as_json: bool, data: Path) -> int:
    """Show what a server does once, or until interrupted, or what is amiss; return the exit status: 0 well, 1 not."""
    if check:
        from server.commands.check import check as check_all

        return check_all({}, None, data, starts=False)
    path = data / STATUS_NAME
    try:
        if as_json:
            print(asyncio.run(read_page(path, "/status.json")), end="")
        else:
            asyncio.run(_show(path, watch=watch))
    except OSError as problem:
        reason = problem.strerror or str(problem) or "it does not answer in time"
        raise CommandFault(f"no server answers at {path} ({reason}): chwech serve starts one") from problem
    return 0


async def _looked(path: Path) -> Figures:
    return Figures(unpacked(await read_page(path, "/figures")))


async def _show(path: Path, *, watch: bool) -> None:
    before = await _looked(path)
    clear = _CLEAR if sys.stdout.isatty() and watch else ""
    while True:
        # A rate needs two looks, also where it is shown once.
        await asyncio.sleep(_SECONDS)
        now, public = await _looked(path), await read_page(path, "/status")
        print(clear + "\n".join([public, *lines(now, before, _SECONDS)]), flush=True)
        if not watch:
            return
        before = now


def lines(now: Figures, before: Figures, seconds: float) -> Iterator[str]:
    """Yield what is shown; rates are those since the figures ``before``, so many seconds ago."""
    tables = ", ".join(f"{number:.0f} {phase}" for phase, number in now.labelled("chwech_tables", "phase").items())
    queues = ", ".join(f"{name} {number:.0f}" for name, number in now.labelled("chwech_queue", "queue").items())
    visitors, leaving = now.total("chwech_ssh_visitors"), now.total("chwech_ssh_leaving")
    former = f", {leaving:.0f} of them with a former version until they leave" if leaving else ""
    yield f"people    {now.total('chwech_sessions'):.0f} signed in; ssh sessions {visitors:.0f}{former}"
    yield f"tables    {tables}; {now.total('chwech_tables_awake'):.0f} awake"
    yield f"actions   {_rate(now, before, 'chwech_acknowledged_total', seconds)}"
    yield f"answers   half of them within {_median(now, 'chwech_answer_seconds')}"
    yield f"refused   {_rate(now, before, 'chwech_refused_total', seconds)}{_reasons(now, 'chwech_refused_total')}"
    refused = _rate(now, before, "chwech_ssh_refused_total", seconds)
    yield f"ssh       refused {refused}{_reasons(now, 'chwech_ssh_refused_total')}"
    yield f"waiting   {queues}"
    yield f"database  {now.total('chwech_database_bytes') / 1e6:.1f} MB"
    yield ""
    yield "process      memory    cpu    files    loop late (half within)"
    for process, memory in sorted(now.labelled("chwech_memory_bytes", "process").items()):
        after, earlier = (one.total("chwech_cpu_seconds_total", process=process) for one in (now, before))
        cpu = f"{100 * max(0.0, after - earlier) / seconds:.1f}%"
        files = now.total("chwech_open_files", process=process)
        late = _median(now, "chwech_loop_lag_seconds", process=process)
        yield f"{process:<10} {memory / 1e6:5.0f} MB {cpu:>6} {files:8.0f}    {late}"


def _rate(now: Figures, before: Figures, name: str, seconds: float) -> str:
    total = now.total(name)
    return f"{max(0.0, total - before.total(name)) / seconds:.1f} a second, {total:.0f} in all"


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
