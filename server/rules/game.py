"""A game as tables, logs, bots and archives use it: pure functions over a position in a course.

Only ``decide`` refuses, only ``evolve`` moves on, and ``tell`` and ``view`` are the only source of what a player may
know. What is logged are answers and seeds.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from operator import attrgetter
from traceback import extract_tb
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from games.kit import game as kit
from games.kit import pages, records
from games.kit.asking import Ask, AskAny, Choice, text
from games.kit.asking import Shuffle as Shuffling
from games.kit.deck import commitment
from games.kit.options import InvalidSetup
from games.kit.run import Answer as SeatAnswer
from games.kit.run import Order, Run, resume
from games.kit.secrets import Told, heard, own_of, secrets
from games.kit.view import fields_of, packed, sheet_of
from protocol.cards import Card
from protocol.game import Answer, Answered, DealSheet, OpenDeal, Own, Stage, View, seen
from protocol.language import N_, sentence
from protocol.message import Seat
from protocol.seating import Event
from protocol.setup import OptionOffer, Setup
from server.rules.values import (
    Awaits,
    Break,
    Column,
    Figures,
    ForeignEvent,
    IllegalAction,
    Label,
    Lately,
    Over,
    Result,
    Seats,
    Shuffle,
    Tally,
)

BETWEEN: Final = -1
"""The number of answers between two deals."""


_ONE: Final = [Seats(frozenset({Seat(seat)})) for seat in range(10)]
"""What is awaited of a single seat."""


class Course:
    """A game as far as it has been played; it only grows."""

    def __init__(self, run: Run, seeds: Sequence[str | None] = ()) -> None:
        self.run = run
        self.place = place(run)
        """Where the run stands."""

        self.seeds: list[str | None] = []
        """The seed of each deal in hex; None if it is not known."""

        self.commitments: list[str | None] = []
        for seed in seeds:
            self.add_seed(seed)
        self.options = run.game.differing(run.match.options)
        self.sheets: tuple[DealSheet, ...] = ()
        """The sheets of the finished deals as a view has them, made when they are first shown."""

        self.fields: dict[str, Any] = {}
        """The fields that all see alike, as they were shown last: what has not changed stays the same object."""

        self.own: dict[int, tuple[object, Own]] = {}
        """What each seat was shown last of its own, with what that was made from."""

        self.left: list[list[list[Card]]] = []
        """The hands at the end of each deal."""

        self._again: Run | None = None
        """A run that has been played again for an older position: the next one asked is often later in its deal."""

    def add_seed(self, seed: str | None) -> None:
        """Note the seed of the next deal."""
        self.seeds.append(seed)
        self.commitments.append(None if seed is None else commitment(bytes.fromhex(seed)))

    def at(self, deals: int, answers: int) -> Run:
        """Return a run that stands after so many deals and answers."""
        if self.place == (deals, answers):
            return self.run
        again = self._again
        at = place(again) if again is not None else (-1, 0)
        if again is None or at[0] != deals or not (at[1] == answers or BETWEEN < at[1] < answers):
            again = self._again = self._resumed(deals, answers)
        if answers != BETWEEN:
            for seat, choice in self.dealt(deals)[1][len(again.answers) : answers]:
                again.act(seat, choice)
        return again

    def dealt(self, deal: int) -> tuple[Order, list[SeatAnswer]]:
        """Return the order of the pack in a deal, counted from 0, and its answers."""
        past = self.run.past
        return past[deal] if deal < len(past) else (self.run.order, self.run.answers)

    def _resumed(self, deals: int, answers: int) -> Run:
        """Return a new run at the beginning of a deal; between two deals, at the end of the one before."""
        first = deals - (answers == BETWEEN)
        match = self.run.match.before(max(first, 0) + 1)
        if first < 0:
            return Run(match)
        order, given = self.dealt(first)
        run = resume(match, order, given if answers == BETWEEN else ())
        run.past[:0] = self.run.past[:first]
        return run

    def fork(self, deals: int, answers: int) -> "Course":
        """Return a course of its own that goes on from a place in this one."""
        run, self._again = self.at(deals, answers), None
        other = Course(run, self.seeds[: deals + (answers != BETWEEN)])
        other.left = self.left[:deals]
        return other


def place(run: Run) -> tuple[int, int]:
    """Return where a run stands: the number of finished deals, and of the answers of the running one."""
    kind = type(run.asks)
    return len(run.match.sheets), len(run.answers) if kind is Ask or kind is AskAny else BETWEEN


class Position(Struct, frozen=True, gc=False):
    """A place in a course, with what has happened last and what is awaited now."""

    course: Course
    deals: int
    """The number of finished deals."""

    answers: int
    """The number of answers of the running deal; −1 between two deals."""

    told: Sequence[Told]
    awaits: Awaits

    @property
    def run(self) -> Run:
        """A run that stands here; nobody may play on in it."""
        return self.course.at(self.deals, self.answers)

    @property
    def sheets(self) -> Sequence[Any]:
        """The sheets of the finished deals."""
        return self.course.run.match.sheets[: self.deals]


def awaits(run: Run) -> Awaits:
    """Return what a run awaits."""
    asks, match = run.asks, run.match
    if asks is None:
        sides = [match.game.side(match, seat) for seat in range(match.players)]
        chips = tuple(match.game.more(match).get("chips", ()))
        shared = tuple(sides) if len(set(sides)) < match.players else ()
        return Over(Result(match.totals, tuple(map(Seat, match.winners)), shared, chips))
    if isinstance(asks, Shuffling):
        return Shuffle(match.deal)
    if isinstance(asks, Ask):
        return _ONE[asks.seat]
    free = frozenset(map(Seat, asks.free))
    return Seats(frozenset(map(Seat, asks.asked)) | free, free, free if asks.lapsing else frozenset())


def misfit(run: Run, fault: Exception) -> str:
    """Return that the rules do not take what is logged, or have failed, and where; no card may stand in it."""
    places = [f"{frame.name}:{frame.lineno}" for frame in extract_tb(fault.__traceback__) if "games" in frame.filename]
    return sentence(
        N_("the rules of {game}, version {version}, do not take the next answer at {place} ({fault})"),
        game=run.game.name,
        version=run.game.rules,
        place=run.waiting or " > ".join(places),
        fault=type(fault).__name__,
    )


NOT_YOUR_TURN: Final = N_("it is not your turn")
"""Why somebody else's action is refused, marked for translation; people do not count seats."""

