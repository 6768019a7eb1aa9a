"""The program of a user that plays: its process and lines, the messages between, and how it is started."""

import asyncio
import contextlib
import subprocess
from codecs import BOM_UTF8
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from chwech_tui.pipes import PipeWriter, end_child, open_pipes
from protocol.codec import to_plain
from protocol.command_line import escaped
from protocol.game import Answer, View
from protocol.language import _, ngettext
from protocol.seating import Event
from protocol.setup import Setup

LONGEST_ANSWER: Final = 16 * 1024
"""The most bytes of an answer, its line end included."""

_SHOWN: Final = 60
"""Characters of an answer that are quoted when it cannot be used."""


class InvalidAnswer(ValueError):
    """What a program wrote is no action that it may take; the text says why."""


def write_turn(setup: Setup, view: View, events: Sequence[Event]) -> bytes:
    """Return the line that asks a program for an action: the setup, its view, and what it was told since the last line.

    Fields at their defaults are left out, as in messages.
    """
    turn = {"setup": to_plain(setup), "view": to_plain(view), "events": [to_plain(event) for event in events]}
    return msgspec.json.encode(turn) + b"\n"


def read_answer(line: bytes, legal: Sequence[Answer]) -> Answer:
    """Return the action of an answer: ``{"action": N}``, N a place in ``legal``; or as records write it, or whole.

    Raises:
        InvalidAnswer: it is none of the legal actions.
    """
    said = escaped(line.decode(errors="replace").strip())[:_SHOWN]
    try:
        plain = msgspec.json.decode(line.removeprefix(BOM_UTF8))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidAnswer(_("this is no line of JSON: {said}", said=said)) from error
    if isinstance(plain, dict) and "action" in plain:
        plain = plain["action"]
    if type(plain) is int and 0 <= plain < len(legal):
        return legal[plain]
    named = Answer(plain) if isinstance(plain, str) else None
    action = next((action for action in legal if action == named or to_plain(action) == plain), None)
    if action is None:
        most = len(legal) - 1
        raise InvalidAnswer(
            _("this is no legal action: {said}; write an action, or its place from 0 to {most}", said=said, most=most)
        )
    return action


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
