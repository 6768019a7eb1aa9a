"""The keys by which a person knows hosts: the files that OpenSSH keeps, read with care and added to with more."""

import base64
import binascii
import hashlib
import hmac
import os
import re
from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import Final

from msgspec import Struct

from chwech_tui.address import SshAddress

LARGEST: Final = 4_000_000
"""How much of a file is read, in bytes."""

_HASHED: Final = "|1|"
_PRIVATE_DIRECTORY: Final = 0o700
_PRIVATE_FILE: Final = 0o600


class HostKey(Struct, frozen=True):
    """The public key of a host."""

    kind: str
    """The kind of key, as the protocol names it: ``ssh-ed25519``."""

    blob: bytes
    """The key as it is sent."""

    @property
    def short_kind(self) -> str:
        """The kind of key as people are told it: ``ED25519``."""
        return self.kind.removeprefix("ssh-").partition("-")[0].upper()

    @property
    def fingerprint(self) -> str:
        """The fingerprint, as OpenSSH writes it."""
        digest = base64.b64encode(hashlib.sha256(self.blob).digest()).decode().rstrip("=")
        return f"SHA256:{digest}"


def host_key(blob: bytes) -> HostKey:
    """Give the key that these bytes are; they name their kind first."""
    size = int.from_bytes(blob[:4], "big")
    return HostKey(blob[4 : 4 + size].decode("ascii", "replace"), blob)


class Entry(Struct, frozen=True):
    """A line of a file that speaks of a host."""

    path: Path
    """The file."""

    number: int
    """The line, counted from 1."""

    key: HostKey
    """The key."""

    revoked: bool
    """Whether the key must never be trusted."""


class Verdict(Enum):
    """What a key that a host shows is to the person."""

    KNOWN = "known"
    """It is the host's."""

    NEW = "new"
    """Nothing is known of the host."""

    CHANGED = "changed"
    """The host is known by another key."""

    REVOKED = "revoked"
    """The key must never be trusted."""


class Finding(Struct, frozen=True):
    """What the files say of a key that a host shows."""

    verdict: Verdict
    """In a word."""

    entry: Entry | None = None
    """The line that says so, if one does."""


class KnownHosts:
    """The hosts that are known; the first file is the one that is added to."""

    def __init__(self, files: Sequence[Path]) -> None:
        self.files = tuple(files)
        """The files, in the order in which they are read."""

    def find(self, address: SshAddress, key: HostKey) -> Finding:
        """Say what a key is that a host shows; a key known for the host at the usual port is known at every port."""
        entries = self._entries(address.known_as)
        everywhere = entries if address.known_as == address.host else (*entries, *self._entries(address.host))
        same = [entry for entry in everywhere if entry.key.blob == key.blob]
        revoked = next((entry for entry in same if entry.revoked), None)
        if revoked is not None:
            return Finding(Verdict.REVOKED, revoked)
        if same:
            return Finding(Verdict.KNOWN, same[0])
        offending = next((entry for entry in entries if not entry.revoked), None)
        return Finding(Verdict.NEW) if offending is None else Finding(Verdict.CHANGED, offending)

    def kinds(self, address: SshAddress) -> tuple[str, ...]:
        """Give the kinds of key by which a host is known, so that it is asked for those first."""
        names = dict.fromkeys((address.known_as, address.host))
        kinds = [entry.key.kind for name in names for entry in self._entries(name) if not entry.revoked]
        return tuple(dict.fromkeys(kinds))

    def add(self, address: SshAddress, key: HostKey) -> None:
        """Remember a host by its key, in a line of its own at the end of the first file.

        Raises:
            OSError: the file cannot be written.
        """
        path = self.files[0]
        path.parent.mkdir(mode=_PRIVATE_DIRECTORY, exist_ok=True)
        line = f"{address.known_as} {key.kind} {base64.b64encode(key.blob).decode()}\n".encode()
        file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, _PRIVATE_FILE)
        try:
            os.write(file, line if _ends_a_line(file) else b"\n" + line)
        finally:
            os.close(file)

    def _entries(self, name: str) -> tuple[Entry, ...]:
        return tuple(entry for path in self.files for entry in _read(path, name))


def user_hosts(home: Path) -> KnownHosts:
    """Give the hosts that a person knows, and those that everybody on this machine does."""
    everybody = Path("/etc/ssh")
    return KnownHosts(
        (
            home / ".ssh" / "known_hosts",
            home / ".ssh" / "known_hosts2",
            everybody / "ssh_known_hosts",
            everybody / "ssh_known_hosts2",
        )
    )


def _ends_a_line(file: int) -> bool:
    if os.fstat(file).st_size == 0:
        return True
    os.lseek(file, -1, os.SEEK_END)
    return os.read(file, 1) == b"\n"


def _read(path: Path, name: str) -> Iterator[Entry]:
    """Give the lines of a file that speak of a host; what cannot be read speaks of none."""
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST).decode(errors="replace")
    except OSError:
        return
    for number, line in enumerate(text.split("\n"), 1):
        entry = _read_line(path, number, line, name)
        if entry is not None:
            yield entry


def _read_line(path: Path, number: int, line: str, name: str) -> Entry | None:
    """Read a line, if it is one for this host; authorities of certificates are passed over."""
    fields = line.split()
    marker = fields.pop(0) if fields and fields[0].startswith("@") else ""
    if len(fields) < 3 or fields[0].startswith("#") or marker not in {"", "@revoked"}:
        return None
    names, kind, coded = fields[:3]
    if not _speaks_of(names, name):
        return None
    try:
        key = host_key(base64.b64decode(coded, validate=True))
    except binascii.Error:
        return None
    return Entry(path, number, key, bool(marker)) if key.kind == kind else None


def _speaks_of(names: str, name: str) -> bool:
    """Say whether the first field of a line means a host."""
    if names.startswith(_HASHED):
        return _is_hash_of(names.removeprefix(_HASHED), name)
    patterns = names.lower().split(",")
    if any(_matches(pattern[1:], name) for pattern in patterns if pattern.startswith("!")):
        return False
    return any(_matches(pattern, name) for pattern in patterns if not pattern.startswith("!"))


def _is_hash_of(hashed: str, name: str) -> bool:
    salt, _, digest = hashed.partition("|")
    try:
        wanted = base64.b64decode(digest, validate=True)
        made = hmac.digest(base64.b64decode(salt, validate=True), name.encode(), "sha1")
    except binascii.Error:
        return False
    return hmac.compare_digest(made, wanted)


def _matches(pattern: str, name: str) -> bool:
    if "*" not in pattern and "?" not in pattern:
        return pattern == name
    expression = re.escape(pattern).replace(r"\*", ".*").replace(r"\?", ".")
    return re.fullmatch(expression, name) is not None
