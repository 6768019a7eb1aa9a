"""Messages about the lobby: its tables, the people online, its chat, and the news since the reader's last visit."""

from enum import Enum

from msgspec import Struct

from protocol.archive import GameEntry
from protocol.daily import DailyStanding
from protocol.message import CleanName, ClientCommand, Count, Moment, ServerAnswer, ServerMessage
from protocol.rating import BestScore
from protocol.table import Line, TableEntry, Words


class Where(Enum):
    """Where a person online is."""

    LOBBY = "lobby"
    """In the lobby."""
    TABLE = "table"
    """Seated at a table."""
    WATCHING = "watching"
    """Watching a table."""
    ELSEWHERE = "elsewhere"
    """Anywhere else."""


class Person(Struct, frozen=True, gc=False, omit_defaults=True):
    """A person online."""

    name: CleanName
    where: Where = Where.ELSEWHERE
    table: str = ""
    """The code of their table, if it is listed."""


class EnterLobby(ClientCommand, frozen=True, tag="enter_lobby"):
    """Ask for the lobby, and for every change from then on."""


class LeaveLobby(ClientCommand, frozen=True, tag="leave_lobby"):
    """Stop the news of the lobby."""


class SayInLobby(ClientCommand, frozen=True, tag="say_in_lobby"):
    """Say something in the lobby; ``accepted`` has the number of the line."""

    text: Words


class LobbyShown(ServerAnswer, frozen=True, tag="lobby_shown"):
    """The lobby."""

    tables: tuple[TableEntry, ...]
    """The tables where the reader has a seat, can take one, or can watch: one's own first, then the newest."""
    people: tuple[Person, ...]
    """The people online; only some of them if there are very many."""
    talk: tuple[Line, ...]
    """The last lines of chat, in order."""
    online: Count
    """The number of people online."""


class LobbyChanged(ServerMessage, frozen=True, tag="lobby_changed"):
    """The changes in the lobby; anything not named is unchanged."""

    online: Count
    """The number of people online."""
    tables: tuple[TableEntry, ...] = ()
    """New and changed tables; each replaces the entry with its code."""
    gone: tuple[str, ...] = ()
    """The codes of tables that are gone; remove them before adding the others."""
    people: tuple[Person, ...] = ()
    """People who have come or moved; each replaces the person with this name."""
    left: tuple[str, ...] = ()
    """The names of people who have gone; remove them before adding the others."""
    talk: tuple[Line, ...] = ()
    """New lines of chat, in order."""


class ReadStatus(ClientCommand, frozen=True, tag="read_status"):
    """Ask how the server is, without going to the lobby."""


class ServerStatus(ServerAnswer, frozen=True, tag="server_status"):
    """How the server is, as it was some seconds ago at most."""

    name: str
    """What the server is called; empty if it has no name of its own."""
    version: str
    """The version of the program."""
    since: float
    """Since when it has been up, in seconds since 1970."""
    people: int
    """The number of people online."""
    playing: int
    """The number of tables whose game has begun and is not over."""
    waiting: int
    """The number of public tables where people wait for others."""
    day: str
    """The day of the deal of the day, such as ``2026-11-21``."""
    day_ends_at: float
    """When that day ends, in seconds since 1970."""
    night_at: float = 0.0
    """When the next game night begins, or this one began, in seconds since 1970; 0 if the host sets none."""
    games: tuple[GameEntry, ...] = ()
    """The last finished games of public tables; people who are not listed, and guests, are ``somebody``."""
    records: tuple[BestScore, ...] = ()
    """The best scores of listed people in the rated games of public tables."""
    best: tuple[DailyStanding, ...] = ()
    """The best scores of the day by listed people."""


class NewsKind(Enum):
    """What has happened, or waits for the reader; the most urgent first."""

    TURN = "turn"  # It is their turn in a correspondence game.
    ROUND = "round"  # A round of their tournament is on.
    REMATCH = "rematch"  # Someone with whom they have played waits for them at another table.
    INVITED = "invited"  # Someone has invited them while they were not online.
    RUNNING = "running"  # They have a seat in a game that is not over.
    BEATEN = "beaten"  # Someone has a better score in the deal of the day.
    RANKED = "ranked"  # They have another place near the top of a ranking.
    TOURNAMENT_OVER = "tournament_over"  # Their tournament is over.
    OVER = "over"  # A game of theirs has ended.


class NewsItem(Struct, frozen=True, gc=False, omit_defaults=True):
    """One piece of news; what does not belong to its kind is left out."""

    kind: NewsKind
    table: str = ""
    """The code of the table where the reader can go, or where the game was played."""
    game: str = ""
    ruleset: str = ""
    name: CleanName = ""
    """The name of the other person, or of the tournament."""
    round: Count = 0
    place: Count = 0
    """The reader's place, from 1."""
    before: Count = 0
    """Their place in the ranking at the last visit; 0 for none near the top."""
    of: Count = 0
    """How many are compared."""
    points: Count = 0
    """By how many points the other person is better."""
    day: str = ""
    until: Moment | None = None
    """When the time for a move or a round ends, in seconds since 1970."""


class ReadNews(ClientCommand, frozen=True, tag="read_news"):
    """Ask what has happened since the last visit, which is over once the connection of who asked ends."""


class NewsShown(ServerAnswer, frozen=True, tag="news_shown"):
    """The news for the reader."""

    items: tuple[NewsItem, ...] = ()
    """The most urgent first; none at a first visit or for a guest."""
    here: tuple[CleanName, ...] = ()
    """Some of the other people who are online, those who came last first."""
    online: Count = 0
    """The number of the other people online."""
