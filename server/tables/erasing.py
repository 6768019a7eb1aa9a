"""Takes a person out of what is stored of a table: their account, their names and what they said, and nothing else.

It works on plain values, as they are decoded, so that it holds for every game and for records of every version.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Final

import msgspec
from msgspec import Struct

from protocol.messages import SOMEBODY

SILENCE: Final = "…"  # What stands for the words of an erased player.

_OTHER_TEXTS: Final = frozenset({"name", "text", "code", "table", "type", "verb", "seed", "summary", "seen"})
"""The keys under which no account is stored."""


class Erasing(Struct, frozen=True):
    """Who is taken out, and who stands in their place."""

    account: str
    stand_in: str
    names: frozenset[str] = frozenset()
    """The names under which the person appears in one log."""
    name: str = SOMEBODY
    """The name of the stand-in there."""


def names_of(plain: object, account: str) -> frozenset[str]:
    """Return the names under which a person appears in a value."""
    found = [name for each in _dicts(plain) if _is_of(each, account) and isinstance(name := each.get("name"), str)]
    said = [name for each in _dicts(plain) for name in _spoken(each, account)]
    return frozenset(found) | frozenset(said)


def free_name(plain: object) -> str:
    """Return a name for a stand-in that nobody has in a value."""
    taken = {name for each in _dicts(plain) if isinstance(name := each.get("name"), str)}
    name, number = SOMEBODY, 1
    while name in taken:
        number += 1
        name = f"{SOMEBODY} {number}"
    return name


def erased(plain: object, who: Erasing) -> object:
    """Return a value without the person."""
    if isinstance(plain, list):
        return [who.stand_in if part == who.account else erased(part, who) for part in plain]
    if not isinstance(plain, dict):
        return plain
    changed = {
        key: who.stand_in if key not in _OTHER_TEXTS and part == who.account else erased(part, who)
        for key, part in plain.items()
    }
    own = plain.get("name") in who.names
    if own and isinstance(plain.get("text"), str):
        changed["text"] = SILENCE
    if own and "name" in plain:
        changed["name"] = who.name
    if changed.get("account") == who.stand_in and plain.get("type") == "person_sat":
        changed["guest"] = True
    if any(_is_of(chair, who.account) for chair in _dicts(plain.get("chairs"))):
        # A game that is rated later rates no stand-in.
        known = changed.get("guests")
        changed["guests"] = sorted({*(known if isinstance(known, list) else ()), who.stand_in})
    return changed


def seats_of(heading: Mapping[str, object], account: str) -> tuple[int, ...]:
    """Return the seats that a person has, or has left, in the heading of a table."""
    chairs = heading.get("chairs")
    taken = enumerate(chairs) if isinstance(chairs, list) else ()
    return tuple(seat for seat, chair in taken if isinstance(chair, dict) and _is_of(chair, account))


def renamed(line: str, seats: Collection[int], name: str) -> str:
    """Return a line of a record with another name for some seats."""
    record = msgspec.json.decode(line)
    names = record.get("names")
    if isinstance(names, list):
        record["names"] = [name if seat in seats else known for seat, known in enumerate(names)]
    return msgspec.json.encode(record).decode()


def _is_of(part: Mapping[str, object], account: str) -> bool:
    return account in (part.get("account"), part.get("resigned"))


def _spoken(record: Mapping[str, object], account: str) -> Iterator[str]:
    """Yield the names under which a person has spoken by the command of a record."""
    cause = record.get("cause")
    if isinstance(cause, dict) and cause.get("account") == account:
        for each in _dicts(record.get("facts")):
            if isinstance(each.get("text"), str) and isinstance(name := each.get("name"), str):
                yield name


def _dicts(plain: object) -> Iterator[Mapping[str, object]]:
    if isinstance(plain, dict):
        yield plain
    parts = plain.values() if isinstance(plain, dict) else plain if isinstance(plain, list) else ()
    for part in parts:
        yield from _dicts(part)
