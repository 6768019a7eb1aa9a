"""Who may have a hint at a table, and how the seat is marked."""

from protocol.absence import SetAway, SetPause
from protocol.errors import ErrorCode
from protocol.hints import Hint
from protocol.message import Seat
from protocol.setup import Arrangement
from server.tables.commands import Asked
from server.tables.heading import game_entry, heading
from server.tables.log import CHANGES, Hinted
from server.tables.projection import table_view
from server.tables.table import fold
from tests.server.lots import LOTS, bid
from tests.server.tables.asking import asked
from tests.server.tables.desk import Desk

ANN, BEN = Seat(0), Seat(1)


def playing(arrangement: Arrangement | None = None) -> Desk:
    """Give a table where Ann and Ben and a bot bid."""
    desk = Desk(arrangement=arrangement or Arrangement())
    desk.join("ben")
    desk.done(desk.start())
    desk.done(desk.deal())
    return desk


def hint(desk: Desk, account: str = "ann", seq: int | None = None) -> Asked:
    """Give somebody's wish for a hint."""
    return asked(desk.cause(account), Hint, desk.table.seq if seq is None else seq)


def test_the_first_hint_marks_the_seat_for_everybody() -> None:
    """It is written down once; the seat is marked in every view of the table, and no other is."""
    desk = playing()
    seq = desk.table.seq
    assert desk.done(hint(desk)).record.facts == (Hinted(ANN),)
    assert desk.granted(hint(desk)).seq == seq
    for viewer in (ANN, BEN, None):
        seats = table_view(desk.table, viewer).seats
        assert [occupant is not None and occupant.hinted for occupant in seats] == [True, False, False]


def test_the_mark_outlives_the_server() -> None:
    """A table that is folded from its log still has the mark, and its heading and the list of games tell it."""
    desk = playing()
    desk.done(hint(desk, "ben"))
    folded = fold({"lots": LOTS}, desk.log)
    assert folded is not None
    assert folded.table.hinted == {BEN}
    brief = heading(folded.table)
    assert brief.hinted == (BEN,)
    assert game_entry(1, 0.0, brief, "ann").hinted == (BEN,)


def test_a_table_may_forbid_hints() -> None:
    """Where it does, nobody has one and nobody is marked."""
    desk = playing(Arrangement(hints=False))
    denied = desk.denied(hint(desk))
    assert denied.code is ErrorCode.NOT_NOW
    assert denied.text == "this table is played without hints"
    assert not desk.table.hinted


def test_a_hint_is_for_ones_turn() -> None:
    """Before the game, after one has acted and without a seat there is none."""
    desk = Desk()
    desk.join("ben")
    assert "your turn" in desk.denied(hint(desk)).text
    desk.done(desk.start())
    desk.done(desk.deal())
    desk.done(desk.move("ann", bid(1)))
    assert "your turn" in desk.denied(hint(desk)).text
    assert desk.denied(hint(desk, "eve")).code is ErrorCode.NOT_SEATED
    desk.done(hint(desk, "ben"))


def test_a_hint_about_the_past_is_refused() -> None:
    """A hint answers the state that it names: an outdated one is refused as stale."""
    desk = playing()
    assert desk.denied(hint(desk, seq=0)).code is ErrorCode.STALE


def test_no_hints_while_nobody_can_act() -> None:
    """In a pause, and for a person for whom a bot plays, who stays away."""
    desk = playing()
    desk.done(asked(desk.cause("ben"), SetAway, away=True))
    assert "come back first" in desk.denied(hint(desk, "ben")).text
    assert table_view(desk.table, None).seats[BEN].away  # type: ignore[union-attr]  # Ben sits there
    desk.done(asked(desk.cause("ben"), SetAway, away=False))
    desk.done(asked(desk.cause("ann"), SetPause, paused=True))
    desk.done(asked(desk.cause("ben"), SetPause, paused=True))
    assert desk.denied(hint(desk)).code is ErrorCode.NOT_NOW


def test_hints_are_no_changes_of_mind() -> None:
    """A hint does not count towards the limit of changes, and can be had beyond it."""
    desk = playing()
    for _ in range(CHANGES + 1):
        desk.send(hint(desk))
    assert not desk.table.changes.get("ann")
