"""Parses the values of the configuration, as they are written in a file, in the environment or as an option.

Each reader raises a ``ValueError`` that says what is wrong and what would be right; a secret is not repeated in it.
"""

import re
from collections.abc import Callable, Sequence
from ipaddress import IPv6Address
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from protocol.language import _
from server.processes.plan import Address

GREATEST_PORT: Final = 65535

NOBODY_BY_SSH: Final = Address("none", 0)
"""Stands where an address would if nobody is let in by SSH."""

NAME_CHARACTERS: Final = 40
"""The greatest length of the name of a server."""

_YES: Final = ("yes", "true", "on", "1")
_NO: Final = ("no", "false", "off", "0")


_STORE: Final = re.compile(r"(postgres(?:ql)?://)(?:([^/?#@:]*)(:[^/?#@]*)?@)?([^?#@]*)(\?[^#]*)?")
_SECRETS: Final = re.compile(r"(password|sslpassword)=[^&]*&?")


class StoreAddress(NamedTuple):
    """The address of a PostgreSQL database; written as text, it has no password."""

    address: str

    def __str__(self) -> str:
        """Write it without its password."""
        found = _STORE.fullmatch(self.address)
        assert found is not None
        scheme, user, _password, place, more = found.groups("")
        return f"{scheme}{user}{'@' if user else ''}{place}{_SECRETS.sub('', more)}"


def read_store(text: str) -> StoreAddress:
    """Parse the address of a store."""
    if not _STORE.fullmatch(text):
        raise ValueError(
            "this is no address of PostgreSQL: write postgresql://USER@HOST/DATABASE; in a password, write @ as %40"
        )
    return StoreAddress(text)


SEEN: Final = (
    "everybody on this machine reads what is on a command line: put the password into ~/.pgpass, PGPASSWORD, "
    "CHWECH_STORE or the configuration file"
)


def read_place(text: str) -> str:
    """Parse a data directory or the address of a store, which has no password on a command line."""
    if not text.startswith(("postgres://", "postgresql://")):
        return str(read_path(text))
    if str(read_store(text)) != text:
        raise ValueError(SEEN)
    return text


def one_of(known: Sequence[str]) -> Callable[[str], str]:
    """Return a reader of one of some words."""

    def read(text: str) -> str:
        if text in known:
            return text
        raise ValueError(_("{given} is not one of {known}", given=repr(text[:40]), known=", ".join(known)))

    return read


def read_yes_or_no(text: str) -> bool:
    """Parse a choice between yes and no."""
    if text.lower() in (*_YES, *_NO):
        return text.lower() in _YES
    raise ValueError(f"{text[:40]!r} is neither yes nor no: write one of them")


def read_path(text: str) -> Path:
    """Parse the path of a file."""
    if not text or "\0" in text:
        raise ValueError(f"{text[:80]!r} is no path of a file")
    return Path(text)


def read_server_name(text: str) -> str:
    """Parse the name of a server."""
    name = " ".join(text.split(" "))
    if len(name) > NAME_CHARACTERS:
        raise ValueError(f"{name[:NAME_CHARACTERS]!r}… is too long: {NAME_CHARACTERS} characters at most")
    if not name.isprintable():
        raise ValueError(f"{name!r} holds characters that no terminal shows: leave them out")
    return name.strip()


def read_address(text: str) -> Address:
    """Parse an address to listen on: ``HOST:PORT`` or ``[HOST]:PORT``."""
    address = _address(text)
    if address is None or not address.host:
        raise ValueError(_("{given} is no address: write HOST:PORT, such as 127.0.0.1:6660", given=repr(text[:80])))
    return address


def read_ssh_address(text: str) -> Address:
    """Parse an address to listen on: ``HOST:PORT``, ``[HOST]:PORT``, or ``:PORT`` for all addresses; or ``none``."""
    address = NOBODY_BY_SSH if text == NOBODY_BY_SSH.host else _address(text)
    if address is None:
        raise ValueError(
            _(
                "{given} is no address: write :PORT, such as {port}, or HOST:PORT, such as {address}",
                given=repr(text[:80]),
                port=":2222",
                address="127.0.0.1:2222",
            )
        )
    return address


_PUBLIC_HOST: Final = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9])?")


def read_public_name(text: str) -> Address:
    """Parse the address that others type: ``HOST``, ``HOST:PORT`` or ``[HOST]:PORT``; the port is 0 if none is."""
    bare = text[1:-1] if text.startswith("[") and text.endswith("]") else text
    address = Address(bare, 0) if _is_public_host(bare) else _address(text)
    if address is None or not _is_public_host(address.host) or (address.host != bare and not address.port):
        raise ValueError(
            _(
                "{given} is no name of a server: write HOST or HOST:PORT, such as cards.example or cards.example:22",
                given=repr(text[:80]),
            )
        )
    return address


def _is_public_host(text: str) -> bool:
    if ":" not in text:
        return _PUBLIC_HOST.fullmatch(text) is not None
    try:
        IPv6Address(text)
    except ValueError:
        return False
    return "%" not in text


def read_webhook(text: str) -> str:
    """Parse the address of a webhook."""
    try:
        place = urlsplit(text)
        fits = place.scheme in ("http", "https") and bool((place.hostname or "").encode("idna")) and place.port != 0
    except ValueError:
        fits = False
    if not fits or not text.isascii() or not text.isprintable() or " " in text:
        raise ValueError(_("this is no webhook: write its address, such as https://ntfy.sh/your-topic"))
    return text


def _address(text: str) -> Address | None:
    """Parse an address whose host may be omitted; None if the text is no address."""
    host, colon, port = text.rpartition(":")
    bare = host.removeprefix("[").removesuffix("]")
    plain = (":" not in host and bare == host) or (bare and host == f"[{bare}]")
    if not (colon and plain and port.isascii() and port.isdecimal() and int(port[:6]) <= GREATEST_PORT):
        return None
    return Address(bare, int(port))
