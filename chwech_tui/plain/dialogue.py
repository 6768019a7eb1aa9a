"""The dialogue: what a line of the person, or a piece of news, makes of the state; pure.

A line is read, in this order, as the answer to what is asked, as a play, as a command; an empty one goes on.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from chwech_tui.describe import as_sentence, said
from chwech_tui.errand import (
    LONGEST_WORDS,
    NAMELESS,
    TCP,
    Greet,
    Join,
    PlayNow,
    Watch,
    complete,
    new_game_of,
    server_name,
    table_request,
    unfinished,
    without_hints,
)
from chwech_tui.link import Down, Late, News, SentAway
from chwech_tui.model import lobby as lobbies
from chwech_tui.model.board import Asking, fresh, hears, parted, refused, troubled
from chwech_tui.model.hosting import LATE
from chwech_tui.model.ink import plain
from chwech_tui.model.lobby import greeting_lines, title_words, turn_words
from chwech_tui.model.own_keys import USUAL_KEYS
from chwech_tui.model.settings import read_settings
from chwech_tui.plain import account, archive, commands, course, home, making, playing, telling
from chwech_tui.plain.home import entry_line, listing
from chwech_tui.plain.reading import LONGEST_LINE, english, spoken, words_of
from chwech_tui.plain.state import Asked, Forget, Newcomer, Renew, Reply, Sent, State, Typed, home_request, paged, tell
from chwech_tui.plain.telling import follow_up, turn_line
from protocol import messages
from protocol.absence import Resign
from protocol.administration import Notice, ReportPerson
from protocol.archive import Games, ListGames, RecordPart, ReplayPart, ReviewPart, Statistics
from protocol.contacts import Contacts, Invite, Invited
from protocol.daily import Daily, PlayDaily, ReadDaily
from protocol.errors import ErrorCode
from protocol.game import Stage
from protocol.hints import CostliestChoice, Hint, HintGiven
from protocol.identity import KeyCode, Keys, Renamed
from protocol.language import N_, _, ngettext, prefer
from protocol.lobby import LobbyChanged, LobbyShown
from protocol.messages import FromClient
from protocol.rankings import Rankings
from protocol.seating import QuickTable
from protocol.tableview import TableEntry, TablePhase
from protocol.talk import Line, Overheard
from protocol.text import clean_text
from protocol.tournaments import Tournaments, TournamentShown

_NAME = 24
"""The widest nickname, in cells."""

_MARK = "\ufeff"
"""The byte order mark with which some shells begin what they pipe."""


def hear(state: State, news: News, now: float) -> Reply:
    """Return what a piece of news makes of the dialogue at a time, in seconds since 1970."""
    return _spoken(_heard(replace(state, now=now), news))


def settle(state: State) -> Reply:
    """Return what the table asks of the person now, if they were not told: news come in bursts, and this after them."""
    asked = course.asked(state)
    lines = follow_up(state.known, state.board, coach=state.coach and not asked)
    return _spoken(tell(replace(state, known=state.board), *lines)._replace(sent=asked))


def read(state: State, line: str, now: float) -> Reply:
    """Return what a line of the person makes of the dialogue at a time, in seconds since 1970."""
    answered = course.answered(_read(replace(state, now=now), line[:LONGEST_LINE].removeprefix(_MARK).strip()))
    return _spoken(course.keeping(state.course, answered))


def sent(state: State, number: int, command: FromClient) -> State:
    """Record that a command was sent under an id, and waits for its answer."""
    return replace(state, waiting=(*state.waiting, Asked(number, command)))


def _spoken(reply: Reply) -> Reply:
    return reply._replace(said=tuple(spoken(line, reply.state.speech) for line in reply.said))


def _read(state: State, line: str) -> Reply:
    if state.nameless:
        return _named(state, line)
    words = words_of(line)
    if not words:
        return _go_on(state)
    state = replace(state, rest=())
    answered = _answer(state, words)
    if answered is not None:
        return answered
    state = replace(state, board=playing.dropped(state.board))
    found = commands.find(state, words[0])
    plays = playing.is_play(state.board, words)
    # A letter that means a command is that command, unless a card or the game's own word begins with it.
    if plays and (found is None or len(words) > 1 or english(words[0]) not in found.typed):
        return course.no_choice(state) or playing.play(state, words)
    if found is None:
        return commands.unknown(state, words[0])
    text = line.partition(" ")[2]
    return commands.act(state, found, Typed(words[1:], text.strip()))


def _named(state: State, line: str) -> Reply:
    """Use the nickname that was asked for."""
    name = clean_text(line, cells=_NAME)
    if not name:
        return tell(replace(state, over=0), _("Goodbye."))
    return Reply(replace(state, nameless=False), sent=(Renew(name),))


def _answer(state: State, words: tuple[str, ...]) -> Reply | None:
    """Return what a line answers: a question of the table, a form, a replay; None if it answers nothing."""
    if playing.answers(state.board, words):
        return playing.answer(state, words)
    if state.form is not None:
        return _fill_in(state, words)
    if state.reel is not None and archive.is_move(words):
        return archive.move(state, words)
    return None


def _fill_in(state: State, words: tuple[str, ...]) -> Reply | None:
    first = english(words[0])
    if first == "open" and len(words) == 1:
        return making.opened(state)
    if first in {"cancel", "back", "q", "leave"}:
        return tell(replace(state, form=None), _("No table is made."))
    return making.fill_in(state, words)


def _go_on(state: State) -> Reply:
    """Do what an empty line means: go on with a long text or a replay, deal, or tell whose turn it is."""
    if state.rest:
        return paged(state, state.rest)
    if state.form is not None:
        return making.form_told(state)
    if state.reel is not None:
        return archive.move(state, ())
    if state.course is not None:
        return course.go_on(state, state.course)
    board = state.board
    table, game = board.table, board.game
    if table is None:
        return home.tables(state, Typed((), ""))
    dealing = game is not None and game.stage is Stage.DEALING and board.asking is Asking.NOTHING
    if dealing and table.phase is TablePhase.PLAYING and board.waited_for:
        return playing.key(state, "enter")
    return tell(state, turn_line(board))


_HEADING: Final = N_("Chwech: six players, nine cards, and a score that multiplies by nine.")
"""Marked for translation."""

MOST_NUMBERED: Final = 200
"""The most tables that have a number; whoever stays in the lobby for days hears the numbers begin anew."""

_TALK: Final = 3
"""The most lines of earlier talk that are told to who comes to the lobby."""


def _heard(state: State, news: News) -> Reply:
    if isinstance(news, Down):
        return _down(state, news.text)
    if isinstance(news, Late):
        return tell(state, _(LATE))
    known = replace(state, answered=True)
    if isinstance(news, SentAway):
        return _sent_away(known, news)
    asked = _asked(known, getattr(news, "id", None))
    if asked is not None:
        known = replace(known, waiting=tuple(one for one in known.waiting if one is not asked))
    return _of_server(known, news, None if asked is None else asked.command)


def _of_server(state: State, news: messages.FromServer, asked: messages.FromClient | None) -> Reply:
    """Return what a message makes of the dialogue, given the command that it answers."""
    if type(news) in _ANSWERS:
        return _ANSWERS[type(news)](state, news, asked)
    return _NEWS[type(news)](state, news) if type(news) in _NEWS else Reply(state)


def _asked(state: State, number: int | None) -> Asked | None:
    return next((one for one in state.waiting if one.number == number), None)


# The connection


def _down(state: State, text: str) -> Reply:
    """Tell once that the connection is lost; a server that never answers is nothing to wait for."""
    words = clean_text(text, cells=LONGEST_WORDS).rstrip(".")
    remote = state.remote
    if not state.answered and remote is not None and remote.place.startswith(TCP):
        return tell(replace(state, over=1), f"chwech: {words}.")
    if state.trouble:
        return Reply(state)
    lost = replace(state, trouble=True, board=troubled(state.board, words))
    again = _("Trying again.")
    return tell(lost, f"{words}. {again}")


def _sent_away(state: State, news: SentAway) -> Reply:
    """Ask for a nickname if that may help; otherwise tell why the server has ended the conversation, and end."""
    text = as_sentence(clean_text(news.text, cells=LONGEST_WORDS))
    if news.code in NAMELESS and state.remote is not None:
        why = text if news.code == ErrorCode.INVALID_NAME.value else ""
        return tell(replace(state, nameless=True), why, _("What shall we call you? Write a nickname."))
    return tell(replace(state, over=1, board=parted(state.board, text)), text)


def _welcomed(state: State, news: messages.Welcome) -> Reply:
    first = state.welcome is None
    order = replace(state.order, setup=complete(state.order.setup, news.games))
    # By words, every sentence names the usual keys.
    settings = replace(read_settings(news.settings), keys=USUAL_KEYS)
    prefer(settings.language.code)
    again = _("Connected again.") if state.trouble else ""
    own, unhinted = clean_text(news.name, cells=24), without_hints(news)
    known = replace(state.board, own=own, settings=settings, without_hints=unhinted)
    board = troubled(known, "")
    done = replace(state, welcome=news, order=order, trouble=False, nameless=False, board=board)
    if not first:
        return tell(done, again)
    name = _("You are {name}.", name=clean_text(news.name, cells=24))
    guest = _("You are a guest: keys tells how to keep the name.") if news.guest else ""
    who = " ".join(filter(None, (name, guest))) if state.remote is not None else ""
    heading = _(_HEADING) if isinstance(state.errand, Greet) else ""
    told = (again, heading, *_own_words(news), who) if state.remote is not None else (again, heading, who)
    if isinstance(state.errand, Greet | Join) and state.errand.daily:
        return tell(done, *told)._replace(sent=(*_first_step(done), ReadDaily(0)))
    if isinstance(state.errand, Greet | Join) and state.errand.learn:
        opened = course.entered(done)
        return tell(opened.state, *told, *opened.said)
    return tell(done, *told)._replace(sent=_first_step(done))


def _own_words(welcome: messages.Welcome) -> tuple[str, ...]:
    """Return what the server says of itself."""
    title = title_words(welcome)
    name = (_("Chwech at {place}", place=title),) if title else ()
    return tuple(as_sentence(line) for line in (*name, *greeting_lines(welcome)))


def _first_step(state: State) -> tuple[Sent, ...]:
    """Return the first request, by what the program was started for."""
    match state.errand:
        case PlayNow(fresh=True):
            return (table_request(state.order),)
        case Join(table=code) if code:
            return (messages.JoinTable(0, code),)
        case Watch(table=code):
            return (messages.WatchTable(0, code),)
    return home_request(state)


def _refused(state: State, news: messages.Refused, asked: messages.FromClient | None) -> Reply:
    """Tell why something was refused; where no table was opened, go to the menu or end."""
    if isinstance(asked, ListGames) and state.newcomer is Newcomer.ASKED:
        return Reply(replace(state, newcomer=Newcomer.KNOWN))
    if isinstance(asked, Hint) and news.view is None:
        return course.hint_refused(state, as_sentence(clean_text(news.text, cells=LONGEST_WORDS)))
    state = replace(state, coach_due=state.coach_due and not isinstance(asked, messages.OpenTable))
    text = as_sentence(clean_text(news.text, cells=LONGEST_WORDS))
    if news.view is not None and state.board.table is not None:
        state = replace(state, board=replace(refused(state.board, None, "", news.view), chosen=None))
    if (
        not isinstance(asked, messages.JoinTable | messages.WatchTable | messages.OpenTable | QuickTable | PlayDaily)
        or state.at_table
    ):
        return tell(replace(state, due=False), text)
    if state.plays_now:
        return tell(replace(state, over=2), f"chwech: {clean_text(news.text, cells=LONGEST_WORDS)}")
    full = news.code is ErrorCode.TABLE_FULL and isinstance(asked, messages.JoinTable)
    watching = _("watch {code} watches.", code=asked.table) if full and isinstance(asked, messages.JoinTable) else ""
    return tell(state, f"{text} {watching}".rstrip())._replace(sent=() if state.listed else home_request(state))


def _accepted(state: State, news: messages.Accepted, asked: messages.FromClient | None) -> Reply:
    """Note that a command was carried out; who has resigned goes to the menu."""
    if isinstance(asked, messages.Act | messages.Begin | messages.Continue) and state.at_table:
        return Reply(replace(state, seq_due=news.seq))
    if isinstance(asked, Invite):
        return account.told(state, asked)
    if isinstance(asked, ReportPerson):
        return account.report_told(state, asked)
    if isinstance(asked, Resign):
        gone = replace(state, board=fresh(state.board), listed=False)
        told = (_("You have left for good."),)
        if state.plays_now:
            return Reply(replace(gone, over=0), told, (Forget(),))
        return Reply(gone, told, (Forget(), *home_request(gone)))
    return Reply(state)


# The menu


def _tables(state: State, news: messages.Tables) -> Reply:
    """Tell the games to go on with; or go on with the one that was asked for at the start, or open it."""
    if isinstance(state.errand, PlayNow):
        entry = unfinished(news.tables, state.order)
        if entry is None:
            return Reply(state, sent=(table_request(state.order),))
        again = f"{new_game_of(state.errand, state.order, state.welcome)} --plain"
        remark = _("This game was not finished. {command} begins another.", command=again)
        return Reply(replace(state, remark=remark), sent=(messages.JoinTable(0, entry.table),))
    own = tuple(one for one in news.tables if one.yours and one.phase is not TablePhase.OVER)
    return _meeting(listing(replace(state, listed=True), own), own)


def _meeting(told: Reply, tables: Sequence[TableEntry]) -> Reply:
    """Ask, once, whether the person has finished a game, unless they are playing one."""
    if told.state.newcomer is not Newcomer.UNKNOWN:
        return told
    if any(table.yours for table in tables):
        return told._replace(state=replace(told.state, newcomer=Newcomer.KNOWN))
    return told._replace(state=replace(told.state, newcomer=Newcomer.ASKED), sent=(*told.sent, ListGames(0)))


def _games(state: State, news: Games) -> Reply:
    """Tell the finished games, or offer the course to who has not finished one."""
    if state.newcomer is not Newcomer.ASKED:
        return archive.games_heard(state, news)
    known = replace(state, newcomer=Newcomer.KNOWN)
    return tell(known, "" if news.games else _("New here? learn teaches you the game in five minutes."))


def _lobby(state: State, news: LobbyShown) -> Reply:
    """Tell the lobby at the first sight; after a lost connection, only what was said meanwhile."""
    lobby = lobbies.shown(news)
    last = state.lobby.talk[-1].number if state.lobby.talk else 0
    done = replace(state, lobby=lobby, in_lobby=True, listed=True)
    if state.listed:
        return tell(done, *_talk(done, tuple(line for line in lobby.talk if line.number > last)))
    told = _meeting(listing(done, lobby.tables), lobby.tables)
    heading = ngettext(
        "The lobby of {place}: {online} online, {n} table.",
        "The lobby of {place}: {online} online, {n} tables.",
        len(lobby.tables),
        place=server_name(state.remote.place) if state.remote is not None else "",
        online=lobby.online,
    )
    return told._replace(said=(heading, *told.said, *_talk(done, lobby.talk[-_TALK:])))


def _lobby_changed(state: State, news: LobbyChanged) -> Reply:
    """Tell what is said in the lobby, new tables that gather, and where it is one's turn."""
    before = {table.table: table for table in state.lobby.tables}
    done = replace(state, lobby=lobbies.changed(state.lobby, news))
    if state.at_table:
        return Reply(done)
    entries, lines, moment = list(state.entries), [], state.moment
    for table in news.tables:
        old = before.get(table.table)
        new = old is None and table.phase is TablePhase.GATHERING and table.vacant
        if new and table not in entries:
            if len(entries) >= MOST_NUMBERED:
                entries.clear()
            entries.append(table)
            lines.append(_("New: {table}", table=entry_line(table, len(entries), moment)))
        elif table.your_turn and not (old is not None and old.your_turn):
            lines.append(f"{clean_text(table.table, cells=40)}: {turn_words(table, moment)}")
    return tell(replace(done, entries=tuple(entries)), *lines, *_talk(done, news.talk))


