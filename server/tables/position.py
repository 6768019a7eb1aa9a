"""A game at a table: a position in a course, which is a run of the kit with its seeds.

Only ``decide`` refuses, only ``evolve`` moves on, and ``tell``, ``view`` and ``own`` are the only source of what a
player may know. Everything is pure; what is logged are answers and seeds.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from traceback import extract_tb
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from games.kit import records
from games.kit.asking import Ask, AskAny, Choice, Illegal, text
from games.kit.deck import commitment
from games.kit.game import Game
from games.kit.options import InvalidSetup
from games.kit.run import Answer as SeatAnswer
from games.kit.run import Order, Run, resume
from games.kit.secrets import Told, heard, owned, secrets
from games.kit.view import fields_of, packed, sheet_of, shown, view_of
from protocol.cards import Card
from protocol.game import Answer, Answered, DealSheet, OpenDeal, Own, Stage, View, seen
from protocol.language import N_, sentence
from protocol.message import Seat
from protocol.setup import Delay, Setup
from protocol.table import Event
from server.tables.log import DamagedLog

BETWEEN: Final = -1  # The number of answers between two deals.


class GameCourse:
    """A game as far as it has been played; it only grows."""

    def __init__(self, run: Run, seeds: Sequence[str | None] = ()) -> None:
        self.run = run
        self.place = place(run)  # Where the run stands.
        self.seeds: list[str | None] = []  # The seed of each deal in hex; None if it is not known.

        self.commitments: list[str | None] = []
        for seed in seeds:
            self.add_seed(seed)
        self.sheets: tuple[DealSheet, ...] = ()
        """The sheets of the finished deals as a view has them, made when they are first shown."""

        self.fields: dict[str, tuple[Any, Any]] = {}
        """The fields that all see alike as they were last, each with its form on the wire."""

        self.shown: tuple[Position, View] | None = None  # The position that was shown last, with its view for all.

        self.heard: tuple[Position | None, Answered, Collection[int | None]] = (None, Answered(), ())
        """The position whose event was told last, with that event for most, and the seats that are told more."""

        self.own: dict[int, tuple[object, Own]] = {}
        """What each seat was shown last of its own, with what that was made from."""

        self.owned: Position | None = None  # The position of which each seat was shown its own last.
        self.left: list[list[list[Card]]] = []  # The hands at the end of each deal.

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

    def before(self, deals: int, answers: int) -> Run:
        """Return a run that stands before the last answer that led there."""
        ended = answers == BETWEEN
        return self.at(deals - ended, (len(self.dealt(deals - 1)[1]) if ended else answers) - 1)

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

    def fork(self, deals: int, answers: int) -> "GameCourse":
        """Return a course of its own that goes on from a place in this one."""
        run, self._again = self.at(deals, answers), None
        other = GameCourse(run, self.seeds[: deals + (answers != BETWEEN)])
        other.left = self.left[:deals]
        return other


def place(run: Run) -> tuple[int, int]:
    """Return where a run stands: the number of finished deals, and of the answers of the running one."""
    kind = type(run.asks)
    return len(run.match.sheets), len(run.answers) if kind is Ask or kind is AskAny else BETWEEN


class IllegalAction(Illegal):
    """An action that the rules do not allow now; the text says why."""


NOT_YOUR_TURN: Final = N_("it is not your turn")
"""Why someone else's action is refused, marked for translation; people do not count seats."""

NO_DEAL_NOW: Final = "the pack is shuffled only before a deal"  # Why a shuffle is refused.

_NOBODY: Final = frozenset[Seat]()
_ALONE: Final = [frozenset({Seat(seat)}) for seat in range(10)]  # What is asked of a single seat.


