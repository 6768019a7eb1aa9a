"""What each list tells, in one place a list: its columns and rows, and what it says while it is empty.

Screens draw a listing, plain mode reads it out, and commands of a shell print it; none of that is known here.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from difflib import get_close_matches
from enum import Flag, auto
from itertools import chain
from typing import Final, NamedTuple

from chwech_tui.describe import as_sentence
from chwech_tui.model.board import Board
from chwech_tui.model.deal import PublicDeal
from chwech_tui.model.game import ladder_words, own_ratings_words, table_words, title_of
from chwech_tui.model.lobby import CODE, Acquaintance, place_words, stage_words, terms
from chwech_tui.model.people import (
    bot_words,
    clockwise,
    hints_mark,
    is_person,
    listed,
    provisional_words,
    ranked_name,
    rating_sign,
    shown_name,
)
from chwech_tui.model.question import kept_for
from chwech_tui.model.times import absence, sleeps_alone
from games.kit.words import figure
from protocol.archive import GameEntry, Statistics
from protocol.language import N_, _, ngettext, pgettext
from protocol.lobby import ServerStatus
from protocol.message import Seat
from protocol.messages import names as told_names
from protocol.messages import progress
from protocol.people import KeyEntry
from protocol.rating import Ladder, Ranked, RankedPlayer, Rankings, ranking, rulesets
from protocol.setup import GameOffer
from protocol.table import TableEntry, TablePhase, TableView
from protocol.text import clean_text
from protocol.tournaments import (
    TournamentAnswer,
    TournamentEntry,
    Tournaments,
    TournamentShown,
    own_state_words,
    plan_words,
    seats_words,
    standing_cells,
    state_words,
)


class Medium(Flag):
    """Where a column of a list is told."""

    SCREEN = auto()
    SPOKEN = auto()
    PRINTED = auto()
    TYPED = SPOKEN | PRINTED
    BRIEF = SCREEN | SPOKEN
    EVERY = SCREEN | SPOKEN | PRINTED


class ListColumn(NamedTuple):
    """A column of a list."""

    heading: str = ""
    number: bool = False
    """True for figures, which stand to the right; plain mode says what they are."""
    on: Medium = Medium.EVERY
    least: int = 0
    """How few cells are enough where the list is wide; 0 for a column that is never cut."""


GLUE: Final = "\N{NO-BREAK SPACE}"  # What stands in place of a space where a long cell is not to be broken.


class Listing(NamedTuple):
    """A list, or a paragraph that stands between two."""

    columns: tuple[ListColumn, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    empty: str = ""
    """What is said in place of no rows."""
    title: tuple[str, ...] = ()
    """What stands above it where more is told than one list."""

    def on(self, medium: Medium) -> tuple[list[ListColumn], list[list[str]]]:
        """Return the columns and the rows that a medium tells."""
        places = [place for place, column in enumerate(self.columns) if medium in column.on]
        return [self.columns[place] for place in places], [[row[place] for place in places] for row in self.rows]

    def read(self, medium: Medium = Medium.SPOKEN) -> Iterator[str]:
        """Yield a sentence for each row: its number, what it is about, and what is known of that."""
        yield from map(as_sentence, self.title)
        if not self.rows and self.empty:
            yield self.empty
        columns, rows = self.on(medium)
        for row in rows:
            about = next(place for place, one in enumerate(columns) if not one.number)
            known = [
                (one.heading.lower() if one.number else "", *cell.split())
                for one, cell in zip(columns, row, strict=True)
            ]
            facts = [" ".join(filter(None, words)) for words in known[about + 1 :] if words[1:]]
            yield sentence(row[0].strip("–") if about else "", row[about], *facts)

    def printed(self) -> tuple[Sequence[str], Sequence[Sequence[str]], set[int]]:
        """Return the title, the lines of a table with its headings, and which columns are figures."""
        columns, rows = self.on(Medium.PRINTED)
        headings = [one.heading for one in columns]
        lines = [*([headings] if any(headings) else []), *rows] if rows else [[self.empty]] if self.empty else []
        return self.title, lines, {place for place, one in enumerate(columns) if one.number and rows}


def sentence(number: object, name: str, *facts: str) -> str:
    """Return a line of a list as a sentence: its number, what it is about, and what is known of that."""
    known = ", ".join(filter(None, facts))
    return f"{f'{number}. ' if number else ''}{name}{f': {known}' if known else ''}."


def day(seconds: float) -> str:
    """Return the UTC date of a time, given in seconds since 1970, in ISO 8601 format."""
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()


def minute(seconds: float) -> str:
    """Return a time in UTC, to the minute."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")


