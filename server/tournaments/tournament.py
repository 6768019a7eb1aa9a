"""A tournament as a value, and every change of it; a refusal is a result.

Which tables a round has is decided and stored before the first of them is opened, so that a server that was killed goes
on where it was.
"""

from collections.abc import Iterator, Sequence
from math import ceil, log2
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from protocol.errors import ErrorCode
from protocol.language import sentence
from protocol.setup import DAY
from protocol.tableview import TablePhase
from protocol.tournaments import MOST_ENTRANTS, MOST_ROUNDS, Form, TournamentPlan
from server.tables.commands import Denied, not_now

BOT: Final = -1
"""Stands for a bot among the places of entrants."""

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


class Pairing(Struct, frozen=True, gc=False):
    """One table of a round."""

    table: str
    """The code of the table."""

    seats: tuple[int, ...]
    """The place of the entrant in each seat, counted from 0, or ``BOT``."""

    result: Result | None = None
    """How it ended; None while it is played."""


class Round(Struct, frozen=True, gc=False):
    """One round."""

    tables: tuple[Pairing, ...]
    began_at: float
    """In seconds since 1970."""

    ended_at: float | None = None
    """When the last result came in; None before."""


class Tournament(Struct, frozen=True, gc=False, omit_defaults=True):
    """A tournament."""

    number: int
    plan: TournamentPlan
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


Change = Tournament | Denied
"""What a command makes of a tournament."""

_BEGUN: Final = not_now(sentence("the tournament has begun: watch its tables, or enter another one"))
_OVER: Final = not_now(sentence("the tournament is over: make another one"))
_NOT_YOURS: Final = not_now(sentence("only who made the tournament can do that: ask them"))


def place_of(tournament: Tournament, account: str) -> int | None:
    """Return the place of an account among the entrants, counted from 0; None if it does not take part."""
    return next((place for place, one in enumerate(tournament.entrants) if one.account == account), None)


def is_live(plan: TournamentPlan) -> bool:
    """True if a move has seconds and no days."""
    return plan.clock.seconds < DAY


def enter(tournament: Tournament, who: Entrant) -> Change:
    """Let a person take part; who does already stays as they are."""
    if place_of(tournament, who.account) is not None:
        return tournament
    if tournament.phase is not TablePhase.GATHERING:
        return _BEGUN
    if len(tournament.entrants) >= MOST_ENTRANTS:
        return Denied(ErrorCode.TOO_MANY, sentence("{n} people take part already, which is the limit", n=MOST_ENTRANTS))
    return replace(tournament, entrants=(*tournament.entrants, who))


def withdraw(tournament: Tournament, account: str) -> Change:
    """Let a person take part no longer."""
    if place_of(tournament, account) is None:
        return tournament
    if tournament.phase is not TablePhase.GATHERING:
        return not_now(sentence("the tournament has begun: where you do not play, a bot does"))
    return replace(tournament, entrants=tuple(one for one in tournament.entrants if one.account != account))


def start(tournament: Tournament, account: str) -> Change:
    """Begin the tournament: nobody can enter or withdraw any more, and the number of rounds is settled.

    One that has begun stays as it is.
    """
    if account != tournament.maker.account:
        return _NOT_YOURS
    if tournament.phase is not TablePhase.GATHERING:
        return tournament if tournament.phase is TablePhase.PLAYING else _OVER
    if len(tournament.entrants) < LEAST_ENTRANTS:
        return not_now(sentence("a tournament needs two people: wait until more have entered"))
    plan = tournament.plan
    rounds = plan.rounds or usual_rounds(plan.form, len(tournament.entrants), plan.setup.players)
    return replace(tournament, phase=TablePhase.PLAYING, plan=replace(plan, rounds=rounds))


def call_off(tournament: Tournament, account: str) -> Change:
    """End the tournament before its time; one that is over stays as it is."""
    if account != tournament.maker.account:
        return _NOT_YOURS
    return replace(tournament, phase=TablePhase.OVER)


def usual_rounds(form: Form, entrants: int, seats: int) -> int:
    """Return the number of rounds that suits so many people at tables of so many seats.

    In a league everybody can have met everybody by then; in a Swiss tournament one person can have beaten all others.
    """
    if form is Form.LEAGUE:
        rounds = ceil((entrants - 1) / (seats - 1))
    else:
        rounds = max(3, ceil(log2(entrants)))
    return min(rounds, MOST_ROUNDS)


def next_round(tournament: Tournament, seats: Sequence[Sequence[int]], codes: Sequence[str], now: float) -> Tournament:
    """Return the tournament with another round, given who sits where and the codes of the tables."""
    tables = tuple(Pairing(code, tuple(places)) for code, places in zip(codes, seats, strict=True))
    return replace(tournament, rounds=(*tournament.rounds, Round(tables, now)))


def collected(tournament: Tournament, table: str, result: Result, now: float) -> Tournament:
    """Return the tournament with the result of a table of the present round; the last result of all ends it."""
    *before, present = tournament.rounds
    tables = tuple(replace(one, result=one.result or result) if one.table == table else one for one in present.tables)
    ended = present.ended_at is None and all(one.result is not None for one in tables)
    rounds = (*before, replace(present, tables=tables, ended_at=now if ended else present.ended_at))
    last = rounds[-1].ended_at is not None and len(rounds) >= tournament.plan.rounds
    return replace(tournament, rounds=rounds, phase=TablePhase.OVER if last else tournament.phase)


def open_tables(tournament: Tournament) -> tuple[Pairing, ...]:
    """Return the tables whose result the tournament waits for."""
    if tournament.phase is not TablePhase.PLAYING or not tournament.rounds:
        return ()
    return tuple(one for one in tournament.rounds[-1].tables if one.result is None)


def round_due(tournament: Tournament) -> float | None:
    """Return when the next round begins, in seconds since 1970; None if that is not known yet."""
    if tournament.phase is not TablePhase.PLAYING:
        return None
    if not tournament.rounds:
        return 0.0
    ended = tournament.rounds[-1].ended_at
    return None if ended is None else ended + (BREAK_SECONDS if is_live(tournament.plan) else 0.0)


def deadline(tournament: Tournament) -> float | None:
    """Return when bots play on at the tables of the present round, in seconds since 1970; None for never."""
    if not tournament.plan.days or not open_tables(tournament):
        return None
    return tournament.rounds[-1].began_at + tournament.plan.days * DAY


def is_done(tournament: Tournament, table: str) -> bool:
    """True if all tables of the round of a table are done, or the tournament is over."""
    rounds = (one for one in tournament.rounds if any(each.table == table for each in one.tables))
    return tournament.phase is TablePhase.OVER or all(one.ended_at is not None for one in rounds)


def games(tournament: Tournament) -> Iterator[Pairing]:
    """Iterate over all tables of all rounds."""
    return (one for each in tournament.rounds for one in each.tables)
