"""A tournament as a value, and every change of it; a refusal is a result.

Which tables a round has is decided and stored before the first of them is opened, so that a server that was killed goes
on where it was.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, groupby, product
from math import ceil, log2
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.kit.deck import derive, shuffle
from protocol import tournaments as wire
from protocol.errors import ErrorCode
from protocol.setup import DAY
from protocol.table import TablePhase
from server.tables.commands import Denied, denied, not_now

BOT: Final = -1  # Stands for a bot among the places of entrants.

LEAST_ENTRANTS: Final = 2

BREAK_SECONDS: Final = 60.0
"""Seconds between two rounds of a live tournament, in which people can have a look at the standings."""


class Entrant(Struct, frozen=True, gc=False):
    """A person who takes part."""

    account: str
    name: str


class Result(Struct, frozen=True, gc=False):
    """How a table has ended, by seat; without totals it was not played to the end."""

    totals: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    sides: tuple[int, ...] = ()

    def against(self, seat: int) -> list[int]:
        """Return the seats that someone plays against: all but their own and those of their side."""
        sides = self.sides or tuple(range(len(self.totals)))
        return [other for other, side in enumerate(sides) if side != sides[seat]]

    def beaten(self, seat: int) -> float:
        """Return how many others did worse; who did as well counts half."""
        # A game may have a winner who has not scored most.
        own, *others = [(one in self.winners, self.totals[one]) for one in (seat, *self.against(seat))]
        return sum(1.0 if own > other else 0.5 if own == other else 0.0 for other in others)

    def margin(self, seat: int) -> float:
        """Return by how much someone scored more than the mean of the others."""
        others = [self.totals[other] for other in self.against(seat)]
        return self.totals[seat] - sum(others) / len(others) if others else 0.0


class Pairing(Struct, frozen=True, gc=False):
    """One table of a round."""

    table: str
    """The code of the table."""
    seats: tuple[int, ...]
    """The place of the entrant in each seat, counted from 0, or ``BOT``."""
    result: Result | None = None
    """How it ended; None while it is played."""

    def people(self) -> list[tuple[int, int]]:
        """Return the seats of people, each with the place of the entrant."""
        return [(seat, place) for seat, place in enumerate(self.seats) if place != BOT]


class Round(Struct, frozen=True, gc=False):
    """One round."""

    tables: tuple[Pairing, ...]
    began_at: float
    """In seconds since 1970."""
    ended_at: float | None = None
    """When the last result came in; None before."""

    def played(self) -> list[tuple[Pairing, Result]]:
        """Return the tables that were played to the end, with their results."""
        return [(one, one.result) for one in self.tables if one.result is not None and one.result.totals]


class TournamentScore(Struct, frozen=True, gc=False, order=True):
    """What someone has, compared in this order."""

    points: float = 0.0
    opponents: float = 0.0
    """The first tie-break: for each round, the mean of the points of the people met, added up."""
    margin: float = 0.0
    """The second tie-break: for each round, one's own total less the mean of the other totals, added up."""