class Position(Struct, frozen=True, gc=False):
    """A place in a course, with what has happened last and who may act now.

    An action stays what it is while others act: one that answers an earlier position is decided in the present one, as
    long as its seat could act all the while.
    """

    course: GameCourse
    deals: int
    """The number of finished deals."""
    answers: int
    """The number of answers of the running deal; −1 between two deals."""
    told: Sequence[Told]
    stage: Stage
    """How far the game has come: while it deals, a shuffle is awaited."""
    seats: frozenset[Seat] = _NOBODY
    """The seats that may act, in any order."""
    asked: frozenset[Seat] = _NOBODY
    """Those of the seats that the game waits for, and whose time runs."""
    bots: frozenset[Seat] = _NOBODY
    """Those of the seats on which a bot acts at once: those that are asked, and those whose right is lost if they wait.
    """

    @property
    def run(self) -> Run:
        """A run that is at this position and must not be advanced."""
        return self.course.at(self.deals, self.answers)

    @property
    def game(self) -> Game[Any]:
        """The game."""
        return self.course.run.game

    @property
    def sheets(self) -> Sequence[Any]:
        """The sheets of the finished deals."""
        return self.course.run.match.sheets[: self.deals]

    # The play

    def legal(self, seat: Seat) -> tuple[Answer, ...]:
        """Return every answer that ``decide`` accepts from this seat, once each; none if it may not act."""
        return tuple(map(_answer, self.run.legal(seat)))

    def decide(self, seat: Seat, action: Answer) -> Answered:
        """Return what happens if a seat acts so, as the log has it; raise ``IllegalAction`` if it may not."""
        run = self.run
        if run.read(seat, action.said) not in run.legal(seat):
            raise IllegalAction(_refusal(run, seat, action.said))
        return Answered(seat, action.said)

    def shuffle(self, seed: bytes) -> Answered:
        """Shuffle by 32 random bytes, and return what happens; raise ``IllegalAction`` if no shuffle is awaited."""
        if self.stage is not Stage.DEALING:
            raise IllegalAction(NO_DEAL_NOW)
        seeds = self.course.seeds
        first = seeds[0] if seeds and self.game.one_seed(self.run.match) else None
        return Answered(seed=first or seed.hex())

    def evolve(self, event: Answered) -> "Position":
        """Return the position after a decided event; raise ``DamagedLog`` if the log is of other rules."""
        course = self.course
        if course.place != (self.deals, self.answers):
            course = course.fork(self.deals, self.answers)
        run = course.run
        try:
            if event.seat is not None and event.said is not None:
                told = run.act(event.seat, run.read(event.seat, event.said))
            else:
                assert event.seed is not None, "a shuffle without its seed"
                told = run.shuffle(self.game.order(run.match, bytes.fromhex(event.seed)))
                course.add_seed(event.seed)
        except Exception as fault:  # whatever the rules raise, this table rests and no other
            raise DamagedLog(misfit(run, fault)) from fault
        return newest(course, told)

    def fallback(self, seat: Seat) -> Answer:
        """Return the legal answer given for an awaited seat that did not act in time.

        It reveals no more about the hand of the seat than any other answer would.
        """
        return Answer(text(self.run.fallback(seat)))

    # What is known to whom

    def tell(self, event: Event, seat: Seat | None) -> Event:
        """Return an event that led here as this seat may know it; None is a spectator."""
        if not isinstance(event, Answered):
            return event
        # Nearly always nearly everyone is told the same, which is then made once.
        known, public, more = self.course.heard
        if known is not self:
            public = self._heard(event, None)
            more = {to for *_said, to in self.told} | ({event.seat} if public.said != event.said else set())
            self.course.heard = (self, public, more)
        return self._heard(event, seat) if seat is not None and seat in more else public

    def _heard(self, event: Answered, seat: Seat | None) -> Answered:
        private = self.game.private
        hidden = event.said is not None and event.seat != seat and event.said.startswith(tuple(private))
        told = [heard(one, seat) for one in self.told]
        return Answered(
            event.seat, None if hidden else event.said, tuple([(what, packed(values)) for what, values in told])
        )

    def view(self, seat: Seat | None) -> View:
        """Return all that this seat may know of the position; None is a spectator."""
        course = self.course
        known = course.shown
        if known is None or known[0] is not self:
            known = course.shown = (self, self._seen_by_all())
        own = self.own(seat)
        return known[1] if own is None else seen(known[1], own)

    def own(self, seat: Seat | None) -> Own | None:
        """Return what this seat may know of the position and others may not; None is a spectator."""
        if seat is None:
            return None
        if self.course.owned is not self:
            self._own_each()
            self.course.owned = self
        return self.course.own[seat][1]

    def _own_each(self) -> None:
        """Work out what each seat may know and others may not: what is as it was last stays the same object."""
        run, kept = self.run, self.course.own
        players = run.match.players
        each = owned(run.table, players) if run.table is not None else [({}, {})] * players
        asks = run.asks
        lapsing = asks if type(asks) is AskAny and asks.lapsing else None
        for seat, (entries, fields) in enumerate(each):
            offer = run.offer(seat) if seat in self.seats else None
            prompt, choices = (offer.prompt, tuple(offer.choices)) if offer is not None else ("", ())
            free = tuple(map(Seat, lapsing.free_to(seat))) if lapsing is not None else ()
            asked = prompt, choices, free
            if not fields and seat in kept and kept[seat][0] == (asked, entries):
                continue
            own = Own(Seat(seat), free, prompt, packed(choices), packed(entries), packed(fields))
            # A hand is a list that the game goes on to change; what is seen of whole fields is made anew each time.
            kept[seat] = (asked, _copy(entries)) if not fields else None, own

    def _seen_by_all(self) -> View:
        run, deals, stage = self.run, self.deals, self.stage
        return view_of(
            run,
            None,
            fields=self._fields(),
            sheets=self._sheets(),
            commitment=self.course.commitments[deals] if stage is Stage.PLAYING else None,
            hands=tuple([self._open(number) for number in range(deals)]) if stage is Stage.OVER else (),
            duplicate=bool(self.game.one_seed(run.match)),
        )

    def _fields(self) -> dict[str, Any]:
        """Return what everyone sees of the table; what has not changed is the same object as it was."""
        table, known = self.run.table, self.course.fields
        if table is None:
            return {}
        kind: Any = type(table)
        alike, unlike = shown(kind)
        hidden, fields = secrets(table, None), {}
        for name in alike + unlike:
            value = hidden[name] if name in hidden else getattr(table, name)
            last = known.get(name)
            if last is None or last[0] != value:
                last = known[name] = _copy(value), packed(value)
            fields[name] = last[1]
        return fields

    def _sheets(self) -> tuple[DealSheet, ...]:
        """Return the sheets; in a game of one seed that is told in the end."""
        course, deals, over = self.course, self.deals, self.stage is Stage.OVER
        whole = bool(self.game.one_seed(course.run.match))
        if len(course.sheets) < deals or (whole and over):
            seeds = course.seeds if not whole or over else [None] * deals
            rows = zip(course.run.match.sheets, course.commitments, seeds, strict=False)
            course.sheets = tuple([sheet_of(*row) for row in rows])
        return course.sheets[:deals]

    def _open(self, number: int) -> OpenDeal:
        """Return the cards of a deal, counted from 0, each hand in the order of the pack.

        Hands that the layout does not have are in the sheet of the deal; while it is played those are shown that are
        held.
        """
        course, game = self.course, self.game
        match = course.run.match.before(number + 1)
        pack, order = game.pack(match), course.dealt(number)[0]
        laid = game.shown(game.lay(match, [pack[place] for place in order]))
        places = {card: place for place, card in enumerate(pack)}
        left = game.held(self.run.table)
        hands = laid.get("hands", left)
        if number < self.deals:
            left, hands = course.left[number], getattr(self.sheets[number], "hands", hands)
        laid["hands"] = [sorted(hand, key=places.__getitem__) for hand in hands]
        return OpenDeal(packed(laid), tuple(map(tuple, left)))

    def reveal(self) -> View:
        """Return the complete view of a position, with nothing hidden, as shown for a finished game.

        At the end this equals what a spectator may know.
        """
        seen, table = self.view(None), self.run.table
        if table is None or seen.stage is Stage.OVER:
            return seen
        # What is repeated at every step is short: the totals, but no seals.
        between = seen.stage is Stage.DEALING
        sheets = seen.sheets if between else tuple([replace(one, commitment=None, seed=None) for one in seen.sheets])
        return replace(seen, fields=fields_of(table), hands=(self._open(self.deals - between),), sheets=sheets)

    # What is said of it

    @property
    def summary(self) -> str:
        """The progress of the game, in a few words for a list of tables."""
        if self.stage is Stage.OVER:
            return "over after one deal" if self.deals == 1 else f"over after {self.deals} deals"
        game, match, number = self.game, self.course.run.match, self.deals + 1
        if game.deals(match):
            return f"deal {number} of {game.deals(match)}"
        if goal := game.goal(match.before(number)):
            return f"deal {number}, {goal}"
        sides = match.sides
        return f"deal {number}, {':'.join([str(self.totals[sides.index(side)]) for side in sorted(set(sides))])}"

    @property
    def totals(self) -> tuple[int, ...]:
        """The score of every seat over the finished deals."""
        totals: tuple[int, ...] = (0,) * self.course.run.match.players
        return self.sheets[-1].totals if self.deals else totals

    @property
    def counts(self) -> tuple[int, ...]:
        """By seat, how many there were of what the game counts besides points."""
        return tuple(map(sum, zip(*[getattr(sheet, self.game.counts) for sheet in self.sheets], strict=True)))

    @property
    def winners(self) -> tuple[Seat, ...]:
        """At the end, the seats that have won; a win can be shared."""
        return tuple(map(Seat, self.run.match.winners))

    @property
    def chips(self) -> tuple[int, ...]:
        """At the end, the chips of every seat once the pool is won; empty if the game is not played for chips."""
        return tuple(self.game.more(self.run.match).get("chips", ()))

    @property
    def sides(self) -> tuple[int, ...]:
        """The side of every seat, from 0, if people play in sides: partners have the same total."""
        match = self.course.run.match
        sides = tuple(match.sides)
        return sides if len(set(sides)) < match.players else ()

    def ends(self, event: Event) -> Delay:
        """Return what an event that led here completes: a deal, a trick or what is nearest to it, or none of these."""
        if not isinstance(event, Answered):
            return Delay.NONE
        if self.answers == BETWEEN:
            return Delay.DEAL
        return Delay.TRICK if any(what in self.game.ends for what, *_values in self.told) else Delay.NONE

    def record(self, names: Sequence[str], id: str, played_at: str | None = None, hinted: Sequence[Seat] = ()) -> str:
        """Return the record of the finished deals as one line, without its end; one of a series has no date."""
        seeds = [bytes.fromhex(seed) for seed in self.course.seeds[: self.deals] if seed]
        return records.write(self.run, seeds, names=names, id=id, played_at=played_at, hinted=hinted).decode()


