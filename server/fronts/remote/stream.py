"""A TLS connection over a socket: it buffers at most one piece in each direction, and can end one direction alone.

asyncio's own TLS transports can do neither, and keep the alert to themselves by which a refused peer learns why.
"""

import asyncio
import contextlib
import socket
import ssl
from typing import Final

from server.fronts.remote.certificate import Certificate

SESSION: Final = "chwech-session/1"
"""The protocol of a connection for one visitor: a passport, then the protocol of clients (ALPN)."""

LINE: Final = "chwech-line/1"
"""The protocol of the one connection by which a front and a host know of each other (ALPN)."""

CHUNK: Final = 16 * 1024

_HANDSHAKE_BYTES: Final = 32 * 1024
"""Bytes that a peer may send before it is known."""


def server_context(own: Certificate, known: bytes) -> ssl.SSLContext:
    """Return the context of a host.

    Args:
        own: the certificate of the host.
        known: the certificates of the fronts that get in, one after the other; nobody does if empty.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.verify_mode = ssl.CERT_REQUIRED
    if known:
        context.load_verify_locations(cadata=known)
    # A ticket would let in a front that is not known any more.
    context.num_tickets = 0
    context.set_alpn_protocols([SESSION, LINE])
    return _set_up(context, own)


def client_context(own: Certificate, protocol: str) -> ssl.SSLContext:
    """Return the context of a front, which compares the fingerprint of the host before it sends anything."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.set_alpn_protocols([protocol])
    return _set_up(context, own)


def _set_up(context: ssl.SSLContext, own: Certificate) -> ssl.SSLContext:
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.load_cert_chain(own.path)
    return context


class TlsStream:
    """A TLS connection; one task may receive while another sends."""

    def __init__(self, connection: socket.socket, context: ssl.SSLContext, *, server_side: bool) -> None:
        """Begin on a connected, non-blocking socket, which is the stream's from here on; ``handshake`` comes next."""
        self._socket = connection
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_side=server_side)
        self._sending = asyncio.Lock()

    @property
    def peer(self) -> bytes:
        """The certificate of the other side; empty if it has shown none."""
        return self._tls.getpeercert(binary_form=True) or b""

    @property
    def protocol(self) -> str:
        """The protocol that both sides have chosen; empty if they know none in common."""
        return self._tls.selected_alpn_protocol() or ""

    async def handshake(self) -> None:
        """Get to know each other; the caller limits the time.

        Raises:
            OSError: the other side is none that is wanted, or has gone.
        """
        left = _HANDSHAKE_BYTES
        while True:
            try:
                self._tls.do_handshake()
            except ssl.SSLWantReadError:
                await self._flush()
            except ssl.SSLError:
                # The alert says why.
                await self._flush()
                raise
            else:
                break
            left -= await self._fill()
            if left < 0 or self._incoming.eof:
                raise ConnectionResetError("the other side has ended the connection")
        await self._flush()

    async def receive(self) -> bytes:
        """Return the next bytes; none at the end.

        Raises:
            OSError: the connection is broken, or the other side refuses it.
        """
        while True:
            try:
                return self._tls.read(CHUNK)
            except ssl.SSLWantReadError:
                await self._flush()
                await self._fill()
            except (ssl.SSLZeroReturnError, ssl.SSLEOFError):
                return b""

    async def send(self, data: bytes) -> None:
        """Send bytes, and wait until the kernel has taken them.

        Raises:
            OSError: the connection is broken.
        """
        self._tls.write(data)
        await self._flush()

    async def end(self) -> None:
        """Send no more; what the other side still sends is received.

        Raises:
            OSError: the connection is broken.
        """
        with contextlib.suppress(ssl.SSLError):
            self._tls.unwrap()
        await self._flush()

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()

    async def _fill(self) -> int:
        data = await asyncio.get_running_loop().sock_recv(self._socket, CHUNK)
        if data:
            self._incoming.write(data)
        else:
            self._incoming.write_eof()
        return len(data)

    async def _flush(self) -> None:
        while self._outgoing.pending:
            async with self._sending:
                await asyncio.get_running_loop().sock_sendall(self._socket, self._outgoing.read())
