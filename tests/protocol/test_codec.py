"""Messages to bytes and back; whatever comes in, one documented error or a message comes out."""

import tracemalloc
from collections.abc import Callable
from enum import Enum
from typing import Any

import msgpack  # type: ignore[import-untyped]  # it carries no types
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.cards import FACES, Card, Rank, Suit, read_card
from protocol.codec import FROM_SERVER, Codec, from_plain, to_plain
from protocol.connection import SERVER_LIMIT
from protocol.errors import ErrorCode, LocalProtocolError, RemoteProtocolError
from protocol.game import DealSheet, Hidden, Named, OpenDeal, atom, read_atom
from protocol.messages import Accepted, FromClient, FromServer, Ping, Rules
from protocol.table import Event
from tests.protocol import examples, strategies
from tests.protocol.strategies import unhurried

CODEC = Codec()
ANY_EVENT: Any = Event


def refusal_of_client(data: bytes) -> RemoteProtocolError:
    """Give the error for bytes that are no message of a client."""
    with pytest.raises(RemoteProtocolError) as caught:
        CODEC.decode_client(data)
    return caught.value


def refusal_of_plain(plain: object) -> RemoteProtocolError:
    """Give the error for a MessagePack value that is no message of a client."""
    return refusal_of_client(msgpack.packb(plain))


def read_as_anybody(data: bytes) -> None:
    """Read bytes as those of a client and of a server, and hold an error against what is promised of its sentence."""
    decoders: tuple[Callable[[bytes], object], ...] = (CODEC.decode_client, CODEC.read_server)
    for decode in decoders:
        error = None
        try:
            decode(data)
        except RemoteProtocolError as caught:
            error = caught
        assert error is None or (error.text.isprintable() and len(error.text) <= 400)


# Writing and reading


@unhurried
@given(strategies.from_client)
def test_what_a_client_writes_is_read_as_it_was(message: FromClient) -> None:
    """Every message of a client survives its bytes."""
    assert CODEC.decode_client(CODEC.pack(message)) == message


@unhurried
@given(strategies.from_server)
def test_what_a_server_writes_is_read_as_it_was(message: FromServer) -> None:
    """Every message of a server survives its bytes."""
    assert CODEC.read_server(CODEC.encode_server(message))[0] == message


@unhurried
@given(strategies.events)
def test_what_a_log_keeps_is_read_as_it_was(event: Event) -> None:
    """Every event survives the bytes of the log, as one of the union of all events."""
    assert CODEC.unpack(ANY_EVENT, CODEC.pack(event)) == event


def test_every_face_is_read_as_the_very_same_card() -> None:
    """Cards stay the one object that stands for their face."""
    read = CODEC.unpack(tuple[Card, ...], CODEC.pack(FACES))
    assert all(card is face for card, face in zip(read, FACES, strict=True))


def test_a_field_at_its_default_is_left_out() -> None:
    """A small message is a small frame."""
    assert to_plain(examples.FROM_CLIENT["open the usual table"]) == {
        "type": "open_table",
        "id": 4,
        "setup": {"game": "chwech", "players": 6, "options": {}, "first_dealer": 0},
    }


@pytest.mark.parametrize(
    "value", [object(), "\ud800", 2**64, [object()]], ids=["an object", "a surrogate", "65 bits", "a list of objects"]
)
def test_what_has_no_bytes_is_our_own_fault(value: object) -> None:
    """A value that cannot be written is refused before anything is sent."""
    with pytest.raises(LocalProtocolError, match="cannot be written"):
        CODEC.pack(value)


# Bytes that are no value


BOMBS = {
    "nothing": (b"", "incomplete input"),
    "half a value": (CODEC.pack(Ping(id=1))[:-1], "incomplete input"),
    "two values": (CODEC.pack(Ping(id=1)) + b"\xc0", "extra data"),
    "a list of four milliards": (b"\xdd\xff\xff\xff\xff", "max_array_len"),
    "a map of four milliards": (b"\xdf\xff\xff\xff\xff", "max_map_len"),
    "a text of four milliards": (b"\xdb\xff\xff\xff\xff", "incomplete input"),
    "bytes": (msgpack.packb(b"bytes"), "max_bin_len"),
    "lists in lists, 16,000 deep": (b"\x91" * 16_000, "nested too deeply"),
    "maps in maps, 8,000 deep": (b"\x81\xa0" * 8_000, "nested too deeply"),
    "a great many empty maps": (b"\xdc\x3f\x00" + b"\x80" * 0x3F00, "max_array_len"),
    "a number as key": (msgpack.packb({1: 2}), "map key"),
    "bytes as key": (b"\x81\xc4\x00\xc0", "texts"),
    "a list as key": (b"\x81\x90\xc0", "map key"),
    "the same key twice": (b"\x82\xa2id\x01\xa2id\x02", "each one once"),
    "an extension": (b"\xd4\x05\x00", "max_ext_len"),
    "an empty extension": (b"\xc7\x00\x05", "no extension types"),
    "a time": (msgpack.packb(msgpack.Timestamp(1)), "max_ext_len"),
    "an empty time": (b"\xc7\x00\xff", "timestamp"),
    "a text that is no UTF-8": (b"\xa2\xff\xfe", "utf-8"),
    "a surrogate as UTF-8": (b"\xa3\xed\xa0\x80", "utf-8"),
    "the byte that is never used": (b"\xc1", "does not use"),
    "a long text": (msgpack.packb("n" * 1025), "max_str_len"),
}


