"""The configuration of a server: its keys with their defaults, such as the SSH port; its file; where values come from.

Options, file, environment and documentation are made from the keys. Their readers parse values as they are written in a
file, in the environment or as an option; each raises a ``ValueError`` that says what is wrong and what would be right.
"""

import os
import re
import sys
import textwrap
import tomllib
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from ipaddress import IPv6Address
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from protocol.command_line import whole_number
from protocol.language import N_, _
from server import defaults
from server.processes.operator import AUTO, FORMS, form_of
from server.processes.plan import Address, Reloaded, noted

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
        return defaults.without_password(self.address)


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
        raise ValueError(_("{given} is not an address: write HOST:PORT, such as 127.0.0.1:6660", given=repr(text[:80])))
    return address


def read_ssh_address(text: str) -> Address:
    """Parse an address to listen on: ``HOST:PORT``, ``[HOST]:PORT``, or ``:PORT`` for all addresses; or ``none``."""
    address = NOBODY_BY_SSH if text == NOBODY_BY_SSH.host else _address(text)
    if address is None:
        raise ValueError(
            _(
                "{given} is not an address: write :PORT, such as {port}, or HOST:PORT, such as {address}",
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


def read_hosts(text: str) -> str:
    """Parse names of hosts with commas or spaces between them."""
    hosts = text.lower().replace(",", " ").split()
    if not all(_PUBLIC_HOST.fullmatch(host) and not host.replace(".", "").isdecimal() for host in hosts):
        raise ValueError(_("{given} is not a list of hosts: write their names, such as ntfy.sh", given=repr(text[:80])))
    return " ".join(hosts)


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
        """Return the value that a text stands for; raise ``ValueError`` if it is none of this key."""
        return self.default_value if text == str(self.default) else self.read(text)

    def given(self, text: str) -> Value:
        """Return the value of an option, in which there may be no password; raise ``ValueError`` if it is none."""
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
        "FILE", read_path, N_("a file with up to 4 lines that everyone reads on arrival"), reloads=True
    )
    public_name: Address | None = _key(
        "HOST[:PORT]",
        read_public_name,
        N_("what others type to get here, for invitations (default: the address each visitor used)"),
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
        defaults.CONNECTIONS,
        reloads=True,
    )
    connections_per_address: int = _key(
        "N",
        whole_number(_MOST_CONNECTIONS),
        N_("connections from one address at once; by TCP twice as many"),
        defaults.CONNECTIONS_OF_ONE,
        reloads=True,
    )
    tables: int = _key(
        "N", whole_number(_MOST_TABLES), N_("unfinished tables of the whole server"), defaults.TABLES, reloads=True
    )
    tables_per_account: int = _key(
        "N",
        whole_number(_MOST_TABLES),
        N_("unfinished tables that one account has opened"),
        defaults.TABLES_OF_ONE,
        reloads=True,
    )
    rate_households: str = _key(
        "HOW",
        one_of(defaults.HOUSEHOLDS),
        N_("how repeated games among people of one address are rated: less and less, fully, or never"),
        defaults.HOUSEHOLDS[0],
        reloads=True,
    )
    keep_logs: int = _key(
        "DAYS",
        whole_number(_MOST_DAYS, least=0),
        N_("days for which talk and actions at closed tables are kept, 0 for ever; the games stay anyway"),
        defaults.LOG_DAYS,
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
        N_("a webhook, such as an ntfy topic, for notices of waiting tables, reports and failures"),
        reloads=True,
    )
    notify_hosts: str = _key(
        "HOSTS",
        read_hosts,
        N_("hosts on which players may have a webhook for their turn in correspondence games, such as ntfy.sh"),
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


LARGEST: Final = 64 * 1024  # The most bytes of a file.

_BY_NAME: Final = {key.name: key for key in KEYS}


class InvalidConfiguration(Exception):
    """A configuration that cannot be used; each text says where, what is wrong and what would be right."""

    def __init__(self, *faults: str) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class ConfiguredValue(NamedTuple):
    """The value of a key, and where it comes from."""

    value: Value
    origin: str
    """``default``, ``--OPTION``, ``$VARIABLE``, or the file and the line."""


def read_file(path: Path) -> dict[str, ConfiguredValue]:
    """Return the settings in a file by their keys; raise ``InvalidConfiguration`` if something in it is wrong."""
    try:
        text = read_text(path, LARGEST)
    except ValueError as problem:
        raise InvalidConfiguration(f"{problem}; --config names another file of the configuration") from problem
    try:
        # With a line end behind it, a fault in the last line has a place, too.
        found = tomllib.loads(f"{text}\n")
    except (ValueError, RecursionError) as problem:
        reason = "it is nested too deep" if isinstance(problem, RecursionError) else problem
        hint = 'write KEY = VALUE, with texts in "quotation marks"'
        raise InvalidConfiguration(f"{path}: this is no TOML: {reason}: {hint}") from problem
    settings: dict[str, ConfiguredValue] = {}
    faults: list[str] = []
    for name, given in found.items():
        place = f"{path}, line {_line(text, name)}"
        try:
            settings[name] = ConfiguredValue(_value(path, name, given), place)
        except ValueError as problem:
            faults.append(f"{place}: {name[:40]}: {problem}")
    if faults:
        raise InvalidConfiguration(*faults)
    return settings


def read_text(path: Path, most: int) -> str:
    """Return the text of a file of so many bytes at most; raise ``ValueError``, which says why, if it fails."""
    try:
        if path.exists() and not path.is_file():
            raise ValueError(f"{path} is no regular file: name a file with text")
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as problem:
        raise ValueError(f"{path} cannot be read: {problem.strerror}") from problem
    if len(data) > most:
        raise ValueError(f"{path} is too large: {most} bytes at most")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise ValueError(f"{path}, line {line}: this is no UTF-8: save the file as UTF-8") from problem


def _line(text: str, name: str) -> int:
    key = rf"(?:{re.escape(name)}|\"{re.escape(name)}\"|'{re.escape(name)}')"
    pattern = re.compile(rf"\s*(?:\[+\s*)?{key}\s*[].=]")
    lines = (number for number, line in enumerate(text.split("\n"), 1) if pattern.match(line))
    return next(lines, 1)


def _value(path: Path, name: str, given: object) -> Value:
    """Return the value of a key, a path as relative to the file's folder; raise ``ValueError`` if it is none."""
    key = _BY_NAME.get(name)
    if key is None:
        raise ValueError(_unknown(name, given))
    if isinstance(given, list) and key.kind == "HOSTS":
        given = " ".join(map(str, given))
    if isinstance(given, list | dict):
        raise ValueError(f"this is one value: write {name} = {literal(key.default)}")  # noqa: TRY004 - as every other
    value = key.value(str(given))
    return path.parent / value if isinstance(value, Path) else value


def _unknown(name: str, given: object) -> str:
    if isinstance(given, dict):
        return "there are no sections here: write each key on a line of its own, without [ ] and without points"
    near = get_close_matches(name[:40].lower().replace("_", "-"), _BY_NAME, n=1)
    meant = f"did you mean {near[0]}?" if near else f"there are {', '.join(_BY_NAME)}"
    return f"there is no such key; {meant}"


def literal(value: Literal) -> str:
    """Write a value as TOML has it."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else f'"{value}"'


_WIDTH: Final = 78

_HEAD: Final = """\
# The configuration of a Chwech server.
#
# Each line that begins with "# " and a key shows its default: take the "# "
# away and write what you want. What stays a comment follows the defaults of
# later versions too.
#
# Every key is also an option of `chwech serve` (--KEY VALUE) and an environment
# variable (CHWECH_KEY, in capitals, with _ for -). An option wins over the
# environment, and that over this file. `chwech serve --check` reads this file
# and says what is wrong in it; `chwech serve --show` shows what holds.
#
# After a change: end the server and start it again. Where it says "reloads",
# `kill -HUP` and the number of the process is enough.
"""


def file_text() -> str:
    """Return the file of a first start: every key with its default, as a comment."""
    return "\n".join([_HEAD, *map(_paragraph, KEYS)])


def _paragraph(key: ConfigKey) -> str:
    about = f"{key.about[0].upper()}{key.about[1:]}.{' (reloads)' if key.reloads else ''}"
    comment = textwrap.fill(about, _WIDTH, initial_indent="# ", subsequent_indent="# ")
    return f"{comment}\n# {key.name} = {literal(key.default)}\n"


class Effective(NamedTuple):
    """The configuration, and where each value comes from."""

    values: Configuration
    settings: Mapping[str, ConfiguredValue]
    greeting: str
    """The text of the greeting; empty if there is none."""


def effective(options: Mapping[str, Value], environment: Mapping[str, str], file: Path | None) -> Effective:
    """Return the configuration with these options, by key; raise ``InvalidConfiguration`` with all its faults."""
    faults: list[str] = []
    settings = {key.name: ConfiguredValue(key.default_value, "default") for key in KEYS}
    try:
        settings |= read_file(file) if file is not None else {}
    except InvalidConfiguration as problem:
        faults += problem.faults
    for key in KEYS:
        text = environment.get(key.variable)
        try:
            settings |= {key.name: ConfiguredValue(key.value(text), f"${key.variable}")} if text is not None else {}
        except ValueError as problem:
            faults.append(f"the environment variable {key.variable}: {problem}")
    faults += _misspelt(environment)
    settings |= {name: ConfiguredValue(given, f"--{name}") for name, given in options.items()}
    greeting = ""
    try:
        greeting = _greeting(settings["greeting"])
    except ValueError as problem:
        faults.append(f"greeting ({settings['greeting'].origin}): {problem}")
    if faults:
        raise InvalidConfiguration(*faults)
    fields: dict[str, Any] = {key.field: settings[key.name].value for key in KEYS}
    return Effective(Configuration(**fields), settings, greeting)


_VARIABLES: Final = tuple(key.variable for key in KEYS)

_ALIKE: Final = 0.85
"""How alike to that of a key a name is that is taken for a slip: others may be of someone else, as of Kubernetes."""


def _misspelt(environment: Mapping[str, str]) -> list[str]:
    """Return what is wrong with variables that look like those of keys, and are none."""
    faults = []
    for name in sorted({*environment} - {*_VARIABLES, "CHWECH_PLAIN"}):
        near = get_close_matches(name[:60], _VARIABLES, n=1, cutoff=_ALIKE) if name.startswith("CHWECH_") else []
        if near:
            faults.append(f"the environment variable {name[:60]}: there is no such key; did you mean {near[0]}?")
    return faults


GREETING_BYTES: Final = 2048

GREETING_LINES: Final = 4

GREETING_CHARACTERS: Final = 76  # The greatest length of a line of the greeting.


def _greeting(setting: ConfiguredValue) -> str:
    """Return the greeting without what no terminal shows; raise ``ValueError`` if it cannot be read, or is too long."""
    if not isinstance(setting.value, Path):
        return ""
    text = read_text(setting.value, GREETING_BYTES)
    lines = ["".join(filter(str.isprintable, line)).strip() for line in text.expandtabs(1).strip().split("\n")]
    if len(lines) > GREETING_LINES or max(map(len, lines)) > GREETING_CHARACTERS:
        most = f"{GREETING_LINES} lines of {GREETING_CHARACTERS} characters"
        raise ValueError(f"{setting.value} holds too much: a greeting has {most} at most")
    return "\n".join(lines)


class InForce:
    """The configuration in force; it is read again when the operator asks for it."""

    def __init__(self, options: Mapping[str, Value], file: Path | None, running: Path | None = None) -> None:
        """Read it, with the options of a server ``running`` there; raise ``InvalidConfiguration`` if it is wrong."""
        started = noted(running) if running is not None else {}
        there = {key.name: key.value(started[key.name]) for key in KEYS if key.name in started}
        self._options = options = {**there, **options}
        self.file = file
        self.effective = effective(options, os.environ, file)
        self.command = ""  # What others type to get here; empty if nobody gets in by SSH.
        self.link = ""  # Where other machines reach this one; empty without a store that they share.

    def reload(self) -> Reloaded:
        """Read it again; a configuration with a fault changes nothing."""
        before = self.effective
        try:
            after = effective(self._options, os.environ, self.file)
        except InvalidConfiguration as problem:
            return Reloaded(("the configuration stays as it is, for it has a fault:", *problem.faults))
        changed = [key for key in KEYS if before.settings[key.name].value != after.settings[key.name].value]
        if before.greeting != after.greeting:
            changed += [key for key in KEYS if key.name == "greeting" and key not in changed]
        taken, left = ([key for key in changed if key.reloads is reloads] for reloads in (True, False))
        kept = {key.field: getattr(before.values, key.field) for key in left}
        settings = {**after.settings, **{key.name: before.settings[key.name] for key in left}}
        self.effective = Effective(after.values._replace(**kept), settings, after.greeting)
        said = [f"the configuration was read again: {_names(taken)}"]
        if "allow-list" in [key.name for key in taken]:
            said.extend(self.notes())
        if left:
            said.append(f"this waits for the next start of the server: {_names(left)}")
        return Reloaded(tuple(said), self.told())

    def started(self, **ports: int) -> dict[str, str]:
        """Return what this server was told but by its file, as texts by key, with the ports that it got."""
        settings = self.effective.settings
        values = {name: settings[name].value for name in _TOLD if settings[name].origin.startswith(("--", "$"))}
        for name, port in ports.items():
            value = settings[name].value
            values[name] = value._replace(port=port) if isinstance(value, Address) else value
        return {name: written(value) for name, value in values.items()}

    @property
    def log(self) -> str:
        """The form of what is said."""
        return form_of(self.effective.values.log, sys.stderr, os.environ)

    def told(self) -> dict[str, object]:
        """Return what the processes have to know."""
        values = {
            name: value for name, value in self.effective.values._asdict().items() if isinstance(value, str | int)
        }
        greeting = self.effective.greeting
        return {**values, "greeting": greeting, "command": self.command, "link": self.link, "log": self.log}

    def notes(self) -> tuple[str, ...]:
        """Return what the operator of such a server should know."""
        if not self.effective.values.allow_list:
            return ()
        return (
            "only those on the allow-list get in, as `chwech admin allow` shows it; `chwech admin invite` makes a code",
            "`chwech admin allow NAME` adds somebody who has played here, `chwech admin allow --everybody-known` all",
        )


_TOLD: Final = ("name", "public-name", "ssh", "allow-list", "store")
"""The keys that other commands ask the running server for."""


def _names(keys: Sequence[ConfigKey]) -> str:
    return ", ".join(key.name for key in keys) or "nothing has changed"


def values_page(settings: Mapping[str, ConfiguredValue], data: Path, file: Path | None) -> str:
    """Return every value in force, and where it comes from."""
    rows = [(key.name, written(settings[key.name].value) or "none", settings[key.name].origin) for key in KEYS]
    first, second = (max(len(row[place]) for row in rows) for place in (0, 1))
    lines = [f"{name:<{first}}  {value:<{second}}  {origin}" for name, value, origin in rows]
    return "\n".join([f"data directory: {data}", f"file: {file or 'none'}", "", *lines, ""])


def written(value: Value) -> str:
    """Write a value as a person reads it, and as a key reads it again; empty for none."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Address):
        return str(value) if value.port or not value.host else value.host
    return "" if value is None else str(value)
