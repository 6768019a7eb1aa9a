"""Every claim of speed in one report: ``python -m tests.bench [--only engine,codec] [--share 0.1] [--dry]``.

Each part is written to ``docs/performance.json`` as soon as it is measured, so that a run that was interrupted goes on
with ``--only``. The exit status is 1 if a part failed; a bar that is missed is said in the report.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from tests.bench import machine, page
from tests.bench.measure import FULL, Findings
from tests.bench.page import section
from tests.bench.parts import PARTS
from tests.bench.report import KEPT, ROOT, Part, Report, committed, kept, with_part, written

MOST_SECONDS: Final = 1800  # How long a part may take.


def run(name: str, rounds: int, share: float, scratch: Path | None) -> Part | None:
    """Measure a part in a process of its own; None if it failed, which it has said itself."""
    at, load, began = datetime.now(UTC).date().isoformat(), machine.machine(), time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "findings.json"
        asked = [name, str(rounds), str(share), str(scratch or ""), str(out)]
        try:
            command = [sys.executable, "-m", "tests.bench.part", *asked]
            subprocess.run(command, cwd=ROOT, env=_environment(), timeout=MOST_SECONDS, check=True)
        except subprocess.SubprocessError as problem:
            print(f"{name}: {problem}", file=sys.stderr)
            return None
        findings = msgspec.json.decode(out.read_bytes(), type=Findings)
    return Part(at, round(time.perf_counter() - began, 1), load, machine.versions(), findings)


def _environment() -> dict[str, str]:
    """Return the environment of a part: whatever it starts keeps its compiled code, as it does where people play."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def told(name: str, part: Part) -> None:
    """Print what a part has found."""
    print("\n".join(["", *section(name, part)]))
    sys.stdout.flush()


def chosen(names: str) -> list[str]:
    """Return the parts that are named.

    Raises:
        argparse.ArgumentTypeError: one of them does not exist.
    """
    asked = [name.strip() for name in names.split(",") if name.strip()]
    unknown = [name for name in asked if name not in PARTS]
    if unknown:
        raise argparse.ArgumentTypeError(f"there is no part {unknown[0]!r}: choose from {', '.join(PARTS)}")
    return asked or list(PARTS)


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--only", type=chosen, default=list(PARTS), metavar="PARTS", help="names with commas between")
    parser.add_argument("--rounds", type=int, default=FULL.rounds, help="how often each figure is taken")
    parser.add_argument("--share", type=float, default=1.0, help="the share of the usual numbers, from 0 to 1")
    parser.add_argument("--scratch", type=Path, default=ROOT / "build" / "peers", help="where peers are installed")
    parser.add_argument("--no-peers", action="store_true", help="leave out the peers that would have to be installed")
    parser.add_argument("--dry", action="store_true", help="print what is found, and keep nothing")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and keep; return the exit status."""
    asked = parsed(arguments)
    before: Report = committed()
    failed = []
    for name in asked.only:
        part = run(name, asked.rounds, asked.share, None if asked.no_peers else asked.scratch.resolve())
        if part is None:
            failed.append(name)
            continue
        report = with_part(kept(), name, part, before)
        told(name, report.parts[name])
        if not asked.dry:
            KEPT.write_text(written(report), "utf-8")
            page.main()
    print(f"\nfailed: {', '.join(failed)}" if failed else "\nevery part was measured")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
