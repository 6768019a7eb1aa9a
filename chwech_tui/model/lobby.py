"""A server in the client: the lobby with each change merged into it, what those who run it say, the bots it lacks."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from chwech_tui.describe import as_sentence, clock_words, span_left
from chwech_tui.model.game import ladder_words, length_words, title_of
from chwech_tui.model.people import company, level_words, listed, shown_name
from protocol.language import N_, _, ngettext
from protocol.lobby import LobbyChanged, LobbyShown, NewsItem, NewsKind, NewsShown, Person, Where
from protocol.messages import Welcome
from protocol.people import Contacts, Friend, Invited, Notice, SaidTo
from protocol.rating import Ladder
from protocol.setup import GameOffer
from protocol.table import Line, TableEntry, TablePhase, TableView
from protocol.text import clean_text

LINES_KEPT: Final = 50

CODE: Final = 26  # The maximum width of a table code of three words, in cells.
NAME: Final = 16  # The maximum width of a name in the lobby, in cells.

PLACES: Final = {
    Where.LOBBY: N_("here"),
    Where.TABLE: N_("at a table"),
    Where.WATCHING: N_("watching"),
    Where.ELSEWHERE: "",
}
"""Where a person is, marked for translation."""


class Lobby(Struct, frozen=True, gc=False):
    """The tables, people and chat of the lobby."""

    tables: tuple[TableEntry, ...] = ()
    people: tuple[Person, ...] = ()
    """The people online; incomplete if there are very many."""
    talk: tuple[Line, ...] = ()
    """The latest chat lines, the oldest first."""
    asides: tuple[SaidTo, ...] = ()
    """The latest lines between the viewer and one other person, the oldest first."""
    read: int = 0
    """The number of the last chat line that the viewer has seen."""
    online: int = 0
    gone: str = ""
    """The code of a table that is over or closed and stays listed because it is chosen; empty if there is none."""


def shown(news: LobbyShown, before: Lobby | None = None) -> Lobby:
    """Return the lobby of a snapshot; to whoever comes back, what was said since is new."""
    now = Lobby(_ordered(news.tables), news.people, news.talk[-LINES_KEPT:], online=news.online)
    return replace(now, asides=before.asides, read=_last(before.talk)) if before is not None else read(now)


def read(lobby: Lobby) -> Lobby:
    """Record that the viewer has seen all talk."""
    return replace(lobby, read=_last(lobby.talk))


def _last(talk: tuple[Line, ...]) -> int:
    return talk[-1].number if talk else 0


def said_aside(lobby: Lobby, news: SaidTo) -> Lobby:
    """Add a line between the viewer and one other person."""
    return replace(lobby, asides=(*lobby.asides, news)[-LINES_KEPT:])


def changed(lobby: Lobby, news: LobbyChanged, chosen: str = "") -> Lobby:
    """Merge a change; the table with the code ``chosen`` must not disappear while the user is about to press a key."""
    fresh = {table.table: table for table in news.tables}
    out = {code for code in news.gone if code not in fresh}
    gone = chosen if chosen in out else "" if lobby.gone in fresh else lobby.gone
    tables = tuple(
        fresh.pop(table.table, table) for table in lobby.tables if table.table not in out or table.table == gone
    )
    people = {person.name: person for person in lobby.people if person.name not in news.left}
    people.update({person.name: person for person in news.people})
    talk = (*lobby.talk, *(line for line in news.talk if line.number > _last(lobby.talk)))
    now = replace(
        lobby,
        tables=_ordered((*tables, *fresh.values())),
        people=tuple(people.values()),
        talk=talk[-LINES_KEPT:],
        online=news.online,
        gone=gone,
    )
    # What is said while the lobby is shown is seen, unless something before it is not.
    return read(now) if lobby.read >= _last(lobby.talk) else now


def awaits(table: TableEntry) -> bool:
    """Return True if people wait at a table where the viewer can sit down."""
    return table.phase is TablePhase.GATHERING and bool(table.persons and table.vacant) and not table.yours


def _ordered(tables: Iterable[TableEntry]) -> tuple[TableEntry, ...]:
    """Return the viewer's own tables, then those where people wait, then the others."""
    return tuple(sorted(tables, key=lambda one: 0 if one.yours else 1 if awaits(one) else 2))


