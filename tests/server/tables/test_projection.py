"""What each viewer is told and shown, spectators with every delay, and hints."""

from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from games.registry import GAMES
from protocol.errors import ErrorCode
from protocol.game import Answered, Stage, Temper
from protocol.message import Seat
from protocol.messages import Act, Begin, Continue, OpenTable
from protocol.setup import Arrangement, Clock, Delay, Setup
from protocol.table import Began, Hint, Occupant, Readied, SetAway, SetPause, TablePhase, TableView
from server.tables.commands import Asked, BotMove, Command, DealCards, Done, Speak
from server.tables.handle import handle
from server.tables.log import Cause, Hinted
from server.tables.projection import Outlook, bring_up, happened, may_watch, pass_on, past, seen_by_all
from server.tables.seating import TableOpening, open_table
from server.tables.table import Step, Table, TableMoment, arrive
from tests.server.lots import bid, bid_of
from tests.server.tables.desk import Desk, asked, table_view


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


def test_a_past_event_keeps_no_answers() -> None:
    """What recognises a repeated command is kept once for the table, and not again with each of its events."""
    desk = Desk()
    desk.done(desk.start())
    assert desk.table.answers
    step = past(Step(Readied(Seat(0), ready=True), desk.table))
    assert not step.table.answers
    assert not step.table.changes
    assert table_view(step.table, None) == table_view(replace(desk.table, settled=False), None)


class Play:
    """A game of Chwech by Ann and five bots, whose every step is kept."""

    def __init__(self, delay: Delay, *, watching: bool = True, seconds: float = 0) -> None:
        """Open the table."""
        arrangement = Arrangement(Clock(seconds), delay=delay, watching=watching)
        setup = Setup("chwech", 4, {"deals": 2})
        wish = TableOpening(
            Cause("ann", 1, "OpenTable"), "Ann", "bodega", OpenTable(1, setup, (), 0.6, "seen", arrangement), b""
        )
        done = open_table(GAMES["chwech"], ("random",), wish, 1000.0)
        self.table: Table = arrive(done.progress.table, "ann")
        self.steps: list[Step] = list(done.progress.steps)
        self.outlook: Outlook = folded(self.steps, self.table)
        self.told: list[Step] = []
        self.late: list[TableView] = []
        self._number = 1
        self._random = Random(5)

    def cause(self) -> Cause:
        """Give the cause of a new command of Ann's."""
        self._number += 1
        return Cause("ann", self._number, "Test", self.table.seq)

    def send(self, command: Command) -> Sequence[Step]:
        """Carry a command out and give what those who watch are told of it."""
        outcome = handle(self.table, command, 1000.0)
        assert isinstance(outcome, Done), outcome
        self.table = outcome.progress.table
        self.steps += outcome.progress.steps
        before, self.outlook = self.outlook, pass_on(self.outlook, outcome.progress.steps)
        told = [step for step in self.steps if before.table.seq < step.table.seq <= self.outlook.table.seq]
        told = [step if step.table.seq == self.table.seq else past(step) for step in told]
        self.told += told
        self.late += [table_view(step.table, None) for step in told if step.table.seq < self.table.seq]
        self.late += [table_view(bring_up(self.outlook, self.table).table, None)] if self.outlook.held else []
        return told

    def next(self) -> Command:
        """Give what the table waits for."""
        if self.table.phase is TablePhase.GATHERING:
            return asked(self.cause(), Begin)
        if not self.table.state.seats:
            return DealCards(b"") if self.table.agreed or not self.table.state.deals else asked(self.cause(), Continue)
        seat = min(self.table.state.seats)
        action = self._random.choice(self.table.state.legal(seat))
        chair = self.table.chairs[seat]
        assert chair is not None
        return BotMove(seat, chair.bot, self.table.seq, action) if chair.bot else asked(self.cause(), Act, action)

    def until(self, what: str, count: int = 1) -> None:
        """Play until this has been told so often."""
        while sum(what in told(step) for step in self.steps) < count:
            self.send(self.next())

    def to_the_end(self) -> None:
        """Play the game."""
        while self.table.phase is not TablePhase.OVER:
            self.send(self.next())


def folded(steps: Sequence[Step], table: Table) -> Outlook:
    """Give the outlook on a table, from all its events since it was opened."""
    return bring_up(pass_on(Outlook(table), steps), table)


def told(step: Step) -> list[str]:
    """Give what has happened, by name."""
    if not isinstance(step.event, Answered):
        return [type(step.event).__name__]
    return [what for what, *_about in step.table.state.told]


def units(steps: Sequence[Step]) -> list[Delay]:
    """Give what each event of the game completes."""
    return [step.table.state.ends(step.event) for step in steps if isinstance(step.event, Answered)]


@pytest.mark.parametrize("delay", list(Delay))
def test_all_is_told_once_and_in_order(delay: Delay) -> None:
    """With every delay those who watch have heard of every event when the game has ended, each in its turn."""
    play = Play(delay)
    play.to_the_end()
    assert [step.event for step in play.told] == [step.event for step in play.steps[1:]]
    assert [step.table.seq for step in play.told] == [step.table.seq for step in play.steps[1:]]
    assert play.outlook.held == ()


@pytest.mark.parametrize(("delay", "ends"), [(Delay.TRICK, (Delay.TRICK, Delay.DEAL)), (Delay.DEAL, (Delay.DEAL,))])
def test_what_is_told_ends_with_a_trick_or_a_deal(delay: Delay, ends: tuple[Delay, ...]) -> None:
    """Whenever something of the game is told, what comes last is the end of a trick, or of a deal."""
    play = Play(delay)
    while play.table.phase is not TablePhase.OVER:
        games = units(play.send(play.next()))
        assert not games or games[-1] in ends
        assert play.outlook.table.seq + len(play.outlook.held) == play.table.seq


