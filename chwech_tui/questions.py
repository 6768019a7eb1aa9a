"""Questions to a server by a command that opens no screen: greeted, and asked one at a time."""

import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TypeVar

from msgspec.structs import replace

from protocol.aio import ClientChannel
from protocol.messages import VERSION, FromClient, FromServer, Goodbye, Hello, Refused, Welcome, translated
from protocol.tournaments import ListTournaments, TournamentAnswer, Tournaments, TournamentShown, read_request

A = TypeVar("A", bound=FromServer)


class Refusal(Exception):
    """A request that the server refuses."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class Conversation:
    """A channel to a server that has welcomed this client."""

    def __init__(self, channel: ClientChannel, welcome: Welcome) -> None:
        self.welcome = welcome
        self._channel = channel
        self._last_id = int(time.time() * 1_000_000)

    async def ask(self, kind: type[A], make: Callable[..., FromClient], *values: object) -> A:
        """Send the question that ``make`` builds with a new id and these values, and return the answer of this kind.

        Only one question is open at a time, so the next answer belongs to it.

        Raises:
            Refusal: the server refuses the request.
            OSError: the server has disconnected; without a text, since it does not say why.
            ProtocolError: the answer cannot be understood.
        """
        self._last_id += 1
        await self._channel.send(make(self._last_id, *values))
        while not isinstance(message := await _heard(self._channel), kind):
            if isinstance(message, Refused):
                raise Refusal(message.code.value, translated(message).text)
        return message


async def ask_tournaments(host: Conversation, words: Sequence[str]) -> TournamentAnswer:
    """Ask a server what words say of its tournaments; raise ``InvalidPlan`` if they say nothing that can be asked."""
    request = read_request(words, host.welcome.games)
    kind: type[TournamentAnswer] = Tournaments if isinstance(request, ListTournaments) else TournamentShown
    return await host.ask(kind, lambda number: replace(request, id=number))


@asynccontextmanager
async def conversation(
    channel: ClientChannel, client: str, name: str = "", token: str = ""
) -> AsyncIterator[Conversation]:
    """Greet a server as a client, for an account with this name and token; close the channel at the end.

    Raises:
        Refusal, OSError, ProtocolError: as for ``Conversation.ask``.
    """
    try:
        await channel.send(Hello((VERSION, VERSION), client, name, token))
        welcome = await _heard(channel)
        assert isinstance(welcome, Welcome), "the protocol lets nothing else come first"
        yield Conversation(channel, welcome)
    finally:
        channel.close()
        await channel.wait_closed()


async def _heard(channel: ClientChannel) -> FromServer:
    message = await channel.receive()
    if message is None:
        raise ConnectionResetError
    if isinstance(message, Goodbye):
        raise Refusal(message.code, translated(message).text)
    return message
