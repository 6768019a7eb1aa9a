"""Lists read out: tables, people, keys, finished games, rankings, tournaments, days; and what is done about a line."""

from collections.abc import Generator, Sequence
from typing import Final

from msgspec.structs import replace

from chwech_tui import lists
from chwech_tui.describe import as_sentence, aside_words, host_words, said, taken
from chwech_tui.errand import key_command, record_command, server_name
from chwech_tui.link import Conversation
from chwech_tui.lists import sentence
from chwech_tui.model import lobby as lobbies
from chwech_tui.model.board import hears as is_heard
from chwech_tui.model.daily import DailyOffer, day_lines, doing, offered
from chwech_tui.model.game import FIRST, title_of
from chwech_tui.model.ink import plain
from chwech_tui.model.people import RENAMING, listed, shown_name
from chwech_tui.model.puzzle import given_in
from chwech_tui.model.review import form_of
from chwech_tui.model.settings import has_coach
from chwech_tui.plain.dialogue import ACTS, PAGE, Dialogue, Typed, hears, word
from chwech_tui.plain.forms import new, setup_named
from chwech_tui.plain.positions import begin
from chwech_tui.plain.reading import called, english, number_of, person_named, words_of
from chwech_tui.plain.table import come_by
from games.kit.words import figure
from protocol import archive
from protocol import people as persons
from protocol.daily import Daily, PlayDaily, ReadDaily, is_day
from protocol.language import N_, _, ngettext
from protocol.lobby import LobbyChanged, LobbyShown, NewsShown, ReadNews
from protocol.messages import FromClient, JoinTable, Tables, WatchTable
from protocol.rating import Rankings, ReadRankings
from protocol.setup import Setup
from protocol.table import Line, QuickTable, TableEntry, TablePhase
from protocol.text import clean_text
from protocol.tournaments import InvalidPlan, Tournaments, TournamentShown, read_request

MOST_NUMBERED: Final = 200
"""The most tables that have a number; in a lobby that is open for days the numbers begin anew."""

_MOST: Final = 40  # The most tables that are listed.
_TALK: Final = 3  # The most lines of earlier talk that are told to who comes to the lobby.

_LONGEST: Final = 64


# Tables


def _table_row(dialogue: Dialogue, entry: TableEntry, number: int) -> str:
    """Return a table: its game, people, seats and progress, and its code."""
    gathers, remote = entry.phase is TablePhase.GATHERING, dialogue.visit.remote is not None
    seats = _("{taken} of {seats} seats taken", taken=taken(entry), seats=entry.setup.players)
    line = sentence(
        number,
        _("{game} for {players}", game=title_of(entry.setup.game), players=entry.setup.players),
        _("yours") if entry.yours else "",
        listed([shown_name(name) for name in entry.names if name]) if remote else "",
        _("with the coach") if has_coach(dialogue.board.settings.coached, entry.table) else "",
        seats if gathers else clean_text(entry.summary, cells=40),
        lobbies.stage_words(entry) if gathers else "",
        lobbies.terms(entry) if remote else "",
        "" if entry.total is None else _("your total {total}", total=figure(entry.total)),
        clean_text(entry.table, cells=40),
    )
    return f"{line} {lobbies.turn_words(entry, dialogue.moment)}".rstrip()


def _read_tables(dialogue: Dialogue, entries: Sequence[TableEntry]) -> tuple[str, ...]:
    """Return the tables with the numbers by which they are chosen, and what can be done with them."""
    dialogue.entries = tuple(entries[:_MOST])
    lines = tuple(_table_row(dialogue, entry, number) for number, entry in enumerate(dialogue.entries, 1))
    if dialogue.visit.remote is not None:
        ways = _("go NUMBER sits down, watch NUMBER watches, new makes a table, help lists more.")
        return (*lines, ways) if lines else (_("No tables yet: new makes one, quick a game."),)
    go_on = _("go NUMBER resumes a game.") if lines else ""
    ways = _("new makes a table; rules, history, help, quit.")
    return (*lines, f"{go_on} {ways}".lstrip())


@word("tables")
def tables(dialogue: Dialogue, _typed: Typed) -> None:
    """List the tables."""
    if dialogue.visit.remote is not None and dialogue.listed:
        dialogue.page(_read_tables(dialogue, _listed(dialogue)))
    else:
        dialogue.listed = False
        dialogue.look()