def has_begun(table: TableEntry) -> bool:
    """Return True if a game was on when a table was last listed: one that is gone since is over, and can be seen."""
    return table.phase is not TablePhase.GATHERING


def swept(lobby: Lobby) -> Lobby:
    """Remove the table that was listed only because it was chosen."""
    if not lobby.gone:
        return lobby
    return replace(lobby, tables=tuple(table for table in lobby.tables if table.table != lobby.gone), gone="")


class Acquaintance(Struct, frozen=True, gc=False):
    """A person whom the viewer may want to do something about."""

    name: str
    person: Person | None = None
    """Where they are; None if they are not known to be online."""
    friend: bool = False
    blocked: bool = False


def acquaintances(
    lobby: Lobby, ignored: Iterable[str], own: str, contacts: Contacts | None = None
) -> tuple[Acquaintance, ...]:
    """Return the other people that the viewer may want to do something about, each once.

    Friends who are online come first, then others who are, those in the chat or ignored, other friends, the blocked.
    """
    known = {shown_name(person.name): person for person in lobby.people}
    friends = {shown_name(friend.name): friend for friend in contacts.friends} if contacts is not None else {}
    blocked = tuple(map(shown_name, contacts.blocked)) if contacts is not None else ()
    if len(lobby.people) < lobby.online or not lobby.online:
        # The lobby shows only some people, and none while one is at a table.
        known = {**_seen(friends.values()), **known}
    spoke = (shown_name(line.name) for line in reversed(lobby.talk))
    here = sorted(known, key=lambda name: name not in friends)
    names = dict.fromkeys((*here, *spoke, *sorted(ignored)))
    others = [name for name in names if name not in {*blocked} and (name in known or name not in friends)]
    ordered = dict.fromkeys((*others, *friends, *blocked))
    ordered.pop(shown_name(own), None)
    return tuple(Acquaintance(name, known.get(name), name in friends, name in blocked) for name in ordered if name)


def _seen(friends: Iterable[Friend]) -> dict[str, Person]:
    """Return the friends who were online when the contacts were told."""
    return {
        shown_name(friend.name): Person(friend.name, friend.where, friend.table)
        for friend in friends
        if friend.where is not None
    }


def wanted_games(ticked: str, offered: Iterable[str]) -> tuple[str, ...]:
    """Return the games on offer that are ticked; all of them if none is."""
    every, names = tuple(offered), ticked.split()
    return tuple(name for name in every if name in names) or every


def ticked_tables(tables: tuple[TableEntry, ...], ticked: str) -> tuple[TableEntry, ...]:
    """Return the tables that are listed: one's own, and those of the ticked games; all of them if none is ticked."""
    names = ticked.split()
    return tuple(one for one in tables if one.yours or one.setup.game in names) if names else tables


def invitation_words(news: Invited) -> str:
    """Return who invites the reader, to which game and whose table."""
    name, host = shown_name(news.name), shown_name(news.host)
    if not news.game:
        return _("{name} invites you to {table}", name=name, table=clean_text(news.table, cells=40))
    if host in {"", name}:
        return _("{name} invites you to {game}", name=name, game=title_of(news.game))
    return _("{name} invites you to {game} at the table of {host}", name=name, game=title_of(news.game), host=host)


