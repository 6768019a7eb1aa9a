"""What was played, by words: finished games and their replay, tournaments, rankings, the deal of the day; pure."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from msgspec.structs import replace

from chwech_tui.describe import as_sentence
from chwech_tui.errand import record_command
from chwech_tui.games.lists import game_words, statistics_words
from chwech_tui.games.registry import GAMES, ladder_words, table_words
from chwech_tui.model.cards import card_words
from chwech_tui.model.checks import check_record
from chwech_tui.model.daily import Offer, offered, shown_line
from chwech_tui.model.ink import plain
from chwech_tui.model.people import (
    Ladder,
    hints_mark,
    ladders,
    provisional_words,
    ranked_name,
    rating_words,
    shown_name,
)
from chwech_tui.model.replay import UNKNOWN, Reel, ReplayMove, board_of, moved, place_words, reviewed, told_in, took
from chwech_tui.model.result import read_result
from chwech_tui.model.review import (
    GAME,
    choices_of,
    no_points,
    no_review,
    parts_of,
    point_line,
    point_words,
    seat_words,
    seats_of,
    sentences,
    turn_line,
    wanted_review,
)
from chwech_tui.plain.making import game_begun, no_game
from chwech_tui.plain.reading import called, english, listed_or, number_of
from chwech_tui.plain.state import Reply, State, Typed, paged, tell
from protocol import archive
from protocol.daily import Daily, DailyStanding, PlayDaily, ReadDaily, day_words
from protocol.language import N_, _, ngettext, pgettext
from protocol.message import Seat
from protocol.messages import FromClient
from protocol.planning import InvalidPlan, own_state_words, plan_words, points_words, read_request, seats_words
from protocol.rankings import RankedPlayer, Rankings, ReadRankings
from protocol.rating import ranking
from protocol.tableview import TablePhase
from protocol.text import clean_text
from protocol.tournaments import Standing, TournamentEntry, TournamentPlan, Tournaments, TournamentShown

_MOVES: Final[Mapping[str, ReplayMove]] = {
    "": ReplayMove.STEP,
    "next": ReplayMove.STEP,
    "step": ReplayMove.STEP,
    "back": ReplayMove.STEP_BACK,
    "b": ReplayMove.STEP_BACK,
    "trick": ReplayMove.TRICK,
    "trick back": ReplayMove.TRICK_BACK,
    "deal": ReplayMove.DEAL,
    "deal back": ReplayMove.DEAL_BACK,
    "start": ReplayMove.START,
    "end": ReplayMove.END,
}
_WAYS: Final = N_(
    "Enter steps on; back, trick, deal, start, end move; hands tells all cards; review looks back at the deal, "
    "review game at the whole game; close ends."
)
"""Marked for translation."""


def history(state: State, _typed: Typed) -> Reply:
    """List the finished games."""
    return Reply(replace(state, sought=""), sent=(archive.ListGames(0),))


def games_heard(state: State, news: archive.Games) -> Reply:
    """Tell the finished games; or begin the replay of the one that is sought among them."""
    done = replace(state, games=news.games, sought="")
    if state.sought:
        entry = next((entry for entry in news.games if entry.table == state.sought), None)
        late = _("This game is not among your finished games yet: try again in a moment.")
        return _begin(done, entry) if entry is not None else tell(done, late)
    if not news.games:
        return tell(done, _("You have finished no game yet."))
    asked = tuple(
        archive.ReadStatistics(0, "", game) for game in dict.fromkeys(entry.setup.game for entry in news.games)
    )
    ways = _("record NUMBER tells the scores of a game, replay NUMBER plays it again, export NUMBER keeps it.")
    return paged(done, (*map(_line, news.games), ways))._replace(sent=asked)


def _line(entry: archive.GameEntry) -> str:
    """Return a finished game in one line, after its number."""
    told = game_words(entry)
    return f"{entry.game}. {told.day}, {told.title}, {told.table}: {told.total}, {told.result}."


def statistics_heard(state: State, news: archive.Statistics) -> Reply:
    """Tell how somebody has played one game so far."""
    return tell(state, f"{statistics_words(news)}.")


def _about(verb: str, act: Callable[[State, archive.GameEntry], Reply]) -> Callable[[State, Typed], Reply]:
    """Return a command about a finished game, which is named by its number."""

    def command(state: State, typed: Typed) -> Reply:
        number = number_of(typed.words[0]) if typed.words else None
        entry = next((entry for entry in state.games if entry.game == number), None)
        if entry is None:
            return tell(state, _("Write {word} and the number of a game: history lists them.", word=called(verb)))
        return act(state, entry)

    return command


def _read(state: State, entry: archive.GameEntry) -> Reply:
    """Ask for the scores of a finished game."""
    return Reply(replace(state, record=()), sent=(archive.ReadRecord(0, entry.game),))


def _export(state: State, entry: archive.GameEntry) -> Reply:
    """Tell the command that fetches the record of a finished game."""
    command = record_command(state.errand, str(entry.game))
    return tell(state, _("This command in a shell keeps it: {command}", command=command))


def _begin(state: State, entry: archive.GameEntry) -> Reply:
    """Begin the replay of a finished game."""
    kind = GAMES.get(entry.setup.game)
    if kind is None:
        return tell(state, _(UNKNOWN))
    return _fetch(replace(state, reel=Reel(kind), entry=entry, due=True))


record, export, replay = _about("record", _read), _about("export", _export), _about("replay", _begin)


def record_heard(state: State, part: archive.RecordPart, asked: FromClient | None) -> Reply:
    """Collect a record, and tell the scores once it is complete."""
    if not isinstance(asked, archive.ReadRecord):
        return Reply(state)
    lines = (*state.record, *part.lines)
    check_record(lines)
    if part.more and part.lines:
        return Reply(replace(state, record=lines), sent=(archive.ReadRecord(0, asked.game, len(lines)),))
    entry = next((entry for entry in state.games if entry.game == asked.game), None)
    kind = GAMES.get(entry.setup.game) if entry is not None else None
    result = read_result(kind, "\n".join(lines)) if kind is not None else None
    done = replace(state, record=())
    if entry is None or result is None:
        return tell(done, _(UNKNOWN))
    sides = entry.sides if len(entry.sides) == len(result.totals) else ()
    told = []
    for ranked in ranking(result.totals, sides):
        for seat in (ranked.seat, *ranked.partners):
            deals = " ".join(deal[seat].strip() for deal in result.deals)
            name = clean_text(result.names[seat], cells=24) if result.names else _("Seat {number}", number=seat + 1)
            name = f"{name}{hints_mark()}" if seat in entry.hinted else name
            scored = _("{name} {total}; deals {deals}.", name=name, total=ranked.total, deals=deals)
            told.append(f"{ranked.place}. {scored}")
    rules = as_sentence(clean_text(result.rules, cells=60))
    return paged(done, (_("Game {number}, {rules}", number=entry.game, rules=rules), *told, result.note))


# The replay


def _fetch(state: State) -> Reply:
    """Ask for what is missing of the deal that is shown."""
    if state.reel is None or state.entry is None or state.reel.wanted is None:
        return Reply(state)
    deal, step = state.reel.wanted
    return Reply(state, sent=(archive.ReadReplay(0, state.entry.game, deal, step),))


def replay_heard(state: State, part: archive.ReplayPart, asked: FromClient | None) -> Reply:
    """Add steps to the replay, and tell the one that is waited for."""
    reel, entry = state.reel, state.entry
    if reel is None or entry is None or not isinstance(asked, archive.ReadReplay):
        return Reply(state)
    fits = all(reel.kind.shows(s.view) and len(s.view.seats) == len(entry.names) for s in part.steps)
    if not part.steps or not fits:
        return tell(replace(state, reel=None, entry=None, due=False), _(UNKNOWN))
    first = not reel.films
    done = _fetch(replace(state, reel=took(reel, asked.deal, part)))
    ways = (_(_WAYS),) if first else ()
    return _due(done, ways)


def _due(reply: Reply, more: tuple[str, ...] = ()) -> Reply:
    """Add the step that is waited for, once it is there."""
    state = reply.state
    if not state.due or state.reel is None or state.reel.shown is None:
        return reply
    return reply._replace(state=replace(state, due=False), said=(*reply.said, *_step_lines(state), *more))


def _step_lines(state: State) -> tuple[str, ...]:
    reel, entry = state.reel, state.entry
    if reel is None or entry is None or reel.shown is None:
        return ()
    people = board_of(reel, entry).people
    told = [plain(reel.kind.sentence(one, people)) for one in told_in(reel.kind, reel.shown)]
    place = place_words(reel)
    if reel.turn is not None:
        told.append(plain(turn_line(reel.turn)))
    lines = [as_sentence(line) for line in told if line]
    return (f"{place[:1].upper()}{place[1:]}: {' '.join(lines)}".rstrip(": "),)


def is_move(words: tuple[str, ...]) -> bool:
    """Return True if a line moves through a replay, or asks for its hands or its end."""
    return _move_words(words) in {*_MOVES, "hands", "review", "review game", "close", "q", "leave"}


def _move_words(words: tuple[str, ...]) -> str:
    """Return the words of a line in English."""
    return " ".join(map(english, words))


def move(state: State, words: tuple[str, ...]) -> Reply:
    """Move through the replay, tell all hands, or close it."""
    reel, text = state.reel, _move_words(words)
    if reel is None:
        return Reply(state)
    if text in {"close", "q", "leave"}:
        return tell(replace(state, reel=None, entry=None, due=False), _("The replay is closed."))
    if text == "hands":
        return tell(state, *_hands(state))
    if text == "review":
        return look_back(state)
    if text == "review game":
        return look_back_at_game(state)
    there = moved(reel, _MOVES[text])
    if (there.deal, there.step) == (reel.deal, reel.step):
        return tell(state, _("There is no more in that direction.") if reel.deals else _("One moment…"))
    return _due(_fetch(replace(state, reel=there, due=True)))


def _hands(state: State) -> tuple[str, ...]:
    reel, entry = state.reel, state.entry
    if reel is None or entry is None or reel.shown is None or not reel.shown.view.hands:
        return (_("The hands are not known here."),)
    names = board_of(reel, entry).people
    left = reel.shown.view.hands[-1].left
    none = pgettext("cards", "none")
    return tuple(
        f"{names.call(Seat(seat))}: {', '.join(map(card_words, hand)) or none}." for seat, hand in enumerate(left)
    )


def look_back(state: State) -> Reply:
    """Tell the review of the deal; ask for it first."""
    reel, entry = state.reel, state.entry
    if reel is None or entry is None:
        return Reply(state)
    if without := no_review(reel):
        return tell(state, without)
    done = replace(state, reel=replace(reel, looks_back=False))
    if reel.review is None:
        asked = (archive.ReadReview(0, entry.game, reel.deal),)
        return tell(done, _("Looking back at this deal…"))._replace(sent=asked)
    people = board_of(reel, entry).people
    return paged(done, (*seat_words(reel.review.seats, people), *point_words(reel.review, people)))


def look_back_at_game(state: State) -> Reply:
    """Tell the review of the whole game; ask for each deal first, one after the other."""
    begun = _next(state)
    return begun if begun.said else tell(begun.state, _("Looking back at the whole game…"))._replace(sent=begun.sent)


def _next(state: State) -> Reply:
    """Ask for the next deal that is missing in the review of the game; tell it once none is."""
    reel, entry = state.reel, state.entry
    if reel is None or entry is None:
        return Reply(state)
    if without := no_review(reel):
        return tell(state, without)
    reel = replace(reel, looks_back=True, page=GAME)
    missing = wanted_review(reel)
    if missing is not None:
        return Reply(replace(state, reel=reel), sent=(archive.ReadReview(0, entry.game, missing),))
    people = board_of(reel, entry).people
    points = [
        _("Deal {number}, {words}.", number=one.deal, words=plain(point_line(one.turn, people)))
        for one in choices_of(reel)
    ]
    done = replace(state, reel=replace(reel, looks_back=False))
    return paged(done, (*seat_words(seats_of(parts_of(reel)), people), *(points or sentences(no_points()))))


def review_heard(state: State, part: archive.ReviewPart) -> Reply:
    """Tell the review of a deal, or of the game once it is whole; from then on each step tells what it was worth."""
    if state.reel is None or state.entry is None or len(part.seats) != len(state.entry.names):
        return Reply(state)
    done = replace(state, reel=reviewed(state.reel, part))
    if state.reel.looks_back:
        return _next(done)
    return look_back(done) if part.deal == state.reel.deal else Reply(done)


# Tournaments, rankings and the deal of the day

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
    return paged(state, (f"{title}.", *map(_ranked_line, news.players), provisional_words()))


def _ranked_line(player: RankedPlayer) -> str:
    games = ngettext("{n} game", "{n} games", player.rating.games)
    place = f"{player.place}. " if player.place else ""
    return f"{place}{ranked_name(player)}: {rating_words(player.rating)}, {games}."