def first_position(game: Game[Any], setup: Setup) -> Position:
    """Return the position before the first deal; raise ``InvalidSetup`` if the game does not support the setup."""
    dealer, players = setup.first_dealer, setup.players
    if not 0 <= dealer < players:
        text = sentence(N_("first_dealer: {dealer} is no seat of {players}"), dealer=dealer, players=players)
        raise InvalidSetup(text)
    return newest(GameCourse(Run(game.start(players, setup.options, dealer))))


def newest(course: GameCourse, told: Sequence[Told] = ()) -> Position:
    """Return the newest position of a course."""
    run, asks = course.run, course.run.asks
    course.place = deals, answers = place(run)
    if deals > len(course.left):
        course.left.append(list(map(list, run.game.held(run.table))))
    if type(asks) is Ask:
        seats = _ALONE[asks.seat]
        return Position(course, deals, answers, told, Stage.PLAYING, seats, seats, seats)
    if type(asks) is not AskAny:
        return Position(course, deals, answers, told, Stage.OVER if asks is None else Stage.DEALING)
    asked = frozenset(map(Seat, asks.asked))
    seats = asked.union(map(Seat, asks.free))
    return Position(course, deals, answers, told, Stage.PLAYING, seats, asked, seats if asks.lapsing else asked)


def replay(game: Game[Any], record: str) -> Iterator[tuple[Answered, Position]]:
    """Yield each event of a recorded game, with nothing hidden, and the position after it.

    Raises:
        RecordFault: the record breaks the rules; what comes before the fault has been yielded by then.
    """
    line = record.encode()
    course: GameCourse | None = None
    for run in records.replay(line, {game.name: game}):
        if course is None:
            said = records.read(line)[0]
            course = GameCourse(run, (said.seed or "").split()[1:] or [None] * len(said.deals))
            continue
        state = newest(course, run.table.told)
        answers = run.past[-1][1] if state.answers == BETWEEN else run.answers
        seat, choice = answers[-1] if answers else (None, None)
        told = tuple([(what, packed(values)) for what, values, _to in state.told])
        yield Answered(None if seat is None else Seat(seat), None if choice is None else text(choice), told), state


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


def _copy(value: Any) -> Any:  # noqa: ANN401 - a field of any game
    """Return a value of a table as it is now: the game goes on to change its lists and maps."""
    if type(value) is list:
        return [*map(_copy, value)] if list in map(type, value) else value[:]
    return {key: _copy(part) for key, part in value.items()} if type(value) is dict else value


_COUNTED: Final = {"tricks": N_("tricks"), "taken": N_("cards taken up"), "nines": N_("exact multiples of nine")}


def counted(game: Game[Any]) -> str:
    """Return what a game counts besides points, in the plural, marked for translation."""
    return _COUNTED[game.counts]


@lru_cache(maxsize=4096)
def _answer(choice: Choice) -> Answer:
    return Answer(text(choice))


def _refusal(run: Run, seat: Seat, said: str) -> str:
    """Return why an answer is refused, for those who do not know the game: what may be answered."""
    choices = [text(choice) for choice in run.legal(seat)]
    if not choices:
        return NOT_YOUR_TURN
    return sentence(N_("{answer} is not among the answers: {answers}"), answer=said, answers=", ".join(choices))