_TOLD: Final = {
    NewsKind.TURN: N_("Your turn in {game}."),
    NewsKind.ROUND: N_("{name}: round {round} has begun."),
    NewsKind.REMATCH: N_("{name} wants a rematch in {game}."),
    NewsKind.INVITED: N_("{name} invites you to {game}."),
    NewsKind.RUNNING: N_("Your game of {game} isn't finished."),
    NewsKind.BEATEN: N_("{name} beat your deal of the day by {points}: you are #{place} of {of}."),
    NewsKind.RANKED: N_("{ranking}: you fell from #{before} to #{place}."),
    NewsKind.TOURNAMENT_OVER: N_("{name} is over: you finished #{place} of {of}."),
    NewsKind.OVER: N_("Your game of {game} ended: you finished #{place} of {of}."),
}
"""What is said of each kind of news, marked for translation."""

_TIMED: Final = {
    NewsKind.TURN: N_("Your turn in {game}: {time} left."),
    NewsKind.ROUND: N_("{name}: round {round} is on, {time} left."),
}
"""What is said where time runs."""

_DAILY: Final = N_("Your deal of the day isn't finished.")
_NEW: Final = N_("{ranking}: you are #{place} now.")
_ROSE: Final = N_("{ranking}: you rose from #{before} to #{place}.")  # Of a ranking, where they have not fallen.


def news_words(item: NewsItem, now: float) -> str:
    """Return a piece of news as a sentence, at a time in seconds since 1970."""
    kind, place, before = item.kind, item.place, item.before
    time = span_left(item.until - now) if item.until is not None and item.until > now else ""
    words = _TIMED.get(kind, _TOLD[kind]) if time else _TOLD[kind]
    if kind is NewsKind.RANKED:
        words = _NEW if not before else _ROSE if place < before else words
    elif kind is NewsKind.RUNNING and item.day:
        words = _DAILY
    return _(
        words,
        game=title_of(item.game),
        ranking=ladder_words(Ladder(item.game, item.ruleset)),
        name=clean_text(item.name, cells=40),
        points=item.points,
        round=item.round,
        time=time,
        place=place,
        before=before,
        of=item.of,
    )


def news_way(item: NewsItem) -> tuple[str, ...]:
    """Return the words of plain mode that lead where a piece of news says."""
    ways = {NewsKind.BEATEN: ("today",), NewsKind.RANKED: ("rankings", item.game), NewsKind.OVER: ("history",)}
    return ways.get(item.kind, ("go", item.table) if item.table else ("tournament",))


def here_words(news: NewsShown) -> str:
    """Return who else is online; empty for no one."""
    names, more = [shown_name(name) for name in news.here], news.online - len(news.here)
    if more > 0 and names:
        names.append(ngettext("{n} other", "{n} others", more))
    return _("Online now: {names}.", names=listed(names)) if names else ""


def is_news(item: NewsItem, lobby: Lobby, ignored: Iterable[str]) -> bool:
    """Return True if a piece of news still holds by the tables of the lobby, and comes from no one who is ignored."""
    own = any(one.table == item.table and one.yours for one in lobby.tables)
    turn = any(one.table == item.table and one.your_turn for one in lobby.tables)
    holds = {NewsKind.TURN: turn, NewsKind.RUNNING: own}.get(item.kind, True)
    return holds and shown_name(item.name) not in ignored


def stage_words(entry: TableEntry) -> str:
    """Return how far a game is; before it, whether it goes by correspondence, or how long it will be."""
    if entry.phase is not TablePhase.GATHERING:
        return clean_text(entry.summary, cells=40)
    if entry.arrangement.clock.has_days:
        # Translators: how a game is played, with days for a move; at most 14 letters.
        return _("correspondence")
    return length_words(entry.setup) or _("gathering")


def terms(entry: TableEntry) -> str:
    """Return the clock of a table, if there is one, and whether its game is rated."""
    clock, rated = entry.arrangement.clock, _("not rated") if entry.arrangement.casual else _("rated")
    return f"{clock_words(clock)}, {rated}" if clock.seconds else rated


def best_to_watch(tables: Iterable[TableEntry]) -> TableEntry | None:
    """Return the table at which most people play, of those that the reader can watch; None if there is none."""
    playing = (one for one in tables if one.phase is TablePhase.PLAYING and one.arrangement.watching and not one.yours)
    return max(playing, key=lambda one: one.persons, default=None)


