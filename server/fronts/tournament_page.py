"""Tournaments on a page of text: the list, and one with its standings and tables."""

from typing import Final

from protocol.language import _, pgettext
from protocol.planning import own_state_words, plan_words, seats_words, standing_cells, state_words
from protocol.tableview import TablePhase
from protocol.tournaments import TournamentEntry, Tournaments, TournamentShown
from server.fronts.page import columns, hung, moment, named, settings, together, worded

_NUMBERS: Final = {0, 2, 3, 4}


def list_lines(found: Tournaments) -> list[str]:
    """Return the lines of the list."""
    if not found.tournaments:
        return [_("There is no tournament yet.")]
    headings = (
        pgettext("heading", "No."),
        pgettext("heading", "Tournament"),
        pgettext("heading", "State"),
        pgettext("heading", "Plan"),
    )
    return columns([headings, *map(_row, found.tournaments)], {0})


def _row(one: TournamentEntry) -> tuple[str, ...]:
    state = own_state_words(one)
    return str(one.number), named(one.plan.name), state, _plan(one)


def _plan(one: TournamentEntry) -> str:
    setup = one.plan.setup
    game = _("{game} for {players}", game=worded(setup.game), players=setup.players)
    options = settings({worded(name): value for name, value in setup.options.items()})
    return plan_words(one.plan, f"{game}, {options}" if options else game)


def tournament_lines(found: TournamentShown) -> list[str]:
    """Return the lines of one tournament."""
    one = found.tournament
    title = _(
        "Tournament {number}: {name}, by {maker}", number=one.number, name=named(one.plan.name), maker=named(one.maker)
    )
    lines = [*hung("", title), *hung("", f"{_plan(one)}; {state_words(one)}")]
    if found.deadline is not None:
        lines += hung("", _("After {time} bots play on.", time=moment(found.deadline)))
    return [*lines, *_standing_lines(found), *_table_lines(found)]


def _standing_lines(found: TournamentShown) -> list[str]:
    names = [named(standing.name) for standing in found.standings]
    if found.tournament.phase is TablePhase.GATHERING:
        return ["", *hung("", ", ".join(map(together, names)))] if names else []
    plan = found.tournament.plan
    headings = (
        pgettext("heading", "Place"),
        pgettext("heading", "Player"),
        pgettext("heading", "Points"),
        "" if plan.duplicate else pgettext("heading", "Opponents"),
        "" if plan.duplicate else pgettext("heading", "Margin"),
        "",
    )
    pairs = zip(found.standings, names, strict=True)
    rows = [(*standing_cells(standing, name, plan), "") for standing, name in pairs]
    return ["", *columns([headings, *rows], _NUMBERS)]


def _table_lines(found: TournamentShown) -> list[str]:
    if not found.round:
        return []
    lines = ["", _("Round {round}", round=found.round)]
    for table in found.tables:
        seats = seats_words(table, [together(named(name)) for name in table.names])
        lines += hung(f"  {worded(table.table)}: ", seats)
    return lines
