"""The lobby as connections use it: who is online, what is said, and news of both and of the tables."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from protocol import lobby as wire
from protocol.archive import GameEntry
from protocol.errors import ErrorCode, ProtocolError, RemoteProtocolError
from protocol.language import sentence
from protocol.messages import Accepted, FromServer, ListTables, Tables
from protocol.people import SayTo
from protocol.rating import Ladder, rulesets
from protocol.table import TEXT_CHARACTERS, Line, SayAtTable, TableEntry, TablePhase
from protocol.text import clean_text
from protocol.version import program_name
from server.host.clock import next_night
from server.host.daily import day_of, ends_at
from server.host.directory import TableDirectory
from server.host.limits import HEAVY_COST, PEOPLE_SHOWN, REMARKS, Headcount, TokenBuckets
from server.host.services import HostServices
from server.host.session import NOBODY, Handler, Handlers, Session
from server.storage.database import Store
from server.storage.store import Account, ContactKind, StoreFault
from server.tables.commands import Speak, spent
from server.tables.heading import Heading, game_entry
from server.tables.log import Cause, cause_of

_NONE: Final[Mapping[str, str]] = {}


class Blocks:
    """The accounts hidden from each connected account, with their present names; the store has those of all others.

    Those that are not listed are known whole, since even without a connection they may have a seat at a public table.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._accounts: dict[Session, str] = {}
        self._connected = Headcount()
        self._hidden: dict[str, dict[str, str]] = {}
        self.unlisted: set[str] = set()  # The accounts that are not listed; it stays the same object.
        self._shown: dict[str, set[str]] = {}  # Those of them that a reader sees: their own, and whose friend they are.

    async def load(self) -> None:
        """Load who is not listed."""
        friends: dict[str, set[str]] = {}
        for account, friend in await self._store.unlisted():
            friends.setdefault(account, set()).update({friend} if friend else ())
        for account, readers in friends.items():
            self.put(account, readers)

    def put(self, account: str, friends: Iterable[str] | None) -> None:
        """Note who sees an account that is not listed; None if it is listed, or is no more."""
        for reader in [reader for reader, shown in self._shown.items() if account in shown]:
            self._shown[reader].discard(account)
            if not self._shown[reader]:
                del self._shown[reader]
        self.unlisted.discard(account)
        if friends is not None:
            self.unlisted.add(account)
            for reader in {account, *friends}:
                self._shown.setdefault(reader, set()).add(account)

    async def relist(self, account: str, *, listed: bool) -> bool:
        """Update whether an account is listed; return True if that has changed."""
        changed = listed is (account in self.unlisted)
        if changed:
            self.put(account, None if listed else await self._friends(account))
        return changed

    async def _friends(self, account: str) -> set[str]:
        contacts = await self._store.contacts(account)
        return {contact.account.id for contact in contacts if contact.kind is ContactKind.FRIEND}

    def sees(self, reader: str, account: str) -> bool:
        """Return True if lists name an account to a reader."""
        shown = account not in self.unlisted or account in self._shown.get(reader, ())
        return shown and account not in self.hidden(reader)

    def unseen(self, reader: str) -> AbstractSet[str]:
        """Return the accounts that lists do not name to a reader: the same object for all who know none of them."""
        hidden, shown = self.hidden(reader).keys(), self._shown.get(reader, ())
        return self.unlisted.difference(shown) | hidden if hidden or shown else self.unlisted

    async def come(self, session: Session) -> None:
        """Load what concerns the account of a connection, before anything is told to it or of it."""
        account = session.account.id
        if session.account == NOBODY or self._accounts.get(session) == account:
            return
        self.leave(session)
        hidden = {other.id: other.name for other in await self._store.hidden(account)}
        self._accounts[session] = account
        self._connected[account] += 1
        self._hidden[account] = hidden

    def leave(self, session: Session) -> None:
        """Forget a connection that has ended, and with its last one what concerns an account."""
        account = self._accounts.pop(session, None)
        if account is None:
            return
        self._connected.remove(account)
        if not self._connected[account]:
            del self._hidden[account]

    def hidden(self, account: str) -> Mapping[str, str]:
        """Return the accounts that are hidden from an account, with their names."""
        return self._hidden.get(account, _NONE)

    def rename(self, account: Account) -> None:
        """Update the name of a connected account."""
        for other in self.hidden(account.id):
            if other in self._hidden:
                self._hidden[other][account.id] = account.name

    async def look_again(self, one: Account, other: Account) -> list[tuple[str, str]]:
        """Update whether two accounts see each other; return each reader for whom that has changed, with the other."""
        pairs = [(one.id, other.id), (other.id, one.id)]
        before = [self.sees(*pair) for pair in pairs]
        hides = other.id in {account.id for account in await self._store.hidden(one.id)}
        for reader, of in ((one, other), (other, one)):
            known = self._hidden.get(reader.id, {})
            if hides:
                known[of.id] = of.name
            else:
                known.pop(of.id, None)
        if one.id in self.unlisted:
            self.put(one.id, await self._friends(one.id))
        return [pair for pair, saw in zip(pairs, before, strict=True) if self.sees(*pair) is not saw]