def _talk(state: State, lines: tuple[Line, ...]) -> tuple[str, ...]:
    return tuple(plain(said(line.name, line.text)) for line in lines if hears(state.board, line.name))


_NEWS: Final[Mapping[type, Callable[[State, Any], Reply]]] = {
    messages.Welcome: _welcomed,
    messages.Seated: telling.seated,
    messages.Happened: telling.happened,
    messages.TableChanged: telling.changed,
    Overheard: telling.overheard,
    HintGiven: course.heard,
    CostliestChoice: course.costliest_heard,
    messages.Rules: home.rules_heard,
    Games: _games,
    Statistics: archive.statistics_heard,
    ReviewPart: archive.review_heard,
    Renamed: account.renamed,
    Keys: account.keys_heard,
    KeyCode: account.code_heard,
    Invited: account.invited_heard,
    Notice: account.notice_heard,
    Rankings: archive.rankings_heard,
    messages.Tables: _tables,
    Daily: archive.daily_heard,
    LobbyShown: _lobby,
    LobbyChanged: _lobby_changed,
    Tournaments: archive.listed,
    TournamentShown: archive.shown,
}
"""What is made of each message."""

_ANSWERS: Final[Mapping[type, Callable[[State, Any, Any], Reply]]] = {
    messages.Refused: _refused,
    messages.Accepted: _accepted,
    Contacts: account.contacts_heard,
    RecordPart: archive.record_heard,
    ReplayPart: archive.replay_heard,
}
"""What is made of each message whose meaning depends on the command that it answers."""
