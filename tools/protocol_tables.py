"""Write the tables of docs/protocol.md from the types of the protocol, so that the two never differ.

    python -m tools.protocol_tables

Each table stands between a line ``<!-- table: NAME -->`` and a line ``<!-- end -->``; all other text is left alone.
"""

import ast
import inspect
import json
import re
from collections.abc import Callable, Iterable
from enum import Enum
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Final, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

from protocol.archive import GameEntry, ReplayStep, SeatReview, Trials, TurnReview
from protocol.cards import Card
from protocol.codec import to_plain
from protocol.daily import DailyMark, DailyResult, DailyScores, DailyStanding
from protocol.errors import ErrorCode
from protocol.game import Answer, Answered, DealSheet, OpenDeal, Own, View
from protocol.lobby import NewsItem, Person
from protocol.message import (
    ClientCommand,
    Code,
    Duration,
    Measure,
    Moment,
    Seat,
    SeatEvent,
    ServerAnswer,
    TableEvent,
    Wording,
)
from protocol.messages import CLIENT_MESSAGES, SERVER_MESSAGES
from protocol.people import Friend, KeyEntry
from protocol.rating import BestScore, MonthPlace, RankedPlayer, Rating, RulesetRating, SeatRating
from protocol.setup import Arrangement, Clock, GameOffer, OptionOffer, Setup, TableTime
from protocol.table import Appraised, Event, HintReason, Line, Occupant, Pause, TableEntry, TablePhase, TableView
from protocol.tournaments import Standing, TournamentEntry, TournamentPlan, TournamentTable

DOCUMENT: Final = Path(__file__).parent.parent / "docs" / "protocol.md"

_PLAIN: Final = {
    int: "integer",
    float: "number",
    str: "text",
    bool: "true or false",
    NoneType: "nil",
    Any: "any value",
    Seat: "seat",
    Moment: "number",
    Duration: "number",
    Measure: "number",
    Code: "text",
    Card: "card",
    ErrorCode: "[error code](#error-codes)",
    Answer: "[action](#the-games)",
    Event: "[event](#events)",
    View: "[view](#the-games)",
}
"""What the simple types are called in the document."""

_PARTS: Final = (
    Setup,
    Arrangement,
    Clock,
    TableView,
    Occupant,
    TableTime,
    Pause,
    TableEntry,
    Rating,
    SeatRating,
    RulesetRating,
    RankedPlayer,
    MonthPlace,
    BestScore,
    GameEntry,
    ReplayStep,
    SeatReview,
    Trials,
    TurnReview,
    KeyEntry,
    DailyMark,
    DailyResult,
    DailyStanding,
    DailyScores,
    Line,
    Wording,
    Appraised,
    HintReason,
    Person,
    NewsItem,
    Friend,
    TournamentPlan,
    TournamentEntry,
    Standing,
    TournamentTable,
    GameOffer,
    OptionOffer,
)
"""What messages are made of, in the order of the document."""

_COMMON: Final = (ClientCommand, ServerAnswer, SeatEvent)  # Those whose fields many others have.

TypeForm = Any
"""A type as an annotation holds it."""


def tables() -> dict[str, str]:
    """Give every table of the document by its name."""
    return _told_once({
        "from-client": _structs(CLIENT_MESSAGES.values()),
        "from-server": _structs(SERVER_MESSAGES.values()),
        "parts": _structs(_PARTS),
        "table-phase": _members(TablePhase),
        "error-codes": _members(ErrorCode),
        "seating": _structs(one for one in get_args(Event) if issubclass(one, TableEvent)),
        "game-actions": _structs([Answer]),
        "game-events": _structs([Answered]),
        "game-view": _structs([View, Own, DealSheet, OpenDeal]),
    })  # fmt: skip


def _told_once(texts: dict[str, str]) -> dict[str, str]:
    """Refer from a long line about a field to the place where the very same stands before."""
    before: dict[str, str] = {}

    def line(text: str, place: str) -> str:
        field, bracket, _ = text.partition("` (")
        there = before.setdefault(text, place) if bracket and len(text) >= 60 else place
        return text if there == place else f"{field}`: as in {_to(there)}"

    def section(text: str) -> str:
        place = text.partition("\n")[0]
        return "\n".join(line(one, place) for one in text.split("\n"))

    return {name: "### ".join(map(section, text.split("### "))) for name, text in texts.items()}


def renewed(document: str) -> str:
    """Give the document with every table as the types have it now.

    Raises:
        KeyError: the document asks for a table that there is not.
    """
    known = tables()
    pattern = re.compile(r"(?<=<!-- table: )([a-z-]+)( -->\n).*?(?=<!-- end -->)", re.DOTALL)
    return pattern.sub(lambda found: f"{found[1]}{found[2]}\n{known[found[1]]}\n\n", document)


def main() -> None:
    """Write the document anew."""
    DOCUMENT.write_text(renewed(DOCUMENT.read_text("utf-8")), "utf-8")


def _structs(structs: Iterable[type[Struct]]) -> str:
    """Describe each."""
    return "\n\n".join(map(_struct, structs))


def _struct(struct: type[Struct]) -> str:
    """Give a heading, a sentence and a list of fields; of those that the document tells once for many, the names."""
    meanings = _meanings(struct)
    common = [f"`{name}`" for base in _COMMON if issubclass(struct, base) for name in base.__struct_fields__]
    rows = [
        f"* `{field.encode_name}` ({_words(field.type)}{_default(field)})"
        + (f": {meanings[field.name]}" if field.name in meanings else "")
        for field in msgspec.structs.fields(struct)
        if f"`{field.name}`" not in common
    ]
    lines = [f"* {', '.join(common)}", *rows] if common else rows
    return "\n".join([f"### {_name(struct)}", "", _markdown(inspect.getdoc(struct) or ""), *[""] * bool(lines), *lines])