def _number() -> ListColumn:
    # Translators: the heading of a column of numbers.
    return ListColumn(pgettext("heading", "No."), number=True, on=Medium.TYPED)


# Tables


def tables(entries: Iterable[TableEntry]) -> Listing:
    """Return the tables that someone may sit down at or come back to."""
    columns = (
        ListColumn(pgettext("heading", "Table")),
        ListColumn(pgettext("heading", "Game")),
        ListColumn(pgettext("heading", "Seats")),
        ListColumn(pgettext("heading", "State")),
        # Translators: the heading of a column with the clock of each table, and whether it is rated.
        ListColumn(pgettext("heading", "Terms")),
        # Translators: the heading of a column with one's own total at each table.
        ListColumn(pgettext("heading", "Yours")),
        ListColumn(pgettext("heading", "Players")),
    )
    rows = []
    for one in entries:
        taken = [clean_text(name, cells=24) for name in told_names(one.names) if name]
        yours = "" if not one.yours else _("yes") if one.total is None else str(one.total)
        row = clean_text(one.table, cells=CODE), title_of(one.setup.game), f"{len(taken)}/{one.setup.players}"
        names = ", ".join(map(together, taken)) or pgettext("in a list of players", "nobody")
        rows.append((*row, progress(stage_words(one)), terms(one), yours or "-", names))
    return Listing(columns, tuple(rows))


def seats(board: Board, moment: float) -> Listing:
    """Return the seats of a table, the viewer's first: their players and numbers, and why someone is not there."""
    table, people = board.table, board.people
    assert table is not None, "used at a table only"
    deal = PublicDeal(board.kind, board.game) if board.kind is not None and board.game is not None else None
    titles = deal.titles if deal is not None else ()
    columns = (
        ListColumn(pgettext("heading", "Seat"), number=True, on=Medium.PRINTED),
        ListColumn(pgettext("heading", "Player")),
        *[ListColumn(title, number=True) for title in titles],
        ListColumn(),
    )
    rows, sleeps = [], board.away and sleeps_alone(board)
    for seat in clockwise(table):
        occupant = table.seats[seat]
        note = absence(occupant, moment, sleeps=sleeps) if deal is not None else _part(table, seat)
        name = _("Seat {number}, free", number=seat + 1)
        if occupant is not None:
            mark = f" {bot_words(occupant)}" if not is_person(occupant) else hints_mark() if occupant.hinted else ""
            name = f"{people.call(seat)}{mark}"
        numbers = deal.numbers(seat) if deal is not None else ()
        rows.append((str(seat + 1), name, *numbers, note))
    return Listing(columns, tuple(rows))


def _part(table: TableView, seat: Seat) -> str:
    """Return what someone is at a table before the game, or for whom a free seat is kept."""
    occupant = table.seats[seat]
    if occupant is None:
        kept = kept_for(table, seat)
        return _("kept for {name}", name=kept) if kept else ""
    host = pgettext("of a seat", "host") if seat == table.host else ""
    ready = pgettext("of a seat", "ready") if is_person(occupant) and occupant.ready else ""
    return ", ".join(filter(None, (host, ready)))


def table(board: Board, moment: float) -> tuple[Listing, ...]:
    """Return a table as everyone may know it: how far it is, its seats, and the tricks."""
    shown, kind, game = board.table, board.kind, board.game
    assert shown is not None, "used at a table only"
    title = _("Table {table}: {game}", table=clean_text(shown.table, cells=CODE), game=table_words(shown.setup))
    if kind is None or game is None:
        over = _("The game is over.") if shown.phase is TablePhase.OVER else _("The game has not begun yet.")
        return Listing(title=(title, over)), seats(board, moment)
    names = [board.people.name(Seat(seat)) for seat in range(len(shown.seats))]
    deal = PublicDeal(kind, game)
    tricks = tuple(filter(None, (deal.trick(names, back=True), deal.trick(names, back=False))))
    return (
        Listing(title=(title, deal.sentence(names))),
        seats(board, moment),
        *([Listing(title=tricks)] if tricks else []),
    )


# Finished games, and who plays best


def finished_games(entries: Iterable[GameEntry]) -> Listing:
    """Return finished games, each with the reader's own place, or with all places where there is room for them."""
    columns = (
        _number(),
        ListColumn(pgettext("heading", "Ended"), on=Medium.BRIEF),
        ListColumn(pgettext("heading", "Ended (UTC)"), on=Medium.PRINTED),
        ListColumn(pgettext("heading", "Game")),
        ListColumn(pgettext("heading", "Table"), least=_LEAST_TABLE),
        ListColumn(pgettext("heading", "Total"), number=True, on=Medium.BRIEF),
        ListColumn(pgettext("heading", "Result"), on=Medium.BRIEF),
        ListColumn(pgettext("heading", "Result"), on=Medium.PRINTED),
    )
    return Listing(columns, tuple(map(_game, entries)), _("You haven't finished a game yet."))


