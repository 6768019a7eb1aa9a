"""What everybody may know of a tournament, as messages have it."""

from protocol.tableview import TablePhase
from protocol.tournaments import Standing, TournamentEntry, TournamentShown, TournamentTable
from server.tournaments.standings import ranked
from server.tournaments.tournament import BOT, Pairing, Tournament, deadline, place_of


def entry(one: Tournament, reader: str) -> TournamentEntry:
    """Return a tournament as a list shows it to an account; the empty account is nobody's."""
    return TournamentEntry(
        number=one.number,
        plan=one.plan,
        phase=one.phase,
        maker=one.maker.name,
        entrants=len(one.entrants),
        round=len(one.rounds),
        entered=place_of(one, reader) is not None,
        yours=one.maker.account == reader,
    )


def shown(id: int, one: Tournament, reader: str, number: int = 0) -> TournamentShown:
    """Return a tournament with its standings and the tables of a round; 0, and a round to come, mean the last."""
    last = len(one.rounds)
    number = number if 0 < number <= last else last
    tables = one.rounds[number - 1].tables if number else ()
    return TournamentShown(
        id=id,
        tournament=entry(one, reader),
        standings=_standings(one, reader),
        round=number,
        tables=tuple(_table(one, table) for table in tables),
        deadline=deadline(one),
    )


def _standings(one: Tournament, reader: str) -> tuple[Standing, ...]:
    if one.phase is TablePhase.GATHERING:
        return tuple(Standing(who.name, 1, 0.0, you=who.account == reader) for who in one.entrants)
    return tuple(
        Standing(
            one.entrants[entrant].name,
            place,
            score.points,
            score.opponents,
            score.margin,
            you=one.entrants[entrant].account == reader,
        )
        for place, entrant, score in ranked(one)
    )


def _table(one: Tournament, table: Pairing) -> TournamentTable:
    names = tuple("" if place == BOT else one.entrants[place].name for place in table.seats)
    result = table.result
    return TournamentTable(table.table, names, result.totals if result else (), done=result is not None)
