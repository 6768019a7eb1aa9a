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
from random import Random
from threading import Thread
from types import ModuleType
from typing import Any, BinaryIO, Final

from msgspec import Struct, json

from games.kit.asking import read
from games.kit.sampler import Observation, Unseen
from games.kit.view import choices_of, table_of
from protocol.codec import Codec
from protocol.game import Answer, Temper, View, said

HEADER: Final = 4  # Bytes of a length.
NICENESS: Final = 5  # How far the worker gives way to the host, which must never wait for it.

_log = logging.getLogger(__name__)


class BotQuestion(Struct, frozen=True, gc=False):
    """What a bot is asked: what one seat is shown, and nothing besides."""

    level: str
    view: View
    temper: Temper
    unseen: str
    """What the seat knows of the cards, as JSON, in which keys may be numbers."""
    chance: str
    """A random text that decides the choices of the bot; if empty, the question itself decides them."""


def write_question(codec: Codec, level: str, seen: Observation[Any], view: View, chance: str) -> bytes:
    """Return the bytes that a worker is sent."""
    return codec.pack(BotQuestion(level, view, seen.temper, json.encode(seen.unseen()).decode(), chance))


def answer_question(codec: Codec, house: ModuleType, data: bytes) -> bytes:
    """Return the encoded answer of a bot; raise what it raises, or ``RemoteProtocolError`` if it is no question."""
    question = codec.unpack(BotQuestion, data)
    view, unseen = question.view, json.decode(question.unseen, type=Unseen)
    game = house.GAMES[view.game]
    assert view.viewer is not None
    table: Any = table_of(game, view)
    answers = [(seat, None if text is None else read(text)) for seat, text in unseen.answers]
    choices = choices_of(game, view)
    seen = Observation(table, view.viewer, choices, view.prompt, lambda: unseen, answers, question.temper)
    choice = house.BOTS[view.game][question.level](seen, Random(question.chance or data))
    return codec.pack(Answer(said(choice)))


def main(argv: list[str]) -> None:
    """Answer questions by the bots of a module, until there are no more; first have it prepare them, if it does."""
    # The host decides when it ends; Ctrl-C in a terminal is meant for others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.nice(NICENESS)
    # What a bot prints goes to standard error.
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    house = import_module(argv[1])
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


def _read(stream: BinaryIO, questions: SimpleQueue[bytes]) -> None:
    """Read questions, and end the process with them."""
    while len(head := stream.read(HEADER)) == HEADER:
        questions.put(stream.read(int.from_bytes(head, "big")))
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv)