def results(found: ServerStatus) -> tuple[Listing, ...]:
    """Return what everyone is told of scores: today's best, the best ever, and the last games of public tables."""
    today = ", ".join(f"{shown_name(one.name)} {figure(one.score)}" for one in found.best)
    columns = (
        ListColumn(pgettext("heading", "Game")),
        ListColumn(pgettext("heading", "Record")),
        ListColumn(pgettext("heading", "Points"), number=True),
        ListColumn(pgettext("heading", "Player")),
    )
    rows = [
        (
            ladder_words(Ladder(one.game, one.ruleset)),
            pgettext("record", "best game") if one.whole else pgettext("record", "best deal"),
            figure(one.points),
            shown_name(one.name),
        )
        for one in found.records
    ]
    every = [Listing(title=(_("Best today: {names}", names=today),))] if today else []
    every += [Listing(columns, tuple(rows))] if rows else []
    return *every, *([finished_games(found.games)] if found.games else [])


_LEAST_TABLE: Final = 8


def _game(entry: GameEntry) -> tuple[str, ...]:
    places, ended = ranking(entry.totals, entry.sides), minute(entry.ended_at)
    names = [clean_text(name, cells=40) for name in told_names(entry.names)]
    own = next((one for one in places if entry.seat in {one.seat, *one.partners}), None)
    if own is not None:
        result = _("place {place} of {places}", place=own.place, places=len(places))
        total, result = own.total, f"{result}{hints_mark() if entry.seat in entry.hinted else ''}"
    else:
        first = [seat for one in places if one.place == 1 for seat in (one.seat, *one.partners)]
        total = max(entry.totals, default=0)
        result = _("won by {names}", names=listed([clean_text(names[seat], cells=16) for seat in first]))
    every = ", ".join(_place(entry, one, names) for one in places)
    table, title = clean_text(entry.table, cells=CODE), title_of(entry.setup.game)
    return str(entry.game), ended[:10], ended, title, table, figure(total), result, every


def _place(entry: GameEntry, one: Ranked, names: Sequence[str]) -> str:
    """Return the place, the names and the total of a player or of partners, to be wrapped between names."""
    marked = [f"{name}{hints_mark()}" if seat in entry.hinted else name for seat, name in enumerate(names)]
    told = f"{one.place}. {' + '.join(marked[seat] for seat in (one.seat, *one.partners))} {one.total}"
    chips = ngettext("{n} chip", "{n} chips", entry.chips[one.seat]) if entry.chips else ""
    return " + ".join(map(together, told.split(" + "))) + (f" {together(f'({chips})')}" if chips else "")


def together(text: str) -> str:
    """Keep a text on one line when it is laid out."""
    return text.replace(" ", GLUE)


def statistics_words(played: Statistics) -> str:
    """Return the statistics of a game in one line: games, wins, points a deal, what else it counts, and the rating."""
    title = f"{title_of(played.game)}: " if played.game else ""
    games = ngettext("{n} game played, {won} won", "{n} games played, {won} won", played.games, won=played.wins)
    average = f"{played.points / max(1, played.deals):.1f}"
    points, counted = _("{points} points a deal", points=average) if played.deals else _("no deals yet"), ""
    if played.counted:
        # Translators: what is counted, and a number: "exact multiples of nine: 3".
        counted = _("{counted}: {number}", number=played.count, counted=clean_text(_(played.counted), cells=40))
    known = (games, points, counted, own_ratings_words(played), places_words(played))
    return title + "; ".join(filter(None, known))


def places_words(played: Statistics) -> str:
    """Return the first three places that a person has had in months: ``place 1 in 2026-10``; empty without any."""
    return ", ".join(_("place {place} in {month}", place=one.place, month=one.month) for one in played.places)


def rankings(found: Rankings) -> Listing:
    """Return the rankings of a game by one ruleset."""
    return _ranked(found, found.players, _("Nobody has played a rated game yet."))


def month(found: Rankings) -> Listing:
    """Return the rankings of the present month."""
    return _ranked(found, found.of_month, _("Nobody has played a rated game this month."), _("this month"))


def month_words() -> str:
    """Return how the rankings of a month come about."""
    return _("Everyone starts each month at 1500; the order is by rating minus ±.")