def _listed(dialogue: Dialogue) -> tuple[TableEntry, ...]:
    """Return the tables of the lobby that the person wants to hear of."""
    return lobbies.ticked_tables(dialogue.lobby.tables, dialogue.board.settings.games)


@word("games")
def games(dialogue: Dialogue, typed: Typed) -> None:
    """Tell of which games tables are listed and quick games wanted, or change that."""
    setups = [setup_named(dialogue, words_of(part)) for part in typed.text.split(",") if part.strip()]
    unknown = next((one for one in setups if isinstance(one, str)), "")
    named = [one.game for one in setups if isinstance(one, Setup)]
    if english(typed.text) == "all" or (named and not unknown):
        unknown, ticked = "", " ".join(named)
        dialogue.preferences.change("games", ticked)
    else:
        ticked = dialogue.board.settings.games
    titles = ", ".join(map(title_of, ticked.split())) or _("every game")
    dialogue.say(unknown or _("Tables and quick games of: {titles}.", titles=titles))


def menu(dialogue: Dialogue, news: Tables) -> None:
    """Tell the games to go on with, at the menu of this machine."""
    own = tuple(one for one in news.tables if one.yours and one.phase is not TablePhase.OVER)
    dialogue.listed = True
    dialogue.page(_read_tables(dialogue, own))
    _meet(dialogue, own)


def _meet(dialogue: Dialogue, entries: Sequence[TableEntry]) -> None:
    """Ask, once, whether the person has finished a game, unless they are playing one."""
    if dialogue.met is None:
        plays = any(table.yours for table in entries)
        dialogue.met = 0 if plays else dialogue.converse(_offer_course(dialogue))


def _offer_course(dialogue: Dialogue) -> Conversation:
    """Offer the course to who has finished no game."""
    news = yield archive.ListGames(0)
    dialogue.met = 0
    dialogue.say("" if news.games else _("New here? learn teaches you the game in five minutes."))


@word("servers")
def servers(dialogue: Dialogue, _typed: Typed) -> None:
    """Tell who is on the servers that the person has joined or, on one, who is there."""
    known, remote = dialogue.servers, dialogue.visit.remote
    if remote is not None:
        known = {remote.place: _("{n} online", n=dialogue.lobby.online)}
    told = [server_line(place, here) for place, here in known.items()]
    dialogue.say(*told or (_("You have joined no server yet: chwech join HOST does."),))


def server_line(place: str, here: str) -> str:
    """Return who is on a server, and the command that joins it."""
    return f"{place}: {', '.join(filter(None, (here, f'chwech join {place}')))}."


@word("go", "watch")
def go(dialogue: Dialogue, typed: Typed) -> None:
    """Sit down at a table, or watch it, by its number in the list or by its code."""
    number = number_of(typed.words[0]) if typed.words else None
    best = lobbies.best_to_watch(_listed(dialogue)) if typed.word == "watch" else None
    if not typed.words and best is not None:
        dialogue.say(_table_row(dialogue, best, 0))
        dialogue.ask(WatchTable, best.table)
        return
    if not typed.words:
        name = called(typed.word)
        dialogue.say(_("Write {word} and the number of a table in the list, or its code.", word=name))
        return
    if number is not None and not 1 <= number <= len(dialogue.entries):
        dialogue.say(_("There is no table {number} in the list: tables lists them.", number=number))
        return
    code = "-".join(typed.words)[:_LONGEST] if number is None else dialogue.entries[number - 1].table
    entry = next((entry for entry in dialogue.entries if entry.table == code), None)
    if typed.word == "watch":
        dialogue.ask(WatchTable, code)
    elif entry is not None and not entry.yours and not entry.vacant:
        dialogue.say(_("No seat is free there: watch {code} watches.", code=code))
    else:
        dialogue.ask(JoinTable, code)


@word("quick")
def quick(dialogue: Dialogue, typed: Typed) -> None:
    """Take a seat where people wait for a game, or at a new table."""
    setup = setup_named(dialogue, typed.words) if typed.words else dialogue.visit.order.setup
    if dialogue.visit.remote is None:
        new(dialogue, typed._replace(words=typed.words or (FIRST,)))
    elif isinstance(setup, str):
        dialogue.say(setup)
    elif typed.words:
        dialogue.ask(QuickTable, setup)
    else:
        wanted = dialogue.visit.quick(dialogue.board.settings.games)
        dialogue.ask(QuickTable, wanted.setup, wanted.games)


