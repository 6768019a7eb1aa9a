"""A client of NATS that sends nothing before its connection is encrypted.

nats-py encrypts where a server says so in its first line, which whoever is in the middle can write.
"""

import ssl
from typing import Any
from urllib.parse import ParseResult

from nats.aio.client import Client, Srv
from nats.aio.transport import TcpTransport
from nats.errors import Error


class NotEncrypted(Error):
    """A connection over which nothing is sent, for others could read it."""

    def __str__(self) -> str:
        """Say what is wrong."""
        return "the connection would not be encrypted"


class _EncryptedTransport(TcpTransport):
    """Writes to a connection once it is encrypted, and closes it if something is to be written before."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # as nats-py has it
        self.encrypted = False

    def __bool__(self) -> bool:
        """Return True, so that the client keeps it."""
        return True

    async def connect(self, uri: ParseResult, buffer_size: int, connect_timeout: int) -> None:
        self.encrypted = False
        await super().connect(uri, buffer_size, connect_timeout)

    async def connect_tls(
        self, uri: str | ParseResult, ssl_context: ssl.SSLContext, buffer_size: int, connect_timeout: int
    ) -> None:
        await super().connect_tls(uri, ssl_context, buffer_size, connect_timeout)
        self.encrypted = True

    def write(self, payload: bytes) -> None:
        self._check()
        super().write(payload)  # type: ignore[no-untyped-call]  # as nats-py has it

    def writelines(self, payload: list[bytes]) -> None:
        self._check()
        super().writelines(payload)  # type: ignore[no-untyped-call]  # as nats-py has it

    def _check(self) -> None:
        if not self.encrypted:
            self.close()  # type: ignore[no-untyped-call]  # as nats-py has it
            raise NotEncrypted


class EncryptedClient(Client):
    """A client that speaks to the servers it was given, encrypted, and to nobody else."""

    def __init__(self) -> None:
        super().__init__()
        self._transport = self._encrypting = _EncryptedTransport()

    def once_encrypted(self, secret: str) -> str:
        """Return a secret if it may be sent now, whatever a later version of nats-py does with its transport.

        Raises:
            NotEncrypted: it may not.
        """
        if self._transport is not self._encrypting or not self._encrypting.encrypted:
            raise NotEncrypted
        return secret

    async def _connect_to_server(self, s: Srv) -> None:
        self._encrypting.close()  # type: ignore[no-untyped-call]  # as nats-py has it
        await super()._connect_to_server(s)

    async def _process_info(self, info: dict[str, Any], initial_connection: bool = False) -> None:  # noqa: FBT001, FBT002 - as in nats-py
        """Take no addresses of other servers: the first line of a server is read before it has shown who it is."""
        await super()._process_info({**info, "connect_urls": []}, initial_connection)
