"""Messages to bytes and back: MessagePack within limits, then types; this file does not know frames or connections.

Two steps keep hostile bytes small and simple before anything looks at them: ``msgpack`` makes a plain value with every
size limited, ``msgspec`` makes a typed, frozen value of it. Nothing untyped leaves this file. What is written is ours:
``msgspec`` writes it in one step, which costs a fourth.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, Final, TypeVar, get_args, get_origin

import msgpack  # type: ignore[import-untyped]  # it carries no types
import msgspec
from msgspec import Struct

from protocol.cards import Card, InvalidCard, read_card
from protocol.errors import ErrorCode, LocalProtocolError, RemoteProtocolError
from protocol.messages import FromClient, FromServer
from protocol.seating import SEATING
from protocol.text import clean_text
from protocol.vocabulary import Action, Dialect, Event, View

T = TypeVar("T")

TypeForm = Any
"""A type that is made while the program runs, such as the union of all actions: no type checker can follow it."""


class SizeLimits(Struct, frozen=True):
    """How large the parts of a value may be."""

    text: int
    """The greatest number of bytes in a text."""

    items: int
    """The greatest number of items in a list."""

    entries: int
    """The greatest number of entries in a map."""


FROM_CLIENT: Final = SizeLimits(text=1024, items=64, entries=64)
"""What a client may send: no message needs more."""

FROM_SERVER: Final = SizeLimits(text=128 * 1024, items=4096, entries=256)
"""What a server may send."""

STORED: Final = SizeLimits(text=1024 * 1024, items=64 * 1024, entries=4096)
"""What a log may hold."""


_REASONS: Final = {
    msgpack.FormatError: "there is a byte that MessagePack does not use",
    msgpack.StackError: "it is nested too deeply",
}
"""What the errors mean that say nothing themselves."""


class Codec:
    """Writes and reads every message, for the games whose dialects it is given."""

    def __init__(self, dialects: Sequence[Dialect]) -> None:
        """Bind the messages to the dialects.

        Raises:
            ValueError: there is no dialect, or two of their types share a tag.
        """
        if not dialects:
            raise ValueError("a codec needs at least one dialect")
        # Two games of one family may share a dialect.
        dialects = list(dict.fromkeys(dialects))
        actions = _union("actions", [action for dialect in dialects for action in dialect.actions])
        events = _union("events", [*SEATING, *(event for dialect in dialects for event in dialect.events)])
        views = _union("views", [dialect.view for dialect in dialects])
        self.actions: TypeForm = actions
        """The union of all actions."""
        self.events: TypeForm = events
        """The union of all events, those of the table itself included."""
        self.views: TypeForm = views
        """The union of all views."""
        kinds: dict[type, TypeForm] = {Action: actions, Event: events, View: views}
        self._last: FromServer | None = None
        self._last_bytes = b""
        self._from_client = _by_tag([_bind(message, kinds) for message in get_args(FromClient)])
        self._from_server = _by_tag([_bind(message, kinds) for message in get_args(FromServer)])

    def encode_client(self, message: FromClient) -> bytes:
        """Write what a client sends.

        Raises:
            LocalProtocolError: the message holds what cannot be written.
        """
        return self.pack(message)

    def encode_server(self, message: FromServer) -> bytes:
        """Write what a server sends.

        Raises:
            LocalProtocolError: the message holds what cannot be written.
        """
        # What many are told at once is written once: they are told one after the other.
        if message is not self._last:
            self._last, self._last_bytes = message, self.pack(message)
        return self._last_bytes

    def decode_client(self, data: bytes) -> FromClient:
        """Read what a client sent.

        Raises:
            RemoteProtocolError: it is no message of a client.
        """
        message: FromClient = _read_message(_unpack(data, FROM_CLIENT), self._from_client)
        return message

    def decode_server(self, data: bytes) -> FromServer:
        """Read what a server sent.

        Raises:
            RemoteProtocolError: it is no message of a server.
        """
        message: FromServer = _read_message(_unpack(data, FROM_SERVER), self._from_server)
        return message

    def pack(self, value: object) -> bytes:
        """Write any value made of Structs, enums, cards and plain values, as a log does.

        Raises:
            LocalProtocolError: the value holds what cannot be written.
        """
        try:
            return _ENCODER.encode(value)
        except (TypeError, ValueError, OverflowError, RecursionError) as error:
            raise LocalProtocolError(ErrorCode.INVALID_MESSAGE, f"cannot be written: {error}") from error

    def unpack(self, kind: type[T], data: bytes, upgrade: Callable[[object], object] | None = None) -> T:
        """Read a stored value of this type, which may be a union that names ``events`` or ``actions``.

        ``upgrade`` brings a plain value of an older version into the present form, before its type is checked.

        Raises:
            RemoteProtocolError: it is no such value.
        """
        plain = _unpack(data, STORED)
        return from_plain(kind, upgrade(plain) if upgrade else plain)


def to_plain(value: object) -> object:
    """Give the value as maps, lists, texts, numbers, truth values and None.

    Raises:
        TypeError: the value holds what is not made of such parts.
    """
    return msgspec.to_builtins(value, enc_hook=_write_other)


def from_plain(kind: type[T], plain: object) -> T:
    """Give the typed value that a plain one stands for.

    Raises:
        RemoteProtocolError: it stands for no value of this type.
    """
    try:
        return msgspec.convert(plain, kind, dec_hook=_read_other)
    except msgspec.ValidationError as error:
        raise _invalid_message(str(error)) from None


def _union(kind: str, types: Sequence[type[Struct]]) -> TypeForm:
    """Give the union of the types, and raise ValueError where two of them could not be told apart."""
    owners: dict[str, type[Struct]] = {}
    for struct in types:
        tag = _tag(struct)
        if tag in owners:
            raise ValueError(f"two {kind} are tagged {tag!r}: {owners[tag].__qualname__} and {struct.__qualname__}")
        owners[tag] = struct
    union: TypeForm = types
    return reduce(or_, union)


def _bind(message: TypeForm, kinds: Mapping[type, TypeForm]) -> TypeForm:
    """Give a message of any game as one of these games: their types in place of the general ones."""
    plain: TypeForm = get_origin(message)
    return plain[tuple(kinds[kind] for kind in get_args(message))] if plain else message


def _tag(struct: TypeForm) -> str:
    """Give the name of a type on the wire."""
    plain: TypeForm = get_origin(struct) or struct
    return str(plain.__struct_config__.tag)


def _by_tag(types: Sequence[TypeForm]) -> dict[str, TypeForm]:
    return {_tag(struct): struct for struct in types}


def _read_message(plain: object, types: Mapping[str, TypeForm]) -> TypeForm:
    """Give the message that a plain value stands for, of one of these types.

    The type is chosen here and not by a union: msgspec prepares a message type once, a union at every call.
    """
    tag = plain.get("type") if isinstance(plain, dict) else None
    if not isinstance(plain, dict) or not isinstance(tag, str):
        raise _invalid_message("a message is a map that holds its name as a text under 'type'")
    struct = types.get(tag)
    if struct is None:
        raise _invalid_message(
            f"there is no message {tag[:40]!r} here: there is {', '.join(types)}", _command_id(plain)
        )
    try:
        return msgspec.convert(plain, struct, dec_hook=_read_other)
    except msgspec.ValidationError as error:
        raise _invalid_message(f"{tag}: {error}", _command_id(plain)) from None


def _command_id(plain: Mapping[str, object]) -> int | None:
    """Give the command id of a message that is otherwise wrong, so that the refusal finds its command."""
    number = plain.get("id")
    return number if type(number) is int and 1 <= number < 2**63 else None


def _invalid_message(text: str, number: int | None = None) -> RemoteProtocolError:
    """Give the error for a value that is no such message; the text may hold pieces of what came in."""
    return RemoteProtocolError(ErrorCode.INVALID_MESSAGE, clean_text(text, cells=400), number)


def _unpack(data: bytes, limits: SizeLimits) -> object:
    """Give the plain value that the bytes stand for, and refuse all that no message needs."""
    try:
        value: object = msgpack.unpackb(
            data,
            object_pairs_hook=_read_map,
            ext_hook=_refuse_ext,
            strict_map_key=True,
            max_str_len=limits.text,
            max_bin_len=0,
            max_ext_len=0,
            max_array_len=limits.items,
            max_map_len=limits.entries,
        )
    except (ValueError, msgpack.UnpackException) as error:
        reason = str(error) or _REASONS.get(type(error), "")
        text = clean_text(f"the bytes are not one MessagePack value within the limits: {reason}", cells=400)
        raise RemoteProtocolError(ErrorCode.INVALID_FRAME, text) from None
    return value


def _read_map(pairs: list[tuple[str | bytes, object]]) -> dict[str, object]:
    """Make a map of its entries: every key is a text and comes once."""
    read = {key: value for key, value in pairs if isinstance(key, str)}
    if len(read) != len(pairs):
        raise ValueError("the keys of a map are texts, each one once")
    return read


def _refuse_ext(_code: int, _data: bytes) -> object:
    """Refuse an extension of MessagePack: what it means is not agreed on."""
    raise ValueError("no ext types are used here")


def _write_other(value: object) -> str:
    """Write what msgspec does not know: a card as its text."""
    if isinstance(value, Card):
        return value.text
    raise TypeError(f"a {type(value).__name__} has no form in bytes")


def _read_other(kind: type, plain: object) -> object:
    """Read what msgspec does not know: a card from its text."""
    if kind is Card and isinstance(plain, str):
        return read_card(plain)
    raise InvalidCard("a card is written as a text such as QH")


_ENCODER: Final = msgspec.msgpack.Encoder(enc_hook=_write_other)
"""Writes values at once, without making plain ones of them first."""