def _members(enum: type[Enum]) -> str:
    """Give a list of what an enumeration may be."""
    meanings = _meanings(enum)
    return "\n".join(f"* `{member.value}`: {meanings[member.name]}" for member in enum)


def _name(struct: type[Struct]) -> str:
    """Return the name on the wire, or that of a part, which has none there; one of a game has its name before it."""
    _, *folder, _ = struct.__module__.split(".")
    return str(struct.__struct_config__.tag or ".".join([*folder, struct.__name__]))


def _default(field: msgspec.structs.FieldInfo) -> str:
    """Give what an absent field means, where it may be absent."""
    if field.required:
        return ""
    value = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
    return "; nil" if value is None else f"; `{json.dumps(to_plain(value))}`"


def _words(form: TypeForm) -> str:
    """Say what a type is on the wire."""
    if isinstance(form, TypeVar):
        form = form.__bound__
    if form in _PLAIN:
        return _PLAIN[form]
    origin = get_origin(form) or form
    for kind, say in _SAYINGS.items():
        if origin is kind or (isinstance(origin, type) and isinstance(kind, type) and issubclass(origin, kind)):
            return say(form)
    raise TypeError(f"no words for {form}")


def _limited(form: TypeForm) -> str:
    """Say what a type with limits is."""
    plain, *limits = get_args(form)
    (meta,) = (limit for limit in limits if isinstance(limit, Meta))
    if meta.ge is not None:
        most = "2^63 - 1" if meta.le == 2**63 - 1 else meta.le
        return f"{_words(plain)} from {meta.ge} to {most}"
    unit = "bytes" if plain is bytes else "characters" if plain is str else "entries"
    if meta.max_length is None:
        return f"{_words(plain)}, at least {meta.min_length} {unit}"
    least = f"{meta.min_length} to " if meta.min_length else "at most "
    return f"{_words(plain)}, {least}{meta.max_length} {unit}"


def _list(form: TypeForm) -> str:
    """Say what a list holds."""
    items = get_args(form)
    if items[-1] is ...:
        return f"list of {_inside(items[0])}"
    return f"list of {len(items)}: {', '.join(_words(item) for item in items)}"


def _map(form: TypeForm) -> str:
    """Say what a map holds."""
    key, value = get_args(form)
    return f"map of {_inside(key)} to {_inside(value)}"


def _inside(form: TypeForm) -> str:
    """Say what a type is, in brackets where it would run into what comes after."""
    words = _words(form)
    return f"({words})" if " or " in words or ", " in words else words


def _choice(form: TypeForm) -> str:
    """Say what is one of several."""
    return " or ".join(_words(part) for part in get_args(form))


def _member(form: TypeForm) -> str:
    """Say what an enumeration may be."""
    return " or ".join(f"`{member.value}`" for member in form)


def _link(form: TypeForm) -> str:
    """Say where a part is described."""
    return _to(_name(form))


def _to(name: str) -> str:
    """Lead to a heading."""
    return f"[{name}](#{name.lower().replace('.', '')})"


_SAYINGS: Final[dict[object, Callable[[TypeForm], str]]] = {
    Annotated: _limited,
    tuple: _list,
    dict: _map,
    Union: _choice,
    UnionType: _choice,
    Enum: _member,
    Struct: _link,
}


def _meanings(kind: type) -> dict[str, str]:
    """Give the string beneath each field or member, by its name; a message has fields of the kind that it is, too."""
    meanings: dict[str, str] = {}
    above = kind.__base__
    if above is not None and issubclass(above, Struct) and above is not Struct:
        meanings |= _meanings(above)
    body = _classes(Path(inspect.getfile(kind)))[kind.__name__].body
    fields = [statement for statement in body if isinstance(statement, ast.AnnAssign)]
    named = {ast.unparse(field.target): ast.unparse(field.annotation).split(".")[-1] for field in fields}
    meanings |= {name: _aliases()[alias] for name, alias in named.items() if alias in _aliases()}
    return meanings | _told_below(body)


@cache
def _aliases() -> dict[str, str]:
    """Give what the names of types mean, and enumerations: a field of such a type needs no string of its own."""
    told: dict[str, str] = {}
    for file in sorted((DOCUMENT.parent.parent / "protocol").glob("*.py")):
        body = ast.parse(file.read_text("utf-8")).body
        classes = [one for one in body if isinstance(one, ast.ClassDef)]
        enums = [one for one in classes if [*map(ast.unparse, one.bases)] == ["Enum"]]
        told |= {one.name: _markdown(ast.get_docstring(one) or "") for one in enums} | _told_below(body)
    # What a seat is has a place of its own in the document.
    return {name: text for name, text in told.items() if name != "Seat"}


def _told_below(body: list[ast.stmt]) -> dict[str, str]:
    """Give the string beneath each assignment."""
    told: dict[str, str] = {}
    for statement, below in pairwise(body):
        if not isinstance(statement, ast.AnnAssign | ast.Assign):
            continue
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            name = statement.target if isinstance(statement, ast.AnnAssign) else statement.targets[0]
            told[ast.unparse(name)] = _markdown(str(below.value.value))
    return told


@cache
def _classes(path: Path) -> dict[str, ast.ClassDef]:
    """Give the classes of a file, as they are written."""
    return {node.name: node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.ClassDef)}


def _markdown(text: str) -> str:
    """Give a docstring as Markdown, on one line, with the word that MessagePack has for None."""
    return re.sub(r"\bNone\b", "nil", " ".join(text.split()).replace("``", "`"))


if __name__ == "__main__":
    main()
