"""One connection as the rest of the host sees it: an account, and an outbox that never makes anybody wait."""

import asyncio

from protocol.aio import ServerChannel
from protocol.errors import ErrorCode
from protocol.messages import FromServer, Goodbye
from server.host.limits import OUTBOX, SEND_SECONDS
from server.storage.people import Account


class Session:
    """A connection that has greeted."""

    def __init__(self, channel: ServerChannel, account: Account, key: str = "") -> None:
        """Begin with an empty outbox."""
        self.account = account
        """Who it is; somebody without an account can get one."""
        self.key = key
        """The key that the connection was proven with; empty where there was none."""
        self._channel = channel
        self._outbox: asyncio.Queue[FromServer | None] = asyncio.Queue(OUTBOX)
        self._ending = asyncio.Event()

    def say(self, *messages: FromServer) -> None:
        """Put messages into the outbox; a client too far behind is disconnected instead."""
        for message in messages:
            if self._ending.is_set():
                return
            if self._outbox.full():
                self.part(ErrorCode.TOO_MANY.value, "you took in too little of what happened: come back")
                return
            self._outbox.put_nowait(message)

    def part(self, code: str, text: str) -> None:
        """Say goodbye, and end the connection once that is said."""
        if self._outbox.full():
            # Nothing of it would arrive in time: make room for the one word that matters.
            self._drop_all()
        self.say(Goodbye(code, text))
        self.end()

    def end(self) -> None:
        """End the connection once all that was said is delivered."""
        if self._ending.is_set():
            return
        self._ending.set()
        if self._outbox.full():
            self._drop_all()
        self._outbox.put_nowait(None)

    async def ending(self) -> None:
        """Wait until the connection is to end."""
        await self._ending.wait()

    async def deliver(self) -> None:
        """Send what is in the outbox until the connection ends.

        Raises:
            OSError: the connection broke, or takes nothing any more.
        """
        while (message := await self._outbox.get()) is not None:
            async with asyncio.timeout(SEND_SECONDS):
                await self._channel.send(message)

    def _drop_all(self) -> None:
        """Empty the outbox."""
        while not self._outbox.empty():
            self._outbox.get_nowait()