NOTHING_VISIBLE: Final = sentence("that text has no visible characters: write letters, digits or other visible ones")

_CELLS: Final = 2 * TEXT_CHARACTERS  # A cell limit that no text of the greatest length exceeds.


def words_of(message: SayAtTable | wire.SayInLobby | SayTo) -> str:
    """Return the text of a message, cleaned; raise ``RemoteProtocolError`` if the text has no visible characters."""
    words = clean_text(message.text, cells=_CELLS)
    if not words:
        raise RemoteProtocolError(ErrorCode.INVALID_TEXT, NOTHING_VISIBLE, message.id)
    return words


def speak_of(account: Account, message: SayAtTable) -> Speak:
    """Return the speaking command of a message whose text has been checked."""
    return Speak(cause_of(account.id, message), account.name, words_of(message))


KEPT: Final = 50  # The lines that are sent to a reader who enters the lobby.
REMEMBERED: Final = 500  # The lines that are stored: a command repeated within this number of lines acts once.


class Remark(Struct, frozen=True, omit_defaults=True):
    """A line as it is stored."""

    line: Line
    cause: Cause


class LobbyChat:
    """The newest lines of the lobby chat."""

    def __init__(self, services: HostServices) -> None:
        """Begin with nothing; call ``load`` first."""
        self._services = services
        self._remarks: deque[Remark] = deque(maxlen=REMEMBERED)
        self._turn = asyncio.Lock()
        self._loaded = False

    @property
    def last(self) -> int:
        """The number of the last line."""
        return self._remarks[-1].line.number if self._remarks else 0

    def since(self, number: int, hidden: Container[str] = ()) -> tuple[Line, ...]:
        """Return the lines after the line of this number, without those of some accounts."""
        heard = (one.line for one in self._remarks if one.cause.account not in hidden)
        return tuple(line for line in heard if line.number > number)

    async def load(self) -> None:
        """Load the stored lines."""
        stored = await self._services.store.pinned()
        try:
            remarks = [self._services.codec.unpack(Remark, line) for line in stored]
        except ProtocolError as problem:
            raise StoreFault(f"the store holds a line of the lobby that cannot be read: {problem}") from problem
        self._remarks = deque(remarks, REMEMBERED)
        self._loaded = True

    async def say(self, cause: Cause, name: str, text: str) -> int:
        """Store a line and return its number; a repeated command acts once and gets the same number."""
        async with self._turn:
            if not self._loaded:
                await self.load()
            sender = cause.account, cause.id
            said = next((one for one in self._remarks if (one.cause.account, one.cause.id) == sender), None)
            if said is not None and cause != said.cause:
                raise spent(cause.id)
            if said is not None:
                return said.line.number
            line = Line(self.last + 1, name, text, self._services.outside.now())
            remark = Remark(line, cause)
            # Until the write is confirmed, its outcome is unknown: the next call loads the lines again.
            self._loaded = False
            if not await self._services.store.pin(line.number, self._services.codec.pack(remark), REMEMBERED):
                raise StoreFault("the lobby has a line of this number already")
            self._remarks.append(remark)
            self._loaded = True
            return line.number


_RANK = (wire.Where.ELSEWHERE, wire.Where.LOBBY, wire.Where.WATCHING, wire.Where.TABLE)


_People = Sequence[tuple[str, wire.Person]]
"""People with their accounts."""

_Left = Sequence[tuple[str, str]]
"""The accounts of people who have gone, with their names."""


class Presence(Struct, frozen=True, gc=False):
    """Where one connection is."""

    account: Account
    table: str = ""
    """The code of the table that it is at; empty if none."""
    reads: bool = False


