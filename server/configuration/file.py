"""The file of the configuration: read as TOML, each fault with its line and what would be right, and written."""

import re
import textwrap
import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Final, NamedTuple

from server.configuration.keys import KEYS, ConfigKey, Literal, Value

FILE_NAME: Final = "chwech.toml"

LARGEST: Final = 64 * 1024  # The most bytes of a file.

_BY_NAME: Final = {key.name: key for key in KEYS}


class InvalidConfiguration(Exception):
    """A configuration that cannot be used; each text says where, what is wrong and what would be right."""

    def __init__(self, *faults: str) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class FileValue(NamedTuple):
    """The value of a key, and the line on which it is."""

    value: Value
    line: int


def read_file(path: Path) -> dict[str, FileValue]:
    """Return the values in a file by the names of their keys.

    Raises:
        InvalidConfiguration: the file cannot be read, or something in it is wrong.
    """
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
    values: dict[str, FileValue] = {}
    faults: list[str] = []
    for name, given in found.items():
        line = _line(text, name)
        try:
            values[name] = FileValue(_value(path, name, given), line)
        except ValueError as problem:
            faults.append(f"{path}, line {line}: {name[:40]}: {problem}")
    if faults:
        raise InvalidConfiguration(*faults)
    return values


def read_text(path: Path, most: int) -> str:
    """Return the text of a file of so many bytes at most.

    Raises:
        ValueError: it cannot be read; the text says why.
    """
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
    """Return the line on which a key or a section begins."""
    key = rf"(?:{re.escape(name)}|\"{re.escape(name)}\"|'{re.escape(name)}')"
    pattern = re.compile(rf"\s*(?:\[+\s*)?{key}\s*[].=]")
    lines = (number for number, line in enumerate(text.split("\n"), 1) if pattern.match(line))
    return next(lines, 1)


def _value(path: Path, name: str, given: object) -> Value:
    """Return the value of a key; a path is relative to the folder of the file.

    Raises:
        ValueError: there is no such key, or the value is none of it.
    """
    key = _BY_NAME.get(name)
    if key is None:
        raise ValueError(_unknown(name, given))
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
