"""The keys of the configuration: the one table from which options, file and documentation are made."""

from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from protocol.command_line import whole_number
from protocol.language import N_
from server.configuration import values
from server.defaults import CONNECTIONS, CONNECTIONS_OF_ONE, HOUSEHOLDS, LOG_DAYS, TABLES, TABLES_OF_ONE
from server.processes.operator import AUTO, FORMS
from server.processes.plan import Address

MOST_FRONTS: Final = 64

SSH_ADDRESS: Final = ":2222"

_MOST_CONNECTIONS: Final = 10_000

_MOST_TABLES: Final = 1_000_000

_MOST_DAYS: Final = 36_500

Literal = str | int | bool
"""A value as the file has it."""

Value = str | int | bool | Path | Address | values.StoreAddress | None


class ConfigKey(NamedTuple):
    """One key: in the file by its name, in the environment in capitals after ``CHWECH_``, as an option after ``--``."""

    name: str
    kind: str
    """What the help calls a value; empty for yes or no."""

    default: Literal
    """What holds if nobody says otherwise, as the file would have it; an empty text or 0 stands for no value."""

    read: Callable[[str], Value]
    about: str
    """What it is, in one sentence without a full stop, marked for translation."""

    reloads: bool = False
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
        if isinstance(value, values.StoreAddress):
            values.read_place(text)
        return value

    @property
    def default_value(self) -> Value:
        """The value if nobody says otherwise; None for no value."""
        if self.default is False or not isinstance(self.default, str):
            return self.default if self.default or self.default is False else None
        return self.read(self.default) if self.default else None


KEYS: Final = (
    ConfigKey(
        "name", "NAME", "", values.read_server_name, N_("what the server is called, on its own screens"), reloads=True
    ),
    ConfigKey(
        "greeting",
        "FILE",
        "",
        values.read_path,
        N_("a file with up to 4 lines that everybody reads on coming in"),
        reloads=True,
    ),
    ConfigKey(
        "public-name",
        "HOST[:PORT]",
        "",
        values.read_public_name,
        N_("what others type to get here, for invitations (default: what each visitor has connected to)"),
    ),
    ConfigKey(
        "ssh",
        "[HOST]:PORT",
        SSH_ADDRESS,
        values.read_ssh_address,
        N_("where to listen for SSH (default: :2222, on all addresses); port 0 is any free one, none lets nobody in"),
    ),
    ConfigKey("tcp", "HOST:PORT", "", values.read_address, N_("listen on TCP too; port 0 is any free one")),
    ConfigKey("socket", "PATH", "", values.read_path, N_("the Unix socket (default: chwech.sock in DIR)")),
    ConfigKey(
        "store",
        "ADDRESS",
        "",
        values.read_store,
        N_("keep everything in PostgreSQL, for one machine or several, at postgresql://… (default: a file in DIR)"),
    ),
    ConfigKey(
        "link",
        "HOST:PORT",
        "",
        values.read_address,
        N_("with store: where other machines reach this one (default: its address on the way to the store, port 2226)"),
    ),
    ConfigKey(
        "fronts",
        "K",
        0,
        whole_number(MOST_FRONTS),
        N_("how many processes draw screens for those who come by SSH (default: one for each core)"),
    ),
    ConfigKey(
        "allow-list",
        "",
        default=False,
        read=values.read_yes_or_no,
        about=N_("let in only those on the allow-list: by chwech admin allow, or by a code of chwech admin invite"),
        reloads=True,
    ),
    ConfigKey(
        "connections",
        "N",
        CONNECTIONS,
        whole_number(_MOST_CONNECTIONS),
        N_("connections that each process takes at once"),
        reloads=True,
    ),
    ConfigKey(
        "connections-per-address",
        "N",
        CONNECTIONS_OF_ONE,
        whole_number(_MOST_CONNECTIONS),
        N_("connections from one address at once; by TCP twice as many"),
        reloads=True,
    ),
    ConfigKey(
        "tables", "N", TABLES, whole_number(_MOST_TABLES), N_("unfinished tables of the whole server"), reloads=True
    ),
    ConfigKey(
        "tables-per-account",
        "N",
        TABLES_OF_ONE,
        whole_number(_MOST_TABLES),
        N_("unfinished tables that one account has opened"),
        reloads=True,
    ),
    ConfigKey(
        "rate-households",
        "HOW",
        HOUSEHOLDS[0],
        values.one_of(HOUSEHOLDS),
        N_("how repeated games among people of one address are rated: less and less, fully, or never"),
        reloads=True,
    ),
    ConfigKey(
        "keep-logs",
        "DAYS",
        LOG_DAYS,
        whole_number(_MOST_DAYS, least=0),
        N_("days for which talk and actions at closed tables are kept, 0 for ever; the games stay anyway"),
    ),
    ConfigKey(
        "metrics",
        "HOST:PORT",
        "",
        values.read_address,
        N_("show figures for Prometheus at /metrics, /health and /status, on this machine: such as 127.0.0.1:9660"),
    ),
    ConfigKey(
        "metrics-public",
        "",
        default=False,
        read=values.read_yes_or_no,
        about=N_("let metrics be an address that others reach"),
    ),
    ConfigKey(
        "notify",
        "URL",
        "",
        values.read_webhook,
        N_("a webhook, as of a topic of ntfy, that hears when people wait at a table, of reports, and of what fails"),
        reloads=True,
    ),
    ConfigKey(
        "log",
        "FORM",
        AUTO,
        values.one_of(FORMS),
        N_("text, json (a line each), or auto: text for a terminal and for systemd, json elsewhere"),
    ),
    ConfigKey(
        "verbose", "", default=False, read=values.read_yes_or_no, about=N_("say who comes and goes"), reloads=True
    ),
)
"""All keys, in the order in which they are shown."""


class Configuration(NamedTuple):
    """The values of all keys."""

    name: str | None
    greeting: Path | None
    public_name: Address | None
    ssh: Address
    tcp: Address | None
    socket: Path | None
    store: values.StoreAddress | None
    link: Address | None
    fronts: int | None
    allow_list: bool
    connections: int
    connections_per_address: int
    tables: int
    tables_per_account: int
    rate_households: str
    keep_logs: int
    metrics: Address | None
    metrics_public: bool
    notify: str | None
    log: str
    verbose: bool