class OnlinePeople:
    """The people online; a person with several connections is shown at the most active one."""

    def __init__(self, directory: TableDirectory, changed: Callable[[str], None]) -> None:
        """Begin with none; ``changed`` is called with the account of a person who has come, gone or moved."""
        self._directory = directory
        self._changed = changed
        self._presences: dict[Session, Presence] = {}
        self._by_account: dict[str, tuple[Session, ...]] = {}
        self._persons: dict[str, wire.Person] = {}

    def newest(self, limit: int, hidden: AbstractSet[str]) -> tuple[wire.Person, ...]:
        """Return up to ``limit`` people who are online, the newest first, without the hidden accounts."""
        seen = (account for account in reversed(self._by_account) if account not in hidden)
        return tuple(filter(None, map(self.person, islice(seen, limit))))

    def count(self, hidden: AbstractSet[str]) -> int:
        """Return how many people are online, without the hidden accounts."""
        return len(self._by_account) - len(self._by_account.keys() & hidden)

    def sessions(self, account: str) -> tuple[Session, ...]:
        """Return the connections of an account."""
        return self._by_account.get(account, ())

    def table_of(self, session: Session) -> str:
        """Return the code of the table that a connection is at; empty if none."""
        presence = self._presences.get(session)
        return presence.table if presence is not None else ""

    def place(self, session: Session, table: str, *, reads: bool) -> None:
        """Update where a connection is, and its account."""
        presence = Presence(session.account, table, reads)
        before = self._presences.get(session)
        if presence == before:
            return
        if before is not None and before.account.id != presence.account.id:
            self.leave(session)
        self._presences[session] = presence
        if before is None or before.account.id != presence.account.id:
            self._by_account[presence.account.id] = (*self.sessions(presence.account.id), session)
        self._changed(presence.account.id)

    def rename(self, account: Account) -> None:
        """Update the name of an account, wherever its connections are."""
        for session in self._by_account.get(account.id, ()):
            self._presences[session] = replace(self._presences[session], account=account)
        self._changed(account.id)

    def leave(self, session: Session) -> None:
        """Remove a connection."""
        presence = self._presences.pop(session, None)
        if presence is None:
            return
        account = presence.account.id
        self._by_account[account] = tuple(one for one in self._by_account[account] if one is not session)
        if not self._by_account[account]:
            del self._by_account[account]
        self._changed(account)

    def person(self, account: str) -> wire.Person | None:
        """Return where an account is; None if it is not online."""
        person = self._persons.get(account)
        if person is None and (person := self._find(account)) is not None:
            self._persons[account] = person
        return person

    def look_again(self, account: str) -> None:
        """Drop the cached place of an account: it has moved, or its table has changed."""
        self._persons.pop(account, None)

    def _find(self, account: str) -> wire.Person | None:
        """Return where an account is with its most active connection."""
        best: wire.Person | None = None
        for presence in (self._presences[session] for session in self._by_account.get(account, ())):
            table, where = presence.table, wire.Where.LOBBY if presence.reads else wire.Where.ELSEWHERE
            if table:
                seated = table not in self._directory or self._directory.sits(table, account)
                where = wire.Where.TABLE if seated else wire.Where.WATCHING
            if best is None or _RANK.index(where) > _RANK.index(best.where):
                best = wire.Person(presence.account.name, where, table if self._directory.entry_for(table, "") else "")
        return best


NIGHT: Final = "game night"  # The name by which the store has the weekly game night.
KEPT_MISSED: Final = "missed invitations"  # The name by which the store has them, from one run to the next.
MISSED: Final = 5  # Invitations of one person that are kept.
MISSED_BY: Final = 10_000  # People for whom some are kept.

GATHERING_SECONDS: Final = 0.5  # Seconds for which changes are gathered: a reader gets at most two messages a second.
STATUS_SECONDS: Final = 5.0  # Seconds for which it is not counted anew how many people and tables there are.
RESULTS_TOLD: Final = 10  # Finished games, and best scores of the day, that everyone is told.
CLOCK_SECONDS: Final = 1.0  # Seconds by which the wall clock must have been set before deadlines are sent again.


_Missed = dict[str, tuple[tuple[str, wire.NewsItem], ...]]


