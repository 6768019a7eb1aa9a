"""The tables of a tournament: they begin at once, go on with nobody there, and come to an end."""

from protocol.absence import Absence, Resign, SetPause, StoodIn
from protocol.codec import Codec
from protocol.errors import ErrorCode
from protocol.message import Seat
from protocol.seating import Began
from protocol.setup import Arrangement, Clock, Setup
from protocol.tableview import TablePhase
from server.host.tables.ledger import record_reader
from server.tables.chairs import Chair, taken
from server.tables.clock import AskSeed, due
from server.tables.commands import CallTime, OfferRematch
from server.tables.heading import heading
from server.tables.log import Opened
from server.tables.opening import Convening, convene, sequel
from server.tables.projection import table_view
from server.tables.table import fold
from tests.server.lots import LOTS
from tests.server.tables.asking import asked
from tests.server.tables.desk import NOW, Desk, stored

OPENED = Opened(
    code="bodega",
    setup=Setup("lots", 3, {"deals": 1}),
    bots=("plain",) * 3,
    account="ann",
    arrangement=Arrangement(Clock(30.0), takeover=False),
    tournament=7,
)

PEOPLE = (Chair("Megan", account="ann"), None, Chair("Ben", account="ben"))
"""A person is called as the first bot would be."""


def a_table() -> Desk:
    """Give a table of a tournament where nobody has come yet."""
    done = convene(LOTS, Convening(OPENED, PEOPLE), NOW)
    desk = Desk()
    desk.table, desk.log, desk.steps = done.progress.table, [done.record], list(done.progress.steps)
    return desk


def test_it_begins_at_once() -> None:
    """Everybody has a seat, a bot has the other under a name of its own, and the game is on, with nobody there."""
    desk = a_table()
    names = [chair.name for _, chair in taken(desk.table.chairs)]
    assert (names[0], names[2], len(set(names))) == ("Megan", "Ben", 3)
    assert [chair.bot for _, chair in taken(desk.table.chairs)] == ["", "plain", ""]
    assert desk.table.phase is TablePhase.PLAYING
    assert isinstance(desk.steps[-1].event, Began)
    assert due(desk.table) == (AskSeed(1),)
    assert heading(desk.table).wake == 0.0


def test_its_log_tells_it() -> None:
    """What is stored makes the same table again."""
    desk = a_table()
    codec = Codec()
    read = record_reader(codec)
    progress = fold({"lots": LOTS}, (read(codec.pack(record)) for record in desk.log))
    assert progress is not None
    assert stored(progress.table) == stored(desk.table)


def test_bots_play_to_the_end_when_time_is_called() -> None:
    """When a round is to end bots play for everybody; once they do, and once the game is over, nothing changes."""
    desk = a_table()
    desk.done(CallTime())
    stood_in = [step.event for step in desk.steps if isinstance(step.event, StoodIn)]
    assert [(event.seat, event.bot, event.why) for event in stood_in] == [
        (0, "plain", Absence.IDLE),
        (2, "plain", Absence.IDLE),
    ]
    desk.granted(CallTime())
    desk.play_a_deal()
    assert desk.table.phase is TablePhase.OVER
    desk.granted(CallTime())


def test_there_is_no_pause() -> None:
    """Others wait for the result, so the game is not paused."""
    desk = a_table()
    desk.join("ann")
    assert desk.denied(asked(desk.cause("ann"), SetPause, paused=True)).code is ErrorCode.NOT_NOW


def test_a_table_that_everybody_leaves_for_good_goes_on() -> None:
    """Bots play on for those who have resigned, to the result that the tournament waits for."""
    desk = a_table()
    for account in ("ann", "ben"):
        desk.join(account)
        desk.done(asked(desk.cause(account), Resign))
    assert not desk.table.closed
    desk.play_a_deal()
    assert desk.table.phase is TablePhase.OVER


def test_a_rematch_is_no_part_of_the_tournament() -> None:
    """Whoever plays once more after the game does so for themselves."""
    desk = a_table()
    desk.join("ann")
    desk.done(CallTime())
    desk.play_a_deal()
    desk.done(OfferRematch(desk.cause("ann"), "amber-river-stone"))
    other = sequel(desk.table)
    assert other is not None
    assert other.opened.tournament == 0
    assert table_view(desk.table, None).tournament
    assert desk.table.chairs[Seat(0)] is not None