@pytest.mark.parametrize(("data", "reason"), BOMBS.values(), ids=BOMBS)
def test_bytes_that_are_no_value_are_refused(data: bytes, reason: str) -> None:
    """What is not one MessagePack value within the limits breaks the frame, and the sentence says how."""
    error = refusal_of_client(data)
    assert error.code is ErrorCode.INVALID_FRAME
    assert error.text.startswith("the bytes are not one MessagePack value within the limits: ")
    assert reason in error.text


@pytest.mark.no_cover
def test_the_greatest_frame_of_a_hostile_server_costs_little_memory() -> None:
    """A frame full of the smallest maps is refused within some dozens of megabytes."""
    row = b"\xdc" + FROM_SERVER.items.to_bytes(2, "big") + b"\x80" * FROM_SERVER.items
    data = (b"\xdc\x00\x3f" + row * 63)[:SERVER_LIMIT]
    tracemalloc.start()
    with pytest.raises(RemoteProtocolError):
        CODEC.read_server(data)[0]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 40 * 2**20


@unhurried
@given(st.binary(max_size=64))
def test_any_bytes_are_a_message_or_the_one_error(data: bytes) -> None:
    """Garbage raises nothing but what is documented."""
    read_as_anybody(data)


@settings(unhurried, max_examples=300)
@given(st.data())
def test_a_damaged_message_is_a_message_or_the_one_error(data: st.DataObject) -> None:
    """A message with bytes changed, cut out or put in raises nothing but what is documented."""
    message = data.draw(st.sampled_from([*examples.FROM_CLIENT.values(), *examples.FROM_SERVER.values()]))
    damaged = bytearray(CODEC.pack(message))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(damaged)))
        damaged[place : place + data.draw(st.integers(0, 2))] = data.draw(st.binary(max_size=2))
    read_as_anybody(bytes(damaged))


# Values that are no message


SETUP = {"game": "chwech", "players": 6, "options": {}, "first_dealer": 0}
WRONG = {
    "no map": ([], "holds its name as a text under 'type'"),
    "no type": ({"id": 1}, "holds its name as a text under 'type'"),
    "a type that is no text": ({"type": 7}, "holds its name as a text under 'type'"),
    "a type that cannot be hashed": ({"type": []}, "holds its name as a text under 'type'"),
    "another type": ({"type": "jump"}, "there is no message 'jump' here: docs/protocol.md names them all"),
    "a type that is nearly one": ({"type": "hallo"}, "there is no message 'hallo' here: did you mean hello?"),
    "a message of the server": ({"type": "pong", "id": 1}, "there is no message 'pong' here"),
    "a field missing": ({"type": "ping"}, "ping: Object missing required field `id`"),
    "a field unknown": ({"type": "ping", "id": 1, "x": 1}, "ping: Object contains unknown field `x`"),
    "a text for a number": ({"type": "ping", "id": "1"}, "ping: Expected `int`, got `str` - at `$.id`"),
    "a fraction for a number": ({"type": "ping", "id": 1.0}, "Expected `int`, got `float`"),
    "a truth value for a number": ({"type": "ping", "id": True}, "Expected `int`, got `bool`"),
    "an id of nought": ({"type": "ping", "id": 0}, "Expected `int` >= 1"),
    "an id beyond 63 bits": ({"type": "ping", "id": 2**63}, "Expected `int` <= 9223372036854775807"),
    "a seq below nought": ({"type": "continue", "id": 1, "seq": -1}, "Expected `int` >= 0"),
    "a pace of no number": ({"type": "open_table", "id": 1, "setup": SETUP, "pace": float("nan")}, "`$.pace`"),
    "a pace without end": ({"type": "open_table", "id": 1, "setup": SETUP, "pace": float("inf")}, "`$.pace`"),
    "33 players": ({"type": "read_rules", "id": 1, "setup": {**SETUP, "players": 33}}, "<= 32 - at `$.setup.players`"),
    "a dealer far away": ({"type": "read_rules", "id": 1, "setup": {**SETUP, "first_dealer": 99}}, "<= 31"),
    "an option of no kind": ({"type": "read_rules", "id": 1, "setup": {**SETUP, "options": {"a": []}}}, "options"),
    "a huge option": ({"type": "read_rules", "id": 1, "setup": {**SETUP, "options": {"a": 10**7}}}, "<= 1000000"),
    "a long name": ({"type": "hello", "versions": [1, 1], "name": "n" * 65}, "length <= 64 - at `$.name`"),
    "versions of three": ({"type": "hello", "versions": [1, 1, 1]}, "versions"),
    "no such action": (
        {"type": "act", "id": 1, "seq": 1, "action": {"type": "game.peek"}},
        "act: Invalid value 'game.peek' - at `$.action.type`",
    ),
    "an action with more": (
        {"type": "act", "id": 1, "seq": 1, "action": {"type": "game.answer", "said": "-", "card": "QH"}},
        "act: Object contains unknown field `card` - at `$.action`",
    ),
}