@hears(LobbyShown)
def lobby_heard(dialogue: Dialogue, news: LobbyShown, _asked: FromClient | None) -> None:
    """Tell the lobby at the first sight; after a lost connection, only what was said meanwhile."""
    before = dialogue.lobby
    # Someone who has never been in the lobby has missed nothing there.
    dialogue.lobby = lobbies.shown(news, before if before.online else None)
    first, dialogue.listed = not dialogue.listed, True
    if not first:
        last = before.talk[-1].number if before.talk else 0
        _say_talk(dialogue, tuple(line for line in news.talk if line.number > last))
        return
    remote, found = dialogue.visit.remote, _listed(dialogue)
    heading = ngettext(
        "The lobby of {place}: {online} online, {n} table.",
        "The lobby of {place}: {online} online, {n} tables.",
        len(found),
        place=server_name(remote.place) if remote is not None else "",
        online=news.online,
    )
    dialogue.say(heading)
    dialogue.page(_read_tables(dialogue, found))
    new = [line for line in dialogue.lobby.talk if line.number > dialogue.lobby.read]
    dialogue.say(ngettext("{n} new line was said here:", "{n} new lines were said here:", len(new)) if new else "")
    _say_talk(dialogue, new[-PAGE:] or news.talk[-_TALK:])
    dialogue.lobby = lobbies.read(dialogue.lobby)
    _meet(dialogue, found)


@hears(LobbyChanged)
def lobby_changed(dialogue: Dialogue, news: LobbyChanged, _asked: FromClient | None) -> None:
    """Tell what is said in the lobby, new tables that gather, and where it is one's turn."""
    before = {table.table: table for table in dialogue.lobby.tables}
    dialogue.lobby = lobbies.changed(dialogue.lobby, news)
    if dialogue.at_table:
        return
    for table in news.tables:
        old = before.get(table.table)
        new = old is None and table.phase is TablePhase.GATHERING and table.vacant and table in _listed(dialogue)
        if new and table not in dialogue.entries:
            known = dialogue.entries if len(dialogue.entries) < MOST_NUMBERED else ()
            dialogue.entries = (*known, table)
            dialogue.say(_("New: {table}", table=_table_row(dialogue, table, len(dialogue.entries))))
        elif table.your_turn and not (old is not None and old.your_turn):
            dialogue.say(f"{clean_text(table.table, cells=40)}: {lobbies.turn_words(table, dialogue.moment)}")
    _say_talk(dialogue, news.talk)


def talk_lines(dialogue: Dialogue) -> list[str]:
    """Return the last lines of the lobby, and those between the person and one other."""
    lines = lobbies.heard(dialogue.lobby, dialogue.board.ignored)
    asides = {one: aside_words(one, dialogue.board.own) for one in lines if isinstance(one, persons.SaidTo)}
    return [plain(asides[one] if isinstance(one, persons.SaidTo) else said(one.name, one.text)) for one in lines]


def _say_talk(dialogue: Dialogue, lines: Sequence[Line]) -> None:
    dialogue.say(*(plain(said(one.name, one.text)) for one in lines if is_heard(dialogue.board, one.name)))


# News


@word("news")
def news(dialogue: Dialogue, typed: Typed) -> Conversation:
    """Tell what has happened since the last visit, or go where a piece of that news leads, by its number."""
    number = number_of(typed.words[0]) if typed.words else None
    if number is not None and 0 < number <= len(dialogue.news):
        way, *words = lobbies.news_way(dialogue.news[number - 1])
        done = ACTS[way](dialogue, Typed(way, tuple(words), " ".join(words)))
        if isinstance(done, Generator):
            yield from done
        return
    found: NewsShown = yield ReadNews(0)
    dialogue.news = tuple(item for item in found.items if shown_name(item.name) not in dialogue.board.ignored)
    told = [f"{place}. {lobbies.news_words(item, dialogue.moment)}" for place, item in enumerate(dialogue.news, 1)]
    head, way_there = (_("Since your last visit:"), _("news NUMBER goes there.")) if told else ("", "")
    dialogue.say(head, *told, way_there, lobbies.here_words(found))


