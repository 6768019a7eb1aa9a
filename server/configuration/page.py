"""Writes the configuration: the commented file of a first start, the table of the documents, the values in force."""

import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from server.configuration.file import literal
from server.configuration.keys import KEYS, ConfigKey, Value
from server.configuration.reading import Setting
from server.processes.plan import Address

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


def table() -> str:
    """Return the keys as a table of Markdown."""
    rows = [
        (f"`{key.name}`", f"`{literal(key.default)}`", "yes" if key.reloads else "no", key.about.replace("|", "\\|"))
        for key in KEYS
    ]
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(["| key | default | reloads | what it is |", "|---|---|---|---|", *lines, ""])


def values_page(settings: Mapping[str, Setting], data: Path, file: Path | None) -> str:
    """Return every value in force, and where it comes from."""
    rows = [(key.name, written(settings[key.name].value), settings[key.name].origin) for key in KEYS]
    first, second = (max(len(row[place]) for row in rows) for place in (0, 1))
    lines = [f"{name:<{first}}  {value:<{second}}  {origin}" for name, value, origin in rows]
    return "\n".join([f"data directory: {data}", f"file: {file or 'none'}", "", *lines, ""])


def written(value: Value) -> str:
    """Write a value as a person reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Address):
        return str(value) if value.port or not value.host else value.host
    return "none" if value in (None, "") else str(value)
