"""Reads a unit of systemd strictly: sections, and keys of which some are repeated."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent

UNITS = ROOT / "packaging" / "systemd"

Unit = dict[str, dict[str, list[str]]]


class InvalidUnit(Exception):
    """A line that systemd would ignore, or a key that it would take from somewhere else."""


def read_unit(text: str) -> Unit:
    """Give the values of each key of each section, in their order.

    Raises:
        InvalidUnit: a line is neither a section, a key, a comment nor empty, or a section comes twice.
    """
    unit: Unit = {}
    keys: dict[str, list[str]] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        if section := re.fullmatch(r"\[([A-Z]\w+)\]", line):
            if section[1] in unit:
                raise InvalidUnit(f"line {number}: [{section[1]}] comes twice")
            keys = unit[section[1]] = {}
        elif keys is not None and (pair := re.fullmatch(r"([A-Z]\w+)=(|\S|\S.*\S)", line)):
            keys.setdefault(pair[1], []).append(pair[2])
        else:
            raise InvalidUnit(f"line {number}: {line}")
    return unit


def unit(name: str) -> Unit:
    """Give a unit of the repository."""
    return read_unit((UNITS / name).read_text("utf-8"))
