"""A peer that plays by turns with us: a line with a number goes in, the seconds that so many took come out."""

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path


class ByTurns:
    """A peer that waits for its turn."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def seconds(self, count: int) -> float:
        """Let it do so many, and return how long it took by its own clock."""
        self._process.stdin.write(f"{count}\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())


@contextmanager
def by_turns(python: Path, program: str, arguments: Sequence[str] = ()) -> Iterator[ByTurns]:
    """Start a program of this folder under the Python of a peer, and end it."""
    command = [str(python), "-I", str(Path(__file__).with_name(program)), *arguments]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield ByTurns(process)
        finally:
            assert process.stdin is not None
            process.stdin.close()
