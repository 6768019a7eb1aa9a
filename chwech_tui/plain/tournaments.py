"""Tournaments by words: the list, one with its standings and tables, and taking part; pure."""

from datetime import UTC, datetime

from chwech_tui.describe import as_sentence
from chwech_tui.model.people import shown_name
from chwech_tui.plain.command import Typed
from chwech_tui.plain.home import table_words
from chwech_tui.plain.lexicon import english
from chwech_tui.plain.state import Reply, State, paged, tell
from protocol.language import _
from protocol.planning import InvalidPlan, own_state_words, plan_words, points_words, read_request, seats_words
from protocol.tableview import TablePhase
from protocol.text import clean_text
from protocol.tournaments import Standing, TournamentEntry, TournamentPlan, Tournaments, TournamentShown


def tournament(state: State, typed: Typed) -> Reply:
    """Ask for the tournaments, for one, or for whatever else the words say."""
    if state.remote is None or state.welcome is None:
        return tell(state, _("You play on this machine alone: tournaments are on servers."))
    first, *rest = typed.text.split() or [""]
    words = [english(first.lower()), *rest] if first else rest
    try:
        return Reply(state, sent=(read_request(words, state.welcome.games),))
    except InvalidPlan as problem:
        return tell(state, as_sentence(str(problem)))


def listed(state: State, news: Tournaments) -> Reply:
    """Tell the tournaments."""
    lines = (f"{one.number}. {_entry_line(one)}" for one in news.tournaments)
    ways = _("tournament NUMBER tells one, tournament enter NUMBER takes part.")
    return paged(state, (*lines, ways) if news.tournaments else (_("There is no tournament yet."),))


def _entry_line(one: TournamentEntry) -> str:
    name, plan = shown_name(one.plan.name), plan_words(one.plan, table_words(one.plan.setup))
    state = own_state_words(one)
    return as_sentence(f"{name}: {plan}; {state}")


def shown(state: State, news: TournamentShown) -> Reply:
    """Tell one tournament: its state, its standings, and its tables with their codes."""
    one = news.tournament
    lines = [_entry_line(one)]
    if news.deadline is not None:
        lines.append(_("After {time} bots play on.", time=_moment(news.deadline)))
    if one.phase is TablePhase.GATHERING:
        names = ", ".join(shown_name(standing.name) for standing in news.standings)
        lines += [as_sentence(names)] if names else []
    else:
        lines += [_standing_line(standing, one.plan) for standing in news.standings]
        lines += [_("Round {round}", round=news.round) + ":"] if news.round else []
        for table in news.tables:
            seats = seats_words(table, [shown_name(name) for name in table.names])
            lines.append(f"{clean_text(table.table, cells=40)}: {seats}.")
    if one.yours and one.phase is TablePhase.GATHERING:
        lines.append(_("tournament start {number} begins it.", number=one.number))
    return paged(state, tuple(lines))


def _standing_line(standing: Standing, plan: TournamentPlan) -> str:
    points = points_words(standing.points, plan)
    if not plan.duplicate:
        points = _(
            "points {points}, opponents {opponents}, margin {margin}",
            points=points,
            opponents=f"{standing.opponents:.1f}",
            margin=f"{standing.margin:+.1f}",
        )
    return f"{standing.place}. {shown_name(standing.name)}: {points}."


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%d %H:%M UTC")
