"""The codec: messages to MessagePack and back; this file does not know frames or connections.

Hostile bytes are decoded in two steps: ``msgpack`` makes a plain value with every size limited, then ``msgspec`` makes
a typed, frozen value of it. Nothing untyped leaves this file. Our own messages are encoded by ``msgspec`` in one step,
which takes a quarter of the time.
"""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, Final, TypeVar, get_args

import msgpack  # type: ignore[import-untyped]  # it carries no types
import msgspec
from msgspec import Struct
from msgspec.structs import astuple, replace

from protocol.cards import Card, InvalidCard, Rank, Suit, read_card
from protocol.errors import ErrorCode, LocalProtocolError, RemoteProtocolError
from protocol.game import LONGEST_ATOM, Hidden, Named, read_atom, thawed
from protocol.language import Sentence
from protocol.messages import CLIENT_MESSAGES, SERVER_MESSAGES, FromClient, FromServer, Happened, Showing, TableChanged
from protocol.table import seen
from protocol.text import clean_text

T = TypeVar("T")

TypeForm = Any
"""A type made at run time, such as the union of all actions, which no type checker can follow."""


class SizeLimits(Struct, frozen=True, gc=False):
    """The size limits of the parts of a value."""

    text: int
    """The most bytes in a text."""
    items: int
    """The most items in a list."""
    entries: int
    """The most entries in a map."""
    atom: int = 0
    """The most bytes in an extension type; 0 if there are none."""


FROM_CLIENT: Final = SizeLimits(text=1024, items=64, entries=64)  # The limits for clients: no message needs more.
FROM_SERVER: Final = SizeLimits(text=128 * 1024, items=4096, entries=256, atom=LONGEST_ATOM)  # The limits for servers.

STORED: Final = SizeLimits(text=1024 * 1024, items=64 * 1024, entries=4096, atom=LONGEST_ATOM)
"""The limits for stored values."""


_REASONS: Final = {
    msgpack.FormatError: "there is a byte that MessagePack does not use",
    msgpack.StackError: "it is nested too deeply",
}
"""The meaning of errors that have no text of their own."""


# What has changed of a view since the one before it on the same connection is a map, in place of the whole view. A name
# has the new value of a field; one with a dot after it the changes of a map; one with a plus after it what has come to
# the end of a list; one with a number sign the places of a list, each with its new value. A client applies them to the
# plain map that it has decoded before.

INSIDE: Final = "."
LONGER: Final = "+"
PLACES: Final = "#"

Plain = dict[str, Any]
"""A map as it was decoded."""


def changes(before: Any, after: Any) -> Plain:  # noqa: ANN401
    """Return what has changed between two maps with the same keys, or between two values of one type."""
    # Most values are the very same object, so it is written for speed; to ask whether one is a Struct takes long.
    left_out: tuple[Any, ...] = ()
    if type(after) is dict:
        pairs = zip(after, map(before.__getitem__, after), after.values(), strict=True)
    else:
        left_out = after.__struct_defaults__
        pairs = zip(after.__struct_fields__, astuple(before), astuple(after), strict=True)
    found: Plain = {}
    for name, was, now in pairs:
        if was is now:
            continue
        kind = type(now)
        # A default may have been left out on the wire: then there is nothing that could change.
        lies_there = type(was) is kind and was not in left_out
        if lies_there and kind is tuple:
            if was != now:
                form, value = _shortest(was, now)
                found[name + form] = value
        elif lies_there and (was.keys() == now.keys() if kind is dict else hasattr(kind, "__struct_fields__")):
            # They are looked into at once: to compare them first would be to compare them twice.
            if inside := changes(was, now):
                found[name + INSIDE] = inside
        elif was != now:
            found[name] = now
    return found


def _shortest(was: tuple[Any, ...], now: tuple[Any, ...]) -> tuple[str, Any]:
    """Return how a list is told that has changed: what has come to its end, the places that differ, or all of it."""
    if len(was) == len(now):
        pairs = enumerate(zip(was, now, strict=True))
        places = [(place, new) for place, (old, new) in pairs if old is not new and old != new]
        return (PLACES, places) if 2 * len(places) <= len(now) else ("", now)
    return (LONGER, now[len(was) :]) if was and now[: len(was)] == was else ("", now)


def applied(before: Any, found: Any, most: int) -> Plain:  # noqa: ANN401
    """Return a map after changes, none longer than ``most``; raise ``RemoteProtocolError`` if they do not fit it."""
    if not isinstance(before, dict) or not isinstance(found, dict):
        raise _unfit("nothing that could change was there before")
    after = dict(before)
    for key, value in found.items():
        name = key[:-1]
        if key.endswith(INSIDE):
            after[name] = applied(after.get(name), value, most)
        elif key.endswith(LONGER):
            was = after.get(name)
            if not isinstance(was, list) or not isinstance(value, list) or len(was) + len(value) > most:
                raise _unfit(f"{name:.40} is no list that could grow")
            after[name] = was + value
        elif key.endswith(PLACES):
            after[name] = _replaced(after.get(name), value, name)
        else:
            after[key] = value
    if len(after) > most:
        raise _unfit(f"a map has more than {most} entries")
    return after


