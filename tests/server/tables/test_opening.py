"""How tables are opened: by their makers, for a rematch, for a tournament, for the deal of the day."""

import pytest
from msgspec.structs import replace

from games.kit.options import InvalidSetup
from games.registry import GAMES
from protocol.daily import DailyMark
from protocol.errors import ErrorCode
from protocol.message import Seat
from protocol.messages import OpenTable
from protocol.setup import Arrangement, Clock, Setup
from protocol.table import (
    Absence,
    Began,
    FillSeats,
    RematchOffered,
    Removed,
    RemoveSeat,
    Resign,
    SetPause,
    StoodIn,
    TablePhase,
)
from server.tables.chairs import Chair, taken
from server.tables.clock import AskSeed, due
from server.tables.commands import CallTime, Done, OfferRematch, Sit
from server.tables.heading import heading, invites, vacant
from server.tables.log import Cause, Opened, PersonSat
from server.tables.seating import (
    DAILY_GAME,
    NO_REMATCH,
    PERSON,
    DailyOrder,
    Sequel,
    TableOpening,
    convene,
    line_up,
    offer_rematch,
    open_daily,
    open_rematch,
    open_table,
    sequel,
)
from tests.server.lots import LOTS
from tests.server.tables.desk import LEVELS, NOW, Desk, asked, fold, stored, table_view


def wish(setup: Setup, *, seed: str = "", entropy: bytes = bytes(32)) -> TableOpening:
    """Give a wish for a table."""
    return TableOpening(Cause("ann", 1, "OpenTable"), "Ann", "bodega", OpenTable(1, setup, (), 0.5, seed), entropy)


def test_the_maker_sits_on_the_first_seat() -> None:
    """A new table gathers people, and its maker is already there."""
    desk = Desk()
    assert desk.table.phase is TablePhase.GATHERING
    assert desk.table.seq == 1
    assert [chair.name if chair else "" for chair in desk.table.chairs] == ["Ann", "", ""]
    assert [type(fact) for fact in desk.log[0].facts] == [Opened, PersonSat]


def test_the_first_dealer_is_drawn() -> None:
    """Chance says who deals first, whatever the maker asks for."""
    drawn = set()
    for byte in range(30):
        done = open_table(LOTS, LEVELS, wish(Setup("lots", 3), entropy=bytes([byte])), NOW)
        drawn.add(done.progress.table.opened.setup.first_dealer)
    assert drawn == {0, 1, 2}


def test_a_seed_draws_the_same_dealer() -> None:
    """A table with a seed begins the same every time."""
    first, second = (
        open_table(LOTS, LEVELS, wish(Setup("lots", 3), seed="x", entropy=bytes([byte])), NOW) for byte in (0, 1)
    )
    assert first.record == second.record


def test_a_wrong_setup_is_refused() -> None:
    """What the game does not have makes no table."""
    with pytest.raises(InvalidSetup, match="2–4"):
        open_table(LOTS, LEVELS, wish(Setup("lots", 9)), NOW)


def test_bots_are_lined_up() -> None:
    """The last bot named serves for the seats that are left, and none named means the default."""
    assert line_up((), LEVELS, 3) == ("plain", "plain", "plain")
    assert line_up(("keen",), LEVELS, 4) == ("plain", "keen", "keen", "keen")
    assert line_up(("keen", "plain"), LEVELS, 4) == ("plain", "keen", "plain", "plain")
    assert line_up((), LEVELS, 1) == ("plain",)


def test_an_unknown_bot_is_refused() -> None:
    """The refusal names the bots that there are."""
    with pytest.raises(InvalidSetup, match=r"no bot 'wild': choose among plain, keen"):
        line_up(("wild",), LEVELS, 3)


def test_too_many_bots_are_refused() -> None:
    """There are no more bots than other seats."""
    with pytest.raises(InvalidSetup, match="3 bots are too many: besides yourself 2 can sit down"):
        line_up(("keen",) * 3, LEVELS, 3)


def finished(*people: str, players: int = 3, seed: str = "", arrangement: Arrangement | None = None) -> Desk:
    """Give a table at which Ann, these people and bots have played a game of one deal."""
    desk = Desk(players, seed=seed, options={"deals": 1}, arrangement=arrangement or Arrangement())
    for person in people:
        desk.join(person)
    desk.done(desk.start())
    desk.play_a_deal()
    assert desk.table.phase is TablePhase.OVER
    return desk


