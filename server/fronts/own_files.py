"""Files of a data directory that several processes share: read with a bound, made once, or replaced whole.

They are the host key, as far as it can be judged without the library that loads it, and the banned addresses, which the
host writes and fronts read before anybody logs in.
"""

import contextlib
import os
import secrets
import stat
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, Generic, TypeVar

import msgspec
from msgspec import Struct

from protocol.language import _
from server.file_lock import written_whole
from server.host.terms import Network, covers, network_of, read_network


class FrontFault(Exception):
    """A listener, a key, or a list of who gets in that cannot be used; the text says why and what helps."""


T = TypeVar("T")

Stamp = tuple[int, ...]
"""What differs when a file has changed; empty for one that is not there."""


def stamp_of(path: Path) -> Stamp:
    """Return the stamp of a file; raise ``OSError`` if nobody can tell."""
    try:
        about = path.stat()
    except FileNotFoundError:
        return ()
    return about.st_dev, about.st_ino, about.st_mtime_ns, about.st_size


class WatchedFile(Generic[T]):
    """What is in a file that another process replaces; it is read again when it is another one than before."""

    def __init__(self, path: Path, read: Callable[[bytes], T], empty: T) -> None:
        """Read nothing yet; what ``read`` raises a ``ValueError`` for changes nothing."""
        self._path = path
        self._read = read
        self._stamp: Stamp = ()
        self._value = empty

    def look(self) -> T:
        """Return what is in the file; where it has gone, or cannot be read, what was in it before."""
        with contextlib.suppress(OSError, ValueError):
            stamp = stamp_of(self._path)
            if stamp and stamp != self._stamp:
                self._value = self._read(self._path.read_bytes())
                self._stamp = stamp
        return self._value


def make_secret(path: Path, data: bytes) -> None:
    """Write a new file for its owner alone, or keep another process's; raise ``OSError`` if it cannot be written."""
    # It is written completely under a temporary name, then linked into place unless another one is there by then.
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    _write_new(draft, data)
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    except OSError:
        # Some file systems have no links: there, a process that starts at the same moment may read half of it, and
        # restarts.
        with contextlib.suppress(FileExistsError):
            _write_new(path, data)
    finally:
        draft.unlink()


def _write_new(path: Path, data: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(handle)


_LARGEST: Final = 64 * 1024


def read_host_key(path: Path) -> bytes:
    """Return the host key; raise ``FrontFault`` if it is another user's or others can read it, or ``OSError``."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as file:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode):
            raise FrontFault(
                _("the host key {path} is no regular file: move it away, and a new one is made", path=path)
            )
        if about.st_uid != os.geteuid():
            text = _(
                "the host key {path} belongs to another user: chown it, or start the server as that user", path=path
            )
            raise FrontFault(text)
        if about.st_mode & 0o077:
            raise FrontFault(_("others can read the host key {path}: chmod 600 {path}", path=path))
        return file.read(_LARGEST)


def check_host_key(path: Path) -> None:
    """Check that a server could begin with the key, or make one; raise ``FrontFault`` if it could not."""
    try:
        data = read_host_key(path)
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as problem:
        raise unusable(path, problem) from problem
    first = data.partition(b"\n")[0]
    if not (first.startswith(b"-----BEGIN ") and first.rstrip().endswith(b"PRIVATE KEY-----")):
        raise damaged(path, "it is no private key")


def unusable(path: Path, problem: OSError) -> FrontFault:
    """Return the fault of a file that cannot be read or made."""
    return FrontFault(
        _("the host key {path} cannot be used: {problem}", path=path, problem=problem.strerror or problem)
    )


def damaged(path: Path, problem: object) -> FrontFault:
    """Return the fault of a file in which there is no key that can be used."""
    return FrontFault(
        _(
            "the host key {path} is damaged or has a passphrase ({problem}): put it back from a copy, "
            "or move it away, and a new one is made that everybody will be warned of",
            path=path,
            problem=problem,
        )
    )


BANNED_NAME: Final = "banned-addresses"  # The name of the file in the data directory.


class BannedNetwork(Struct, frozen=True):
    """One banned network, as the file has it."""

    what: str
    until: float | None
    """When the ban ends, in seconds since 1970; None for never."""
    words: str
    """What is read by visitors from there."""


_Banned = tuple[tuple[Network, BannedNetwork], ...]


class BannedAddresses:
    """The banned addresses, read again when the file has changed."""

    def __init__(self, path: Path, now: Callable[[], float] = time.time) -> None:
        """Read nothing yet; ``now`` returns the time in seconds since 1970."""
        self._file = WatchedFile[_Banned](path, _read_banned, ())
        self._now = now

    def words(self, address: str) -> str:
        """Return what an address reads that is banned, in every language; empty for others."""
        networks = self._file.look()
        place = network_of(address) if networks else None
        if place is None:
            return ""
        now = self._now()
        found = (ban for network, ban in networks if covers(network, place))
        return next((ban.words for ban in found if ban.until is None or ban.until > now), "")


def _read_banned(data: bytes) -> _Banned:
    bans = msgspec.json.decode(data, type=tuple[BannedNetwork, ...])
    return tuple((read_network(ban.what), ban) for ban in bans)


def write_banned(path: Path, bans: Iterable[BannedNetwork]) -> None:
    """Write banned networks in place of those before: all or none; raise ``OSError`` if they cannot be written."""
    with written_whole(path, synced=False) as part:
        part.write_bytes(msgspec.json.encode(list(bans)))
