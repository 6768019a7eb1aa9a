"""The command line of the user's own ``ssh``, and the meaning of its messages; nothing here connects."""

import os
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from chwech_tui.address import SSH_USER, SshAddress
from protocol.language import N_, _
from protocol.text import clean_text

OPTIONS: Final = (
    # No terminal; a game server gets neither the agent, nor the display, nor any forwarded port.
    *("-T", "-a", "-x", "-o", "ClearAllForwardings=yes"),
    # A shared connection ends with whoever opened it.
    *("-S", "none"),
    # The output of a local command would mix with the protocol; a remote command excludes a subsystem.
    *("-o", "PermitLocalCommand=no", "-o", "RemoteCommand=none"),
    # The server admits guests this way; after a mistyped passphrase, a player with a key must not become a guest.
    *("-o", "KbdInteractiveAuthentication=no"),
    # At this level ssh reports which key it used.
    *("-o", "LogLevel=DEBUG1"),
)
"""The options of every connection, which override the configuration."""

_SILENT: Final = ("stdinnull", "forkafterauthentication")
"""Settings by which ``ssh`` reads nothing, or leaves its terminal."""

SUBSYSTEM: Final = "chwech"
CELLS: Final = 400
"""The longest message of ``ssh`` that is kept, in cells; one of its warnings contains a file and a host."""

LET_IN: Final = "Authenticated to "
"""The prefix of the message after which ``ssh`` asks nothing more."""

_NOISE: Final = re.compile(rf"debug\d: |{LET_IN}|Authenticating to |Transferred: |Bytes per second: |Killed by ")
_KEY: Final = re.compile(r"debug1: Server accepts key: .*(SHA256:\S+)")
_DENIED: Final = "Permission denied ("
_CHANGED: Final = "IDENTIFICATION HAS CHANGED"
_UNTRUSTED: Final = "Host key verification failed"

_REASONS: Final = (
    ("subsystem request failed", N_("the SSH server at {place} is no Chwech server")),
    (
        _CHANGED,
        N_("{place} shows another host key than before: ask why, then ssh-keygen -R '{known_as}' forgets the old one"),
    ),
    ("REVOKED HOST KEY", N_("{place} shows a host key that is marked as revoked: somebody may be in its place")),
    (_UNTRUSTED, N_("the host key of {place} was not accepted")),
    (re.escape(_DENIED), N_("{place} knows people by their SSH keys, and got none from you that it accepts")),
    (r"Could not resolve hostname (?P<host>[^:]+)", N_("no machine is called {host}: check the name")),
    (
        r"connect to host (?P<host>\S+) port (?P<port>\d+): Connection refused",
        N_("nothing listens at {host} port {port}: the server is down, or has another port"),
    ),
    (
        r"connect to host (?P<host>\S+) port (?P<port>\d+): (?P<reason>.+)",
        N_("{host} port {port} cannot be reached: {reason}"),
    ),
    (r"Received disconnect from .*?:\d+: (?P<reason>.+)", "{reason}"),
)
"""Patterns of messages of ``ssh``, with the sentence for the player, marked for translation; the first match counts."""


class UnusableSsh(Exception):
    """``ssh`` is missing, or rejects its configuration or the key; the text says why."""


def destination(address: SshAddress) -> list[str]:
    """Return the arguments that name the server; missing parts are left to the configuration."""
    port = ["-p", str(address.port)] if address.port else []
    user = ["-l", address.user] if address.user else []
    return [*port, *user, "--", address.host]


def key_options(identity: Path | None) -> tuple[str, ...]:
    """Return the options that offer this key and no other; ``ssh`` itself would go on without a key it cannot read."""
    if identity is None:
        return ()
    path = identity.expanduser()
    try:
        path.open("rb").close()
    except OSError as error:
        raise UnusableSsh(
            _("the key {path} cannot be read: {reason}", path=path, reason=error.strerror or error)
        ) from error
    return ("-o", "IdentitiesOnly=yes", "-i", str(path))


class Resolved(Struct, frozen=True):
    """An address after the configuration of ``ssh`` was applied."""

    address: SshAddress
    public: SshAddress
    """The address that is valid without this configuration."""

    is_direct: bool
    """True if the connection uses no jump host or proxy, which may ask the player questions, too."""

    undone: tuple[str, ...] = ()
    """The options that undo what would keep ``ssh`` from carrying a conversation; older ones do not know them."""


def resolve(address: SshAddress) -> Resolved:
    """Resolve an address by the configuration of ``ssh``, or raise ``UnusableSsh``."""
    # Without anything to run, ssh refuses ForkAfterAuthentication.
    command = ["ssh", "-G", "-o", "RemoteCommand=none", *destination(address), SUBSYSTEM]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except OSError as error:
        raise _not_started(error) from error
    if done.returncode:
        said = clean_text(done.stderr.decode(errors="replace"), cells=CELLS)
        raise UnusableSsh(_("ssh says: {words}", words=said))
    settings = dict(line.partition(" ")[::2] for line in done.stdout.decode(errors="replace").splitlines())
    public = SshAddress(settings.get("hostname", address.host), int(settings.get("port", "0")))
    if not address.user and settings.get("user") == _own_user():
        # The configuration sets no user, and the server need not learn the local user name.
        address = replace(address, user=SSH_USER)
    undone = tuple(part for name in _SILENT if settings.get(name) == "yes" for part in ("-o", f"{name}=no"))
    return Resolved(address, public, settings.keys().isdisjoint({"proxyjump", "proxycommand"}), undone)


def run_in_terminal(address: SshAddress, identity: Path | None, words: Sequence[str]) -> int:
    """Run ``ssh`` in this terminal, with these words for the server, and return its exit status.

    Raises:
        UnusableSsh: it cannot be started, or the key cannot be read.
    """
    whole = replace(address, user=address.user or SSH_USER)
    command = ["ssh", "-t", *key_options(identity), *destination(whole), *words]
    try:
        return subprocess.run(command, check=False).returncode
    except OSError as error:
        raise _not_started(error) from error


def _not_started(error: OSError) -> UnusableSsh:
    said = error.strerror or str(error)
    return UnusableSsh(_("ssh cannot be started ({reason}): install OpenSSH, or join tcp://HOST:PORT", reason=said))


def _own_user() -> str:
    """Return the name of the local user, which ``ssh`` sends where nothing else is configured."""
    import pwd

    return pwd.getpwuid(os.getuid()).pw_name


def reason(said: str, address: SshAddress) -> str:
    """Return the sentence for the output of ``ssh`` or the server; its last line if no pattern matches."""
    for pattern, sentence in _REASONS:
        found = re.search(pattern, said)
        if found is not None:
            return _(sentence, **found.groupdict(), place=address.place, known_as=address.known_as)
    return said.rpartition("\n")[2].removeprefix("chwech: ")


def is_noise(line: str) -> bool:
    """Return True for a line that ``ssh`` prints only because of its log level."""
    return _NOISE.match(line) is not None


def key_of(line: str) -> str:
    """Return the fingerprint of a key that the server accepts, or an empty text; the last such line counts."""
    found = _KEY.match(line)
    return found[1] if found is not None else ""


def is_denied(said: str) -> bool:
    """Return True if the server accepted no key."""
    return _DENIED in said


def needs_person(said: str) -> bool:
    """Return True if ``ssh`` could connect if it were allowed to ask the player."""
    return is_denied(said) or (_UNTRUSTED in said and _CHANGED not in said)
