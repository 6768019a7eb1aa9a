"""A key of a person in a file: whether it can be used at all, and whether it is locked."""

import base64
import binascii
from collections.abc import Callable
from pathlib import Path
from typing import Final

import asyncssh

LARGEST: Final = 64 * 1024
"""The greatest file that is read as a key, in bytes."""

TRIES: Final = 3
"""How often a passphrase is asked for."""

_OPENSSH: Final = b"-----BEGIN OPENSSH PRIVATE KEY-----"
_OPENSSH_MAGIC: Final = b"openssh-key-v1\0"
_OTHERS_MODE: Final = 0o077


class UnusableKey(ValueError):
    """The key cannot be used; the text says why."""


def public_part(path: Path) -> bytes:
    """Give the key that is in the ``.pub`` beside a private one, as it is sent; nothing if there is none."""
    try:
        return asyncssh.read_public_key(path.with_name(path.name + ".pub")).public_data
    except (OSError, asyncssh.KeyImportError):
        return b""


def read_identity(path: Path) -> bytes:
    """Read the file of a private key.

    Raises:
        UnusableKey: it cannot be read, or others can read it too.
    """
    try:
        with path.open("rb") as file:
            mode = path.stat().st_mode
            data = file.read(LARGEST)
    except OSError as error:
        raise UnusableKey(f"the key {path} cannot be read: {error.strerror or error}") from error
    if mode & _OTHERS_MODE:
        raise UnusableKey(f"others can read the key {path}: make it yours alone with chmod 600")
    return data


def is_locked(data: bytes) -> bool:
    """Say whether a private key needs a passphrase."""
    head, _, rest = data.strip().partition(b"\n")
    if head.strip() != _OPENSSH:
        return b"ENCRYPTED" in data
    try:
        key = base64.b64decode(b"".join(rest.partition(b"-----")[0].split()), validate=True)
    except binascii.Error:
        return False
    cipher = key.removeprefix(_OPENSSH_MAGIC)
    size = int.from_bytes(cipher[:4], "big")
    return 0 < size < LARGEST and cipher[4 : 4 + size] != b"none"


def unlock(path: Path, data: bytes, ask_secret: Callable[[str], str] | None = None) -> asyncssh.SSHKey:
    """Give the private key that the file holds, asking for its passphrase where that is wanted and needed.

    Raises:
        UnusableKey: it is no key, or locked.
    """
    if not is_locked(data):
        return _imported(path, data, None)
    for _ in range(TRIES if ask_secret is not None else 0):
        assert ask_secret is not None
        try:
            passphrase = ask_secret(f"Enter passphrase for key '{path}': ")
        except EOFError:
            break
        try:
            return _imported(path, data, passphrase)
        except asyncssh.KeyEncryptionError:
            continue
    raise UnusableKey(f"the key {path} is locked with a passphrase: take it into your agent with ssh-add")


def _imported(path: Path, data: bytes, passphrase: str | None) -> asyncssh.SSHKey:
    try:
        return asyncssh.import_private_key(data, passphrase)
    except asyncssh.KeyImportError as error:
        raise UnusableKey(f"{path} holds no private key that can be used: {error}") from error
