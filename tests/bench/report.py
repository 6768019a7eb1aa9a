"""The report of a run: every part with its findings, kept as JSON, and compared with the run before."""

import subprocess
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tests.bench.measure import Findings, Measure, change

ROOT: Final = Path(__file__).parents[2]

KEPT: Final = ROOT / "docs" / "performance.json"  # Where the last run is kept.


class InvalidReport(ValueError):
    """A file that should hold a run does not; the text says which, and what is wrong."""


class Part(Struct, frozen=True):
    """One part of a run; parts may have been measured at different times."""

    at: str
    """The day, as in ISO 8601."""
    seconds: float
    """How long it took."""
    machine: str
    versions: dict[str, str]
    findings: Findings


class Report(Struct, frozen=True):
    """A run."""

    parts: dict[str, Part] = {}


def read(text: str, name: str) -> Report:
    """Return the run that a text holds.

    Raises:
        InvalidReport: it holds none.
    """
    try:
        return msgspec.json.decode(text, type=Report)
    except msgspec.DecodeError as problem:
        raise InvalidReport(
            f"{name} holds no run of the benchmark: {problem}; remove it, and measure anew"
        ) from problem


def committed() -> Report:
    """Return the run that was committed last; an empty one if there is none."""
    name = KEPT.relative_to(ROOT).as_posix()
    found = subprocess.run(["git", "show", f"HEAD:{name}"], cwd=ROOT, capture_output=True, check=False)
    return read(found.stdout.decode(), f"HEAD:{name}") if found.returncode == 0 else Report()


def kept() -> Report:
    """Return the run that is kept in the checkout, committed or not; an empty one if there is none."""
    return read(KEPT.read_text("utf-8"), KEPT.name) if KEPT.exists() else Report()


def written(report: Report) -> str:
    """Return a run as text, each value on a line of its own, so that a change of it can be read."""
    return msgspec.json.format(msgspec.json.encode(report), indent=1).decode() + "\n"


def with_part(report: Report, name: str, part: Part, before: Report) -> Report:
    """Return a run with a part measured anew, in which it is marked what has moved since another run."""
    earlier = before.parts[name].findings.measures if name in before.parts else ()
    known: dict[str, Measure] = {one.name: one for one in earlier}
    measures = tuple(replace(one, change=change(one, known.get(one.name))) for one in part.findings.measures)
    return Report({**report.parts, name: replace(part, findings=replace(part.findings, measures=measures))})