def _replaced(was: Any, places: Any, name: str) -> list[Any]:  # noqa: ANN401
    """Return a list with new values at some places."""
    if not isinstance(was, list) or not isinstance(places, list):
        raise _unfit(f"{name:.40} is no list with places")
    after = list(was)
    for one in places:
        if not isinstance(one, list) or len(one) != len(("place", "value")) or type(one[0]) is not int:
            raise _unfit(f"{name:.40} is given no places")
        if not 0 <= one[0] < len(after):
            raise _unfit(f"{name:.40} has no place {one[0]}")
        after[one[0]] = one[1]
    return after


def _unfit(why: str) -> RemoteProtocolError:
    return RemoteProtocolError(ErrorCode.INVALID_MESSAGE, f"the changes of a view do not fit it: {why}")


class Codec:
    """Encodes and decodes every message."""

    def __init__(self) -> None:
        self._last: FromServer | None = None
        self._last_bytes = b""
        self._shown: tuple[object, ...] = ()
        """What the last bytes of a table were made from."""
        self._shown_bytes = self._shown_owned = b""  # Without what is one's own, and with what comes before that.

    def encode_server(self, message: FromServer, before: Showing | None = None) -> bytes:
        """Encode a server's message; one that goes to many in a row is encoded once, but for what is one's own.

        Of a view only what has changed since the one ``before`` on this connection is sent.

        Raises:
            LocalProtocolError: the message holds a value that cannot be encoded.
        """
        if type(message) is not Happened and type(message) is not TableChanged:
            if message is not self._last:
                self._last, self._last_bytes = message, self.pack(message)
            return self._last_bytes
        if before is not None and message.view.table != before.view.table:
            before = None
        was, known = (before.view, before.own) if before is not None else (None, None)
        now, own = message.view, message.own
        happened = (message.seq, message.event) if type(message) is Happened else None
        made_from = type(message), was, now, happened
        if made_from != self._shown:
            said: dict[str, object] = {"type": message.__struct_config__.tag}
            shown = {} if was is None else changes(was, now)
            if isinstance(message, Happened):
                said["seq"], said["event"] = message.seq, message.event
                shown.pop("seq", None)
            said |= {"view": now} if was is None else {"changes": shown}
            data = self._shown_bytes = self.pack(said)
            # A small map begins with a byte that counts its entries: this is one more.
            self._shown, self._shown_owned = made_from, bytes((data[0] + 1,)) + data[1:] + _OWN
        if own is known or own == known:
            return self._shown_bytes
        return self._shown_owned + self.pack(own)

    def decode_client(self, data: bytes) -> FromClient:
        """Decode a client's message; raise ``RemoteProtocolError`` if the bytes are no message of a client."""
        message: FromClient = _read_message(_unpack(data, FROM_CLIENT), CLIENT_MESSAGES)
        return message

    def read_client(self, data: bytes, before: Plain | None) -> tuple[FromClient, Plain | None]:
        """Decode a message as ``read_server`` does: a client shows no views."""
        return self.decode_client(data), before

    def read_server(self, data: bytes, before: Plain | None = None) -> tuple[FromServer, Plain | None]:
        """Decode a message, given the last view, and return that as well; raise ``RemoteProtocolError`` if not."""
        plain: Any = _unpack(data, FROM_SERVER)
        if not isinstance(plain, dict) or str(plain.get("type")) not in _SHOWING:
            return _read_message(plain, SERVER_MESSAGES), before
        if "changes" in plain:
            known = before or {}
            same = {"seq": plain["seq"]} if "seq" in plain else {}
            plain["view"] = applied(known.get("view"), plain.pop("changes"), FROM_SERVER.items) | same
            plain.setdefault("own", known.get("own"))
        message: Showing = _read_message(plain, SERVER_MESSAGES)
        try:
            together = seen(message.view, message.own)
        except ValueError as fault:
            raise _invalid_message(f"own: {fault}") from None
        return replace(message, view=together, own=None), {"view": plain["view"], "own": plain.get("own")}

    def pack(self, value: object) -> bytes:
        """Encode any value of Structs, enums, cards and plain values; raise ``LocalProtocolError`` if it cannot be."""
        try:
            return _ENCODER.encode(value)
        except (TypeError, ValueError, OverflowError, RecursionError) as error:
            raise LocalProtocolError(ErrorCode.INVALID_MESSAGE, f"cannot be written: {error}") from error

    def unpack(self, kind: type[T], data: bytes) -> T:
        """Decode a stored value of this type, perhaps a union; raise ``RemoteProtocolError`` if it is none."""
        return from_plain(kind, _unpack(data, STORED))