class Tournament(Struct, frozen=True, gc=False, omit_defaults=True):
    """A tournament."""

    number: int
    plan: wire.TournamentPlan
    maker: Entrant
    lot: str
    """A random text that decides who sits where, and in which order equal people are taken."""
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[Round, ...] = ()
    phase: TablePhase = TablePhase.GATHERING
    making: int = 0
    """The id of the command that made it, by which a repetition is recognised."""
    asked: int = 0
    """The checksum of what that command asked for."""

    def takes_part(self, account: str) -> bool:
        """Return True if an account is among the entrants."""
        return any(one.account == account for one in self.entrants)

    def enter(self, who: Entrant) -> "Change":
        """Let a person take part; who does already stays as they are."""
        if self.takes_part(who.account):
            return self
        if self.phase is not TablePhase.GATHERING:
            return not_now("the tournament has begun: watch its tables, or enter another one")
        if len(self.entrants) >= wire.MOST_ENTRANTS:
            return denied(ErrorCode.TOO_MANY, "{n} people take part already, which is the limit", n=wire.MOST_ENTRANTS)
        return replace(self, entrants=(*self.entrants, who))

    def withdraw(self, account: str) -> "Change":
        """Let a person take part no longer."""
        if not self.takes_part(account):
            return self
        if self.phase is not TablePhase.GATHERING:
            return not_now("the tournament has begun: where you do not play, a bot does")
        return replace(self, entrants=tuple(one for one in self.entrants if one.account != account))

    def start(self, account: str) -> "Change":
        """Begin the tournament: nobody can enter or withdraw any more, and the number of rounds is settled.

        One that has begun stays as it is.
        """
        if account != self.maker.account:
            return _NOT_YOURS
        if self.phase is TablePhase.PLAYING:
            return self
        if self.phase is TablePhase.OVER:
            return not_now("the tournament is over: make another one")
        if len(self.entrants) < LEAST_ENTRANTS:
            return not_now("a tournament needs two people: wait until more have entered")
        plan = self.plan
        rounds = plan.rounds or usual_rounds(plan.form, len(self.entrants), plan.setup.players)
        return replace(self, phase=TablePhase.PLAYING, plan=replace(plan, rounds=rounds))

    def call_off(self, account: str) -> "Change":
        """End the tournament before its time; one that is over stays as it is."""
        return replace(self, phase=TablePhase.OVER) if account == self.maker.account else _NOT_YOURS

    def next_round(self, seats: Sequence[Sequence[int]], codes: Sequence[str], now: float) -> "Tournament":
        """Return the tournament with another round, given who sits where and the codes of the tables."""
        tables = tuple(Pairing(code, tuple(places)) for code, places in zip(codes, seats, strict=True))
        return replace(self, rounds=(*self.rounds, Round(tables, now)))

    def collected(self, table: str, result: Result, now: float) -> "Tournament":
        """Return the tournament with the result of a table, if it waits for that; the last result of all ends it."""
        if all(one.table != table for one in self.open_tables()):
            return self
        *before, present = self.rounds
        tables = tuple(replace(one, result=result) if one.table == table else one for one in present.tables)
        ended = all(one.result is not None for one in tables)
        rounds = (*before, replace(present, tables=tables, ended_at=now if ended else None))
        last = ended and len(rounds) >= self.plan.rounds
        return replace(self, rounds=rounds, phase=TablePhase.OVER if last else self.phase)

    def open_tables(self) -> tuple[Pairing, ...]:
        """Return the tables whose result the tournament waits for."""
        if self.phase is not TablePhase.PLAYING or not self.rounds:
            return ()
        return tuple(one for one in self.rounds[-1].tables if one.result is None)

    def round_due(self) -> float | None:
        """Return when the next round begins, in seconds since 1970; None if that is not known yet."""
        if self.phase is not TablePhase.PLAYING:
            return None
        if not self.rounds:
            return 0.0
        ended, live = self.rounds[-1].ended_at, self.plan.clock.seconds < DAY
        return None if ended is None else ended + (BREAK_SECONDS if live else 0.0)

    def deadline(self) -> float | None:
        """Return when bots play on at the tables of the present round, in seconds since 1970; None for never."""
        if not self.plan.days or not self.open_tables():
            return None
        return self.rounds[-1].began_at + self.plan.days * DAY

    def is_done(self, table: str) -> bool:
        """True if all tables of the round of a table are done, or the tournament is over."""
        rounds = (one for one in self.rounds if any(each.table == table for each in one.tables))
        return self.phase is TablePhase.OVER or all(one.ended_at is not None for one in rounds)

    def round_seed(self) -> str:
        """Return the secret text from which all deals of the present round are derived."""
        return derive(f"{self.lot} deals", len(self.rounds), 0).hex()

    def scores(self) -> tuple[TournamentScore, ...]:
        """Return what every entrant has, in the order of entering; a duplicate round counts when it is done."""
        points, margins, met = ([0.0] * len(self.entrants) for _ in range(3))
        played = [(one, *each) for one in self.rounds for each in one.played()]
        for one, table, result in played:
            for seat, who in table.people():
                if not self.plan.duplicate:
                    points[who] += result.beaten(seat)
                    margins[who] += result.margin(seat)
                elif one.ended_at is not None:
                    same = [other.totals[seat] for _table, other in one.played()]
                    points[who] += result.totals[seat] - sum(same) / len(same)
        for _one, table, _result in () if self.plan.duplicate else played:
            for _seat, who in table.people():
                others = [points[other] for _seat, other in table.people() if other != who]
                met[who] += sum(others) / len(others) if others else 0.0
        rounded = ([round(each, 2) for each in column] for column in (points, met, margins))
        return tuple(TournamentScore(*values) for values in zip(*rounded, strict=True))

    def ranked(self) -> Iterator[tuple[int, int, TournamentScore]]:
        """Yield the place in the ranking, the entrant and what they have, the best first; equals share a place."""
        found = self.scores()
        order = sorted(range(len(found)), key=lambda entrant: found[entrant], reverse=True)
        ahead = 0
        for score, group in groupby(order, key=lambda entrant: found[entrant]):
            equal = list(group)
            yield from ((ahead + 1, entrant, score) for entrant in equal)
            ahead += len(equal)

    def entry(self, reader: str) -> wire.TournamentEntry:
        """Return the tournament as a list shows it to an account; the empty account is nobody's."""
        return wire.TournamentEntry(
            number=self.number,
            plan=self.plan,
            phase=self.phase,
            maker=self.maker.name,
            entrants=len(self.entrants),
            round=len(self.rounds),
            entered=self.takes_part(reader),
            yours=self.maker.account == reader,
        )

    def shown(self, id: int, reader: str, number: int = 0) -> wire.TournamentShown:
        """Return the tournament with its standings and the tables of a round; 0, and one to come, mean the last."""
        number = number if 0 < number <= len(self.rounds) else len(self.rounds)
        gathering = self.phase is TablePhase.GATHERING
        places = ((1, who, TournamentScore()) for who in range(len(self.entrants))) if gathering else self.ranked()
        people = ((self.entrants[who], place, score) for place, who, score in places)
        # The last one is that of a bot, whose place is -1.
        names = [*(who.name for who in self.entrants), ""]
        return wire.TournamentShown(
            id=id,
            tournament=self.entry(reader),
            standings=tuple(
                wire.Standing(who.name, place, score.points, score.opponents, score.margin, you=who.account == reader)
                for who, place, score in people
            ),
            round=number,
            tables=tuple(
                wire.TournamentTable(
                    table.table,
                    tuple(names[place] for place in table.seats),
                    table.result.totals if table.result else (),
                    done=table.result is not None,
                )
                for table in (self.rounds[number - 1].tables if number else ())
            ),
            deadline=self.deadline(),
        )


