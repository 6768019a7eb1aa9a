"""The log as bytes."""

from protocol.codec import Codec
from server.host.tables.ledger import record_reader
from server.tables.heading import Heading, heading
from server.tables.table import fold
from tests.server.lots import LOTS
from tests.server.tables.desk import Desk, stored


def test_a_log_survives_the_codec() -> None:
    """Every record of a game, packed and unpacked, is the same record, and folds to the same table."""
    codec = Codec()
    desk = Desk(seed="x", bots=("keen",))
    desk.join("ben")
    desk.done(desk.start())
    desk.play_a_deal()
    desk.done(desk.agree("ann"))
    desk.done(desk.leave("ben"))
    packed = [codec.pack(record) for record in desk.log]
    unpacked = list(map(record_reader(codec), packed))
    assert unpacked == desk.log
    folded = fold({"lots": LOTS}, unpacked)
    assert folded is not None
    assert stored(folded.table) == stored(desk.table)


def test_a_closed_table_survives_the_codec() -> None:
    """So does the log of a table that everybody left."""
    codec = Codec()
    desk = Desk()
    desk.done(desk.leave("ann"))
    assert [record_reader(codec)(codec.pack(record)) for record in desk.log] == desk.log


def test_a_heading_survives_the_codec() -> None:
    """A heading, packed and unpacked, is the same heading."""
    codec = Codec()
    desk = Desk()
    desk.done(desk.start())
    brief = heading(desk.table)
    assert codec.unpack(Heading, codec.pack(brief)) == brief
