"""The page ``docs/performance.md``, made from a run: ``python -m tests.bench.page``."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.bench import sizes
from tests.bench.measure import Bar, Better, Measure, figure, span
from tests.bench.parts import PARTS
from tests.bench.report import KEPT, Part, Report, kept

PAGE: Final = KEPT.with_suffix(".md")

HEAD: Final = """\
# How fast it is

This page is made by `make bench` from one run, `performance.json` beside it. A figure is the median of its rounds, and
its spread is from the least of them to the most. Whatever it is held against was measured in the same run, by turns
where that is possible: a *floor* is the least that the machine takes for it, plain Python, an empty app, or a server
that only stores and answers; a *peer* is another program that does the same work. *Times* says how many times the
other's figure ours is. What has moved beyond its spread since the run that was committed before is marked; where there
is a floor, times of it are compared.

`make bench` takes some 25 minutes on two cores, which should have nothing else to do. Peers are installed from their
registries into `build/peers`, and never into the environment of the project. One part can be measured anew with
`make bench ONLY=engine,codec`; each says when and on what it was measured.
"""


NO_RUN: Final = "No run is kept yet: `make bench` makes one.\n"


def page(report: Report) -> str:
    """Return the page of a run."""
    parts = [_part(name, report.parts[name]) for name in PARTS if name in report.parts]
    return "\n".join([HEAD, *(parts or [NO_RUN])])


def _part(name: str, part: Part) -> str:
    """Return the section of a part."""
    findings = part.findings
    versions = ", ".join(f"{what} {number}" for what, number in {**part.versions, **findings.versions}.items())
    lines = [
        f"## {PARTS[name]}",
        "",
        "| what | who | figure | spread | times | bar |",
        "|---|---|---|---|---|---|",
        *(row for measure in findings.measures for row in rows(measure)),
        "",
        *(f"{note}\n" for note in findings.notes),
        *(f"Left out: {reason}\n" for reason in findings.left_out),
        f"Measured on {part.at} in {part.seconds:.0f} seconds: {part.machine}. {versions}.",
        "",
    ]
    return "\n".join(lines)


def rows(measure: Measure) -> Iterator[str]:
    """Give the rows of a measure: Chwech's own, and one for each other."""
    bars = "; ".join(_bar(measure, bar) for bar in measure.bars)
    moved = f" **{measure.change}**" if measure.change else ""
    middle = f"{figure(measure.middle)} {measure.unit}"
    yield f"| {measure.name} | Chwech | {middle} | {span(measure.rounds)} | | {bars}{moved} |"
    for other in measure.others:
        middle, ratio = f"{figure(other.middle)} {measure.unit}", measure.ratio(other)
        yield f"| | {other.who} | {middle} | {span(other.rounds)} | {'–' if ratio is None else f'{ratio:.2f}'} | |"


def _bar(measure: Measure, bar: Bar) -> str:
    """Return a bar in words, and whether it is met."""
    most = "at most" if measure.better is Better.LESS else "at least"
    wanted = f"{most} {bar.limit:g} times {bar.of}" if bar.of else f"{most} {figure(bar.limit)} {measure.unit}"
    said = {True: "met", False: "**missed**", None: "not known"}
    return f"{wanted}: {said[measure.met(bar)]}"


def main(path: Path = PAGE) -> None:
    """Write the page of the run that is kept, and the table of sizes that is computed from it."""
    path.write_text(page(kept()), "utf-8")
    sizes.main()


if __name__ == "__main__":
    main()