def again(desk: Desk, account: str = "ann", code: str = "amber-river-stone") -> OfferRematch:
    """Give the wish for another game."""
    return OfferRematch(desk.cause(account), code)


def wanted(desk: Desk) -> Sequel:
    """Give what the rematch is made from."""
    found = sequel(desk.table)
    assert found is not None
    return found


def follow(desk: Desk, account: str) -> Desk:
    """Give the table of the rematch, made by this person, who comes there."""
    done = open_rematch(LOTS, wanted(desk), Cause(account, 50, "Rematch"), NOW)
    other = Desk(first_id=50)
    other.table, other.log, other.steps = done.progress.table, [done.record], list(done.progress.steps)
    other.table = replace(other.table, present=frozenset({account}))
    return other


def names(desk: Desk) -> list[str]:
    """Give who sits where."""
    return [chair.name if chair else "" for chair in desk.table.chairs]


def test_a_rematch_is_offered_to_all() -> None:
    """Whoever asks first gives the words for it, and everyone is told; who asks later agrees."""
    desk = finished("ben")
    assert sequel(desk.table) is None
    desk.done(again(desk))
    assert desk.steps[-1].event == RematchOffered("amber-river-stone", Seat(0))
    assert table_view(desk.table, None).rematch == "amber-river-stone"
    desk.granted(again(desk, "ben", "other-words-here"))
    assert wanted(desk).opened.code == "amber-river-stone"


def test_a_rematch_comes_after_the_game() -> None:
    """Neither before the game nor in it there is another, and strangers cannot ask for it."""
    desk = Desk()
    assert desk.denied(again(desk)).text == "a rematch comes after the game: play this one first"
    desk.done(desk.start())
    assert desk.denied(again(desk)).code is ErrorCode.NOT_NOW
    assert finished().denied(again(desk, "eve")).code is ErrorCode.NOT_SEATED


def test_a_rematch_has_the_same_seats() -> None:
    """Bots sit where they sat, whoever makes the table too, and the seats of the others are kept for them."""
    desk = finished("ben", players=4)
    desk.done(again(desk, "ben"))
    other = follow(desk, "ben")
    assert names(other) == ["", "Ben", "Megan", "Dylan"]
    assert other.table.phase is TablePhase.GATHERING
    view = table_view(other.table, Seat(1))
    assert view.kept == ("Ann", "", "", "")
    assert view.host == 1
    assert view.seats[1] is not None
    assert view.seats[1].ready
    other.table = replace(other.table, present=frozenset({"ann", "ben"}))
    other.done(Sit(other.cause("ann"), "Ann", ready=True))
    assert names(other) == ["Ann", "Ben", "Megan", "Dylan"]
    assert other.steps[-1].event == Began()
    assert other.table.gathering.kept == ()
    progress = fold({"lots": LOTS}, other.log)
    assert progress is not None
    assert stored(progress.table) == stored(other.table)


def test_the_next_one_deals_first() -> None:
    """The first dealer of the rematch sits next to that of the game before, round the table."""
    desk = finished(players=2)
    dealers = []
    for _ in range(3):
        dealers.append(desk.table.opened.setup.first_dealer)
        desk.done(again(desk))
        desk = follow(desk, "ann")
        desk.play_a_deal()
    assert dealers == [0, 1, 0]


def test_a_rematch_is_run_as_the_game_before() -> None:
    """Options, bots, pace and arrangement are the same, the maker is whoever came first, and the deals are others."""
    desk = finished("ben", seed="winter", arrangement=Arrangement(listed=False))
    desk.done(again(desk))
    before, after = desk.table.opened, follow(desk, "ben").table.opened
    assert after.seed not in ("", "winter")
    assert after == replace(before, code="amber-river-stone", account="ben", seed=after.seed, setup=after.setup)
    assert after.setup.options == before.setup.options
    chance = finished()
    chance.done(again(chance))
    assert wanted(chance).opened.seed == ""
    cup = finished(seed="secret")
    cup.table = replace(cup.table, opened=replace(cup.table.opened, tournament=3))
    cup.done(again(cup))
    assert (wanted(cup).opened.seed, wanted(cup).opened.tournament) == ("", 0)


