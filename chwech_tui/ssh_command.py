"""What is asked of the user's own ``ssh``, and what its answers mean; nothing here connects."""

import os
import pwd
import re
import subprocess
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from chwech_tui.address import SSH_USER, SshAddress
from protocol.text import clean_text

OPTIONS: Final = (
    # Bytes only; a game server gets neither the agent, nor the display, nor any forwarded port.
    *("-T", "-a", "-x", "-o", "ClearAllForwardings=yes"),
    # The server takes one session a connection, so there is nothing to share.
    *("-S", "none"),
    # The output of a local command would go among the bytes of the protocol; a remote one excludes a subsystem.
    *("-o", "PermitLocalCommand=no", "-o", "RemoteCommand=none"),
    # The server's way in for guests: a mistyped passphrase must not make a stranger of somebody who has a key.
    *("-o", "KbdInteractiveAuthentication=no"),
    # At this level it says which key it came with.
    *("-o", "LogLevel=DEBUG1"),
)
"""What holds for every connection, whatever the configuration says."""

SUBSYSTEM: Final = "chwech"
"""What the server is asked for: the protocol itself, no terminal."""

CELLS: Final = 400
"""The longest line of ``ssh`` that is kept; one of its warnings holds a file and a host."""

LET_IN: Final = "Authenticated to "
"""How the line begins after which ``ssh`` asks nothing more."""

_NOISE: Final = re.compile(rf"debug\d: |{LET_IN}|Authenticating to |Transferred: |Bytes per second: |Killed by ")
_KEY: Final = re.compile(r"debug1: Server accepts key: .*(SHA256:\S+)")
_DENIED: Final = "Permission denied ("
_CHANGED: Final = "IDENTIFICATION HAS CHANGED"
_UNTRUSTED: Final = "Host key verification failed"

_REASONS: Final = (
    ("subsystem request failed", "the SSH server at {place} is no Chwech server"),
    (
        _CHANGED,
        "{place} shows another host key than before: ask why, then ssh-keygen -R '{known_as}' forgets the old one",
    ),
    ("REVOKED HOST KEY", "{place} shows a host key that is marked as revoked: somebody may be in its place"),
    (_UNTRUSTED, "the host key of {place} was not accepted"),
    (re.escape(_DENIED), "{place} knows people by their SSH keys, and got none from you"),
    (r"Could not resolve hostname ([^:]+)", "no machine is called {0}: check the name"),
    (
        r"connect to host (\S+) port (\d+): Connection refused",
        "nothing listens at {0} port {1}: the server is down, or has another port",
    ),
    (r"connect to host (\S+) port (\d+): (.+)", "{0} port {1} cannot be reached: {2}"),
    (r"Received disconnect from .*?:\d+: (.+)", "{0}"),
)
"""What ``ssh`` says, and what the person is told; the first that is found counts."""


class UnusableSsh(Exception):
    """There is no ``ssh``, or it does not take its configuration or the key; the text says why."""


def destination(address: SshAddress) -> list[str]:
    """Return the arguments that name the server; what nobody has said is left to the configuration."""
    port = ["-p", str(address.port)] if address.port else []
    user = ["-l", address.user] if address.user else []
    return [*port, *user, "--", address.host]


def key_options(identity: Path | None) -> tuple[str, ...]:
    """Return the options that offer this key and no other.

    Raises:
        UnusableSsh: it cannot be read; ``ssh`` itself would go on with other keys.
    """
    if identity is None:
        return ()
    path = identity.expanduser()
    try:
        path.open("rb").close()
    except OSError as error:
        raise UnusableSsh(f"the key {path} cannot be read: {error.strerror or error}") from error
    return ("-o", "IdentitiesOnly=yes", "-i", str(path))


class Resolved(Struct, frozen=True):
    """What the configuration of ``ssh`` makes of an address."""

    address: SshAddress
    """The address to give to ``ssh``."""

    public: SshAddress
    """The address that holds for people with another configuration."""

    is_direct: bool
    """True if no jump host is on the way, at which a person may have to answer questions."""


def resolve(address: SshAddress) -> Resolved:
    """Ask ``ssh`` for its configuration.

    Raises:
        UnusableSsh: there is no ``ssh``, or its configuration has a mistake.
    """
    command = ["ssh", "-G", *destination(address)]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except OSError as error:
        reason = error.strerror or str(error)
        raise UnusableSsh(f"ssh cannot be started ({reason}): install OpenSSH, or join tcp://HOST:PORT") from error
    if done.returncode:
        raise UnusableSsh(f"ssh says: {clean_text(done.stderr.decode(errors='replace'), cells=CELLS)}")
    settings = dict(line.partition(" ")[::2] for line in done.stdout.decode(errors="replace").splitlines())
    public = SshAddress(settings.get("hostname", address.host), int(settings.get("port", "0")))
    if not address.user and settings.get("user") == pwd.getpwuid(os.getuid()).pw_name:
        # The configuration names nobody, and the server need not learn the user name of this machine.
        address = replace(address, user=SSH_USER)
    return Resolved(address, public, settings.keys().isdisjoint({"proxyjump", "proxycommand"}))


def reason(said: str, address: SshAddress) -> str:
    """Return a sentence for what ``ssh`` or the server has said: their last line, where there is none for it."""
    for pattern, sentence in _REASONS:
        found = re.search(pattern, said)
        if found is not None:
            return sentence.format(*found.groups(), place=address.place, known_as=address.known_as)
    return said.rpartition("\n")[2].removeprefix("chwech: ")


def is_noise(line: str) -> bool:
    """Return True for a line that is said only because of its level."""
    return _NOISE.match(line) is not None


def key_of(line: str) -> str:
    """Return the fingerprint of a key that is tried with the consent of the server; the last of them is the one."""
    found = _KEY.match(line)
    return found[1] if found is not None else ""


def is_denied(said: str) -> bool:
    """Return True if the server took no key."""
    return _DENIED in said


def needs_person(said: str) -> bool:
    """Return True if ``ssh`` could connect if it was allowed to ask."""
    return is_denied(said) or (_UNTRUSTED in said and _CHANGED not in said)
