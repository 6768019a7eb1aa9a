"""The page ``docs/performance.md``, made from a run: ``python -m tests.bench.page``."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from tests.bench import sizes
from tests.bench.measure import Bar, Better, Measure, figure, span
from tests.bench.parts import PARTS
from tests.bench.report import KEPT, Part, Report, kept

PAGE: Final = KEPT.with_suffix(".md")

HEAD: Final = """\
# How fast it is

`make bench` makes this page from one run, `performance.json` beside it. A figure is the median of its rounds, with \
its spread in brackets. What it is compared with was measured in the same run: a *floor* is the least that the \
machine needs, such as plain Python or a server that only stores and answers; a *peer* is another program that does \
the same work. *×* says how many times the other's figure ours is. Figures that have moved beyond their spread \
since the last committed run are marked.

A run takes some 25 minutes on two idle cores. Peers are installed into `build/peers`, never into the project's \
environment. `make bench ONLY=engine,codec` measures single parts anew.
"""


NO_RUN: Final = "No run is kept yet: `make bench` makes one.\n"


def page(report: Report) -> str:
    """Return the page of a run."""
    known = [(name, report.parts[name]) for name in PARTS if name in report.parts]
    parts = ["\n".join(section(name, part)) for name, part in known]
    return "\n".join([HEAD, *(parts or [NO_RUN]), *_machines(part for _, part in known)])


def section(name: str, part: Part) -> Iterator[str]:
    """Give the lines about a part: a row for each measure, a column for each floor and peer."""
    found = part.findings
    others = list(dict.fromkeys(other.who for measure in found.measures for other in measure.others))
    yield f"## {PARTS[name]}\n"
    yield f"| | {' | '.join(['Chwech', *others, 'bar'])} |"
    yield "|---" * (len(others) + 3) + "|"
    yield from (row(measure, others) for measure in found.measures)
    yield from (f"\n{note}" for note in (*found.notes, *(f"Left out: {reason}" for reason in found.left_out)))
    yield f"\nMeasured on {part.at} in {part.seconds:.0f} seconds.\n"


def row(measure: Measure, others: Iterable[str]) -> str:
    """Return the row of a measure: Chwech's figure, those of the others in their columns, and the bars."""
    moved = f" **{measure.change}**" if measure.change else ""
    own = f"{figure(measure.middle)} {measure.unit} ({span(measure.rounds)}){moved}"
    found = {other.who: other for other in measure.others}
    ratios = {who: measure.ratio(other) for who, other in found.items()}
    beside = {who: "" if ratio is None else f", {ratio:.2f} ×" for who, ratio in ratios.items()}
    cells = [f"{figure(found[who].middle)}{beside[who]}" if who in found else "" for who in others]
    return f"| {' | '.join([measure.name, own, *cells, '; '.join(_bar(measure, bar) for bar in measure.bars)])} |"


def _bar(measure: Measure, bar: Bar) -> str:
    """Return a bar, and whether it is met."""
    sign = "≤" if measure.better is Better.LESS else "≥"
    wanted = f"{bar.limit:g} × {bar.of.partition(':')[0]}" if bar.of else f"{figure(bar.limit)} {measure.unit}"
    said = {True: "met", False: "**missed**", None: "not known"}
    return f"{sign} {wanted}: {said[measure.met(bar)]}"


def _machines(parts: Iterable[Part]) -> Iterator[str]:
    """Give what the parts were measured on, each machine and version once."""
    told = list(parts)
    if told:
        machines = dict.fromkeys(part.machine.partition(";")[0] for part in told)
        versions = dict.fromkeys(
            f"{what} {number}" for part in told for what, number in {**part.versions, **part.findings.versions}.items()
        )
        yield f"Machine: {'; '.join(machines)}. {', '.join(versions)}.\n"


def main(path: Path = PAGE) -> None:
    """Write the page of the run that is kept, and the table of sizes that is computed from it."""
    path.write_text(page(kept()), "utf-8")
    sizes.main()


if __name__ == "__main__":
    main()
