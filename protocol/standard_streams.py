"""The standard streams of a command: one that cannot be used is one sentence and exit status 1, in every command.

A pipe whose reader has seen enough, as with ``| head``, is no fault: the command ends without a word, with that status.
"""

import io
import os
import sys
from collections.abc import Callable, Sequence
from typing import BinaryIO, Final, TextIO, cast

from protocol.language import _

_OPENED: Final = (os.O_WRONLY, os.O_RDONLY, os.O_WRONLY)
"""How the null device takes the place of each closed stream: reading the input, or writing the output, still fails."""


class UnusableStream(Exception):
    """Standard input or output cannot be used; the text says why, and is empty for a closed pipe.

    It is no ``OSError``, so that no command takes it for a fault of a file or a connection of its own.
    """


class _Output(io.FileIO):
    """Standard output."""

    def write(self, data: bytes, /) -> int:  # type: ignore[override] # any buffer will do
        """Write some bytes; raise ``UnusableStream`` if they cannot be written."""
        try:
            return super().write(data)
        except BrokenPipeError as problem:
            raise UnusableStream from problem
        except OSError as problem:
            reason = problem.strerror or problem
            raise UnusableStream(_("the output cannot be written: {reason}", reason=reason)) from problem


class _Errors(io.FileIO):
    """Standard error: a failed write is dropped, and changes the exit status."""

    lost = False

    def write(self, data: bytes, /) -> int:  # type: ignore[override] # any buffer will do
        """Write some bytes, or drop them."""
        try:
            return super().write(data)
        except OSError:
            self.lost = True
            return len(data)


def run_guarded(command: Callable[[], int]) -> int:
    """Run a command on guarded streams, and return its exit status: 1 if what it wrote is lost."""
    _open_closed()
    before, real = (sys.stdin, sys.stdout, sys.stderr), (sys.__stdin__, sys.__stdout__, sys.__stderr__)
    output, errors = _Output(1, "w", closefd=False), _Errors(2, "w", closefd=False)
    given = before[0] or open(0, closefd=False)  # noqa: SIM115 - it is the stream of the process
    streams = given, _text(output, before[1]), _text(errors, before[2], by_line=True)
    try:
        _use(streams, streams)
        status = _run(command)
    finally:
        _use(before, real)
    return status or int(errors.lost)


def _use(streams: Sequence[TextIO], real: Sequence[TextIO | None]) -> None:
    """Make these the standard streams, and those for programs which replace them for a time."""
    for name, stream, lasting in zip(("stdin", "stdout", "stderr"), streams, real, strict=True):
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", lasting)


def _run(command: Callable[[], int]) -> int:
    try:
        try:
            status = command()
        except SystemExit as ended:
            # A parser has printed its help, or what is wrong with the command line.
            status = ended.code if isinstance(ended.code, int) else 0
        sys.stdout.flush()
    except UnusableStream as problem:
        # What is left in the buffer goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if said := str(problem):
            sys.stderr.write(f"chwech: {said}\n")
        return 1
    return status


def _open_closed() -> None:
    """Open each closed stream, so that no file of the command takes its number, and is written to as if it were it."""
    for number, flags in enumerate(_OPENED):
        try:
            os.fstat(number)
        except OSError:
            # The lowest free number is this one.
            os.set_inheritable(os.open(os.devnull, flags), True)  # noqa: FBT003 - it has no name


def _text(stream: io.FileIO, like: TextIO | None, *, by_line: bool = False) -> TextIO:
    """Return a text stream that encodes and buffers like another one."""
    encoding, errors, lines = "utf-8", "backslashreplace", by_line
    if isinstance(like, io.TextIOWrapper):
        encoding, errors = like.encoding, like.errors or errors
        lines = by_line or like.line_buffering or like.write_through
    return io.TextIOWrapper(cast(BinaryIO, io.BufferedWriter(stream)), encoding, errors, line_buffering=lines)
