"""The changes of a view make it up again; what does not fit the view before is refused, or comes without one."""

from random import Random
from typing import Any

import msgpack  # type: ignore[import-untyped]  # it carries no types
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from protocol.cards import Suit, read_card
from protocol.codec import Codec, applied, changes
from protocol.connection import CLIENT_LIMIT, Connection, connection_of_client, connection_of_server, write_frame
from protocol.errors import RemoteProtocolError
from protocol.game import Hidden, Named, Own, Stage, View, atom
from protocol.message import Seat
from protocol.messages import CHANGES, FromServer, Happened, Hello, Interrupted, Pong, Seated, TableChanged, Welcome
from protocol.setup import Setup
from protocol.table import Began, TablePhase, TableView
from tests.protocol import strategies
from tests.protocol.strategies import unhurried

BEFORE = {"seq": 1, "game": {"gone": ["QH"], "legal": []}, "code": "t"}


def test_changes_leave_what_was_there_before_as_it_was() -> None:
    """A new map has the new values; the old one, and all that it holds, is not touched."""
    after = applied(BEFORE, {"seq": 2, "game.": {"gone+": ["7C"], "legal": [1]}}, 4)
    assert after == {"seq": 2, "game": {"gone": ["QH", "7C"], "legal": [1]}, "code": "t"}
    assert applied(BEFORE, {"game.": {"gone#": [[0, "7C"]]}}, 4)["game"] == {"gone": ["7C"], "legal": []}
    assert BEFORE == {"seq": 1, "game": {"gone": ["QH"], "legal": []}, "code": "t"}


@pytest.mark.parametrize(
    "found",
    [
        None,
        [],
        {"seq.": {}},
        {"seq+": []},
        {"game.": 7},
        {"game.": {"gone+": "7C"}},
        {"other.": {"a": 1}},
        {"other+": [1]},
        {"seq#": []},
        {"game.": {"gone#": 1}},
        {"game.": {"gone#": [1]}},
        {"game.": {"gone#": [[1, 1]]}},
        {"game.": {"gone#": [[-1, 1]]}},
        {"game.": {"gone#": [[True, 1]]}},
        {"game.": {"gone+": [0] * 4}},
        {str(number): 0 for number in range(4)},
    ],
    ids=repr,
)
def test_changes_that_do_not_fit_are_refused(found: Any) -> None:  # noqa: ANN401
    """The text says that they do not, and no list or map grows without bound."""
    with pytest.raises(RemoteProtocolError, match="the changes of a view do not fit it"):
        applied(BEFORE, found, 4)


def test_what_differs_and_is_equal_is_no_change() -> None:
    """A part that is another object and has the same value is left out, alone and beside one that changes."""
    was = {"code": str(b"table", "ascii"), "gone": {"a": 1000 * 1000, "b": 1}}
    now = {"code": "table", "gone": {"a": 1000000, "b": 2}}
    assert changes(was, now) == {"gone.": {"b": 2}}


def test_a_table_that_changes_is_told_by_its_changes() -> None:
    """Nothing happened in the game: the message has no event and no number of its own. All seats are told the same."""
    shown = TableView("hilove", 1, Setup("chwech", 4), TablePhase.GATHERING, (None,) * 4)
    codec, now = Codec(), replace(shown, seq=2)
    for own in (None, Own(Seat(0)), Own(Seat(1))):
        sent = codec.encode_server(TableChanged(now, own), TableChanged(shown, own))
        assert msgpack.unpackb(sent) == {"type": "table_changed", "changes": {"seq": 2}}


def test_another_table_is_told_whole() -> None:
    """What a connection has been shown of one says nothing of the next."""
    shown = TableView("hilove", 1, Setup("chwech", 4), TablePhase.GATHERING, (None,) * 4)
    other = replace(shown, table="lovehi")
    sent = msgpack.unpackb(Codec().encode_server(TableChanged(other), TableChanged(shown)))
    assert sent["view"]["table"] == "lovehi"