# People


def _others(dialogue: Dialogue) -> tuple[lobbies.Acquaintance, ...]:
    """Return the other people of the lobby, and who is ignored."""
    return lobbies.acquaintances(dialogue.lobby, dialogue.board.ignored, dialogue.visit.name)


def _person(dialogue: Dialogue, text: str) -> str:
    """Return the name that is meant: of someone who is here, or as it was typed."""
    here = [*dialogue.board.company, *[one.name for one in _others(dialogue)]]
    return person_named(text, here) or clean_text(text, cells=_LONGEST)[:_LONGEST]


@word("people")
def people(dialogue: Dialogue, _typed: Typed) -> Conversation:
    """List the people at the table or online, the friends with where they are, and the people who are blocked."""
    board, here = dialogue.board, lobbies.Lobby() if dialogue.at_table else dialogue.lobby
    online = ngettext("{n} person online.", "{n} people online.", here.online)
    if dialogue.at_table:
        online = as_sentence(_("Here: {names}", names=", ".join(board.company) or _("nobody else")))
    elif dialogue.visit.remote is None:
        online = _("You are playing offline.")
    dialogue.say(online)
    if dialogue.visit.remote is not None:
        news: persons.Contacts = yield persons.ListContacts(0)
        known = lobbies.acquaintances(here, board.ignored, dialogue.visit.name, news)
        dialogue.page([*lists.people(known, board.ignored, away=dialogue.at_table).read()] if known else [])


@word("ignore")
def ignore(dialogue: Dialogue, typed: Typed) -> None:
    """Ignore someone, or hear them again."""
    names = [*dialogue.board.company, *[one.name for one in _others(dialogue)]]
    name = person_named(typed.text, names)
    ignored = dialogue.board.ignored ^ {name}
    if not name:
        here = ", ".join(dict.fromkeys(names))
        dialogue.say(_("Whom? {names}.", names=here) if here else _("Whom? Nobody else is here."))
        return
    dialogue.board = replace(dialogue.board, ignored=ignored)
    now, again = _("You ignore {name} from now on.", name=name), _("You hear {name} again.", name=name)
    dialogue.say(now if name in ignored else again)


_CONTACTS: Final = {
    "friend": N_("{name} is your friend now."),
    "unfriend": N_("{name} is not your friend any more."),
    "block": N_("You block {name}: you won't hear or see each other online."),
    "unblock": N_("You block {name} no longer."),
}
"""What is said once someone is followed or blocked, or no longer; marked for translation."""


@word(*_CONTACTS)
def change_contact(dialogue: Dialogue, typed: Typed) -> Conversation:
    """Follow or block a person, or no longer; who is here may be named by the beginning of the name."""
    name, begins = _person(dialogue, typed.text), not typed.word.startswith("un")
    if not name:
        dialogue.say(_("Whom? Write the name after it: people lists names."))
        return
    yield persons.SetFriend(0, name, begins) if typed.word.endswith("friend") else persons.SetBlocked(0, name, begins)
    shown, ignored = shown_name(name), dialogue.board.ignored
    dialogue.say(_(_CONTACTS[typed.word], name=shown))
    # Blocking someone also mutes them; a new friend is unmuted.
    if typed.word != "unfriend":
        ignored = ignored | {shown} if typed.word == "block" else ignored - {shown}
        dialogue.board = replace(dialogue.board, ignored=ignored)


@word("invite")
def invite(dialogue: Dialogue, typed: Typed) -> Conversation:
    """Invite a person to this table or, without a name, tell the command by which others come."""
    assert dialogue.board.table is not None, "used at a table only"
    name, code = _person(dialogue, typed.text), dialogue.board.table.table
    if not typed.text:
        dialogue.say(*come_by(dialogue, code))
        return
    yield persons.Invite(0, name, code)
    dialogue.say(_("{name} will see it if they are online.", name=shown_name(name)))


@hears(persons.Invited)
def invited(dialogue: Dialogue, news: persons.Invited, _asked: FromClient | None) -> None:
    """Tell who invites the person to which table, unless that person is ignored."""
    name, code = shown_name(news.name), clean_text(news.table, cells=40)
    if name in dialogue.board.ignored or dialogue.visit.remote is None:
        return
    words = lobbies.invitation_words(news)
    elsewhere = _("{invitation}: leave, then go {code}.", invitation=words, code=code)
    dialogue.say(elsewhere if dialogue.at_table else _("{invitation}: go {code}.", invitation=words, code=code))


