"""What a server's tournaments must satisfy to be plausible."""

from chwech_tui.model.checks import check_code, check_counts, check_dates, check_each_seat, check_times, demand
from protocol.tournaments import TournamentAnswer, TournamentEntry, TournamentShown


def check_tournaments(message: TournamentAnswer) -> None:
    """Raise ``RemoteProtocolError`` for a list, or a tournament, that is absurd."""
    if isinstance(message, TournamentShown):
        _check_shown(message)
    else:
        for entry in message.tournaments:
            _check_entry(entry)


def _check_entry(entry: TournamentEntry) -> None:
    check_counts("tournaments", (entry.number, entry.entrants, entry.round))
    check_times(entry.plan.clock.seconds, entry.plan.clock.bank)


def _check_shown(message: TournamentShown) -> None:
    _check_entry(message.tournament)
    check_dates(message.deadline)
    check_counts("rounds", [message.round])
    for standing in message.standings:
        check_counts("places", [standing.place])
        # Points have halves, so they are checked as times are: finite, and not too large.
        check_times(standing.points, standing.opponents, standing.margin)
    for table in message.tables:
        check_code(table.table)
        demand(table.names, "a table has seats")
        if table.totals:
            check_each_seat("totals", table.totals, len(table.names))
