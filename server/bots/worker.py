"""The process in which slow bots think: questions come by standard input, answers go to standard output.

Each is four bytes of length, big-endian, and so many bytes. The first answer is empty and says that the process is
ready; a later empty one, that the bot has failed. When its input ends, the process ends at once, thinking or not. It
loads the bots and the protocol alone, and so cannot know what no seat is shown.
"""

import contextlib
import logging
import os
import signal
import sys
from importlib import import_module
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO, Final

from protocol.codec import Codec
from server.bots.question import answer_question

HEADER: Final = 4
"""Bytes of a length."""

NICENESS: Final = 5
"""How far the worker gives way to the host, which must never wait for it."""

_log = logging.getLogger(__name__)


def main(argv: list[str]) -> None:
    """Answer questions by the bots of a module, until there are no more; first have it prepare them, if it does."""
    # The host decides when it ends; Ctrl-C in a terminal is meant for others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.nice(NICENESS)
    out = _own_output()
    house: Any = import_module(argv[1])
    codec = Codec()
    getattr(house, "prepare", bool)()
    questions: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read, args=(sys.stdin.buffer, questions), daemon=True).start()
    answer = b""
    while True:
        out.write(len(answer).to_bytes(HEADER, "big") + answer)
        out.flush()
        question = questions.get()
        try:
            answer = answer_question(codec, house, question)
        except Exception:  # noqa: BLE001  # whatever a bot does, the next question may be another's
            _log.exception("a slow bot failed")
            answer = b""


def _own_output() -> BinaryIO:
    """Return the standard output for answers alone; what a bot prints goes to standard error."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return out


def _read(stream: BinaryIO, questions: SimpleQueue[bytes]) -> None:
    """Read questions, and end the process with them."""
    while len(head := stream.read(HEADER)) == HEADER:
        questions.put(stream.read(int.from_bytes(head, "big")))
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv)
