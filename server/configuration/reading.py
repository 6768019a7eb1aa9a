"""Finds the value of each key: from an option, else the environment, else the file, else the default; keeps them."""

import os
import sys
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, NamedTuple

from server.configuration.file import InvalidConfiguration, read_file, read_text
from server.configuration.keys import KEYS, ConfigKey, Configuration, Value
from server.processes.claim import noted
from server.processes.operator import form_of
from server.processes.plan import Address, Reloaded


class Setting(NamedTuple):
    """The value of a key, and where it comes from."""

    value: Value
    origin: str
    """``default``, ``--OPTION``, ``$VARIABLE``, or the file and the line."""


class Effective(NamedTuple):
    """The configuration, and where each value comes from."""

    values: Configuration
    settings: Mapping[str, Setting]
    greeting: str
    """The text of the greeting; empty if there is none."""


def effective(options: Mapping[str, Value], environment: Mapping[str, str], file: Path | None) -> Effective:
    """Return the configuration; options are by the names of their keys.

    Raises:
        InvalidConfiguration: something in it is wrong; all faults are told at once.
    """
    faults: list[str] = []
    settings = {key.name: Setting(key.default_value, "default") for key in KEYS}
    try:
        found = read_file(file) if file is not None else {}
        settings |= {name: Setting(one.value, f"{file}, line {one.line}") for name, one in found.items()}
    except InvalidConfiguration as problem:
        faults += problem.faults
    for key in KEYS:
        text = environment.get(key.variable)
        try:
            settings |= {key.name: Setting(key.value(text), f"${key.variable}")} if text is not None else {}
        except ValueError as problem:
            faults.append(f"the environment variable {key.variable}: {problem}")
    faults += _misspelt(environment)
    settings |= {name: Setting(given, f"--{name}") for name, given in options.items()}
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
"""How alike to that of a key a name is that is taken for a slip: others may be of somebody else, as of Kubernetes."""


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


def _greeting(setting: Setting) -> str:
    """Return the text of the greeting without characters that no terminal shows.

    Raises:
        ValueError: the file cannot be read, or there is too much in it.
    """
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
        """Read it; ``running`` is the data directory of a server, whose own options hold where none is given.

        Raises:
            InvalidConfiguration: something in it is wrong.
        """
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


def values_page(settings: Mapping[str, Setting], data: Path, file: Path | None) -> str:
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
