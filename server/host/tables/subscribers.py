"""The persons connected to one table, and what each has been told: every event once and in order.

The newest connection of an account is the one. Who has no seat watches, and is told what may be known by then. Every
picture that leaves shows the clock as it is at that moment.
"""

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Final

from protocol.errors import ErrorCode
from protocol.messages import Happened, Refused, Seated, TableChanged
from protocol.tableview import TablePhase, TableView
from protocol.talk import Overheard, Said
from protocol.vocabulary import Event, Seat, View
from server.host.limits import HISTORY, WATCHERS
from server.host.session import Session
from server.tables.answers import newest
from server.tables.chairs import seat_of
from server.tables.commands import Denied
from server.tables.projection import (
    PRIVATE,
    Outlook,
    bring_up,
    happened,
    may_watch,
    pass_on,
    past,
    table_view,
    watch_from,
)
from server.tables.seating import GONE
from server.tables.table import WHISPERS, Step, Table

SUPERSEDED: Final = ("superseded", "you have come to this table by another connection")
"""What is said to a connection in whose place another one is."""

AnyTable = Table[Any]
"""A table whose game nobody here looks into."""

AnyStep = Step[Any]
"""An event at such a table."""

News = dict[tuple[int, int, Seat | None], tuple[Happened[Event, View], ...]]
"""What was told to somebody after one event, up to another, by the seat of the reader: worked out once for all."""


class Subscriber:
    """A connection at the table."""

    def __init__(self, session: Session, told: int, overheard: int, *, fresh: bool) -> None:
        """Begin with what is known already."""
        self.session = session
        self.fresh = fresh
        """Whether it has been told nothing of this table yet."""
        self.told = told
        """The number of the last event told."""
        self.overheard = overheard
        """The number of the last line overheard."""


