"""Starts plain mode on the streams of this process."""

import asyncio
from collections.abc import Callable, Mapping

from chwech_tui.door import Door
from chwech_tui.errand import Errand
from chwech_tui.plain.session import PlainSession
from chwech_tui.plain.speech import Speech
from chwech_tui.plain.terminal import PlainTerminal
from chwech_tui.theme import palette_of
from protocol.interrupts import interruptible

__all__ = ["Door", "run_plain"]


def run_plain(
    door: Door,
    errand: Errand,
    environment: Mapping[str, str],
    play: Callable[[PlainTerminal], int | None] = lambda terminal: asyncio.run(terminal.run_async()),
) -> int:
    """Hold a dialogue on the standard streams, and return the exit status; Ctrl-C leaves.

    Args:
        door: how it reaches its server.
        errand: the task that the client was started for.
        environment: the environment, whose locale decides how cards are written.
        play: runs the dialogue on its terminal.
    """
    speech = Speech.LETTERS if palette_of(environment).ascii else Speech.SIGNS
    try:
        with interruptible():
            return play(PlainTerminal(lambda write: PlainSession(door, errand, speech, write))) or 0
    except KeyboardInterrupt:
        print()
        return 130
