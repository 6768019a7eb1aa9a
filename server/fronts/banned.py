"""The addresses that the host has banned, in a file that fronts read: they hold them off before anybody logs in."""

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from server.fronts.own_files import WatchedFile, replace_file
from server.host.moderation.networks import Network, covers, network_of, read_network

BANNED_NAME: Final = "banned-addresses"
"""The name of the file in the data directory."""

LOOK_SECONDS: Final = 1.0
"""Seconds between two looks at the file."""


class BannedNetwork(Struct, frozen=True):
    """One banned network, as the file has it."""

    what: str
    until: float | None
    """When the ban ends, in seconds since 1970; None for never."""

    words: str
    """What is read by whoever comes from there."""


_Banned = tuple[tuple[Network, BannedNetwork], ...]


class BannedAddresses:
    """The banned addresses, read again when the file has changed."""

    def __init__(
        self, path: Path, *, clock: Callable[[], float] = time.monotonic, now: Callable[[], float] = time.time
    ) -> None:
        """Read nothing yet; ``now`` returns the time in seconds since 1970."""
        self._file = WatchedFile[_Banned](path, _read, ())
        self._clock = clock
        self._now = now
        self._looked_at = float("-inf")
        self._networks: _Banned = ()

    def words(self, address: str) -> str:
        """Return what an address reads that is banned, in every language; empty for others."""
        if self._clock() - self._looked_at >= LOOK_SECONDS:
            self._looked_at = self._clock()
            self._networks = self._file.look()
        place = network_of(address) if self._networks else None
        if place is None:
            return ""
        now = self._now()
        found = (ban for network, ban in self._networks if covers(network, place))
        return next((ban.words for ban in found if ban.until is None or ban.until > now), "")


def _read(data: bytes) -> _Banned:
    bans = msgspec.json.decode(data, type=tuple[BannedNetwork, ...])
    return tuple((read_network(ban.what), ban) for ban in bans)


def write_banned(path: Path, bans: Iterable[BannedNetwork]) -> None:
    """Write banned networks in place of those before: all of them or none.

    Raises:
        OSError: they cannot be written.
    """
    replace_file(path, msgspec.json.encode(list(bans)))


_VERSION_LINE: Final = b"SSH-2.0-chwech\r\n"
_DISCONNECT: Final = 1
_NOT_ALLOWED: Final = 1
"""SSH_DISCONNECT_HOST_NOT_ALLOWED_TO_CONNECT."""

_BLOCK: Final = 8
_LEAST_PADDING: Final = 4


def farewell(words: str) -> bytes:
    """Return the bytes of an SSH server that disconnects before keys are exchanged, with words that ssh shows.

    Source: RFC 4253, sections 4.2, 6 and 11.1.
    """
    text = words.encode()
    payload = bytes([_DISCONNECT]) + _NOT_ALLOWED.to_bytes(4, "big") + len(text).to_bytes(4, "big") + text + bytes(4)
    padding = _BLOCK - (5 + len(payload)) % _BLOCK
    padding += _BLOCK if padding < _LEAST_PADDING else 0
    return _VERSION_LINE + (1 + len(payload) + padding).to_bytes(4, "big") + bytes([padding]) + payload + bytes(padding)
