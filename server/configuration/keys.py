"""The keys of the configuration, each declared once: options, file, environment and documentation are made from that.

Their readers parse values as they are written in a file, in the environment or as an option. Each raises a
``ValueError`` that says what is wrong and what would be right; a secret is not repeated in it.
"""

import re
from collections.abc import Callable, Sequence
from ipaddress import IPv6Address
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from protocol.command_line import whole_number
from protocol.language import N_, _
from server.defaults import (
    CONNECTIONS,
    CONNECTIONS_OF_ONE,
    HOUSEHOLDS,
    LOG_DAYS,
    TABLES,
    TABLES_OF_ONE,
    without_password,
)
from server.processes.operator import AUTO, FORMS
from server.processes.plan import Address

GREATEST_PORT: Final = 65535

NOBODY_BY_SSH: Final = Address("none", 0)  # Stands where an address would if nobody is let in by SSH.
NAME_CHARACTERS: Final = 40  # The greatest length of the name of a server.

_YES: Final = ("yes", "true", "on", "1")
_NO: Final = ("no", "false", "off", "0")


_STORE: Final = re.compile(r"postgres(ql)?://([^/?#@:]*(:[^/?#@]*)?@)?[^?#@]*(\?[^#]*)?")


class StoreAddress(NamedTuple):
    """The address of a PostgreSQL database; written as text, it has no password."""

    address: str

    def __str__(self) -> str:
        """Write it without its password."""
        return without_password(self.address)


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


MOST_FRONTS: Final = 64

SSH_ADDRESS: Final = ":2222"

_MOST_CONNECTIONS: Final = 10_000

_MOST_TABLES: Final = 1_000_000

_MOST_DAYS: Final = 36_500

Literal = str | int | bool
"""A value as the file has it."""

Value = str | int | bool | Path | Address | StoreAddress | None


class ConfigKey(NamedTuple):
    """One key: in the file by its name, in the environment in capitals after ``CHWECH_``, as an option after ``--``."""

    name: str
    kind: str
    """What the help calls a value; empty for yes or no."""
    read: Callable[[str], Value]
    about: str
    """What it is, in one sentence without a full stop, marked for translation."""
    default: Literal
    """What holds if nobody says otherwise, as the file would have it; an empty text or 0 stands for no value."""
    reloads: bool
    """True if a running server takes over a change."""

    @property
    def field(self) -> str:
        """Its name in Python."""
        return self.name.replace("-", "_")

    @property
    def variable(self) -> str:
        """Its name in the environment."""
        return f"CHWECH_{self.field.upper()}"

    def value(self, text: str) -> Value:
        """Return the value that a text stands for.

        Raises:
            ValueError: it is none of this key.
        """
        return self.default_value if text == str(self.default) else self.read(text)

    def given(self, text: str) -> Value:
        """Return the value of an option, in which there may be no password.

        Raises:
            ValueError: it is none of this key.
        """
        value = self.value(text)
        if isinstance(value, StoreAddress):
            read_place(text)
        return value

    @property
    def default_value(self) -> Value:
        """The value if nobody says otherwise; None for no value."""
        if self.default is False or not isinstance(self.default, str):
            return self.default if self.default or self.default is False else None
        return self.read(self.default) if self.default else None


def _key(kind: str, read: Callable[[str], Value], about: str, default: Literal = "", *, reloads: bool = False) -> Any:  # noqa: ANN401 - it stands where the value of the key will
    return ConfigKey("", kind, read, about, default, reloads)


def _switch(about: str, *, reloads: bool = False) -> Any:  # noqa: ANN401 - likewise
    return ConfigKey("", "", read_yes_or_no, about, default=False, reloads=reloads)


class Configuration(NamedTuple):
    """The values of all keys, in the order in which they are shown; each is declared where its value will be."""

    name: str | None = _key("NAME", read_server_name, N_("what the server is called, on its own screens"), reloads=True)
    greeting: Path | None = _key(
        "FILE", read_path, N_("a file with up to 4 lines that everybody reads on coming in"), reloads=True
    )
    public_name: Address | None = _key(
        "HOST[:PORT]",
        read_public_name,
        N_("what others type to get here, for invitations (default: what each visitor has connected to)"),
    )
    ssh: Address = _key(
        "[HOST]:PORT",
        read_ssh_address,
        N_("where to listen for SSH (default: :2222, on all addresses); port 0 is any free one, none lets nobody in"),
        SSH_ADDRESS,
    )
    tcp: Address | None = _key("HOST:PORT", read_address, N_("listen on TCP too; port 0 is any free one"))
    socket: Path | None = _key("PATH", read_path, N_("the Unix socket (default: chwech.sock in DIR)"))
    store: StoreAddress | None = _key(
        "ADDRESS",
        read_store,
        N_("keep everything in PostgreSQL, for one machine or several, at postgresql://… (default: a file in DIR)"),
    )
    link: Address | None = _key(
        "HOST:PORT",
        read_address,
        N_("with store: where other machines reach this one (default: its address on the way to the store, port 2226)"),
    )
    fronts: int | None = _key(
        "K",
        whole_number(MOST_FRONTS),
        N_("how many processes draw screens for those who come by SSH (default: one for each core)"),
        0,
    )
    allow_list: bool = _switch(
        N_("let in only those on the allow-list: by chwech admin allow, or by a code of chwech admin invite"),
        reloads=True,
    )
    connections: int = _key(
        "N",
        whole_number(_MOST_CONNECTIONS),
        N_("connections that each process takes at once"),
        CONNECTIONS,
        reloads=True,
    )
    connections_per_address: int = _key(
        "N",
        whole_number(_MOST_CONNECTIONS),
        N_("connections from one address at once; by TCP twice as many"),
        CONNECTIONS_OF_ONE,
        reloads=True,
    )
    tables: int = _key(
        "N", whole_number(_MOST_TABLES), N_("unfinished tables of the whole server"), TABLES, reloads=True
    )
    tables_per_account: int = _key(
        "N",
        whole_number(_MOST_TABLES),
        N_("unfinished tables that one account has opened"),
        TABLES_OF_ONE,
        reloads=True,
    )
    rate_households: str = _key(
        "HOW",
        one_of(HOUSEHOLDS),
        N_("how repeated games among people of one address are rated: less and less, fully, or never"),
        HOUSEHOLDS[0],
        reloads=True,
    )
    keep_logs: int = _key(
        "DAYS",
        whole_number(_MOST_DAYS, least=0),
        N_("days for which talk and actions at closed tables are kept, 0 for ever; the games stay anyway"),
        LOG_DAYS,
    )
    metrics: Address | None = _key(
        "HOST:PORT",
        read_address,
        N_("show figures for Prometheus at /metrics, /health and /status, on this machine: such as 127.0.0.1:9660"),
    )
    metrics_public: bool = _switch(N_("let metrics be an address that others reach"))
    notify: str | None = _key(
        "URL",
        read_webhook,
        N_("a webhook, as of a topic of ntfy, that hears when people wait at a table, of reports, and of what fails"),
        reloads=True,
    )
    log: str = _key(
        "FORM",
        one_of(FORMS),
        N_("text, json (a line each), or auto: text for a terminal and for systemd, json elsewhere"),
        AUTO,
    )
    verbose: bool = _switch(N_("say who comes and goes"), reloads=True)


KEYS: Final = tuple(key._replace(name=field.replace("_", "-")) for field, key in Configuration._field_defaults.items())
"""All keys, in the order in which they are shown."""
