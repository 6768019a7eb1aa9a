"""What is secret on a table, declared where a field is, and the one function that hides it.

What a viewer sees is the same table, masked: hidden cards are a ``Hidden`` that knows only how many there are, so that
columns, reasons, advice and bots work on it anywhere.
"""

from collections.abc import Mapping
from dataclasses import MISSING, Field, field, fields
from functools import cache
from typing import Any, Final, NamedTuple, TypeVar

from protocol.game import Hidden, Named

__all__ = ["Hidden", "Named", "Told", "heard", "masked", "secret", "secrets", "visibility"]

T = TypeVar("T")  # The table of a game: a dataclass whose field ``match`` all see.


Told = tuple[str, dict[str, Any], int | None]
"""What has happened: the name of a sentence, its values, and the one seat that is told its value ``own``."""


class Visibility(NamedTuple):
    """Who sees a field of a table."""

    of: str
    unless: str = ""


EVERYBODY: Final = Visibility("everybody")
_ALIKE: Final = frozenset({"", "count"})  # Of what is hidden so, everyone sees as much.


def secret(of: str = "", *, unless: str = "", **given: Any) -> Any:  # noqa: ANN401
    """Declare a field of a table that is not for everyone.

    Args:
        of: ``seat`` shows each seat its own entry of a list by seat, and of the others' how many cards they are;
            ``owner`` shows each seat its own of the pairs of a seat and a value; ``count`` shows everyone how many
            there are. Any other name is that of the field with the one seat that sees all of it; without a name nobody
            sees anything.
        unless: the name of a property that is true while everyone sees the field.
        **given: what ``dataclasses.field`` takes.
    """
    return field(metadata={"secret": Visibility(of, unless)}, **given)


def heard(told: Told, viewer: int | None) -> tuple[str, dict[str, Any]]:
    """Return what a viewer hears of it: the name of its sentence, and its values."""
    what, about, to = told
    if "own" not in about or (viewer is not None and viewer == to):
        return what, about
    return what, {name: value for name, value in about.items() if name != "own"}


@cache
def visibility(table: Any) -> Mapping[str, Visibility]:  # noqa: ANN401
    """Return who sees each field of a class of table, but for the match, which all see."""
    return {one.name: one.metadata.get("secret", EVERYBODY) for one in fields(table) if one.name != "match"}


@cache
def _secrets(table: Any) -> tuple[tuple["Field[Any]", str, str, str], ...]:  # noqa: ANN401
    seen = visibility(table)
    hidden = [one for one in fields(table) if seen.get(one.name, EVERYBODY) is not EVERYBODY]
    return tuple([(one, one.name, *seen[one.name]) for one in hidden])


def secrets(table: Any, viewer: int | None) -> dict[str, Any]:  # noqa: ANN401
    """Return the fields that are not for everyone, as a viewer sees them. Nothing else hides anything."""
    return {
        name: getattr(table, name) if unless and getattr(table, unless) else _hidden(table, one, of, viewer)
        for one, name, of, unless in _secrets(table.__class__)
    }


def owned(table: Any, players: int) -> list[tuple[dict[str, Any], dict[str, Any]]]:  # noqa: ANN401
    """Return what each seat sees and others do not: its entries of lists by seat, and whole fields."""
    each: list[tuple[dict[str, Any], dict[str, Any]]] = [({}, {}) for _ in range(players)]
    for one, name, of, unless in _secrets(table.__class__):
        if of in _ALIKE or (unless and getattr(table, unless)):
            continue
        value = getattr(table, name)
        if of == "seat":
            for seat in [seat for seat, entry in enumerate(value) if entry is not None]:
                each[seat][0][name] = value[seat]
        else:
            owners = {owner for owner, _part in value} if of == "owner" else {getattr(table, of)}
            for seat in owners.intersection(range(players)):
                each[seat][1][name] = _hidden(table, one, of, seat)
    return each


def masked(table: T, viewer: int | None) -> T:
    """Return the table as a viewer sees it; None is a spectator."""
    kind: Any = type(table)
    # Three times as fast as copying it.
    seen: T = kind.__new__(kind)
    vars(seen).update(vars(table))
    for name, value in secrets(table, viewer).items():
        setattr(seen, name, value)
    return seen


def _hidden(table: Any, one: "Field[Any]", of: str, viewer: int | None) -> Any:  # noqa: ANN401
    """Return as much of a secret as a viewer sees."""
    value = getattr(table, one.name)
    if not of:
        return one.default if one.default_factory is MISSING else one.default_factory()
    if of == "seat":
        seen = [None if part is None else _HIDDEN[len(part) if type(part) is list else 1] for part in value]
        if viewer is not None:
            seen[viewer] = value[viewer]
        return seen
    if of == "owner":
        return [(owner, part if owner == viewer else None) for owner, part in value]
    sees = of != "count" and viewer is not None and viewer == getattr(table, of)
    return value if sees else Hidden(len(value))


_HIDDEN: Final = [Hidden(number) for number in range(256)]