def quick_words(table: TableView) -> str:
    """Return what a quick game has led to: people who wait, or a new table."""
    names = company(table)
    if names:
        return _("You join {names}: {game}.", names=listed([*names]), game=title_of(table.setup.game))
    return _(
        "This is your table for {game}: nobody else has come yet. Others can join it.", game=title_of(table.setup.game)
    )


def heard(lobby: Lobby, ignored: frozenset[str]) -> tuple[Line | SaidTo, ...]:
    """Return the chat lines, and those between the viewer and one other, of people who are not ignored, in order."""
    lines: list[Line | SaidTo] = [*lobby.talk, *lobby.asides]
    heard = (line for line in lines if shown_name(line.name) not in ignored)
    return tuple(sorted(heard, key=lambda line: line.at))


def turn_words(entry: TableEntry, now: float) -> str:
    """Return whose turn it is in a correspondence game, and the time left; empty for other games."""
    if not entry.turn:
        return ""
    name = shown_name(entry.turn)
    if entry.deadline is None:
        return _("It is your turn.") if entry.your_turn else _("It is {name}'s turn.", name=name)
    time = span_left(entry.deadline - now)
    if entry.your_turn:
        return _("It is your turn, {time} left.", time=time)
    return _("It is {name}'s turn, {time} left.", name=name, time=time)


def where_words(person: Person) -> str:
    """Return where a person is: ``here``, the code of their table, or the kind of place."""
    if not person.table:
        return _(PLACES[person.where])
    code = clean_text(person.table, cells=CODE)
    return _("watching {code}", code=code) if person.where is Where.WATCHING else code


def place_words(known: Acquaintance, *, away: bool = False) -> str:
    """Return where someone is, to a reader who is away from the lobby or in it; empty for who is blocked."""
    if known.person is None:
        return "" if known.blocked else _("not online")
    if away and known.person.where is Where.LOBBY:
        return _("in the lobby")
    return where_words(known.person) or _("online")


_NAME: Final = 40  # The greatest width of the name of a server, in cells.

_NOTICE: Final = 400  # The longest notice, in cells.


def title_words(welcome: Welcome) -> str:
    """Return the name of a server; empty if it has none of its own."""
    return clean_text(welcome.title, cells=_NAME)


def notice_words(news: Notice) -> str:
    """Return what is said to everyone, with who says it before."""
    return _("From those who run the server: {said}", said=clean_text(news.text, cells=_NOTICE))


def reported_words(name: str) -> str:
    """Return that a report of a person has arrived."""
    return _("{name} is reported to those who run the server.", name=name)


_LEVEL: Final = 24  # The longest name of a level, in cells.


class Told(NamedTuple):
    """What the player has been told of the bots of a table."""

    table: str = ""
    levels: frozenset[str] = frozenset()
    """The levels of which they know that others replace them."""


def news_of_fallbacks(offers: Iterable[GameOffer], table: TableView, told: Told) -> tuple[str, Told]:
    """Return which bots of a table others replace, as far as that is news, and what the player knows then."""
    offer = next((offer for offer in offers if offer.name == table.setup.game), None)
    known = told.levels if told.table == table.table else frozenset[str]()
    if offer is None or not offer.fallbacks:
        return "", Told(table.table, known)
    here = dict.fromkeys(occupant.bot for occupant in table.seats if occupant is not None)
    new = [level for level in here if level in offer.fallbacks and level not in known]
    words = " ".join(as_sentence(level_fallback(offer, level)) for level in new)
    return words, Told(table.table, known.union(new))


def level_fallback(offer: GameOffer, level: str) -> str:
    """Return in half a sentence which bots play in place of those of a level."""
    known, other = (clean_text(level_words(one), cells=_LEVEL) for one in (level, offer.fallbacks[level]))
    return _("{level} bots cannot play here now: {other} ones play in their place", level=known, other=other)