class LobbyService:
    """The lobby that all connections share: its readers, and what has changed since they were last told.

    Changes are gathered for half a second, to keep a crowd cheap. News that is the same for all is made once; only
    accounts that a table concerns get a message of their own.
    """

    def __init__(self, services: HostServices, directory: TableDirectory, blocks: Blocks) -> None:
        self.directory = directory
        self._services = services
        self.now = services.outside.now  # Returns the time, in seconds since 1970.
        self.began = self.now()  # When the host started, in seconds since 1970.
        self._status: wire.ServerStatus | None = None
        self._status_until = 0.0
        self._blocks = blocks
        self.remarks = TokenBuckets(REMARKS)  # What each account may say, at tables and in the lobby together.
        self.talk = LobbyChat(services)
        self.missed: _Missed = {}
        """The last invitations of people who were not online then, each with the account that sent it."""
        self._readers: dict[Session, int] = {}
        self._people: dict[str, wire.Person] = {}
        self._entries: dict[str, TableEntry] = {}
        self._moved: dict[str, None] = {}
        self._relisted: dict[str, set[Session]] = {}
        """The accounts that are listed since the last news, or no longer, with the readers who had seen them."""
        self._shown: set[tuple[str, str]] = set()
        """Accounts and names that someone has seen on entering, though the news of them is still to come."""
        self._changed: dict[str, frozenset[str]] = {}
        self._heard = 0
        self._clock = 0.0
        self._closed = False
        self._timer: asyncio.TimerHandle | None = None
        self.online = OnlinePeople(directory, self._person_changed)
        self.handlers: Handlers = {
            ListTables: Handler(self._list, nameless=True),
            wire.EnterLobby: Handler(self._enter, HEAVY_COST, nameless=True),
            wire.LeaveLobby: Handler(self._stop_reading, nameless=True),
            wire.ReadStatus: Handler(self._read_status, nameless=True),
            wire.SayInLobby: Handler(self._say),
        }

    async def open(self) -> None:
        """Load the chat and subscribe to changes of tables, whose directory must be loaded by now."""
        await self.talk.load()
        self._services.night = await self._services.store.shared(NIGHT)
        if kept := await self._services.store.shared(KEPT_MISSED):
            self.missed = msgspec.json.decode(kept, type=_Missed)
        self._entries = {
            code: entry for code in self.directory.public() if (entry := self.directory.entry_for(code, ""))
        }
        self._heard = self.talk.last
        self._clock = self.directory.clock()
        self.directory.changed = self._table_changed

    def close(self) -> None:
        """Send nothing more."""
        self._closed = True
        self._readers.clear()
        if self._timer is not None:
            self._timer.cancel()

    async def keep(self) -> None:
        """Keep the missed invitations for the next start, at the end of this one."""
        kept = msgspec.json.encode(self.missed).decode() if self.missed else ""
        with contextlib.suppress(StoreFault):
            if kept != await self._services.store.shared(KEPT_MISSED):
                await self._services.store.keep_shared(KEPT_MISSED, kept)

    def place(self, session: Session, table: str) -> None:
        """Update which table a connection is at; empty for none."""
        if session.account != NOBODY:
            self.online.place(session, table, reads=session in self._readers)

    def leave(self, session: Session) -> None:
        """Remove a connection that has ended."""
        self._readers.pop(session, None)
        self.online.leave(session)

    def rename(self, account: Account) -> None:
        """Update the name of an account, wherever it is shown."""
        self._blocks.rename(account)
        self.online.rename(account)

    async def status(self, id: int = 0) -> wire.ServerStatus:
        """Return how the server is: nothing but what everyone may know."""
        if self._status is None or asyncio.get_running_loop().time() >= self._status_until:
            self._status_until = asyncio.get_running_loop().time() + STATUS_SECONDS
            day = day_of(self.now())
            self._status = wire.ServerStatus(
                id=0,
                name=self._services.configured.name,
                version=program_name(),
                since=self.began,
                people=self.online.count(self._blocks.unlisted),
                playing=self.directory.phases()[TablePhase.PLAYING],
                waiting=sum(1 for _ in self.directory.waiting()),
                day=day,
                day_ends_at=ends_at(day),
                night_at=next_night(self._services.night, self.now()),
            )
            with contextlib.suppress(StoreFault, ProtocolError):
                self._status = await self._with_results(self._status)
        return replace(self._status, id=id)

    async def _with_results(self, status: wire.ServerStatus) -> wire.ServerStatus:
        """Return the status with what has been scored at public tables, and today in the deal of the day."""
        store, codec, games = self._services.store, self._services.codec, list[GameEntry]()
        for game in await store.public_games(RESULTS_TOLD):
            brief = codec.unpack(Heading, game.entry)
            hidden = self._blocks.unlisted.union(brief.guests)
            games.append(game_entry(game.number, game.ended_at, brief, "", hidden))
        offered = [(name, rulesets(game.options) or ("",)) for name, game in self._services.games.items()]
        ladders = tuple(Ladder(name, ruleset) for name, known in offered for ruleset in known)
        best = await store.day_sums(status.day, status.day, RESULTS_TOLD, hinted=False)
        return replace(status, games=tuple(games), records=await store.best_scores(ladders), best=best)

    async def _list(self, session: Session, message: ListTables) -> Tables:
        return Tables(message.id, self.directory.listed(session.account.id))

    async def _enter(self, session: Session, message: wire.EnterLobby) -> wire.LobbyShown:
        """Show the lobby to a reader, who is sent every change from now on."""
        self._readers[session] = self.talk.last
        # These people have come or moved since the last news.
        met = ((account, self.online.person(account)) for account in self._moved)
        self._shown.update((account, person.name) for account, person in met if person is not None)
        account = session.account.id
        unseen = self._blocks.unseen(account)
        tables, people = self.directory.listed(account, watched=True), self.online.newest(PEOPLE_SHOWN, unseen)
        talk = self.talk.since(self.talk.last - KEPT, self._blocks.hidden(account))
        return wire.LobbyShown(message.id, tables, people, talk, self.online.count(unseen))

    async def _stop_reading(self, session: Session, message: wire.LeaveLobby) -> Accepted:
        self._readers.pop(session, None)
        return Accepted(message.id, self.talk.last)

    async def _read_status(self, _session: Session, message: wire.ReadStatus) -> wire.ServerStatus:
        return await self.status(message.id)

    async def _say(self, session: Session, message: wire.SayInLobby) -> Accepted:
        cause = cause_of(session.account.id, message)
        number = await self.talk.say(cause, session.account.name, words_of(message))
        self._gather()
        return Accepted(message.id, number)

    def tell(self, account: str, message: FromServer, feature: str) -> None:
        """Send a message to every connection of an account whose client has a feature."""
        for session in self.online.sessions(account):
            if feature in session.features:
                session.say(message)

    def leave_word(self, account: str, sender: str, item: wire.NewsItem) -> None:
        """Keep an invitation for a person if they are not online: the last few, one for each table."""
        if self.online.sessions(account):
            return
        others = (one for one in self.missed.pop(account, ()) if one[1].table != item.table)
        self.missed[account] = (*others, (sender, item))[-MISSED:]
        if len(self.missed) > MISSED_BY:
            del self.missed[next(iter(self.missed))]

    def hide_or_show(self, changed: Iterable[tuple[str, str]]) -> None:
        """Tell readers that an account has gone or come, each with theirs, now that they see it or no longer do."""
        for reader, account in changed:
            person, seen = self.online.person(account), self._blocks.sees(reader, account)
            people = (person,) if person is not None and seen else ()
            # Readers may know the account by any of these names.
            known = (one.name for one in (self._people.get(account), person) if one is not None)
            shown = (name for other, name in self._shown if other == account)
            left = () if seen else tuple(dict.fromkeys((*known, *shown)))
            for session in self.online.sessions(reader) if people or left else ():
                if session in self._readers:
                    online = self.online.count(self._blocks.unseen(reader))
                    session.say(wire.LobbyChanged(online, people=people, left=left))

    async def relist(self, account: str, *, listed: bool) -> None:
        """Update whether an account is listed, and with the next news what each reader sees of it."""
        saw = {session for session in self._readers if self._blocks.sees(session.account.id, account)}
        if await self._blocks.relist(account, listed=listed):
            self._relisted.setdefault(account, saw)
            self._person_changed(account)
            for code in self.directory.seated_at(account):
                self._table_changed(code, frozenset())

    def forget(self, account: str) -> None:
        """Forget a guest's account, of whom the news that they have gone may be still to come."""
        if account in self._blocks.unlisted:
            asyncio.get_running_loop().call_later(2 * GATHERING_SECONDS, self._blocks.put, account, None)

    def _table_changed(self, code: str, concerned: frozenset[str]) -> None:
        self._changed[code] = self._changed.get(code, frozenset()) | concerned
        # These accounts may have taken or left a seat there, which changes where they are shown.
        for account in concerned:
            self._person_changed(account)

    def _person_changed(self, account: str) -> None:
        self._moved[account] = None
        self.online.look_again(account)
        self._gather()

    def _gather(self) -> None:
        if self._timer is None and not self._closed:
            self._timer = asyncio.get_running_loop().call_later(GATHERING_SECONDS, self._tell)

    def _tell(self) -> None:
        self._timer = None
        before, self._clock = self._clock, self.directory.clock()
        if abs(self._clock - before) > CLOCK_SECONDS:
            # The wall clock was set, so every deadline that is shown is wrong now.
            for code, concerned in self.directory.with_deadlines():
                self._changed[code] = self._changed.get(code, frozenset()) | concerned
        people, left = self._people_news()
        changed, self._changed = self._changed, {}
        lines = self.talk.since(self._heard)
        entries, gone = self._table_news(changed)
        relisted, self._relisted = self._relisted, {}
        unlisted = self._blocks.unlisted
        shared = wire.LobbyChanged(self.online.count(unlisted), entries, gone, talk=lines)
        shared = _with_people(shared, people, left, unlisted, ())
        own: dict[str, list[str]] = {}
        for code, concerned in changed.items():
            for account in concerned:
                own.setdefault(account, []).append(code)
        first = lines[0].number if lines else 0
        for session, heard in self._readers.items():
            account = session.account.id
            hidden, unseen = self._blocks.hidden(account), self._blocks.unseen(account)
            news = shared
            lost = [one for one, saw in relisted.items() if session in saw and one not in hidden]
            if lost or unseen is not unlisted:
                news = replace(news, online=self.online.count(unseen), talk=self.talk.since(self._heard, hidden))
                news = _with_people(news, people, left, unseen, lost)
            if account in own:
                mine = {code: self.directory.entry_for(code, account) for code in own[account]}
                others = (entry for entry in news.tables if entry.table not in mine)
                tables = (*(entry for entry in mine.values() if entry is not None), *others)
                kept = {entry.table for entry in tables}
                news = replace(news, tables=tables, gone=tuple(sorted({*news.gone, *mine} - kept)))
            if lines and heard >= first:
                news = replace(news, talk=tuple(line for line in news.talk if line.number > heard))
            if any((news.tables, news.gone, news.people, news.left, news.talk)):
                session.say(news)
        self._heard = self.talk.last
        self._readers = dict.fromkeys(self._readers, self._heard)

    def _people_news(self) -> tuple[_People, _Left]:
        """Return the people who have come or moved, and the names of those who have gone, since the last news."""
        moved, self._moved = self._moved, {}
        people: list[tuple[str, wire.Person]] = []
        left: list[tuple[str, str]] = []
        for account in moved:
            before, person = self._people.pop(account, None), self.online.person(account)
            if person is not None:
                self._people[account] = person
            if person is not None and (person != before or account in self._relisted):
                people.append((account, person))
            if before is not None and (person is None or person.name != before.name or account in self._relisted):
                left.append((account, before.name))
        shown, self._shown = self._shown, set()
        for account, name in shown:
            person = self.online.person(account)
            gone = person is None or person.name != name or account in self._relisted
            if gone and (account, name) not in left:
                left.append((account, name))
        return people, left

    def _table_news(self, codes: Iterable[str]) -> tuple[tuple[TableEntry, ...], tuple[str, ...]]:
        """Return the public entries that have changed, and the codes of those that are gone."""
        entries: list[TableEntry] = []
        gone: list[str] = []
        for code in codes:
            before, entry = self._entries.pop(code, None), self.directory.entry_for(code, "")
            if entry is not None:
                self._entries[code] = entry
            if entry is not None and entry != before:
                entries.append(entry)
            if entry is None and before is not None:
                gone.append(code)
        return tuple(entries), tuple(gone)


def _with_people(
    news: wire.LobbyChanged, people: _People, left: _Left, unseen: Container[str], lost: Container[str]
) -> wire.LobbyChanged:
    """Return news with the people whom a reader sees, and those whom they have lost sight of as gone."""
    come = tuple(person for account, person in people if account not in unseen)
    gone = tuple(name for account, name in left if account not in unseen or account in lost)
    return replace(news, people=come, left=gone)
