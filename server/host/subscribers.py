"""The connections at one table, and what each has been sent: every event once and in order.

Only the newest connection of an account counts. A person without a seat watches, and is sent what spectators may know
by then. Every view that is sent shows the clock as it is at that moment.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import Final

from protocol.errors import ErrorCode
from protocol.game import Answered, Own
from protocol.language import sentence
from protocol.message import Seat
from protocol.messages import FromServer, Happened, Seated, TableChanged, TableShown, refused
from protocol.table import Began, Event, Overheard, Said, TablePhase, TableView, seen
from server.host.limits import HISTORY, LATELY, WATCHERS
from server.host.session import Session
from server.tables import projection
from server.tables.chairs import seat_of, seats_of
from server.tables.commands import Denied, denied
from server.tables.log import newest
from server.tables.seating import GONE
from server.tables.table import WHISPERS, Step, Table

SUPERSEDED: Final = ("superseded", sentence("you have joined this table from another connection"))
Told = Happened | TableChanged
"""What a subscriber is told of the table."""


class Subscriber:
    """A connection at the table."""

    __slots__ = ("_arrival", "fresh", "overheard", "session", "told")

    def __init__(self, session: Session, told: int, overheard: int, *, fresh: bool) -> None:
        self.session = session
        self._arrival = session.arrivals = session.arrivals + 1
        self.fresh = fresh  # True until the connection has been sent the table for the first time.
        self.told = told  # The number of the last event sent.
        self.overheard = overheard  # The number of the last line of spectator talk sent.

    @property
    def current(self) -> bool:
        """True until another table lets the connection in, which leaves this one a moment later."""
        return self._arrival == self.session.arrivals

    def say(self, *messages: FromServer) -> None:
        """Send messages, unless the connection is at another table by now."""
        if self._arrival == self.session.arrivals:
            self.session.say(*messages)


class Subscribers:
    """The subscribers by account."""

    def __init__(
        self, look: Callable[[Table], Table], hidden: Callable[[str], Mapping[str, str]] = lambda _: {}
    ) -> None:
        """Begin with none; ``look`` sets a table's clock to now, ``hidden`` returns whom an account does not hear."""
        self._look = look
        self._hidden = hidden
        self._places: dict[str, Subscriber] = {}
        self._history: list[Step] = []
        self._outlook: projection.Outlook | None = None
        self._seen_last: tuple[Table, TableView] | None = None  # A state of the table with its view for everyone.

    def __bool__(self) -> bool:
        return bool(self._places)

    def __contains__(self, session: Session) -> bool:
        place = self._places.get(session.account.id)
        return place is not None and place.session is session

    def accounts(self) -> frozenset[str]:
        """Return the accounts that are connected."""
        return frozenset(self._places)

    def watching(self, table: Table, but: str = "") -> tuple[str, ...]:
        """Return the names of the spectators, one account left out."""
        places = ((account, place) for account, place in self._places.items() if account != but)
        return tuple(
            sorted(place.session.account.name for account, place in places if seat_of(table.chairs, account) is None)
        )

    def begin(self, table: Table, steps: tuple[Step, ...]) -> None:
        """Take a table that was folded from its log, and send the events that the subscribers have missed."""
        self._history.clear()
        self.hear(table, steps, projection.pass_on(projection.Outlook(table), steps))

    def hear(self, table: Table, steps: tuple[Step, ...], outlook: projection.Outlook) -> None:
        """Send what happened, to each subscriber as far as they may know it; ``outlook`` is what ``ahead`` returned."""
        for step in steps:
            if self._history:
                self._history.append(projection.past(self._history.pop()))
            self._history.append(step)
        self._outlook = projection.bring_up(outlook, table)
        news: dict[tuple[int, int], tuple[Step, ...]] = {}
        seats = seats_of(table.chairs)
        for account, place in self._places.items():
            self._tell(place, table, seats.get(account), news)
            if table.whispers:
                self._whisper(place, table)
        if Began in [type(step.event) for step in steps]:
            # Of the time before the game only the talk is told again, and each step keeps a table.
            before = self._history[: -len(steps)]
            self._history[: -len(steps)] = [step for step in before if isinstance(step.event, Said)]
        del self._history[:-HISTORY]

    def rest(self) -> None:
        """Forget the events; the subscribers stay, and ``begin`` must come before anything else is sent."""
        self._history.clear()
        self._outlook = self._seen_last = None

    def enter(self, session: Session, table: Table, since: int | None, overheard: int = 0) -> None:
        """Add a connection that has seen the events up to ``since``, if given; ``show`` must be called next.

        An older connection of the same account is disconnected.
        """
        account = session.account.id
        place = self._places.get(account)
        if place is not None and place.session is session and since is None:
            return
        if place is not None and place.session is not session and place.current:
            place.session.part(*SUPERSEDED)
        limit = self._limit(table, seat_of(table.chairs, account))
        known = since is not None and (not self._history or since + 1 >= self._history[0].table.seq)
        told = min(since, limit) if since is not None and known else limit
        self._places[account] = Subscriber(session, told, overheard, fresh=not known)

    def show(self, session: Session, table: Table, id: int) -> None:
        """Answer a client that has come to the table."""
        table = self._look(table)
        place = self._places[session.account.id]
        self._tell(place, table, seat_of(table.chairs, session.account.id), {})
        account = session.account.id
        spent = newest(table.answers, account)
        seat = seat_of(table.chairs, account)
        lately = self._lately(place, table, seat) if place.fresh else ()
        place.fresh = False
        view, own = self._shown(table, seat)
        session.say(Seated(id, view, own, spent, lately, table.opened.daily))
        self._whisper(place, table)

    def overtaken(self, session: Session) -> bool:
        """Return True if another run of the client of the same person is at the table by now."""
        place = self._places.get(session.account.id)
        return place is not None and place.session is not session and place.session.run != session.run

    def leave(self, session: Session) -> None:
        """Remove a connection."""
        if session in self:
            del self._places[session.account.id]

    def dismiss(self, table: Table, account: str) -> None:
        """Remove an account that the host of the table has removed, and send it the events up to that."""
        place = self._places.pop(account, None)
        if place is not None and place.told < table.seq:
            place.say(*projection.happened(self._steps(place.told, table.seq, self._look(table)), None))

    def see(self, table: Table, but: Session | None = None) -> None:
        """Send the table as it is now; spectators see nothing that is held back from them."""
        table = self._look(table)
        before = self._seen(table)
        outlook = self._outlook = projection.bring_up(before, table)
        same = (before.table.present, before.table.watchers) == (outlook.table.present, outlook.table.watchers)
        # All spectators see the same, so the view is made once.
        news: dict[Seat | None, TableChanged] = {}
        for account, place in self._places.items():
            seat = seat_of(table.chairs, account)
            kept = seat is None and (place.told > outlook.table.seq or (same and bool(outlook.held)))
            if place.session is but or kept or not self._may_hear(table, seat):
                continue
            if seat not in news:
                shown = outlook.table if seat is None else table
                news[seat] = TableChanged(self._view(shown), shown.state.own(seat))
            place.say(news[seat])

    def view_of_all(self, table: Table) -> TableView:
        """Return the table as everyone may see it by now."""
        return self._view(projection.bring_up(self._seen(table), self._look(table)).table)

    def _view(self, table: Table) -> TableView:
        """Return what everyone may know of a state of the table, made once for all who are told of it."""
        if self._seen_last is None or self._seen_last[0] is not table:
            self._seen_last = table, projection.seen_by_all(table, self._seen_last)
        return self._seen_last[1]

    def _shown(self, table: Table, seat: Seat | None) -> tuple[TableView, Own | None]:
        """Return the table as everyone sees it who is at it, or those who watch, and what is the seat's own."""
        if seat is None:
            return self.view_of_all(table), None
        table = self._look(table)
        return self._view(table), table.state.own(seat)

    def read(self, session: Session, table: Table, id: int) -> None:
        """Answer a client that has asked for the table as everyone may see it."""
        denied = _not_to_read(table)
        if denied is not None:
            self.refuse(session, id, denied, table)
        else:
            session.say(TableShown(id, self.view_of_all(table)))

    def sessions(self) -> tuple[Session, ...]:
        """Return the connections."""
        return tuple(place.session for place in self._places.values() if place.current)

    def lately(self, table: Table, limit: int) -> tuple[Happened, ...]:
        """Return up to ``limit`` of the last events, as everyone who watches may know them by now."""
        seen = self._seen(table).table.seq
        return projection.happened([step for step in self._history if step.table.seq <= seen][-limit:], None)

    def last_answer(self, seats: Container[Seat], seq: int) -> Step | None:
        """Return the last step up to an event in which one of these seats has answered; None if it is not known."""
        known = [step for step in self._history if step.table.seq <= seq and isinstance(step.event, Answered)]
        return next((step for step in reversed(known) if getattr(step.event, "seat", None) in seats), None)

    def told(self, session: Session, seq: int) -> int:
        """Return an event number, lowered to the last event that this person was sent."""
        place = self._places.get(session.account.id)
        return min(seq, place.told) if place is not None else 0

    def ahead(self, table: Table, steps: Iterable[Step] = ()) -> projection.Outlook:
        """Return what spectators will know once they have been sent these events, as far as they may be."""
        return projection.pass_on(self._seen(table), steps)

    def refuse(self, session: Session, id: int, denied: Denied, table: Table | None) -> None:
        """Refuse a command; if the client may have acted on an outdated view, send the present one too."""
        view, outdated = None, denied.code in (ErrorCode.STALE, ErrorCode.ILLEGAL_ACTION)
        if outdated and table is not None and session in self:
            view = seen(*self._shown(table, seat_of(table.chairs, session.account.id)))
        session.answer(refused(id, denied.code, denied.text, view))

    def say_to(self, account: str, message: FromServer) -> None:
        """Send a message to one account, if it is connected."""
        place = self._places.get(account)
        if place is not None:
            place.say(message)

    def warn(self, text: str) -> None:
        """Warn every subscriber that the server has trouble."""
        for place in self._places.values():
            if place.current:
                place.session.refuse(None, ErrorCode.SERVER_FAULT, text)

    def _tell(
        self, place: Subscriber, table: Table, seat: Seat | None, news: dict[tuple[int, int], tuple[Step, ...]]
    ) -> None:
        """Send to one subscriber what they may know and have not been sent; ``news`` are the steps sent to others."""
        limit = table.seq if seat is not None else self._limit(table, seat)
        if place.told >= limit or (seat is None and not projection.may_watch(table)):
            return
        since, place.told = (place.told, limit), limit
        if since not in news:
            news[since] = self._steps(*since, table)
        # If the missed events are no longer kept, the present state takes their place.
        told = projection.happened(news[since], seat, self._view) or (TableChanged(*self._shown(table, seat)),)
        hidden = self._hidden(place.session.account.id)
        place.say(*(_unheard(told, table, hidden) if hidden else told))

    def _whisper(self, place: Subscriber, table: Table) -> None:
        """Send to a spectator what other spectators have said."""
        seat = seat_of(table.chairs, place.session.account.id)
        lines = tuple(line for line in table.whispers if line.number > place.overheard)
        if lines and seat is None and self._may_hear(table, seat):
            place.overheard = lines[-1].number
            names = self._hidden(place.session.account.id).values()
            heard = tuple(line for line in lines if line.name not in names)
            if heard:
                place.say(Overheard(heard))

    def _steps(self, told: int, limit: int, table: Table) -> tuple[Step, ...]:
        """Return the events after ``told`` up to ``limit``, the last with the present table; none if some are lost."""
        if told + 1 == limit == table.seq and self._history and self._history[-1].table.seq == limit:
            # Nearly always, a single event is told as it happens.
            return (Step(self._history[-1].event, table),)
        steps: list[Step] = []
        for step in reversed(self._history):
            if step.table.seq <= told:
                break
            if step.table.seq <= limit:
                steps.append(Step(step.event, table) if step.table.seq == table.seq else step)
        return tuple(reversed(steps)) if len(steps) == limit - told else ()

    def _lately(self, place: Subscriber, table: Table, seat: Seat | None) -> tuple[Event, ...]:
        """Return the last events, and talk before them, that are still known and that this subscriber may know."""
        hidden = self._hidden(place.session.account.id)
        known = [step for step in self._history if step.table.seq <= place.told]
        heard = [step for step in known if not (isinstance(step.event, Said) and _is_hidden(step.event, table, hidden))]
        talk = {step.table.seq for step in [step for step in heard if isinstance(step.event, Said)][-WHISPERS:]}
        late = {step.table.seq for step in heard[-LATELY:]}
        return tuple(projection.told(step, seat) for step in heard if step.table.seq in talk | late)

    def _limit(self, table: Table, seat: Seat | None) -> int:
        """Return the number of the last event that may be known on a seat, or by those who watch."""
        return table.seq if seat is not None else self._seen(table).table.seq

    def _seen(self, table: Table) -> projection.Outlook:
        return self._outlook or projection.Outlook(table)

    @staticmethod
    def _may_hear(table: Table, seat: Seat | None) -> bool:
        return seat is not None or projection.may_watch(table)