_SHOWING: Final = frozenset({str(one.__struct_config__.tag) for one in get_args(Showing)})
"""The names of the messages whose view is the one before the next."""


def to_plain(value: object) -> object:
    """Return the value as dicts, lists, strings, numbers, booleans and None; raise ``TypeError`` if it cannot be."""
    return msgspec.to_builtins(value, enc_hook=_plain_other)


def from_plain(kind: type[T], plain: object) -> T:
    """Return the typed value of a plain one; raise ``RemoteProtocolError`` if it is no value of this type."""
    try:
        return msgspec.convert(plain, kind, dec_hook=_read_other)
    except msgspec.ValidationError as error:
        raise _invalid_message(str(error)) from None


LONGEST_REASON: Final = 400  # The most bytes of the text that says why a message is invalid; it may quote what came in.


def _read_message(plain: object, types: Mapping[str, TypeForm]) -> TypeForm:
    """Return the message of a plain value, which must be one of these types.

    The type is looked up here instead of by a union, because msgspec caches a message type but not a union.
    """
    tag = plain.get("type") if isinstance(plain, dict) else None
    if not isinstance(plain, dict) or not isinstance(tag, str):
        raise _invalid_message("a message is a map that holds its name as a text under 'type'")
    struct = types.get(tag)
    if struct is None:
        near = get_close_matches(tag[:40], types)
        text = f"did you mean {' or '.join(near)}?" if near else "docs/protocol.md names them all"
        raise _invalid_message(f"there is no message {tag[:40]!r} here: {text}", _command_id(plain))
    try:
        return msgspec.convert(plain, struct, dec_hook=_read_other)
    except msgspec.ValidationError as error:
        raise _invalid_message(f"{tag}: {error}", _command_id(plain)) from None


def _command_id(plain: Mapping[str, object]) -> int | None:
    """Return the command id of an invalid message, so that the refusal can name it."""
    number = plain.get("id")
    return number if type(number) is int and 1 <= number < 2**63 else None


def _invalid_message(text: str, number: int | None = None) -> RemoteProtocolError:
    return RemoteProtocolError(
        ErrorCode.INVALID_MESSAGE, clean_text(text, cells=LONGEST_REASON, size=LONGEST_REASON), number
    )


def _unpack(data: bytes, limits: SizeLimits) -> object:
    """Decode MessagePack within limits, without anything that no message needs."""
    try:
        value: object = msgpack.unpackb(
            data,
            object_pairs_hook=_read_map,
            ext_hook=read_atom if limits.atom else _refuse_ext,
            strict_map_key=True,
            max_str_len=limits.text,
            max_bin_len=0,
            max_ext_len=limits.atom,
            max_array_len=limits.items,
            max_map_len=limits.entries,
        )
    except (ValueError, msgpack.UnpackException) as error:
        reason = str(error) or _REASONS.get(type(error), "")
        text = f"the bytes are not one MessagePack value within the limits: {reason}"
        text = clean_text(text, cells=LONGEST_REASON, size=LONGEST_REASON)
        raise RemoteProtocolError(ErrorCode.INVALID_FRAME, text) from None
    return value


def _read_map(pairs: list[tuple[str | bytes, object]]) -> dict[str, object]:
    """Build a dict whose keys are unique strings."""
    read = {key: value for key, value in pairs if isinstance(key, str)}
    if len(read) != len(pairs):
        raise ValueError("the keys of a map are texts, each one once")
    return read


def _refuse_ext(_code: int, _data: bytes) -> object:
    """Refuse extension types: a client has no use for them."""
    raise ValueError("a client sends no extension types")


class _Texts(dict[object, str]):
    """The texts of what msgspec does not know: a card, or a sentence that remembers what it was made from.

    A lookup costs less than the call of a function, and a view has dozens of cards.
    """

    def __missing__(self, value: object) -> str:
        if isinstance(value, Card):
            text = self[value] = value.text
            return text
        if isinstance(value, Sentence):
            return str.__str__(value)
        raise TypeError(f"a {type(value).__name__} has no form in bytes")


_write_other: Final = _Texts().__getitem__


def _plain_other(value: object) -> object:
    """Return what msgspec does not know as a plain value, also what is an extension type on the wire."""
    value = thawed(value)
    if isinstance(value, Named):
        return int(value)
    return value if isinstance(value, Suit | Rank | Hidden) else _write_other(value)


def _read_other(kind: type, plain: object) -> object:
    """Decode a card from its text."""
    if kind is Card and isinstance(plain, str):
        return read_card(plain)
    raise InvalidCard("a card is written as a text such as QH")


_ENCODER: Final = msgspec.msgpack.Encoder(enc_hook=_write_other)
"""Encodes values directly, without a plain form in between."""

_OWN: Final = _ENCODER.encode("own")