@pytest.mark.parametrize(("delay", "unit"), [(Delay.TRICK, Delay.TRICK), (Delay.DEAL, Delay.DEAL)])
def test_a_trick_or_a_deal_is_told_when_the_next_one_is_over(delay: Delay, unit: Delay) -> None:
    """Nobody hears even the last card of it sooner, but where the deal, or the game, is over: then all of it."""
    play = Play(delay)
    while play.table.phase is not TablePhase.OVER:
        ended = [step for step in play.send(play.next()) if units([step]) == [unit]]
        later = [units([step for step in play.steps if step.table.seq > one.table.seq]) for one in ended]
        over = play.table.state.stage is Stage.OVER
        assert all({unit, Delay.DEAL} & {*completed} or over for completed in later)
        assert units(play.steps).count(unit) - units(play.told).count(unit) <= 1
    assert units(play.told).count(unit) > 1


@pytest.mark.parametrize("delay", [Delay.TRICK, Delay.DEAL])
def test_no_clock_runs_in_what_is_told_later(delay: Delay) -> None:
    """Whose time ran then, who was waited for then and who asked for a pause is nothing that goes on now."""
    play = Play(delay, seconds=30)
    play.table = replace(play.table, moment=TableMoment(1000.0, going=True))
    play.to_the_end()
    begun = next(step.table.seq for step in play.steps if "dealt" in told(step))
    late = [view for view in play.late if view.seq >= begun]
    assert {step.table.seq for step in play.steps if table_view(step.table, None).time} & {view.seq for view in late}
    assert not [view for view in late if view.time or view.waits_for or view.pause]


def test_they_see_the_table_as_it_was() -> None:
    """What someone who watches sees is the view that belongs to the last event told, whatever has happened since."""
    play = Play(Delay.DEAL)
    play.until("took")
    began = next(step for step in play.steps if step.event.__class__.__name__ == "Began")
    assert table_view(play.outlook.table, None) == table_view(began.table, None)
    seen = bring_up(play.outlook, replace(play.table, present=frozenset(), watchers=("Eve",))).table
    assert (seen.present, seen.watchers, seen.seq) == (frozenset(), ("Eve",), began.table.seq)


@pytest.mark.parametrize("delay", list(Delay))
def test_the_same_is_known_after_a_crash(delay: Delay) -> None:
    """Whoever folds the log knows what may be told, at every moment of the game."""
    play = Play(delay)
    while play.table.phase is not TablePhase.OVER:
        play.send(play.next())
        known = folded(play.steps, play.table)
        assert known.held == play.outlook.held
        assert known.table.seq == play.outlook.table.seq


def test_talk_is_told_with_what_it_is_about() -> None:
    """What players say while something is kept back is kept back too; otherwise it is told at once."""
    play = Play(Delay.TRICK)
    play.until("dealt")
    assert play.send(Speak(play.cause(), "Ann", "hello")) == []
    play.until("took", 2)
    assert ["Said"] in map(told, play.told)
    while Delay.DEAL not in units(play.steps):
        play.send(play.next())
    assert play.outlook.held == ()
    assert [*map(told, play.send(Speak(play.cause(), "Ann", "well")))] == [["Said"]]


def test_who_may_look_on() -> None:
    """Where a table wants nobody to watch, people may when the game has ended."""
    play = Play(Delay.NONE, watching=False)
    assert not may_watch(play.table)
    play.to_the_end()
    assert may_watch(play.table)
    assert may_watch(Play(Delay.DEAL).table)


def test_nobody_looks_on_where_others_play_the_same_deals() -> None:
    """At a table of a duplicate tournament nobody may watch after the game either."""
    play = Play(Delay.NONE, watching=False)
    play.to_the_end()
    opened = replace(play.table.opened, seed="secret", tournament=1)
    assert not may_watch(replace(play.table, opened=opened))


ANN, BEN = Seat(0), Seat(1)


def playing(arrangement: Arrangement | None = None) -> Desk:
    """Give a table where Ann and Ben and a bot bid."""
    desk = Desk(arrangement=arrangement or Arrangement())
    desk.join("ben")
    desk.done(desk.start())
    desk.done(desk.deal())
    return desk


def hint(desk: Desk, account: str = "ann", seq: int | None = None) -> Asked:
    """Give someone's wish for a hint."""
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


def test_no_hints_while_nobody_can_act() -> None:
    """In a pause, and for a person for whom a bot plays, who stays away."""
    desk = playing()
    desk.done(asked(desk.cause("ben"), SetAway, away=True))
    assert "come back first" in desk.denied(hint(desk, "ben")).text
    assert table_view(desk.table, None).seats[BEN].away
    desk.done(asked(desk.cause("ben"), SetAway, away=False))
    desk.done(asked(desk.cause("ann"), SetPause, paused=True))
    desk.done(asked(desk.cause("ben"), SetPause, paused=True))
    assert desk.denied(hint(desk)).code is ErrorCode.NOT_NOW


def test_a_view_is_made_from_the_one_before() -> None:
    """After an action, only what has changed is made anew, and the view is the same as one made from nothing."""
    desk = Desk()
    desk.done(desk.start())
    desk.done(desk.deal())
    before = desk.table, seen_by_all(desk.table)
    desk.done(desk.move("ann", bid(2)))
    view = seen_by_all(desk.table, before)
    assert view == seen_by_all(desk.table)
    assert view.seats is before[1].seats


def test_what_is_no_answer_is_told_as_it_is() -> None:
    """A deal that begins is told alike to all."""
    state = Desk().table.state
    assert state.tell(Began(), Seat(0)) == Began()