def test_a_view_of_a_game_says_who_holds_what() -> None:
    """The viewer's cards, how many everyone has, and whose turn it is, if it is that of one."""
    queen = read_card("QH")
    view = View(
        game="toy",
        players=2,
        viewer=Seat(0),
        stage=Stage.PLAYING,
        deal=1,
        dealer=None,
        fields={"hands": ((queen,), atom(Hidden(2)))},
        asked=(Seat(1),),
        choices=(("bury ", queen), Suit.HEARTS, atom(Named(1))),
    )
    assert (view.hand, view.turn, view.left) == ((queen,), 1, ())
    assert [answer.said for answer in view.legal] == ["bury QH", "H", "1"]
    assert [(one.cards, one.total) for one in view.seats] == [(1, 0), (2, 0)]
    over = replace(view, stage=Stage.OVER, asked=(Seat(0), Seat(1)), fields={"hands": ((queen,), ())})
    assert (over.hand, over.turn, over.left) == ((), None, ((queen,), ()))


def test_changes_without_a_view_before_them_are_refused() -> None:
    """A client that has seen no view on this connection, or could not read the last one, does not guess."""
    codec = Codec()
    data = codec.pack({"type": "table_changed", "changes": {"seq": 2}})
    with pytest.raises(RemoteProtocolError, match="nothing that could change was there before"):
        codec.read_server(data, None)


@pytest.mark.no_cover
@unhurried
@given(strategies.tables, st.builds(Random, st.integers(0, 2**32)))
def test_a_client_that_is_told_changes_has_the_whole_views(tables: list[TableView], random: Random) -> None:
    """Whatever views of two tables follow one another, in whatever messages, and whatever comes between them."""
    codec = Codec()
    client: Connection[Any, Any] = connection_of_client(codec)
    server: Connection[Any, Any] = connection_of_server(codec)

    def brings(*messages: FromServer | Hello) -> None:
        for message in messages:
            speaker, hearer = (client, server) if isinstance(message, Hello) else (server, client)
            hearer.receive_data(speaker.send(message))
            assert hearer.next_message() == message

    greeting = (Hello((1, 1), features=(CHANGES,)), Welcome(1, "test", "Megan", ()))
    brings(*greeting)
    shown = tables[0]
    for table in tables:
        shown = mixed(random, shown, table)
        view = replace(shown, table=random.choice("aaab"))
        showing = (TableChanged(view), Happened(view.seq, Began(), view), Seated(1, view))
        between = ((), (), (Pong(1),), (Interrupted("wait"), *greeting), None)[random.randrange(5)]
        brings(random.choice(showing), *between or ())
        if between is None:
            server.receive_data(write_frame(b"\xc0", CLIENT_LIMIT))
            with pytest.raises(RemoteProtocolError, match="a message is a map"):
                server.next_message()


def mixed(random: Random, one: Any, other: Any) -> Any:  # noqa: ANN401
    """Give a value that is one of two, or has something of each, down to its smallest parts."""
    if one is other or random.random() < 0.5:
        return random.choice((one, other))
    if isinstance(one, Struct) and type(one) is type(other):
        parts = {name: mixed(random, getattr(one, name), getattr(other, name)) for name in one.__struct_fields__}
        return replace(one, **parts)
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return {name: mixed(random, value, other[name]) for name, value in one.items()}
    if isinstance(one, tuple) and isinstance(other, tuple):
        both = [mixed(random, *pair) for pair in zip(one, other, strict=False)]
        return (*both, *random.choice((one, other))[len(both) :])
    return random.choice((one, other))


@pytest.mark.parametrize("own", [Own(Seat(4), entries={"hands": ("QH",)}), Own(Seat(0), entries={"bids": 1})])
def test_what_is_of_another_table_than_the_view_is_refused(own: Own) -> None:
    """An entry of a seat that the view does not have, or of a list that it does not have, is put nowhere."""
    game = View(
        game="toy", players=2, stage=Stage.PLAYING, deal=1, dealer=None, fields={"hands": (atom(Hidden(1)),) * 2}
    )
    view = TableView("hilove", 1, Setup("toy", 2), TablePhase.PLAYING, (None,) * 2, game=game)
    codec = Codec()
    with pytest.raises(RemoteProtocolError, match=rf"own: {next(iter(own.entries))} has no entry of seat {own.viewer}"):
        codec.read_server(codec.encode_server(Seated(1, view, own)))[0]