NO_DEAL_NOW: Final = "the pack is shuffled only before a deal"
"""Why a shuffle is refused."""

_COUNTED: Final = {"tricks": N_("tricks"), "taken": N_("cards taken up"), "nines": N_("exact multiples of nine")}
"""What is counted besides points, by the field of a sheet; marked for translation."""


class Game:
    """A game. Every function is pure, and raises only the errors it documents."""

    def __init__(self, game: kit.Game[Any]) -> None:
        self._game = game
        self.about: str = game.about
        self.minutes: int = game.minutes
        self.players: tuple[int, ...] = game.players
        self.options: tuple[OptionOffer, ...] = game.options
        self.counted: str = _COUNTED[game.counts]
        self.version: int = game.rules
        caption, noted = game.noted
        told = game.figures or ((self.counted, ".2f", game.counts),)
        self.figures = Figures(
            tuple([Column(title, form, attrgetter(field)) for title, form, field in told]), caption, noted
        )
        """The statistics of a series, of sheets."""

        self._public = Lately(self._seen_by_all)
        self._told: tuple[Position | None, Answered] = (None, Answered())

    # The play

    def start(self, setup: Setup) -> Position:
        """Return the position before the first deal.

        Raises:
            InvalidSetup: the game does not support this number of players, option, value or combination.
        """
        dealer, players = setup.first_dealer, setup.players
        if not 0 <= dealer < players:
            text = sentence(N_("first_dealer: {dealer} is no seat of {players}"), dealer=dealer, players=players)
            raise InvalidSetup(text)
        match = self._game.start(players, setup.options, dealer)
        return self._position(Course(Run(match)), ())

    def _position(self, course: Course, told: Sequence[Told]) -> Position:
        """Return the newest position of a course."""
        course.place = place(course.run)
        return Position(course, *course.place, told, awaits(course.run))

    def awaits(self, state: Position) -> Awaits:
        """Return what the position awaits."""
        return state.awaits

    def legal(self, state: Position, seat: Seat) -> tuple[Answer, ...]:
        """Return every answer that ``decide`` accepts from this seat, once each; none if it is not awaited."""
        return tuple(map(_answer, state.run.legal(seat)))

    def decide(self, state: Position, seat: Seat, action: Answer) -> Answered:
        """Return what happens if a seat acts so, as the log has it.

        Raises:
            IllegalAction: the seat is not awaited, or may not do this.
        """
        run = state.run
        if run.read(seat, action.said) not in run.legal(seat):
            raise IllegalAction(_refusal(run, seat, action.said))
        return Answered(seat, action.said)

    def shuffle(self, state: Position, seed: bytes) -> Answered:
        """Return what happens if the pack is shuffled by 32 random bytes; a duplicate game keeps to its first ones.

        Raises:
            IllegalAction: no shuffle is awaited.
        """
        if not isinstance(state.awaits, Shuffle):
            raise IllegalAction(NO_DEAL_NOW)
        seeds = state.course.seeds
        first = seeds[0] if seeds and self._game.one_seed(state.run.match) else None
        return Answered(seed=first or seed.hex())

    def evolve(self, state: Position, event: Answered) -> Position:
        """Return the position after an event that ``decide`` returned for this one.

        Raises:
            ForeignEvent: the rules do not take it: the log is of other ones.
        """
        course = state.course
        if course.place != (state.deals, state.answers):
            course = course.fork(state.deals, state.answers)
        run = course.run
        try:
            if event.seat is not None and event.said is not None:
                told = run.act(event.seat, run.read(event.seat, event.said))
            else:
                assert event.seed is not None, "a shuffle without its seed"
                told = run.shuffle(self._game.order(run.match, bytes.fromhex(event.seed)))
                course.add_seed(event.seed)
        except Exception as fault:  # whatever the rules raise, this table rests and no other
            raise ForeignEvent(misfit(run, fault)) from fault
        if len(run.match.sheets) > state.deals:
            course.left.append(list(map(list, self._game.held(run.table))))
        return self._position(course, told)

    def fallback(self, state: Position, seat: Seat) -> Answer:
        """Return the legal answer given for an awaited seat that did not act in time.

        It reveals no more about the hand of the seat than any other answer would.
        """
        return Answer(text(state.run.fallback(seat)))

    # What is known to whom

    def tell(self, event: Event, seat: Seat | None, state: Position) -> Event:
        """Return an event as this seat may know it, given the position after it; None is a spectator."""
        if not isinstance(event, Answered):
            return event
        # Nearly always nearly everyone is told the same, which is then made once.
        if self._told[0] is not state:
            self._told = (state, self._heard(event, None, state))
        own = seat is not None and (seat == event.seat or any(to == seat for *_said, to in state.told))
        return self._heard(event, seat, state) if own else self._told[1]

    def _heard(self, event: Answered, seat: Seat | None, state: Position) -> Answered:
        private = self._game.private
        hidden = event.said is not None and event.seat != seat and event.said.startswith(tuple(private))
        told = [heard(one, seat) for one in state.told]
        return Answered(
            event.seat, None if hidden else event.said, tuple([(what, packed(values)) for what, values in told])
        )

    def view(self, state: Position, seat: Seat | None) -> View:
        """Return all that this seat may know of the position; None is a spectator."""
        return self._public(state) if seat is None else seen(self._public(state), self.own(state, seat))

    def own(self, state: Position, seat: Seat) -> Own:
        """Return what this seat may know of the position and others may not."""
        run, kept = state.run, state.course.own
        entries, fields = own_of(run.table, seat) if run.table is not None else ({}, {})
        offer = run.offer(seat)
        prompt, choices = (offer.prompt, tuple(offer.choices)) if offer is not None else ("", ())
        free = tuple(map(Seat, run.asks.free_to(seat))) if isinstance(run.asks, AskAny) and run.asks.lapsing else ()
        known = kept.get(seat)
        if known is not None and not fields and known[0] == (prompt, choices, free, entries):
            return known[1]
        # A hand is a list that the game goes on to change; what is seen of whole fields is made anew each time.
        copies = {name: [*entry] if type(entry) is list else entry for name, entry in entries.items()}
        own = Own(seat, free, prompt, packed(choices), packed(entries), packed(fields))
        kept[seat] = (prompt, choices, free, copies) if not fields else None, own
        return own

    def _seen_by_all(self, state: Position) -> View:
        """Return all that everyone may know of a position."""
        run, awaits, deals = state.run, state.awaits, state.deals
        match, over = run.match, isinstance(awaits, Over)
        stage = Stage.OVER if over else Stage.DEALING if state.answers == BETWEEN else Stage.PLAYING
        return View(
            game=self._game.name,
            players=match.players,
            options=state.course.options,
            first_dealer=Seat(match.first_dealer),
            stage=stage,
            deal=deals if over else deals + 1,
            dealer=Seat(match.sheets[-1].dealer if over else match.dealer),
            asked=tuple(sorted(awaits.asked)),
            free=tuple(map(Seat, run.asks.free_to(None))) if isinstance(run.asks, AskAny) else (),
            fields=self._fields(state),
            sheets=self._sheets(state),
            winners=tuple(map(Seat, match.winners)),
            commitment=state.course.commitments[deals] if stage is Stage.PLAYING else None,
            hands=tuple([self._open(state, number) for number in range(deals)]) if over else (),
            duplicate=bool(self._game.one_seed(match)),
        )

    @staticmethod
    def _fields(state: Position) -> dict[str, Any]:
        """Return what everyone sees of the table; what has not changed is the same object as it was."""
        run, course = state.run, state.course
        fields = fields_of(run.table, secrets(run.table, None)) if run.table is not None else {}
        for name, was in course.fields.items():
            if name in fields and fields[name] == was:
                fields[name] = was
        course.fields = fields
        return fields

    def _sheets(self, state: Position) -> tuple[DealSheet, ...]:
        """Return the sheets; in a game of one seed that is told in the end."""
        course, deals = state.course, state.deals
        whole = bool(self._game.one_seed(course.run.match))
        if len(course.sheets) < deals or (whole and isinstance(state.awaits, Over)):
            seeds = course.seeds if not whole or isinstance(state.awaits, Over) else [None] * deals
            rows = zip(course.run.match.sheets, course.commitments, seeds, strict=False)
            course.sheets = tuple([sheet_of(*row) for row in rows])
        return course.sheets[:deals]

    def _open(self, state: Position, number: int) -> OpenDeal:
        """Return the cards of a deal, counted from 0, each hand in the order of the pack.

        Hands that the layout does not have are in the sheet of the deal; while it is played those are shown that are
        held.
        """
        course = state.course
        match = course.run.match.before(number + 1)
        pack, order = self._game.pack(match), course.dealt(number)[0]
        laid = self._game.shown(self._game.lay(match, [pack[place] for place in order]))
        places = {card: place for place, card in enumerate(pack)}
        left = self._game.held(state.run.table)
        hands = laid.get("hands", left)
        if number < state.deals:
            left, hands = course.left[number], getattr(state.sheets[number], "hands", hands)
        laid["hands"] = [sorted(hand, key=places.__getitem__) for hand in hands]
        return OpenDeal(packed(laid), tuple(map(tuple, left)))

    def reveal(self, state: Position) -> View:
        """Return the complete view of a position, with nothing hidden, as shown for a finished game.

        At the end this equals what a spectator may know.
        """
        seen, table = self.view(state, None), state.run.table
        if table is None or seen.stage is Stage.OVER:
            return seen
        shown_deal = state.deals - (state.answers == BETWEEN)
        # What is repeated at every step is short: the totals, but no seals.
        between = state.answers == BETWEEN
        sheets = seen.sheets if between else tuple([replace(one, commitment=None, seed=None) for one in seen.sheets])
        return replace(seen, fields=fields_of(table), hands=(self._open(state, shown_deal),), sheets=sheets)

    # What is said of it

    def summary(self, state: Position) -> str:
        """Return the progress of the game, in a few words for a list of tables."""
        if isinstance(state.awaits, Over):
            return "over after one deal" if state.deals == 1 else f"over after {state.deals} deals"
        match, number = state.course.run.match, state.deals + 1
        totals, sides = self.totals(state), [self._game.side(match, seat) for seat in range(match.players)]
        if self._game.deals(match):
            return f"deal {number} of {self._game.deals(match)}"
        if goal := self._game.goal(match.before(number)):
            return f"deal {number}, {goal}"
        return f"deal {number}, {':'.join([str(totals[sides.index(side)]) for side in sorted(set(sides))])}"

    def totals(self, state: Position) -> tuple[int, ...]:
        """Return the score of every seat over the finished deals."""
        totals: tuple[int, ...] = (0,) * state.course.run.match.players
        return state.sheets[-1].totals if state.deals else totals

    def breaks(self, event: Event, state: Position) -> Break | None:
        """Return the unit that an event completes, given the position after it; None if there is none."""
        if not isinstance(event, Answered):
            return None
        if state.answers == BETWEEN:
            return Break.DEAL
        return Break.TRICK if any(what in self._game.ends for what, *_values in state.told) else None

    def tallies(self, state: Position) -> tuple[Tally, ...]:
        """Return the statistics of every seat over the finished deals."""
        counted = [getattr(sheet, self._game.counts) for sheet in state.sheets]
        totals = enumerate(self.totals(state))
        return tuple([Tally(len(counted), total, sum(deal[seat] for deal in counted)) for seat, total in totals])

    def marks(self, state: Position, seat: Seat) -> tuple[int, ...]:
        """Return a mark from 0 to 9 of a seat for each finished deal; none in a game that gives no marks."""
        field = self._game.marks
        return tuple([getattr(sheet, field)[seat] for sheet in state.sheets]) if field else ()

    def rules(self, setup: Setup) -> str:
        """Return the rules of exactly this setup in words and tables, as Markdown."""
        self.start(setup)
        return pages.rules(self._game, setup.players, setup.options)

    def record(self, setup: Setup, events: Iterable[Answered], label: Label) -> str:
        """Return the record of a game, made from all its events: one line, without the line end."""
        state = self.start(setup)
        for event in events:
            state = self.evolve(state, event)
        run, seeds = state.course.run, [bytes.fromhex(seed) for seed in state.course.seeds[: state.deals] if seed]
        given = {"names": label.names, "id": label.id, "played_at": label.played_at, "hinted": label.hinted}
        return records.write(run, seeds, **given).decode()

    def replay(self, record: str) -> Iterator[tuple[Answered, Position]]:
        """Yield each event of a recorded game, with nothing hidden, and the position after it.

        Raises:
            RecordFault: the record breaks the rules; what comes before the fault has been yielded by then.
        """
        line, game = record.encode(), self._game
        course: Course | None = None
        for run in records.replay(line, {game.name: game}):
            if course is None:
                said = records.read(line)[0]
                course = Course(run, (said.seed or "").split()[1:] or [None] * len(said.deals))
            else:
                yield self._replayed(course)

    def _replayed(self, course: Course) -> tuple[Answered, Position]:
        """Return the last step of a course that is played again."""
        run = course.run
        state = self._position(course, run.table.told)
        if len(run.match.sheets) > len(course.left):
            course.left.append(list(map(list, self._game.held(run.table))))
        answers = run.past[-1][1] if state.answers == BETWEEN else run.answers
        seat, choice = answers[-1] if answers else (None, None)
        told = tuple([(what, packed(values)) for what, values, _to in state.told])
        return Answered(None if seat is None else Seat(seat), None if choice is None else text(choice), told), state


@lru_cache(maxsize=4096)
def _answer(choice: Choice) -> Answer:
    """Return a choice as it goes over the wire."""
    return Answer(text(choice))


def _refusal(run: Run, seat: Seat, said: str) -> str:
    """Return why an answer is refused, for those who do not know the game: what may be answered."""
    choices = [text(choice) for choice in run.legal(seat)]
    if not choices:
        return NOT_YOUR_TURN
    return sentence(N_("{answer} is not among the answers: {answers}"), answer=said, answers=", ".join(choices))
