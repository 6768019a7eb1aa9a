"""Reads as much of YAML, Ruby, Nix and Containerfiles as the files of packages use, and refuses everything else."""

import json
import re
from typing import Final

Yaml = str | list[str] | dict[str, "Yaml"]

_KEY: Final = re.compile(r'([a-z_]+):(?: (?:([A-Za-z0-9./][\w./:-]*)|"([^"\\]*)"|(\{\})))?')
_ITEM: Final = re.compile(r'- (?:([A-Za-z0-9/][\w./:-]*)|"([^"\\]*)")')


class InvalidText(Exception):
    """What the reader does not know."""


def read_yaml(text: str) -> dict[str, Yaml]:
    """Give mappings, and lists of texts, nested by two spaces; what needs quotes has to have them.

    Raises:
        InvalidText: anything else is written there.
    """
    lines = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    found, rest = _mapping(lines, 0)
    if rest:
        raise InvalidText(rest[0])
    return found


def _mapping(lines: list[str], depth: int) -> tuple[dict[str, Yaml], list[str]]:
    found: dict[str, Yaml] = {}
    while lines and lines[0].startswith(" " * depth) and lines[0][depth] != " ":
        pair = _KEY.fullmatch(lines[0][depth:])
        if not pair or pair[1] in found:
            raise InvalidText(lines[0])
        name, lines = pair[1], lines[1:]
        if pair[4]:
            found[name] = {}
        elif pair[2] is not None or pair[3] is not None:
            found[name] = pair[2] or pair[3] or ""
        elif lines and lines[0].lstrip().startswith("- "):
            found[name], lines = _items(lines, depth + 2)
        else:
            found[name], lines = _mapping(lines, depth + 2)
            if not found[name]:
                raise InvalidText(f"{name} has no value")
    return found, lines


def _items(lines: list[str], depth: int) -> tuple[list[str], list[str]]:
    found = []
    while lines and lines[0].startswith(" " * depth + "- "):
        item = _ITEM.fullmatch(lines[0][depth:])
        if not item:
            raise InvalidText(lines[0])
        found.append(item[1] if item[1] is not None else item[2])
        lines = lines[1:]
    return found, lines


def without_strings(text: str) -> str:
    """Give a text without what is quoted and without comments, so that only its structure is left."""
    return re.sub(r'"(?:[^"\\\n]|\\.)*"|#[^\n]*', '""', text)


def balanced(text: str) -> bool:
    """Say whether all brackets are closed, each by its own kind."""
    pairs = {")": "(", "]": "[", "}": "{"}
    opened: list[str] = []
    for sign in without_strings(text):
        if sign in "([{":
            opened.append(sign)
        elif sign in pairs and (not opened or opened.pop() != pairs[sign]):
            return False
    return not opened


def ruby_depth(text: str) -> int:
    """Give how many blocks of Ruby are left open; none of them stands in one line.

    Raises:
        InvalidText: an ``end`` ends nothing, or is not indented as what it ends.
    """
    opened: list[int] = []
    for line in without_strings(text).splitlines():
        indent = len(line) - len(line.lstrip())
        if re.match(r"\s*end\b", line) and (not opened or opened.pop() != indent):
            raise InvalidText(line)
        if re.match(r"\s*(?:class|def|if|unless)\b", line) or re.search(r"\bdo$", line):
            opened.append(indent)
    return len(opened)


INSTRUCTIONS: Final = frozenset({
    "FROM", "WORKDIR", "RUN", "COPY", "USER", "ENV", "VOLUME", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT",
    "CMD",
})  # fmt: skip


def read_containerfile(text: str) -> list[tuple[str, str]]:
    """Give the instructions of a Containerfile, one a line; every command is a list, so that no shell reads it.

    Raises:
        InvalidText: a line is no instruction, or its command is no list of texts.
    """
    found = []
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        name, _, rest = line.partition(" ")
        if name not in INSTRUCTIONS or not rest:
            raise InvalidText(line)
        if name in {"RUN", "ENTRYPOINT", "CMD"}:
            words(rest)
        found.append((name, rest))
    return found


def words(text: str) -> list[str]:
    """Give the words of a command that is written as a list.

    Raises:
        InvalidText: it is not.
    """
    try:
        read = json.loads(text)
    except ValueError as problem:
        raise InvalidText(text) from problem
    if not isinstance(read, list) or not all(isinstance(word, str) for word in read):
        raise InvalidText(text)
    return read