@word("report")
def report(dialogue: Dialogue, typed: Typed) -> Conversation:
    """Report the person who is named before a colon, with what stands behind it."""
    name, _colon, text = typed.text.partition(":")
    name, text = (
        clean_text(name, cells=_LONGEST)[:_LONGEST],
        clean_text(text, cells=persons.LONGEST_REPORT)[: persons.LONGEST_REPORT],
    )
    if not name or not text:
        dialogue.say(_("Write the name, a colon and what is wrong: report Megan: shouts at everyone"))
        return
    yield persons.ReportPerson(0, name, text)
    dialogue.say(lobbies.reported_words(shown_name(name)))


# The account


@word("rename")
def rename(dialogue: Dialogue, typed: Typed) -> Conversation:
    """Take another nickname, also when the link comes back by itself; without one, tell what that changes."""
    name = shown_name(typed.text)
    if not name:
        asked = _("What shall the others call you? Write {word} and the name.", word=called("rename"))
        dialogue.say(asked, _(RENAMING))
        return
    news: persons.Renamed = yield persons.Rename(0, name)
    shown = shown_name(news.name)
    dialogue.visit.renamed(news.name)
    dialogue.link.identity = replace(dialogue.link.identity, name=news.name)
    dialogue.board = replace(dialogue.board, own=shown)
    dialogue.say(_("You are {name} now.", name=shown))


_WAYS: Final = N_("keys add adds one, keys name NUMBER TEXT names it, keys revoke NUMBER revokes it.")
"""Marked for translation."""


@word("keys")
def keys(dialogue: Dialogue, typed: Typed) -> Conversation:
    """List the keys, or change one of them; a revocation cannot be taken back, so it asks first."""
    words, known = tuple(map(english, typed.words)), dialogue.keys
    place = number_of(words[1]) or 0 if len(words) > 1 else 0
    key = known[place - 1] if 0 < place <= len(known) else None
    match words:
        case ():
            news = yield persons.ListKeys(0)
        case ("add",):
            news = yield persons.OfferKey(0)
        case ("name", _number, _word, *_words) if key is not None:
            news = yield persons.NameKey(0, key.key, clean_text(typed.text.split(maxsplit=2)[-1], cells=40))
        case ("revoke", _number, "yes") if key is not None:
            news = yield persons.RevokeKey(0, key.key, len(known) == 1)
        case ("revoke", number, *_words) if key is not None:
            here = _("You are here with it.") if key.current else ""
            last = _("It is your last: nobody can come back to this account then.") if len(known) == 1 else ""
            does = _("keys revoke {number} yes does it.", number=number)
            dialogue.say(" ".join(filter(None, (_("It will no longer let you in."), here, last, does))))
            return
        case _:
            dialogue.say(_("keys lists them with their numbers; {ways}", ways=_(_WAYS)))
            return
    _tell_keys(dialogue, news)