def test_seats_are_kept_for_those_who_are_here() -> None:
    """The seat of someone who has gone is free for anybody; a kept one is not, neither in the list nor to a bot."""
    desk = finished("ben", "cat", players=3)
    desk.lose("cat")
    desk.done(again(desk))
    other = follow(desk, "ann")
    assert table_view(other.table, None).kept == ("", "Ben", "")
    assert vacant(heading(other.table)) == 1
    other.join("dan")
    assert names(other) == ["Ann", "", "Dan"]
    assert not invites(heading(other.table))
    refused = other.denied(other.sit("eve"))
    assert refused.code is ErrorCode.TABLE_FULL
    assert refused.text.startswith("the free seats of that table are kept")
    other.granted(asked(other.cause("ann"), FillSeats))
    other.join("ben")
    assert names(other) == ["Ann", "Ben", "Dan"]


def test_the_host_lets_a_kept_seat_go() -> None:
    """A seat that is kept for someone who does not come can be freed, or given to a bot."""
    desk = finished("ben", "cat")
    desk.done(again(desk))
    other = follow(desk, "ann")
    other.done(asked(other.cause("ann"), RemoveSeat, Seat(1)))
    assert other.steps[-1].event == Removed(Seat(1), "Ben")
    assert other.table.gathering.barred == frozenset()
    other.join("dan")
    assert names(other) == ["Ann", "Dan", ""]
    other.done(asked(other.cause("ann"), FillSeats, Seat(2)))
    assert names(other) == ["Ann", "Dan", "Megan"]
    assert other.denied(other.sit("eve")).code is ErrorCode.TABLE_FULL
    other.join("cat")
    assert names(other) == ["Ann", "Dan", "Cat"]


def test_no_seat_is_kept_for_whoever_was_removed() -> None:
    """They cannot come again, so nobody waits for them."""
    desk = finished("ben")
    desk.done(again(desk))
    other = follow(desk, "ann")
    other.join("ben")
    other.done(asked(other.cause("ann"), RemoveSeat, Seat(1)))
    assert names(other) == ["Ann", "", "Megan"]
    assert table_view(other.table, None).kept == ("", "", "")
    assert isinstance(other.join("cat"), Done)


def test_the_game_begins_without_those_who_do_not_come() -> None:
    """The host need not wait: bots take kept seats too, and whoever comes late takes over their own from the bot."""
    desk = finished("ben", "cat")
    desk.done(again(desk))
    other = follow(desk, "ann")
    other.done(other.start())
    assert other.table.phase is TablePhase.PLAYING
    assert other.table.gathering.kept == ()
    other.join("cat")
    assert "Cat" in names(other)


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
    done = convene(LOTS, OPENED, PEOPLE, NOW)
    desk = Desk()
    desk.table, desk.log, desk.steps = done.progress.table, [done.record], list(done.progress.steps)
    return desk


def test_it_begins_at_once() -> None:
    """Everyone has a seat, a bot has the other under a name of its own, and the game is on, with nobody there."""
    desk = a_table()
    names = [chair.name for _, chair in taken(desk.table.chairs)]
    assert (names[0], names[2], len(set(names))) == ("Megan", "Ben", 3)
    assert [chair.bot for _, chair in taken(desk.table.chairs)] == ["", "plain", ""]
    assert desk.table.phase is TablePhase.PLAYING
    assert isinstance(desk.steps[-1].event, Began)
    assert due(desk.table) == (AskSeed(),)
    assert heading(desk.table).wake == 0.0


def test_bots_play_to_the_end_when_time_is_called() -> None:
    """When a round is to end bots play for everyone; once they do, and once the game is over, nothing changes."""
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


def test_a_deal_of_the_day_has_no_rematch() -> None:
    """It is played once, so an offer of another game is refused whenever it comes."""
    order = DailyOrder("code", "ab" * 32, DailyMark("2026-11-21"), "Megan")
    table = open_daily(GAMES[DAILY_GAME], order, Cause("ann", 1, "PlayDaily"), 0.0).progress.table
    assert offer_rematch(table, PERSON, OfferRematch(Cause("ann", 2, "Rematch"), "other")) == NO_REMATCH
