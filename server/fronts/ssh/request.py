"""What a visitor asks for, and the address of the server as they reached it."""

import re
import shlex
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

from msgspec import Struct

from chwech_tui.errand import Join, Watch, errand_of
from chwech_tui.remote import SSH_PORT, SSH_USER
from protocol.language import _

_COMMAND: Final = re.compile(r"\bssh (?P<terminal>-t )?(?P<user>chwech|guest)@HOST\b|\bchwech join HOST\b")
"""The commands of our own sentences, in which ``HOST`` stands for the server."""


class PublicAddress(Struct, frozen=True):
    """A host and a port that a person types."""

    host: str = "HOST"
    """A host name or an IP address; ``HOST`` where it is unknown: an SSH client does not send what was typed."""
    port: int = SSH_PORT

    @property
    def known(self) -> bool:
        """True if the host is known, so that the commands work as they stand."""
        return self.host != "HOST"

    def ssh(self, words: str = "", *, terminal: bool = False, user: str = SSH_USER) -> str:
        """Return the command that connects, with these words after the host; a terminal is asked for if needed."""
        port = "" if self.port == SSH_PORT else f"-p {self.port} "
        return f"ssh {port}{'-t ' if terminal else ''}{user}@{self.host} {words}".rstrip()

    @property
    def join(self) -> str:
        """The command of a client of one's own."""
        host = f"[{self.host}]" if ":" in self.host and self.port != SSH_PORT else self.host
        return f"chwech join {host}" if self.port == SSH_PORT else f"chwech join {host}:{self.port}"

    def fill(self, text: str) -> str:
        """Return one of our own sentences with the address in its commands; never for text from other people."""

        def written(found: re.Match[str]) -> str:
            user = found["user"]
            return self.ssh(terminal=bool(found["terminal"]), user=user) if user else self.join

        return _COMMAND.sub(written, text)


UNKNOWN: Final = PublicAddress()  # The address of a server that knows nothing of itself.


def reached_at(local: object, peer: object) -> PublicAddress:
    """Return the address that a visitor connected to, if others can use it, too.

    Behind address translation the server sees a private address of its own, which leads nobody there from outside. So a
    private one counts only for a visitor from a private network, and one of this machine for a visitor on it.
    """
    if not (isinstance(local, tuple) and isinstance(peer, tuple) and len(local) >= 2 and peer):
        return UNKNOWN
    try:
        port = int(local[1])
        here, there = (_bare(str(name[0])) for name in (local, peer))
    except ValueError:
        return UNKNOWN
    usable = here.is_global or (here.is_private and there.is_private and not here.is_link_local)
    if not usable or here.is_loopback is not there.is_loopback or here.is_unspecified:
        return PublicAddress(port=port)
    return PublicAddress(str(here), port)


def _bare(text: str) -> IPv4Address | IPv6Address:
    """Read an address; one of IPv4 that is written as IPv6 becomes what people type."""
    address = ip_address(text.partition("%")[0])
    return address.ipv4_mapped or address if isinstance(address, IPv6Address) else address


TODAY: Final = "today"
LONGEST_COMMAND: Final = 512  # Maximum length of a command in bytes.


def called(place: PublicAddress) -> str:
    """Return what the server is called on its own screens; empty if it does not know its own name."""
    return place.host if place.known else ""


def invitation(place: PublicAddress) -> str:
    """Return the command by which others join a table, with ``{code}`` in place of its code."""
    return place.ssh("{code}", terminal=True)


LOBBY: Final = Join("", "", invitation(UNKNOWN))  # What the app is warmed up with.


class TextRequest(Struct, frozen=True):
    """A command that is answered with text."""

    words: tuple[str, ...]


class PlainRequest(Struct, frozen=True):
    """An errand to be carried out in plain mode, line by line."""

    errand: Join | Watch


class InvalidRequest(ValueError):
    """A command that cannot be read; the text says what is right."""


def read_request(
    command: str | None, is_known: Callable[[str], bool], place: PublicAddress = UNKNOWN
) -> Join | Watch | PlainRequest | TextRequest:
    """Parse a command; ``is_known`` are words that are answered with text. Raise ``InvalidRequest`` if it is none."""
    words = _words(command or "")
    plainly = words[:1] == ("plain",)
    words = words[plainly:]
    # One word of them is both: a page to play from, and a text for whoever has no terminal.
    if words and is_known(words[0]) and words != (TODAY,):
        return TextRequest(words)
    errand = errand_of(words, called(place), invitation(place))
    if errand is not None:
        return PlainRequest(errand) if plainly else errand
    if words[0] == "watch":
        example = place.ssh("watch CODE", terminal=True)
        raise InvalidRequest(_("watch needs the code of one table: {command}", command=example))
    # The text commands know best what the visitor could have meant.
    return TextRequest(words)


def _words(command: str) -> tuple[str, ...]:
    """Split a command as a shell would; no shell is run."""
    if len(command.encode(errors="replace")) > LONGEST_COMMAND:
        raise InvalidRequest(_("a command has {n} bytes at most", n=LONGEST_COMMAND))
    try:
        return tuple(shlex.split(command))
    except ValueError:
        raise InvalidRequest(_("the command has a quotation mark that is not closed")) from None
