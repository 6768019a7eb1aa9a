"""What an entry of the journal says: some changes of the database, each by name, with its arguments.

Every node makes the same changes in the same order, so a change follows from the database and its arguments alone: it
reads no clock and draws nothing. Names and arguments stay as they are for ever, since journals hold them.
"""

import inspect
import secrets
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, get_type_hints
from zlib import crc32

import msgspec
from msgspec import Struct

from server.cluster import seeding
from server.cluster.journal import Entry, JournalBroken
from server.storage import (
    accounts,
    archive,
    compaction,
    contacts,
    daily,
    logs,
    moderation,
    ratings,
    settings,
    tournaments,
)
from server.storage.store import Account, Key, Token

FORMAT: Final = 3
"""The version of entries; a node refuses those of a later one."""

_CHECKSUM: Final = 4

Run = Callable[..., Any]


def _register_by_token(connection: sqlite3.Connection, account: Account, proof: Token) -> bool:
    return accounts.register(connection, account, proof)


def _register_by_key(connection: sqlite3.Connection, account: Account, proof: Key) -> bool:
    return accounts.register(connection, account, proof)


def _register(connection: sqlite3.Connection, account: Account, proof: None) -> bool:
    return accounts.register(connection, account, proof)


_REGISTERING: Final[Mapping[type, str]] = {
    Token: "register_by_token",
    Key: "register_by_key",
    type(None): "register",
}
"""A value of one of two structs cannot be told from its bytes, so the name says which it is."""


class Change(NamedTuple):
    """A change that entries may name."""

    run: Run
    arguments: Any
    """The type of its arguments without the connection: a tuple, which no type checker can follow."""

    named: tuple[str, ...]
    """The last arguments, which are passed by name."""

    signature: inspect.Signature


def _change(run: Run) -> Change:
    kinds, signature = get_type_hints(run), inspect.signature(run)
    _connection, *parameters = signature.parameters.values()
    named = tuple(one.name for one in parameters if one.kind is inspect.Parameter.KEYWORD_ONLY)
    return Change(run, tuple.__class_getitem__(tuple(kinds[one.name] for one in parameters)), named, signature)


_RUNS: Final[Mapping[str, Run]] = {
    "append": logs.append,
    "pin": logs.pin,
    "register": _register,
    "register_by_token": _register_by_token,
    "register_by_key": _register_by_key,
    "join": accounts.join,
    "label": accounts.label,
    "revoke": accounts.revoke,
    "forget": accounts.forget,
    "keep_settings": settings.keep_settings,
    "keep_contact": contacts.keep_contact,
    "drop_contact": contacts.drop_contact,
    "file": archive.file,
    "pass_over": archive.pass_over,
    "compact": compaction.compact,
    "keep_tournament": tournaments.keep_tournament,
    "keep_rating": ratings.keep_rating,
    "draw_day": daily.draw_day,
    "begin_day": daily.begin_day,
    "end_day": daily.end_day,
    "keep_role": moderation.keep_role,
    "keep_ban": moderation.keep_ban,
    "drop_ban": moderation.drop_ban,
    "write_audit": moderation.write_audit,
    "keep_report": moderation.keep_report,
    "begin_filling": seeding.begin_filling,
    "fill": seeding.fill,
    "end_filling": seeding.end_filling,
}

CHANGES: Final[Mapping[str, Change]] = {name: _change(run) for name, run in _RUNS.items()}

_NAMES: Final[Mapping[Run, str]] = {run: name for name, run in _RUNS.items()}

_APPEND: Final = _NAMES[logs.append]

LEAD: Final = "lead"
"""The name in entries with which a node begins to lead; it changes no table, and its argument is the node."""

ADMIT: Final = "admit"
"""The name in entries with which the node that leads lets another one write; its argument is a name for that one."""

EXCLUDE: Final = "exclude"
"""The name in entries after which nothing counts any more that comes under such a name."""

_OF_NODES: Final = frozenset({LEAD, ADMIT, EXCLUDE})
"""What says who may write, and changes nothing that is stored."""


