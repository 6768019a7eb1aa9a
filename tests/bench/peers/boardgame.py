"""A crowd at tables of boardgame.io, by its wire protocol (socket.io); the server is ``boardgame.mjs``."""

import asyncio
import time
from random import Random
from typing import Final

import msgspec

from tests.bench.load.crowd import SEATS, Crowd
from tests.bench.peers.web import TEXT, WebClient, web_frame

OWN_TURN: Final = b'"legal":'  # What a state has in it in which it is the reader's turn, and no other.


class BoardgameClient(WebClient):
    """One player."""

    path = "/socket.io/?EIO=4&transport=websocket"
    match = ""
    """The table."""
    seat = 0
    _chance = Random(7)

    def _take(self, payload: bytes) -> None:
        """Look at a packet, as far as it matters."""
        if payload == b"2":
            self.send(web_frame(b"3", TEXT))
        elif payload[:1] == b"0":
            self.send(web_frame(b"40/tricks,", TEXT))
        elif payload[:2] == b"40":
            self._say("sync", self.match, str(self.seat), None, SEATS)
        elif payload.startswith((b'42/tricks,["sync"', b'42/tricks,["update"')):
            self._hear(payload)

    def _hear(self, payload: bytes) -> None:
        """Take a new state: after one's own action it is the answer to that."""
        self.came()
        if self.id in self._sent:
            self._done(time.perf_counter() - self._sent.pop(self.id))
        if OWN_TURN not in payload:
            return
        _, match, told, *_ = msgspec.json.decode(payload[len("42/tricks,") :])
        state = told.get("state", told)
        self.id = state["_stateID"]
        move = {"type": "play", "args": [self._chance.choice(state["G"]["legal"])], "playerID": str(self.seat)}
        self.act = _packet("update", {"type": "MAKE_MOVE", "payload": move}, self.id, match, str(self.seat))
        self._ready(self)

    def _say(self, *words: object) -> None:
        self.send(_packet(*words))


def _packet(*words: object) -> bytes:
    return web_frame(b"42/tricks," + msgspec.json.encode(words), TEXT)


class BoardgameCrowd(Crowd):
    """All players."""

    async def _table(self, number: int) -> None:
        """Let six come to a match; the first one's coming makes it."""
        for seat in range(SEATS):
            client = BoardgameClient(self._ready.append, self._times.append)
            client.match, client.seat = f"match-{number}", seat
            self.clients.append(client)
            await asyncio.get_running_loop().create_unix_connection(lambda client=client: client, self._door)  # type: ignore[misc]
            await client.come