def winners(found: Rankings) -> Listing:
    """Return the first three places of the months that are over."""
    columns = (
        ListColumn(pgettext("heading", "Place"), number=True),
        ListColumn(pgettext("heading", "Player")),
        ListColumn(pgettext("heading", "Month")),
    )
    rows = [(str(one.place), shown_name(one.name), one.month) for one in found.winners]
    return Listing(columns, tuple(rows), title=(_("Earlier months"),))


def _ranked(found: Rankings, players: Sequence[RankedPlayer], empty: str, *when: str) -> Listing:
    """Return players in a list; uncertainties stand below one another."""
    columns = (
        ListColumn(pgettext("heading", "Place"), number=True),
        ListColumn(pgettext("heading", "Player")),
        ListColumn(pgettext("heading", "Rating"), number=True),
        ListColumn(pgettext("heading", "Games"), number=True),
        ListColumn(),
    )
    rows = [
        (
            str(one.place or "–"),
            ranked_name(one),
            f"{rating_sign(one.rating)}{' ' * (not one.rating.provisional)} ± {one.rating.deviation:>3}",
            str(one.rating.games),
            "",
        )
        for one in players
    ]
    title = ladder_words(Ladder(found.game, found.ruleset))
    return Listing(columns, tuple(rows), empty, (", ".join((title, *when)),))


def every_ladder(games: Iterable[GameOffer]) -> tuple[Ladder, ...]:
    """Return all that there are rankings of, in the order of the offer."""
    return tuple(Ladder(game.name, ruleset) for game in games for ruleset in rulesets(game.options) or ("",))


def meant_ladders(words: Sequence[str], games: Iterable[GameOffer]) -> tuple[Ladder, ...]:
    """Return the rankings that words mean, or of the first game; raise ``ValueError``, which lists them, if none."""
    every = every_ladder(games)
    wanted, names = _words(" ".join(words)), [_words(f"{one.game} {one.ruleset} {ladder_words(one)}") for one in every]
    named = zip(every, names, strict=True)
    found = tuple(one for one, name in named if (wanted <= name if words else one.game == every[0].game))
    if found:
        return found
    known = dict.fromkeys((*(one.game for one in every), *(one.ruleset for one in every if one.ruleset)))
    near = get_close_matches(" ".join(words)[:40].lower(), known, n=1)
    none = _("there are no rankings of {name}", name=repr(" ".join(words)[:40]))
    ways = _("did you mean {name}?", name=near[0]) if near else _("there are {names}", names=", ".join(known))
    raise ValueError(f"{none}: {ways}")


def _words(text: str) -> set[str]:
    return {*text.lower().replace("-", " ").replace(",", "").split()}


def ladders(found: Sequence[Rankings]) -> tuple[Listing, ...]:
    """Return several rankings, and what the signs in them mean."""
    known = ((rankings(one), *[month(one)] * bool(one.players), *[winners(one)] * bool(one.winners)) for one in found)
    signs = Listing(title=(provisional_words(), month_words()))
    return *chain.from_iterable(known), *((signs,) if any(one.players for one in found) else ())


# Tournaments


def tournaments(found: Iterable[TournamentEntry]) -> Listing:
    """Return the tournaments; those in which the reader takes part are marked."""
    columns = (
        _number(),
        ListColumn(on=Medium.SCREEN),
        ListColumn(pgettext("heading", "Tournament")),
        ListColumn(pgettext("heading", "Game"), on=Medium.SCREEN),
        ListColumn(pgettext("heading", "State"), on=Medium.SCREEN),
        ListColumn(pgettext("heading", "State"), on=Medium.TYPED),
        ListColumn(pgettext("heading", "Plan"), on=Medium.TYPED),
    )
    rows = [
        (
            str(one.number),
            "★" if one.entered else "",
            shown_name(one.plan.name),
            title_of(one.plan.setup.game),
            state_words(one),
            own_state_words(one),
            tournament_plan(one),
        )
        for one in found
    ]
    return Listing(columns, tuple(rows), _("No tournaments yet."))


def tournament_plan(one: TournamentEntry) -> str:
    """Return what a tournament is like, in words."""
    return plan_words(one.plan, table_words(one.plan.setup))


def tournament_title(one: TournamentEntry) -> str:
    """Return the name of a tournament, and who has made it."""
    return _("{name}, by {maker}", name=shown_name(one.plan.name), maker=shown_name(one.maker))