Change = Tournament | Denied
"""What a command makes of a tournament."""

_NOT_YOURS: Final = not_now("only its maker can do that: ask them")


def usual_rounds(form: wire.TournamentForm, entrants: int, seats: int) -> int:
    """Return the number of rounds that suits so many people at tables of so many seats.

    In a league everyone can have met everyone by then; in a Swiss tournament one person can have beaten all others.
    """
    rounds = ceil((entrants - 1) / (seats - 1)) if form is wire.TournamentForm.LEAGUE else max(3, ceil(log2(entrants)))
    return min(rounds, wire.MOST_ROUNDS)


_POINTS: Final = 1
_BOTS: Final = 10**8
_MEETING: Final = 10**12
_ALONE: Final = 10**16

TRIES: Final = 12  # Drawn seatings from which a cheap one is sought, besides the one by rank.
LARGE: Final = 24  # From so many people on, only a quarter of the tries: the server waits for this.

Tables = Sequence[Sequence[int]]
"""The entrants at each table."""


class Costs:
    """What a seating of the next round costs, from what has been: people who have met, or sat alone or with few."""

    def __init__(self, tournament: Tournament, order: Sequence[int], shape: Sequence[int]) -> None:
        """Begin with the entrants in the order of their ranks, and how many of them each table gets."""
        size, swiss = len(order), tournament.plan.form is wire.TournamentForm.SWISS
        self._shape, self._most = shape, max(shape)
        self.meetings = [[0] * size for _one in range(size)]  # How often each entrant has met each other one.
        self._short, self.alone = [0] * size, [0] * size
        """How often each was at a table with fewer people than others had, and without any other person."""
        for one in tournament.rounds:
            present = [[place for _seat, place in table.people()] for table in one.tables]
            for place, group in ((place, people) for people in present for place in people):
                self._short[place] += len(group) < max(map(len, present))
                self.alone[place] += len(group) == 1
                for other in group:
                    self.meetings[place][other] += other != place
        # People of a Swiss tournament are to be near to one another by points. In a duplicate one it is by rank: points
        # there can be so far apart that they weigh more than meetings.
        found = tournament.scores()
        rank = {entrant: -place for place, entrant in enumerate(order)}
        near = rank if tournament.plan.duplicate else {who: score.points for who, score in enumerate(found)}
        self._pairs = [
            [
                # Each further meeting costs more than the one before, so that meetings are spread evenly.
                _MEETING * 2 * self.meetings[one][other]
                + (_POINTS * round(2 * (near[one] - near[other])) ** 2 if swiss else 0)
                for other in range(size)
            ]
            for one in range(size)
        ]

    def of(self, who: int, others: Sequence[int], size: int) -> int:
        """Return the cost of a person with these others at a table of so many people."""
        few = _BOTS * (2 * self._short[who] + 1) if size < self._most else 0
        alone = _ALONE * (2 * self.alone[who] + 1) if size == 1 else 0
        return few + alone + sum(map(self._pairs[who].__getitem__, others))

    def of_all(self, tables: Tables) -> int:
        """Return the cost of a seating: of each person, and of each pair at a table."""
        places = ((table, place, who) for table in tables for place, who in enumerate(table))
        return sum(self.of(who, table[place + 1 :], len(table)) for table, place, who in places)

    def improved(self, order: Sequence[int]) -> Tables:
        """Return a seating that no exchange of two people makes cheaper, found from one by the given order."""
        people = iter(order)
        tables = [[next(people) for _one in range(size)] for size in self._shape]
        exchanges = [
            (here, there, place, other)
            for here, there in combinations(tables, 2)
            for place, other in product(range(len(here)), range(len(there)))
        ]
        cheaper = True
        while cheaper:
            cheaper = False
            for here, there, place, other in exchanges:
                one, two = here[place], there[other]
                with_one, with_two = here[:place] + here[place + 1 :], there[:other] + there[other + 1 :]
                now = self.of(one, with_one, len(here)) + self.of(two, with_two, len(there))
                if self.of(two, with_one, len(here)) + self.of(one, with_two, len(there)) < now:
                    here[place], there[other], cheaper = two, one, True
        return tables


