"""Tournaments, rankings and the deal of the day by words; pure."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from chwech_tui.describe import as_sentence
from chwech_tui.games.registry import ladder_words, table_words
from chwech_tui.model.daily import Offer, offered, shown_line
from chwech_tui.model.people import Ladder, ladders, provisional_words, ranked_name, rating_words, shown_name
from chwech_tui.plain.making import game_begun, no_game
from chwech_tui.plain.reading import called, english, listed_or
from chwech_tui.plain.state import Reply, State, Typed, paged, tell
from protocol.daily import Daily, DailyStanding, PlayDaily, ReadDaily, day_words
from protocol.language import _, ngettext
from protocol.planning import InvalidPlan, own_state_words, plan_words, points_words, read_request, seats_words
from protocol.rankings import RankedPlayer, Rankings, ReadRankings
from protocol.tableview import TablePhase
from protocol.text import clean_text
from protocol.tournaments import Standing, TournamentEntry, TournamentPlan, Tournaments, TournamentShown

_BEST: Final = 5
"""The most people of a list that are told."""

_HEX: Final = 64


def today(state: State, typed: Typed) -> Reply:
    """Tell the day; or go to its table, or to one for practice."""
    word = english(typed.words[0]) if typed.words else ""
    if word in {"play", "practice"}:
        return Reply(state, sent=(PlayDaily(0, practice=word == "practice"),))
    if word:
        return tell(
            state,
            _(
                "{today} tells the day, {today} {play} goes to its table, {today} {practice} to another one.",
                today=called("today"),
                play=called("play"),
                practice=called("practice"),
            ),
        )
    return Reply(state, sent=(ReadDaily(0),))


def daily_heard(state: State, page: Daily) -> Reply:
    """Tell a day: one's own result, the lists, and what the deals were sealed with."""
    day = clean_text(day_words(page.day), cells=12)
    lists = (
        (_("This day"), page.of_day),
        (_("Seven days"), page.of_week),
        (_("All time"), page.of_all),
    )
    told = [_("Deal of the day, {day}.", day=day)]
    told += [as_sentence(_("your result: {line}", line=shown_line(page.result)))] if page.result is not None else []
    told.append(_way(page, state.now))
    told += [f"{title}: {_names(found)}" for title, found in lists if found]
    if not page.alone and page.commitment:
        told.append(_("The seal of the day: {seal}", seal=clean_text(page.commitment, cells=_HEX)))
    if not page.alone and page.seed:
        told.append(_("Its seed: {seed}", seed=clean_text(page.seed, cells=_HEX)))
    return paged(state, tuple(told))


def _way(page: Daily, now: float) -> str:
    """Return what can be typed now."""
    words = {"today": called("today"), "play": called("play"), "practice": called("practice")}
    match offered(page, now):
        case Offer.PLAY:
            return _("You have not played yet: {today} {play} begins the game that counts.", **words)
        case Offer.GO_ON:
            return _("Your game is not finished: {today} {play} goes on with it.", **words)
        case Offer.PRACTISE:
            return _("{today} {practice} plays the same deals for practice.", **words)
    return _("The day is over.")


def _names(found: Sequence[DailyStanding]) -> str:
    """Return the best of a list; people who took hints are marked."""
    lines = []
    for one in found[:_BEST]:
        words = _("with hints")
        hints = f" ({words})" if one.hinted else ""
        lines.append(f"{clean_text(one.name, cells=24)} {one.score}{hints}")
    return f"{', '.join(lines)}."


def tournament(state: State, typed: Typed) -> Reply:
    """Ask for the tournaments, for one, or for whatever else the words say."""
    games = state.welcome.games if state.welcome is not None else ()
    first, *rest = typed.text.split() or [""]
    words = [english(first.lower()), *rest] if first else rest
    try:
        return Reply(state, sent=(read_request(words, games),))
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


def rankings(state: State, typed: Typed) -> Reply:
    """Ask for the rankings of a game, by a ruleset or all of them."""
    offers = state.offers
    if not offers:
        return tell(state, _("The server has not answered yet."))
    found = game_begun(state, typed.words)
    title, words = found or (next(iter(offers)), typed.words)
    every = ladders((offers[title],))
    known = _meant(every, words[0]) if words else every
    if not known:
        other = found is not None and len(every) > 1
        return tell(state, _no_rankings(every, words) if other else no_game(state, typed.words))
    return Reply(state, sent=tuple(ReadRankings(0, ladder.game, ladder.ruleset) for ladder in known))


def _no_rankings(known: Sequence[Ladder], words: Sequence[str]) -> str:
    """Return the sentence that says which rankings a game has."""
    name, rulesets = repr(" ".join(words)[:20]), listed_or([ladder.ruleset for ladder in known])
    return _("There are no rankings of {name}: choose {rulesets}.", name=name, rulesets=rulesets)


def _meant(known: Sequence[Ladder], word: str) -> tuple[Ladder, ...]:
    """Return the ladder of a ruleset, in English or as the reader calls it."""
    return tuple(ladder for ladder in known if word in {ladder.ruleset, *ladder_words(ladder).lower().split()})


def rankings_heard(state: State, news: Rankings) -> Reply:
    """Tell the rankings."""
    title = ladder_words(Ladder(news.game, news.ruleset))
    if not news.players:
        return tell(state, f"{title}: " + _("Nobody has played a rated game yet."))
    return paged(state, (f"{title}.", *map(_line, news.players), provisional_words()))


def _line(player: RankedPlayer) -> str:
    games = ngettext("{n} game", "{n} games", player.rating.games)
    place = f"{player.place}. " if player.place else ""
    return f"{place}{ranked_name(player)}: {rating_words(player.rating)}, {games}."