def _tell_keys(dialogue: Dialogue, news: persons.Keys | persons.KeyCode) -> None:
    """Tell the keys of the account, or the command that adds another one."""
    if isinstance(news, persons.KeyCode):
        assert dialogue.visit.remote is not None, "nobody else has keys"
        command = key_command(dialogue.visit.remote, clean_text(news.code, cells=40))
        within = ngettext(
            "Within {n} minute, type on the other device: {command}",
            "Within {n} minutes, type on the other device: {command}",
            max(1, news.seconds // 60),
            command=command,
        )
        dialogue.say(within, host_words(command))
        return
    dialogue.keys = news.keys
    dialogue.say(*(lists.keys(news.keys).read() if news.keys else ()))
    none = _("You have no key: a guest is forgotten. keys add keeps your name.")
    dialogue.say(_(_WAYS) if news.keys else none)


# Finished games


@word("history")
def history(dialogue: Dialogue, _typed: Typed) -> Conversation:
    """List the finished games, with statistics of each kind of game."""
    news: archive.Games = yield archive.ListGames(0)
    dialogue.games = news.games
    ways = _("replay NUMBER plays a game again, with its score sheet; export NUMBER keeps it.")
    dialogue.page((*lists.finished_games(news.games).read(), *((ways,) if news.games else ())))
    for game in dict.fromkeys(entry.setup.game for entry in news.games):
        played: archive.Statistics = yield archive.ReadStatistics(0, "", game)
        dialogue.say(f"{lists.statistics_words(played)}.")
        given = ", ".join(f"{one:.1f}" for one in given_in(dialogue.preferences.settings, news.games, game))
        lost = _("Points a deal given away, by the reviews of your games: {every}.", every=given)
        dialogue.say(lost if given else "")
        for one in form_of(news.games, game).duels:
            name = shown_name(one.name)
            dialogue.say(_("Against {name}: ahead in {part} of {whole}.", name=name, part=one.ahead, whole=one.games))


@word("replay", "export")
def about_game(dialogue: Dialogue, typed: Typed) -> Conversation:
    """Replay a finished game by its number, or tell the command that fetches its record."""
    number = number_of(typed.words[0]) if typed.words else None
    entry = next((entry for entry in dialogue.games if entry.game == number), None)
    if entry is None:
        name = called(typed.word)
        dialogue.say(_("Write {word} and the number of a game: history lists them.", word=name))
    elif typed.word == "replay":
        yield from begin(dialogue, entry)
    else:
        command = record_command(dialogue.visit.errand, str(entry.game))
        dialogue.say(_("This command in a shell keeps it: {command}", command=command))


# Rankings, the deal of the day, tournaments


@word("rankings")
def rankings(dialogue: Dialogue, typed: Typed) -> Conversation:
    """Tell the rankings of a game, by a ruleset or all of them."""
    offers = dialogue.visit.offers.values()
    if not offers:
        dialogue.say(_("The server has not answered yet."))
        return
    try:
        meant = lists.meant_ladders(typed.words, offers)
    except ValueError as problem:
        dialogue.say(as_sentence(str(problem)))
        return
    for ladder in meant:
        news: Rankings = yield ReadRankings(0, ladder.game, ladder.ruleset)
        dialogue.page([line for one in lists.ladders([news]) for line in one.read()])


@word("today")
def today(dialogue: Dialogue, typed: Typed) -> Conversation:
    """Tell the day or an earlier one: the result, what can be done, the tables; or go to its table, or to practice."""
    words = [english(one) for one in typed.words]
    way, *rest = words if words and words[0] in _TABLES else ("", *words)
    day = next(iter(rest), "")
    if not is_day(day):
        dialogue.say(_("Write the day as in {today} 2026-11-21.", today=called("today")))
        return
    if way:
        dialogue.ask(PlayDaily, way == "practice", day)
        return
    page: Daily = yield ReadDaily(0, day)
    first, *others = day_lines(page, dialogue.now)
    own, *others = others if page.result is not None else ("", *others)
    practice = _TABLES[offered(page, dialogue.now) is DailyOffer.PRACTISE]
    offer = doing(page, dialogue.now, f"{called('today')} {called(practice)} {day}".rstrip())
    earlier = _("{today} DAY shows an earlier day, such as {today} 2026-11-21.", today=called("today"))
    dialogue.page([*filter(None, (first, own, f"{offer}.", *others, "" if day else earlier))])


_TABLES: Final = ("play", "practice")  # What is typed after the day to come to a table of it.


@word("tournament")
def tournament(dialogue: Dialogue, typed: Typed) -> Conversation:
    """Tell the tournaments, or one; or do whatever else the words say."""
    first, *rest = typed.text.split() or [""]
    welcome = dialogue.visit.welcome
    try:
        words = [english(first.lower()), *rest] if first else rest
        request = read_request(words, welcome.games if welcome is not None else ())
    except InvalidPlan as problem:
        dialogue.say(as_sentence(str(problem)))
        return
    news: Tournaments | TournamentShown = yield request
    lines = [line for one in lists.tournament(news) for line in one.read()]
    if isinstance(news, Tournaments):
        ways = _("tournament NUMBER shows one, tournament enter NUMBER enters it.")
        lines += [ways] if news.tournaments else []
    elif news.tournament.yours and news.tournament.phase is TablePhase.GATHERING:
        lines.append(_("tournament start {number} begins it.", number=news.tournament.number))
    dialogue.page(lines)
