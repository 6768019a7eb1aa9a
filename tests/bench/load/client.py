"""A client that costs next to nothing: it reads no picture but its own turn, so that the server is what is measured."""

import asyncio
import itertools
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

import msgspec

from protocol.connection import CLIENT_LIMIT, write_frame
from protocol.game import Answer, View, read_atom, said
from protocol.messages import (
    CHANGES,
    Accepted,
    Act,
    Continue,
    FromClient,
    FromServer,
    Goodbye,
    Happened,
    Hello,
    Refused,
    Seated,
    TableChanged,
    Welcome,
)
from tests.server.commands.children import CODEC

SHORT: Final = 200  # Bytes at the most of an answer to an action.
HEAD: Final = 4  # Bytes of the length of a frame.
OWN_TURN: Final = b"\xa7choices"  # What a picture has in it in which it is the reader's turn, and no other.

ALL_WAIT: Final = b"\xa9waits_for\x96"
"""What a picture has in it between two deals, when all six are to agree to the next one."""

_PLAIN: Final = msgspec.msgpack.Decoder(ext_hook=lambda code, data: read_atom(code, bytes(data)))

ids = itertools.count(time.time_ns() // 1000)  # Command ids.


def _seq(payload: bytes) -> int:
    """Give the number of the event in a message, found without reading the rest; 0 if it has none."""
    at = payload.find(b"\xa3seq") + 4
    if at < 4:
        return 0
    length = {0xCC: 1, 0xCD: 2}.get(payload[at], 0)
    return int.from_bytes(payload[at + 1 : at + 1 + length], "big") if length else payload[at]


def framed(message: FromClient) -> bytes:
    """Give the bytes that a message is sent as."""
    return write_frame(CODEC.pack(message), CLIENT_LIMIT)


class Client(asyncio.Protocol):
    """One connection."""

    def __init__(self, ready: Callable[["Client"], None], done: Callable[[float], None]) -> None:
        """``ready`` is called when it is this client's turn, ``done`` with the seconds that an answer took."""
        self.act: bytes = b""  # The frame of the next action.
        self.id = 0  # Its command id.
        self.refusal = ""  # What an action was refused with: its table stands still then.
        self.received = 0  # Bytes that have come.
        self._ready = ready
        self._done = done
        self._held = b""
        self._sent: dict[int, float] = {}
        self._answers: asyncio.Queue[FromServer | None] = asyncio.Queue()
        self._transport: asyncio.Transport | None = None
        self._settled = False
        self._shown: Any = None  # The last view, of which the next one tells the changes, until the game is on.
        self._seq = 0  # The number of the last event.
        self._random = Random(7)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """Let nobody wait for an answer any more."""
        self._answers.put_nowait(None)

    def data_received(self, data: bytes) -> None:
        """Take whole frames from what came."""
        self.received += len(data)
        held = self._held + data if self._held else data
        while len(held) >= HEAD and len(held) >= HEAD + (length := int.from_bytes(held[:HEAD], "big")):
            self._take(held[HEAD : HEAD + length])
            held = held[HEAD + length :]
        self._held = held

    async def ask(self, message: FromClient) -> FromServer:
        """Send a message while nothing else is going on, and give its answer.

        Raises:
            ConnectionError: the server says goodbye instead, or closes the connection.
        """
        self._settled = False
        self.send(framed(message))
        async with asyncio.timeout(60):
            while True:
                answer = await self._answers.get()
                if answer is None or isinstance(answer, Goodbye):
                    raise ConnectionError(answer.text if answer else "the server has closed the connection")
                if isinstance(answer, Welcome) or getattr(answer, "id", None) == getattr(message, "id", -1):
                    return answer

    async def greet(self, name: str) -> None:
        """Come in as a new person."""
        answer = await self.ask(Hello((1, 1), "load", name, features=(CHANGES,)))
        assert isinstance(answer, Welcome), answer

    def settle(self) -> None:
        """From now on look at nothing but one's own turn and the answers to one's own actions."""
        self._settled, self._shown = True, None

    def play(self) -> None:
        self._sent[self.id] = time.perf_counter()
        self.send(self.act)

    def send(self, frame: bytes) -> None:
        self._transport.write(frame)

    def close(self) -> None:
        self._transport.close()

    def _take(self, payload: bytes) -> None:
        """Look at a frame, as far as it matters."""
        if not self._settled:
            message, self._shown = CODEC.read_server(payload, self._shown)
            if isinstance(message, Seated | Happened | TableChanged):
                game = message.view.game
                self._look(message.view.seq, game.legal if isinstance(game, View) else ())
            self._answers.put_nowait(message)
        elif len(payload) <= SHORT or OWN_TURN in payload or ALL_WAIT in payload:
            told = _PLAIN.decode(payload)
            changes, own = told.get("changes"), told.get("own") or {}
            if changes is None:
                self._take_answer(CODEC.read_server(payload)[0])
            else:
                legal = [Answer(said(choice)) for choice in own.get("choices", ())]
                self._look(_seq(payload) or self._seq, legal, all_wait=ALL_WAIT in payload)
        self._seq = _seq(payload) or self._seq

    def _take_answer(self, message: FromServer) -> None:
        """Take the answer to an action."""
        if isinstance(message, Accepted) and message.id in self._sent:
            self._done(time.perf_counter() - self._sent.pop(message.id))
        elif isinstance(message, Refused) and message.id in self._sent:
            self.refusal = message.text

    def _look(self, seq: int, legal: Sequence[Answer], *, all_wait: bool = False) -> None:
        """Get the next action ready where it is this client's turn, and agree to the next deal where all are asked."""
        # Each agreement tells who is still waited for: this client was among them from the first on.
        if all_wait:
            self._come(Continue(next(ids), seq))
        if legal:
            self._come(Act(next(ids), seq, self._random.choice(legal)))

    def _come(self, action: Act | Continue) -> None:
        self.id, self.act = action.id, framed(action)
        self._ready(self)
