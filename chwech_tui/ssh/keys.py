"""The keys that are offered to a server, in the order in which OpenSSH offers them: so one is the same person there.

First what the agent holds and a usual file names, then what else the agent holds, then the usual files. A locked file
is passed over, unless it is named; a named key is offered alone.
"""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import asyncssh
from msgspec import Struct

from chwech_tui.ssh.identity_file import UnusableKey, is_locked, public_part, read_identity, unlock
from chwech_tui.ssh.own_key import FILE_NAME, own_key

USUAL_FILES: Final = ("id_rsa", "id_ecdsa", "id_ecdsa_sk", "id_ed25519", "id_ed25519_sk")
"""The files in which OpenSSH looks for keys, in its order."""

PATIENCE: Final = 10.0
"""Seconds that an agent gets to tell what it holds."""

_HARDWARE: Final = "_sk"
"""How the files end whose keys are in a device: only an agent can use those."""

Keys = tuple[asyncssh.SSHKeyPair, ...]
"""Keys that can sign."""


class Offer(Struct, frozen=True):
    """What is offered to a server."""

    keys: Keys
    """The keys, the first one first."""

    remark: str = ""
    """What the person should know of it."""


class Agent:
    """The person's agent, which holds keys and signs with them; where there is none, it holds none."""

    def __init__(self, socket: str) -> None:
        """Speak to the agent at this socket, when it is needed."""
        self._socket = socket
        self._client = asyncssh.SSHAgentClient(socket)

    async def keys(self) -> Keys:
        """Give the keys that the agent holds; none where it does not answer."""
        if not self._socket:
            return ()
        try:
            async with asyncio.timeout(PATIENCE):
                keys: Keys = tuple(await self._client.get_keys())
        except (OSError, ValueError, asyncssh.Error):
            keys = ()
        await self.rest()
        return keys

    async def rest(self) -> None:
        """Hang up until the next question."""
        self._client.close()
        await self._client.wait_closed()


def gather(held: Keys, home: Path, data: Path) -> Offer:
    """Give a person's own keys, or one that this client has made where they have none.

    Args:
        held: the keys of the agent.
        home: the person's home.
        data: where the key is kept that this client makes.

    Raises:
        UnusableKey: there is no key, and none can be made.
    """
    files = [home / ".ssh" / name for name in USUAL_FILES]
    publics = {public_part(path) for path in files} - {b""}
    named = [pair for pair in held if pair.public_data in publics]
    others = [pair for pair in held if pair.public_data not in publics]
    known = {pair.public_data for pair in held}
    read = [pair for path in files for pair in _usable(path) if pair.public_data not in known]
    keys = (*named, *others, *read)
    return Offer(keys) if keys else _own(data, [path for path in files if _is_locked(path)])


def named_key(path: Path, held: Keys, ask_secret: Callable[[str], str]) -> Offer:
    """Give the one key that the person names, through the agent where that holds it.

    Raises:
        UnusableKey: it cannot be used.
    """
    path = path.expanduser()
    private = path.with_suffix("") if path.suffix == ".pub" else path
    public = public_part(private)
    through_agent = tuple(pair for pair in held if pair.public_data == public)
    if through_agent:
        return Offer(through_agent[:1])
    return Offer(_pairs(unlock(private, read_identity(private), ask_secret)))


def _own(data: Path, locked: Sequence[Path]) -> Offer:
    """Give the key that this client has made; the person is told once, when it is."""
    key, made = own_key(data)
    remark = f"You have no SSH key that can be used, so one was made for you: {data / FILE_NAME}" if made else ""
    if made and locked:
        remark += f" ({locked[0]} is locked: to play with it, take it into your agent with ssh-add, or name it with -i)"
    return Offer(_pairs(key), remark)


def _usable(path: Path) -> Keys:
    """Give the key of a usual file; none where it is missing, locked, damaged, or readable by others."""
    if path.name.endswith(_HARDWARE):
        return ()
    try:
        return _pairs(unlock(path, read_identity(path)))
    except UnusableKey:
        return ()


def _is_locked(path: Path) -> bool:
    try:
        return is_locked(read_identity(path))
    except UnusableKey:
        return False


def _pairs(key: asyncssh.SSHKey) -> Keys:
    return tuple(asyncssh.load_keypairs([key]))