@pytest.mark.parametrize(("plain", "reason"), WRONG.values(), ids=WRONG)
def test_a_value_that_is_no_message_is_refused_with_the_place(plain: object, reason: str) -> None:
    """The sentence says what is wrong, and where."""
    error = refusal_of_plain(plain)
    assert error.code is ErrorCode.INVALID_MESSAGE
    assert reason in error.text


@pytest.mark.parametrize(
    ("plain", "number"),
    [
        ({"type": "ping", "id": 7, "x": 1}, 7),
        ({"type": "jump", "id": 7}, 7),
        ({"type": "ping", "id": 0}, None),
        ({"type": "ping", "id": 2**63}, None),
        ({"type": "ping", "id": True}, None),
        ({"type": "ping", "id": "7"}, None),
        ({"type": "ping"}, None),
        ({"id": 7}, None),
    ],
    ids=repr,
)
def test_a_refused_command_is_known_by_its_id_where_it_has_one(plain: object, number: int | None) -> None:
    """Whoever refuses a wrong message can say which command it was."""
    assert refusal_of_plain(plain).id == number


def test_a_sentence_holds_no_control_characters_of_the_peer() -> None:
    """What came in is cleaned and cut before it is shown."""
    error = refusal_of_plain({"type": "ping", "id": 1, "\x1b]0;\u202e" + "x" * 900: 1})
    assert error.text.isprintable()
    assert len(error.text) <= 400


def test_a_client_ignores_what_a_newer_server_adds() -> None:
    """An unknown field of a server is an addition."""
    data = msgpack.packb({"type": "accepted", "id": 1, "seq": 2, "mood": "cheerful"})
    assert CODEC.read_server(data)[0] == Accepted(id=1, seq=2)


def test_a_client_reads_longer_texts_than_a_server() -> None:
    """The rules of a game are longer than anything a client has to say."""
    rules = Rules(id=1, text="n" * 50_000)
    assert CODEC.read_server(CODEC.encode_server(rules))[0] == rules
    assert "max_str_len" in refusal_of_client(CODEC.encode_server(rules)).text


def test_a_plain_value_of_another_type_is_refused() -> None:
    """A log that holds something else says where."""
    with pytest.raises(RemoteProtocolError, match=r"missing required field `dealer`"):
        from_plain(DealSheet, {})


def test_an_unknown_member_of_an_enum_is_refused() -> None:
    """A log of a newer program does not become something else."""

    class Mood(Enum):
        """A closed choice."""

        CALM = "calm"

    with pytest.raises(RemoteProtocolError, match="Invalid enum value 'cross'"):
        from_plain(Mood, "cross")


def test_what_is_an_extension_type_is_plain_for_people_and_programs() -> None:
    """Before it has gone over the wire and after that, in JSON."""
    values = (read_card("10H"), Suit.CLUBS, Rank.ACE, Named(3), Hidden(5))
    plain = ("10H", "C", "A", 3, {"cards": 5})
    assert to_plain(values) == to_plain(tuple(map(atom, values))) == plain
    sent: Any = CODEC.unpack(tuple[Any, ...], CODEC.pack(tuple(map(atom, values))))
    assert sent == values


def test_an_extension_type_that_there_is_not_is_refused() -> None:
    """The sentence says which there are."""
    with pytest.raises(ValueError, match="there is no extension type 9: 1 to 5 are"):
        read_atom(9, b"")


def test_what_is_no_card_is_refused_where_one_stands() -> None:
    """Its form is told."""
    with pytest.raises(RemoteProtocolError, match="a card is written as a text such as QH"):
        CODEC.unpack(OpenDeal, CODEC.pack({"laid": {}, "left": [[7]]}))


def test_the_hands_of_a_deal_are_read_before_and_after_the_wire() -> None:
    """Cards are cards either way."""
    cards = tuple(map(read_card, ("QH", "2C")))
    assert OpenDeal({"hands": (tuple(map(atom, cards)), ())}, ((), ())).dealt == (cards, ())
    assert OpenDeal({"hands": (cards, ())}, ((), ())).dealt == (cards, ())
