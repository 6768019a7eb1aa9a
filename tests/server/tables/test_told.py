"""What viewers are told."""

from msgspec.structs import replace

from protocol.message import Seat
from protocol.tableview import Occupant, TablePhase
from protocol.temper import Temper
from server.tables.projection import happened, table_view
from tests.server.lots import bid, bid_of
from tests.server.tables.desk import Desk


def test_the_view_before_the_game() -> None:
    """While people gather, the view shows who sits where and who may begin, and no game."""
    desk = Desk()
    view = table_view(desk.table, Seat(0))
    assert (view.table, view.seq, view.phase, view.viewer, view.host) == ("bodega", 1, TablePhase.GATHERING, 0, 0)
    assert view.seats == (Occupant("Ann"), None, None)
    assert view.game is None


def test_the_view_in_the_game() -> None:
    """In the game, the view shows it as the viewer's seat may see it, and who is waited for."""
    desk = Desk()
    desk.done(desk.start())
    desk.play_a_deal()
    view = table_view(desk.table, Seat(0))
    assert view.game is not None
    assert view.game.viewer == 0
    assert view.host == 0
    assert view.waits_for == (0,)


def test_who_is_here() -> None:
    """A person whose connection is down is shown as away; a bot is always here."""
    desk = Desk()
    desk.join("ben")
    desk.done(desk.start())
    desk.lose("ben")
    assert table_view(desk.table, None).seats == (
        Occupant("Ann"),
        Occupant("Ben", here=False),
        Occupant("Megan", "plain", temper=Temper.BOLD),
    )
    desk.done(desk.leave("ann"))
    assert table_view(desk.table, None).seats[0] == Occupant("Ann", "plain", away=True)


def test_events_are_told_by_the_game() -> None:
    """What a seat may not know of an event it is not told, nor is a spectator."""
    desk = Desk()
    desk.done(desk.start())
    desk.done(desk.deal())
    done = desk.done(desk.move("ann", bid(2)))
    own, other, nobody = (happened(done.progress.steps, seat)[0] for seat in (Seat(0), Seat(1), None))
    assert bid_of(own.event) == (0, 2)
    assert bid_of(other.event) == bid_of(nobody.event) == (0, None)
    assert own.seq == own.view.seq == desk.table.seq
    assert nobody.view.viewer is None


def test_nobody_is_waited_for_in_passing() -> None:
    """A view that is shown only on the way to the next event of the same record asks nobody to agree."""
    desk = Desk(options={"deals": 2})
    desk.done(desk.start())
    desk.play_a_deal()
    told = happened(desk.steps[-2:], Seat(0))
    assert [message.view.waits_for for message in told] == [(), (0,)]
    passing = replace(desk.table, settled=False)
    assert table_view(passing, Seat(0)).waits_for == ()