class Subscribers:
    """Places by account."""

    def __init__(self, look: Callable[[AnyTable], AnyTable]) -> None:
        """Begin with nobody; ``look`` gives a table with the present moment."""
        self._look = look
        self._places: dict[str, Subscriber] = {}
        self._history: deque[AnyStep] = deque(maxlen=HISTORY)
        self._outlook: Outlook[Any] | None = None

    def __bool__(self) -> bool:
        """Say whether anybody is there."""
        return bool(self._places)

    def __contains__(self, session: Session) -> bool:
        """Say whether this very connection is there."""
        place = self._places.get(session.account.id)
        return place is not None and place.session is session

    def accounts(self) -> frozenset[str]:
        """Give who is there."""
        return frozenset(self._places)

    def watching(self, table: AnyTable, but: str = "") -> tuple[str, ...]:
        """Give the names of those who watch without a seat, one account left out."""
        places = ((account, place) for account, place in self._places.items() if account != but)
        return tuple(
            sorted(place.session.account.name for account, place in places if seat_of(table.chairs, account) is None)
        )

    def begin(self, table: AnyTable, steps: tuple[AnyStep, ...]) -> None:
        """Take in a table that was folded from its log, and tell everybody what they have missed."""
        self._history.clear()
        self._remember(steps)
        self._outlook = watch_from(steps, table)
        self._tell_all(table)

    def hear(self, table: AnyTable, steps: Iterable[AnyStep]) -> None:
        """Tell what happened, to each as far as they may know it."""
        told = tuple(steps)
        self._remember(told)
        outlook, _ = pass_on(self._seen(table), told)
        self._outlook = bring_up(outlook, table)
        self._tell_all(table)

    def rest(self) -> None:
        """Forget what happened; whoever is there stays, and ``begin`` comes before anything else is told."""
        self._history.clear()
        self._outlook = None

    def enter(self, session: Session, table: AnyTable, since: int | None, overheard: int = 0) -> None:
        """Let a connection in, and tell it what it missed since an event if that is known; ``show`` comes next.

        An older connection of the same account is sent away.
        """
        account = session.account.id
        place = self._places.get(account)
        if place is not None and place.session is session and since is None:
            return
        if place is not None and place.session is not session:
            place.session.part(*SUPERSEDED)
        limit = self._limit(table, account)
        known = since is not None and (not self._history or since + 1 >= self._history[0].table.seq)
        told = min(since, limit) if since is not None and known else limit
        self._places[account] = Subscriber(session, told, overheard, fresh=since is None)

    def show(self, session: Session, table: AnyTable, id: int) -> None:
        """Answer whoever has come to the table."""
        table = self._look(table)
        place = self._places[session.account.id]
        self._tell(place, table, {})
        talk = self._talk(place) if place.fresh else ()
        place.fresh = False
        account = session.account.id
        session.say(Seated(id, self.view(table, account), newest(table.answers, account), talk))
        self._whisper(place, table)

    def overtaken(self, session: Session) -> bool:
        """Say whether another run of a client of the same person is there by now."""
        place = self._places.get(session.account.id)
        return place is not None and place.session is not session and place.session.run != session.run

    def leave(self, session: Session) -> None:
        """Let a connection go."""
        if session in self:
            del self._places[session.account.id]

    def dismiss(self, table: AnyTable, account: str) -> None:
        """Let somebody go whom the host has removed, who is told so in any case."""
        place = self._places.pop(account, None)
        if place is not None and place.told < table.seq:
            place.session.say(*happened(self._steps(place.told, table.seq, self._look(table)), None))

    def see(self, table: AnyTable, but: Session | None = None) -> None:
        """Show the table as it is now; who watches is shown nothing of what is kept back."""
        table = self._look(table)
        before = self._seen(table)
        outlook = self._outlook = bring_up(before, table)
        same = (before.table.present, before.table.watchers) == (outlook.table.present, outlook.table.watchers)
        # All who watch see the same: it is worked out once.
        news: dict[Seat | None, TableChanged[View]] = {}
        for account, place in self._places.items():
            seat = seat_of(table.chairs, account)
            kept = seat is None and (place.told > outlook.table.seq or (same and bool(outlook.held)))
            if place.session is but or kept or not self._may_hear(table, seat):
                continue
            if seat not in news:
                news[seat] = TableChanged(table_view(outlook.table if seat is None else table, seat))
            place.session.say(news[seat])

    def view(self, table: AnyTable, account: str) -> TableView[View]:
        """Give the table as an account may know it."""
        seat = seat_of(table.chairs, account)
        return self.view_of_all(table) if seat is None else table_view(self._look(table), seat)

    def view_of_all(self, table: AnyTable) -> TableView[View]:
        """Give the table as everybody may know it by now."""
        return table_view(bring_up(self._seen(table), self._look(table)).table, None)

    def told(self, session: Session, seq: int) -> int:
        """Give a number as somebody may know it, who may not have been told that much."""
        place = self._places.get(session.account.id)
        return min(seq, place.told) if place is not None else 0

    def ahead(self, table: AnyTable, steps: Iterable[AnyStep] = ()) -> AnyTable:
        """Give the table as those who watch will see it once these events have been told as far as may be."""
        return pass_on(self._seen(table), steps)[0].table

    def refuse(self, session: Session, id: int, denied: Denied, table: AnyTable | None) -> None:
        """Say why not, with the table as it is where the person is there and may have seen another."""
        view, outdated = None, denied.code in (ErrorCode.STALE, ErrorCode.ILLEGAL_ACTION)
        if outdated and table is not None and session in self:
            view = self.view(table, session.account.id)
        session.say(Refused(id, denied.code, denied.text, view))

    def warn(self, text: str) -> None:
        """Say that the server has trouble."""
        for place in self._places.values():
            place.session.say(Refused(None, ErrorCode.SERVER_FAULT, text))

    def _tell_all(self, table: AnyTable) -> None:
        """Tell everybody what they may know and have not been told."""
        news: News = {}
        for place in self._places.values():
            self._tell(place, table, news)
            self._whisper(place, table)

    def _tell(self, place: Subscriber, table: AnyTable, news: News) -> None:
        """Tell somebody what they may know and have not been told."""
        account = place.session.account.id
        seat = seat_of(table.chairs, account)
        limit = self._limit(table, account)
        if not self._may_hear(table, seat):
            return
        if place.told < limit:
            since, place.told = (place.told, limit, seat), limit
            if since not in news:
                news[since] = happened(self._steps(since[0], limit, table), seat)
            # Where that is too long ago, the present state takes its place.
            place.session.say(*(news[since] or [TableChanged(self.view(table, account))]))

    def _whisper(self, place: Subscriber, table: AnyTable) -> None:
        """Tell somebody who watches what others who do have said."""
        seat = seat_of(table.chairs, place.session.account.id)
        lines = tuple(line for line in table.whispers if line.number > place.overheard)
        if lines and seat is None and self._may_hear(table, seat):
            place.overheard = lines[-1].number
            place.session.say(Overheard(lines))

    def _remember(self, steps: Iterable[AnyStep]) -> None:
        """Keep events for those who are told later; by then only the last of them is not over."""
        for step in steps:
            if self._history:
                self._history.append(past(self._history.pop()))
            self._history.append(step)

    def _steps(self, told: int, limit: int, table: AnyTable) -> tuple[AnyStep, ...]:
        """Give the events after one and up to another, the last with the table as it is; none if some are forgotten."""
        steps: list[AnyStep] = []
        for step in reversed(self._history):
            if step.table.seq <= told:
                break
            if step.table.seq <= limit:
                steps.append(Step(step.event, table) if step.table.seq == table.seq else step)
        return tuple(reversed(steps)) if len(steps) == limit - told else ()

    def _talk(self, place: Subscriber) -> tuple[Said, ...]:
        """Give what was said last, as far as somebody may know it, and as far as it is still known."""
        events = (step.event for step in self._history if step.table.seq <= place.told)
        return tuple(event for event in events if isinstance(event, Said))[-WHISPERS:]

    def _limit(self, table: AnyTable, account: str) -> int:
        """Give the number of the last event that somebody may know."""
        return table.seq if seat_of(table.chairs, account) is not None else self._seen(table).table.seq

    def _seen(self, table: AnyTable) -> Outlook[Any]:
        """Give what those who watch may know."""
        return self._outlook or Outlook(table)

    @staticmethod
    def _may_hear(table: AnyTable, seat: Seat | None) -> bool:
        """Say whether somebody who is there may know what happens."""
        return seat is not None or may_watch(table)


CROWDED: Final = Denied(ErrorCode.TOO_MANY, f"there are already {WATCHERS} people watching: come back later")
"""What is said where there is no room for more."""


def not_to_watch(table: Table[Any], others: int) -> Denied | None:
    """Say why nobody more may watch, besides so many others; None where somebody may."""
    if table.closed:
        return GONE
    if not may_watch(table):
        return PRIVATE
    return CROWDED if others >= WATCHERS else None


def not_to_read(table: Table[Any]) -> Denied | None:
    """Say why the table is not shown to everybody; None where it is."""
    if table.closed:
        return GONE
    return PRIVATE if table.phase is TablePhase.PLAYING and not may_watch(table) else None