def _unheard(told: Iterable[Told], table: Table, hidden: Mapping[str, str]) -> Iterator[Told]:
    """Yield messages without what hidden people say: only the state after it is sent in place of each such event."""
    for message in told:
        event = message.event if isinstance(message, Happened) else None
        unheard = isinstance(event, Said) and _is_hidden(event, table, hidden)
        yield TableChanged(message.view, message.own) if unheard else message


def _is_hidden(said: Said, table: Table, hidden: Mapping[str, str]) -> bool:
    """Return True if a hidden person has said this: players are known by their seats, spectators by name."""
    chair = table.chairs[said.seat] if said.seat is not None else None
    return said.name in hidden.values() or (chair is not None and chair.account in hidden)


CROWDED: Final = denied(
    ErrorCode.TOO_MANY, "{n} people are watching already, which is the limit: come back later", n=WATCHERS
)


def not_to_watch(table: Table, others: int) -> Denied | None:
    """Return why another spectator is refused, given the number of others; None if they may watch."""
    if table.closed:
        return GONE
    if not projection.may_watch(table):
        return projection.PRIVATE
    return CROWDED if others >= WATCHERS else None


def _not_to_read(table: Table) -> Denied | None:
    """Return why the table is not shown to everyone; None if it is."""
    if table.closed:
        return GONE
    return projection.PRIVATE if table.phase is not TablePhase.GATHERING and not projection.may_watch(table) else None
