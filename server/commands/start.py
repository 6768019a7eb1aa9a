"""The first start of a server, and the configuration in force while it runs."""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from protocol.language import _
from server.configuration.file import FILE_NAME, InvalidConfiguration
from server.configuration.keys import KEYS, ConfigKey, Value
from server.configuration.page import file_text
from server.configuration.reading import Effective, changes, effective
from server.processes.claim import noted
from server.processes.operator import form_of
from server.processes.plan import Address, ProcessFault, Reloaded


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
        self.command = ""
        """What others type to get here; empty if nobody gets in by SSH."""
        self.link = ""
        """Where other machines reach this one; empty without a store that they share."""

    def reload(self) -> Reloaded:
        """Read it again; a configuration with a fault changes nothing."""
        before = self.effective
        try:
            after = effective(self._options, os.environ, self.file)
        except InvalidConfiguration as problem:
            return Reloaded(("the configuration stays as it is, for it has a fault:", *problem.faults))
        taken, left = changes(before, after)
        kept = {key.field: getattr(before.values, key.field) for key in left}
        settings = {**after.settings, **{key.name: before.settings[key.name] for key in left}}
        self.effective = Effective(after.values._replace(**kept), settings, after.greeting)
        said = [f"the configuration was read again: {_names(taken)}"]
        if "allow-list" in [key.name for key in taken]:
            said.extend(self.notes())
        if left:
            said.append(f"this waits for the next start of the server: {_names(left)}")
        return Reloaded(tuple(said), self.line())

    def started(self, **ports: int) -> dict[str, str]:
        """Return what this server was told but by its file, as texts by key, with the ports that it got."""
        settings = self.effective.settings
        values = {name: settings[name].value for name in _TOLD if settings[name].origin.startswith(("--", "$"))}
        for name, port in ports.items():
            value = settings[name].value
            values[name] = value._replace(port=port) if isinstance(value, Address) else value
        return {name: _text(value) for name, value in values.items()}

    @property
    def log(self) -> str:
        """The form of what is said."""
        return form_of(self.effective.values.log, sys.stderr, os.environ)

    def line(self) -> str:
        """Return what the processes have to know, on one line."""
        values, notify = self.effective.values, self.effective.settings["notify"]
        told = {name: getattr(values, name) for name in _USED} | {
            "name": values.name or "",
            "greeting": self.effective.greeting,
            "command": self.command,
            "link": self.link,
            # Whoever is on this machine reads this line: what is not on ours already, the host looks up.
            "notify": notify.value if notify.origin.startswith("--") else "",
            "file": str(self.file or ""),
            "log": self.log,
        }
        return json.dumps(told, ensure_ascii=False)

    def notes(self) -> tuple[str, ...]:
        """Return what the operator of such a server should know."""
        if not self.effective.values.allow_list:
            return ()
        return (
            "only those on the allow-list get in, as `chwech admin allow` shows it; `chwech admin invite` makes a code",
            "`chwech admin allow NAME` adds somebody who has played here, `chwech admin allow --everybody-known` all",
        )


_USED: Final = (
    *("allow_list", "connections", "connections_per_address", "tables", "tables_per_account"),
    *("rate_households", "keep_logs", "verbose"),
)
"""The values that the processes use as they are."""

_TOLD: Final = ("name", "public-name", "ssh", "allow-list", "store")
"""The keys that other commands ask the running server for."""


def _text(value: Value) -> str:
    """Return the text that is read as a value."""
    if isinstance(value, Address):
        return str(value).removesuffix(":0")
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _names(keys: Sequence[ConfigKey]) -> str:
    return ", ".join(key.name for key in keys) or "nothing has changed"


def make_folder(data: Path, in_force: InForce) -> tuple[str, ...]:
    """Make the data directory and the file of the configuration where they are missing, and say so.

    Raises:
        ProcessFault: the directory cannot be made.
    """
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        text = _("cannot make {path}: {problem}; choose another with --data", path=data, problem=problem.strerror)
        raise ProcessFault(text) from problem
    if in_force.file is not None:
        return ()
    path = data / FILE_NAME
    try:
        _write(path)
    except OSError as problem:
        return (f"the configuration file {path} cannot be written, so the defaults hold: {problem.strerror}",)
    in_force.file = path
    return (f"the configuration is in {path}, with every default as a comment",)


def _write(path: Path) -> None:
    """Write the file of a first start, whole or not at all."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with draft.open("x", encoding="utf-8") as file:
            file.write(file_text())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