class Operation(Struct, frozen=True, array_like=True, gc=False):
    """One change that an entry asks for."""

    id: str
    """No other has it; an operation that comes twice is carried out once."""

    epoch: int
    """How many times the lead had changed, as its author knew it."""

    name: str
    arguments: msgspec.Raw
    writer: str = ""
    """The name under which its author was admitted; empty for the node that leads."""


class _Entry(Struct, frozen=True, array_like=True, gc=False):
    """What an entry says."""

    format: int
    operations: tuple[msgspec.Raw, ...]
    """Each of them counts for itself, as if it had an entry of its own."""


def new_operation(epoch: int, name: str, arguments: tuple[object, ...]) -> Operation:
    """Return an operation with an id of its own."""
    return Operation(secrets.token_hex(12), epoch, name, msgspec.Raw(msgspec.msgpack.encode(arguments)))


def operation_for(epoch: int, run: Run, *args: object, **kwargs: object) -> Operation:
    """Return the operation that calls a function of the database with these arguments.

    Raises:
        KeyError: no entry can name the function.
    """
    usual = "register" if run is accounts.register else _NAMES[run]
    values = _in_order(CHANGES[usual].signature, args, kwargs)
    name = _REGISTERING[type(values[1])] if run is accounts.register else usual
    return new_operation(epoch, name, values)


def _in_order(
    signature: inspect.Signature, args: tuple[object, ...], kwargs: Mapping[str, object]
) -> tuple[object, ...]:
    """Return the arguments behind the connection in the order in which they are declared."""
    if not kwargs and len(args) + 1 == len(signature.parameters):
        # The usual case; binding costs as much as writing the entry.
        return args
    _connection, *values = signature.bind(None, *args, **kwargs).arguments.values()
    return tuple(values)


def write_operation(operation: Operation) -> bytes:
    """Return the bytes of an operation, as an entry holds them."""
    return msgspec.msgpack.encode(operation)


def write_entry(operations: Sequence[bytes]) -> bytes:
    """Return the bytes of an entry, which begin with their checksum."""
    said = msgspec.msgpack.encode(_Entry(FORMAT, tuple(map(msgspec.Raw, operations))))
    return crc32(said).to_bytes(_CHECKSUM, "big") + said


def only_append(entries: Iterable[Entry]) -> bool:
    """Return True if entries do nothing but append records to logs; False if one of them cannot be read."""
    try:
        return all(operation.name == _APPEND for entry in entries for operation in read_entry(entry.data))
    except JournalBroken:
        return False


def read_entry(data: bytes) -> tuple[Operation, ...]:
    """Return what an entry says.

    Raises:
        JournalBroken: it is damaged, or was written by another version of this program.
    """
    checksum, said = data[:_CHECKSUM], data[_CHECKSUM:]
    if crc32(said).to_bytes(_CHECKSUM, "big") != checksum:
        raise JournalBroken("it is not as it was written")
    try:
        entry = msgspec.msgpack.decode(said, type=_Entry)
        if entry.format > FORMAT:
            raise JournalBroken(f"it was written by a newer version of this program ({entry.format}): install that")
        operations = tuple(msgspec.msgpack.decode(one, type=Operation) for one in entry.operations)
    except msgspec.MsgspecError as problem:
        raise JournalBroken(f"it cannot be read: {problem}") from problem
    for operation in operations:
        if operation.name not in CHANGES and operation.name not in _OF_NODES:
            raise JournalBroken(f"it was written by a newer version of this program ({operation.name}): install that")
    return operations


def carry_out(connection: sqlite3.Connection, operation: Operation) -> object:
    """Make the change of an operation, and return its result.

    Raises:
        JournalBroken: its arguments are none of that change.
        sqlite3.Error: the database does not take it.
    """
    change = CHANGES[operation.name]
    try:
        values = msgspec.msgpack.decode(operation.arguments, type=change.arguments)
    except msgspec.MsgspecError as problem:
        raise JournalBroken(f"what it says cannot be read: {problem}") from problem
    places = len(values) - len(change.named)
    return change.run(connection, *values[:places], **dict(zip(change.named, values[places:], strict=True)))
