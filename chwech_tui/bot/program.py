"""The user's program as a child process: one line to it, one line from it, within a time; its errors go to ours."""

import asyncio
import contextlib
import subprocess
from collections.abc import Sequence
from typing import Final, NamedTuple

from chwech_tui.bot.lines import LONGEST_ANSWER
from chwech_tui.pipes import PipeWriter, end_child, open_pipes
from protocol.language import _, ngettext

PATIENCE: Final = 2.0
"""Seconds that the program gets to exit once its input has ended, and then once more."""


class ProgramFault(Exception):
    """The program does not play on; the text says why."""


class _Running(NamedTuple):
    process: subprocess.Popen[bytes]
    reader: asyncio.StreamReader
    writer: PipeWriter


class Program:
    """One program, from its start to its end."""

    def __init__(self, words: Sequence[str], seconds: float) -> None:
        """Prepare it.

        Args:
            words: the command line; no shell reads it.
            seconds: how long it may take for an answer.
        """
        self._words = words
        self._seconds = seconds
        self._running: _Running | None = None

    async def start(self) -> None:
        """Start the program.

        Raises:
            ProgramFault: it cannot be started.
        """
        try:
            process = subprocess.Popen(self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise ProgramFault(
                _("{program} cannot be started: {reason}", program=self._words[0], reason=reason)
            ) from error
        assert process.stdin is not None
        assert process.stdout is not None
        loop = asyncio.get_running_loop()
        reader, writer = await open_pipes(loop, process.stdout, process.stdin, LONGEST_ANSWER)
        self._running = _Running(process, reader, writer)

    async def ask(self, line: bytes) -> bytes:
        """Hand over a line, and return the one that answers it.

        Raises:
            ProgramFault: it has exited, is silent for too long, or writes a line without an end.
        """
        running = self._running
        assert running is not None
        try:
            async with asyncio.timeout(self._seconds):
                # A program that has exited is found out by reading.
                with contextlib.suppress(ConnectionError):
                    running.writer.write(line)
                    await running.writer.drain()
                answer = await running.reader.readline()
        except TimeoutError:
            seconds = round(self._seconds)
            raise ProgramFault(
                ngettext("it has not answered for {n} second", "it has not answered for {n} seconds", seconds)
            ) from None
        except ValueError:
            raise ProgramFault(_("its line is longer than {most} bytes", most=LONGEST_ANSWER)) from None
        if not answer.endswith(b"\n"):
            await self.stop()
            raise ProgramFault(_("it has ended with status {status}", status=running.process.returncode))
        return answer

    async def stop(self) -> None:
        """End the program, if it runs: by the end of its input, or else by force."""
        running, self._running = self._running, None
        if running is not None:
            running.writer.close()
            await asyncio.to_thread(end_child, running.process, PATIENCE)