def sizes(entrants: int, seats: int, least: int = 1) -> tuple[int, ...]:
    """Return how many people are at each table: at as few as can be, none with two people fewer than another."""
    tables = max(least, ceil(entrants / seats))
    return tuple(entrants // tables + (number < entrants % tables) for number in range(tables))


def pair(tournament: Tournament) -> Tables:
    """Return the people at each table of the next round, the table of the leaders first."""
    entrants, number = len(tournament.entrants), len(tournament.rounds) + 1
    found = tournament.scores()
    drawn = [shuffle(derive(tournament.lot, number, place), entrants) for place in range(TRIES + 1)]
    order = sorted(drawn[0], key=lambda entrant: found[entrant], reverse=True)
    shape = sizes(entrants, tournament.plan.setup.players, 2 if tournament.plan.duplicate else 1)
    costs = Costs(tournament, order, shape)
    tries = TRIES if entrants < LARGE else TRIES // 4
    best = min((costs.improved(start) for start in (order, *drawn[1 : tries + 1])), key=costs.of_all)
    return sorted((sorted(table, key=order.index) for table in best), key=lambda table: order.index(table[0]))


def seat(tournament: Tournament, tables: Tables) -> Tables:
    """Return who has each seat of each table, ``BOT`` for a bot; who sits where is drawn."""
    seats, number = tournament.plan.setup.players, len(tournament.rounds) + 1
    seated = []
    for place, people in enumerate(tables, start=1):
        filled = (*people, *(BOT,) * (seats - len(people)))
        seated.append(tuple(filled[who] for who in shuffle(derive(f"{tournament.lot} seats", number, place), seats)))
    return seated
