"""What is said and asked on the terminal about the key of a host, in the words that people know from ``ssh``."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from chwech_tui.address import SshAddress, known_name
from chwech_tui.ssh.known_hosts import Entry, HostKey, KnownHosts, Verdict

QUESTION: Final = "Are you sure you want to continue connecting (yes/no/[fingerprint])? "
"""Asked of a person who has never been there."""

AGAIN: Final = "Please type 'yes', 'no' or the fingerprint: "
"""Asked where the answer is none."""

_RULE: Final = "@" * 59


class Terminal(Struct, frozen=True):
    """How to speak with the person before the screen is there."""

    say: Callable[[str], None]
    """Says a line."""

    ask: Callable[[str], str]
    """Asks, and gives the answer; raises ``EOFError`` where nobody can answer."""

    ask_secret: Callable[[str], str]
    """Asks for what must not be seen."""


class Doorstep:
    """Decides with the person whether the key of a host is trusted."""

    def __init__(self, address: SshAddress, known: KnownHosts, terminal: Terminal) -> None:
        self._address = address
        self._known = known
        self._terminal = terminal

    def trusts(self, key: HostKey) -> bool:
        """Say whether nothing need be asked."""
        return self._known.find(self._address, key).verdict is Verdict.KNOWN

    def admits(self, key: HostKey, number: str) -> bool:
        """Say what this key is, ask where it is new, and give whether it is trusted now.

        Args:
            key: what the host has shown.
            number: the host's address as a number.
        """
        finding = self._known.find(self._address, key)
        if finding.verdict is Verdict.KNOWN:
            return True
        if finding.verdict is Verdict.NEW:
            return self._admits_stranger(key, number)
        assert finding.entry is not None
        warn = _revoked if finding.verdict is Verdict.REVOKED else _changed
        for line in (*warn(self._address, key, finding.entry), "Host key verification failed."):
            self._terminal.say(line)
        return False

    def _admits_stranger(self, key: HostKey, number: str) -> bool:
        who = f"{self._address.known_as} ({known_name(number, self._address.port)})"
        self._terminal.say(f"The authenticity of host '{who}' can't be established.")
        self._terminal.say(f"{key.short_kind} key fingerprint is {key.fingerprint}.")
        if not self._agrees(key.fingerprint):
            self._terminal.say("Host key verification failed.")
            return False
        self._remember(key)
        return True

    def _agrees(self, fingerprint: str) -> bool:
        """Ask until there is an answer."""
        question = QUESTION
        while True:
            try:
                answer = self._terminal.ask(question).strip()
            except EOFError:
                self._terminal.say("There is nobody to ask whether this is the right host.")
                return False
            if answer.lower() == "yes" or answer == fingerprint:
                return True
            if answer.lower() in {"no", ""}:
                return False
            question = AGAIN

    def _remember(self, key: HostKey) -> None:
        name = self._address.known_as
        try:
            self._known.add(self._address, key)
        except OSError as error:
            reason = error.strerror or str(error)
            self._terminal.say(f"Failed to add the host to the list of known hosts ({self._known.files[0]}): {reason}.")
            return
        self._terminal.say(f"Warning: Permanently added '{name}' ({key.short_kind}) to the list of known hosts.")


def _changed(address: SshAddress, key: HostKey, entry: Entry) -> tuple[str, ...]:
    return (
        _RULE,
        "@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @",
        _RULE,
        "Somebody may be listening between you and the server, or its host key was changed.",
        f"The fingerprint for the {key.short_kind} key sent by the remote host is",
        f"{key.fingerprint}.",
        "Ask whoever runs the server. If the change is meant, forget the old key and come again.",
        f"Offending {entry.key.short_kind} key in {entry.path}:{entry.number}",
        "  remove with:",
        f'  ssh-keygen -f "{entry.path}" -R "{address.known_as}"',
    )


def _revoked(address: SshAddress, key: HostKey, entry: Entry) -> tuple[str, ...]:
    return (
        _RULE,
        "@       WARNING: REVOKED HOST KEY DETECTED!               @",
        _RULE,
        f"The {key.short_kind} host key for {address.known_as} is marked as revoked in {entry.path}:{entry.number}.",
        "Somebody who has stolen it may be in the host's place.",
    )
