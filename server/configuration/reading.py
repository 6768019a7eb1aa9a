"""Finds the value of each key: from an option, else the environment, else the file, else the default."""

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, NamedTuple

from server.configuration.file import InvalidConfiguration, read_file
from server.configuration.keys import KEYS, ConfigKey, Configuration, Value


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

GREETING_CHARACTERS: Final = 76
"""The greatest length of a line of the greeting."""


def _greeting(setting: Setting) -> str:
    """Return the text of the greeting without characters that no terminal shows.

    Raises:
        ValueError: the file cannot be read, or there is too much in it.
    """
    path = setting.value
    if not isinstance(path, Path):
        return ""
    try:
        if path.exists() and not path.is_file():
            raise ValueError(f"{path} is no regular file: name a file with text")
        with path.open("rb") as file:
            data = file.read(GREETING_BYTES + 1)
        # What is too long may be cut inside a character.
        text = data.decode(errors="strict" if len(data) <= GREETING_BYTES else "ignore")
    except OSError as problem:
        raise ValueError(f"{path} cannot be read: {problem.strerror}") from problem
    except UnicodeDecodeError as problem:
        raise ValueError(f"{path} is no UTF-8: save the file as UTF-8") from problem
    lines = ["".join(filter(str.isprintable, line)).strip() for line in text.expandtabs(1).strip().split("\n")]
    if len(data) > GREETING_BYTES or len(lines) > GREETING_LINES or max(map(len, lines)) > GREETING_CHARACTERS:
        most = f"{GREETING_LINES} lines of {GREETING_CHARACTERS} characters"
        raise ValueError(f"{path} holds too much: a greeting has {most} at most")
    return "\n".join(lines)


def changes(before: Effective, after: Effective) -> tuple[tuple[ConfigKey, ...], tuple[ConfigKey, ...]]:
    """Return the keys whose change a running server takes over, and those whose change it does not."""
    changed = [key for key in KEYS if before.settings[key.name].value != after.settings[key.name].value]
    if before.greeting != after.greeting:
        changed += [key for key in KEYS if key.name == "greeting" and key not in changed]
    return tuple(key for key in changed if key.reloads), tuple(key for key in changed if not key.reloads)
