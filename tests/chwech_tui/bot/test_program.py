"""A program as a child process: it answers, or it is said why not."""

import sys

import pytest

from chwech_tui.bot import session
from chwech_tui.bot.session import LONGEST_ANSWER, Program, ProgramFault

SECONDS = 20.0
ECHO = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"


def python(text: str, seconds: float = SECONDS) -> Program:
    """Give a program in Python."""
    return Program([sys.executable, "-c", text], seconds)


async def fault_of(child: Program) -> str:
    """Ask a program that fails, and give why."""
    await child.start()
    try:
        with pytest.raises(ProgramFault) as told:
            await child.ask(b"{}\n")
    finally:
        await child.stop()
    return str(told.value)


async def test_a_line_for_a_line() -> None:
    """The program is asked as often as there are turns, and ends with its input."""
    child = python(ECHO)
    await child.start()
    assert [await child.ask(line) for line in (b"a\n", b"b\n")] == [b"a\n", b"b\n"]
    await child.stop()
    await child.stop()


async def test_a_program_that_cannot_be_started() -> None:
    """It is named."""
    with pytest.raises(ProgramFault, match="/nowhere/bot cannot be started: No such file"):
        await Program(["/nowhere/bot"], SECONDS).start()
    with pytest.raises(ProgramFault, match="cannot be started"):
        await Program(["a\0b"], SECONDS).start()


async def test_a_program_that_ends() -> None:
    """Its exit status is said, also where it ends in the midst of a line."""
    assert await fault_of(python("raise SystemExit(3)")) == "it has ended with status 3"
    assert await fault_of(python("print('{', end='')")) == "it has ended with status 0"


async def test_a_program_that_is_silent() -> None:
    """After its time it is asked no more."""
    assert await fault_of(python("import sys; sys.stdin.read()", 0.05)) == "it has not answered for 0 seconds"


async def test_a_program_that_writes_without_end() -> None:
    """A line longer than any answer is not read to its end."""
    endless = "import sys\ntry:\n while True: sys.stdout.write('x' * 9999)\nexcept OSError: pass"
    assert await fault_of(python(endless)) == f"its line is longer than {LONGEST_ANSWER} bytes"


async def test_a_program_that_does_not_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that hears neither the end of its input nor a request to end is killed."""
    monkeypatch.setattr(session, "PATIENCE", 0.05)
    deaf = "import signal, sys\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint('1', flush=True)\nsignal.pause()"
    child = python(deaf + "\nsignal.pause()")
    await child.start()
    assert await child.ask(b"{}\n") == b"1\n"
    await child.stop()