def tournament_state(found: TournamentShown) -> str:
    """Return how far a tournament is, and until when its round may take."""
    state = own_state_words(found.tournament)
    if found.deadline is None:
        return as_sentence(state)
    until = _("bots play on after {day}", day=f"{minute(found.deadline)} UTC")
    return as_sentence(f"{state}, {until}")


def tournament(found: TournamentAnswer) -> tuple[Listing, ...]:
    """Return what a server answers: its tournaments, or one with its standings and the tables of a round."""
    if isinstance(found, Tournaments):
        return (tournaments(found.tournaments),)
    one = found.tournament
    title = f"{one.number}. {tournament_title(one)}"
    head = Listing(title=(title, as_sentence(tournament_plan(one)), tournament_state(found)))
    return head, *([standings(found)] if found.standings else []), *([round_tables(found)] if found.round else [])


def standings(found: TournamentShown) -> Listing:
    """Return the standings of a tournament; before its start, who takes part."""
    plan = found.tournament.plan
    names = [
        _("{name} (you)", name=shown_name(one.name)) if one.you else shown_name(one.name) for one in found.standings
    ]
    if found.tournament.phase is TablePhase.GATHERING:
        return Listing((ListColumn(pgettext("heading", "Player")),), tuple((name,) for name in names))
    headings = [pgettext("heading", "Points"), pgettext("heading", "Opponents"), pgettext("heading", "Margin")]
    numbers = [ListColumn(one, number=True) for one in headings[: 1 if plan.duplicate else 3]]
    columns = (
        ListColumn(pgettext("heading", "Place"), number=True),
        ListColumn(pgettext("heading", "Player")),
        *numbers,
    )
    cells = [standing_cells(one, name, plan) for one, name in zip(found.standings, names, strict=True)]
    return Listing((*columns, ListColumn()), tuple((*row[: len(columns)], "") for row in cells))


def round_tables(found: TournamentShown) -> Listing:
    """Return the tables of a round, with who plays there, or how they ended."""
    own = {one.name for one in found.standings if one.you}
    rows = []
    for table in found.tables:
        mark = " ★" if own & {*table.names} else ""
        names = [together(shown_name(name)) for name in table.names]
        rows.append((f"{clean_text(table.table, cells=30)}{mark}", seats_words(table, names)))
    return Listing((ListColumn(), ListColumn()), tuple(rows), title=(_("Round {round}", round=found.round),))


# People and keys


def people(known: Iterable[Acquaintance], ignored: Iterable[str] = (), *, away: bool = False) -> Listing:
    """Return people: where they are, seen from the lobby or away from it, and what they are to the reader."""
    rows, hidden = [], frozenset(ignored)
    for one in known:
        # Translators: what a person is to the reader.
        marks = ((_("friend"), one.friend), (_("ignored"), one.name in hidden))
        said = _("blocked") if one.blocked else ", ".join(word for word, holds in marks if holds)
        rows.append((f"{one.name} ({said})" if said else one.name, place_words(one, away=away)))
    return Listing((ListColumn(), ListColumn()), tuple(rows), _("Nobody else yet."))


SHORT: Final = 19  # The characters of a fingerprint that are shown: its algorithm, and enough to tell keys apart.


def keys(found: Iterable[KeyEntry], account: str | None = None) -> Listing:
    """Return the keys of an account; the one of this connection is marked."""
    columns = (
        _number()._replace(on=Medium.SPOKEN),
        ListColumn(on=Medium.SCREEN | Medium.PRINTED),
        ListColumn(pgettext("heading", "Key"), on=Medium.BRIEF),
        ListColumn(pgettext("heading", "Key"), on=Medium.PRINTED),
        ListColumn(pgettext("heading", "Added"), on=Medium.SCREEN | Medium.PRINTED),
        ListColumn(pgettext("heading", "Name")),
        ListColumn(on=Medium.SPOKEN),
    )
    rows = [
        (
            str(number),
            "★" if one.current else "",
            short_key(one.key),
            clean_text(one.key, cells=64),
            day(one.added_at),
            clean_text(one.name, cells=24),
            _("used for this visit") if one.current else "",
        )
        for number, one in enumerate(found, 1)
    ]
    if account is None:
        return Listing(columns, tuple(rows))
    none = _("{name} has no key: nobody can log in to this account.", name=account) if account else _(_NO_ACCOUNT)
    return Listing(columns, tuple(rows), none, (_("The keys of {name}", name=account),) if rows else ())


_NO_ACCOUNT: Final = N_("You have no account here yet, so no keys.")


def short_key(key: str) -> str:
    """Return the beginning of a fingerprint."""
    return f"{clean_text(key, cells=SHORT)}…"
