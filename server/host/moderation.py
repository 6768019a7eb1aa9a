"""Moderation: who may come in and who may talk, the roles of those who run the server, and reports to them."""

import asyncio
import hashlib
import logging
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from enum import Enum
from typing import Final

from msgspec import Struct

from protocol.codec import to_plain
from protocol.errors import ErrorCode, RemoteProtocolError, denial
from protocol.language import N_, Sentence, sentence
from protocol.lobby import SayInLobby
from protocol.messages import Accepted, Happened
from protocol.people import NOTICES, AdminReply, Notice, ReportPerson, SayTo
from protocol.table import Said, SayAtTable
from protocol.text import clean_text
from server.host.accounts import Codes
from server.host.limits import CONTACT_COST, Rate, TokenBucket, TokenBuckets
from server.host.lobby import NOTHING_VISIBLE, words_of
from server.host.people import AddressBook
from server.host.services import HostServices
from server.host.session import Handler, Handlers, Session, Sessions
from server.host.table_actor import Glimpse, TableActors
from server.host.terms import Passport, Terms, covers, network_of, read_network
from server.host.tournaments import Organiser
from server.recovery import URGENT
from server.storage.database import Store
from server.storage.store import Ban
from server.typed_code import ALPHABET, new_code, shown, typed

_log = logging.getLogger(__name__)


REPORTS: Final = Rate(1 / 120, 3.0)  # Reports of one account.

REPORTS_OF_ALL: Final = Rate(1 / 20, 20.0)
"""Reports of everyone together: what is kept is bounded, and is not to be washed away."""

KEPT: Final = 500  # The newest reports, which are kept.
LINE_CELLS: Final = 160  # The greatest width of one line of what was said or done, in terminal cells.

_TEXT_CELLS: Final = 800
_LINES_OF_LOBBY: Final = 10


class Report(Struct, frozen=True, omit_defaults=True):
    """A report as it is stored."""

    at: float
    by: str
    name: str
    """Whom it is about, by the name they had."""
    account: str
    text: str
    table: str = ""
    lines: tuple[str, ...] = ()
    """What was said and done around it, as everyone there could see it."""


def event_lines(events: Iterable[Happened]) -> Iterator[str]:
    """Yield events in lines, as everyone may know them."""
    for seq, event in ((one.seq, one.event) for one in events):
        if isinstance(event, Said):
            words = f"{event.name} says: {event.text}"
        else:
            plain = to_plain(event)
            assert isinstance(plain, Mapping), "events are written as maps"
            values = (f"{name}={_value_words(value)}" for name, value in plain.items() if name != "type")
            words = " ".join((type(event).__name__, *values))
        yield clean_text(f"{seq}: {words}", cells=LINE_CELLS)


def _value_words(value: object) -> str:
    return ",".join(map(_value_words, value)) if isinstance(value, list | tuple) else str(value)


class AccountRole(Enum):
    """What an account may do."""

    PLAYER = "player"
    MODERATOR = "moderator"
    ADMIN = "admin"

    def reaches(self, least: "AccountRole") -> bool:
        """Return True if a role may do what another one may."""
        return [*AccountRole].index(self) >= [*AccountRole].index(least)


class Caller(Struct, frozen=True):
    """Who gives a command."""

    name: str
    """The name of the account, or of the user on this machine."""
    role: AccountRole
    door: str
    """How they came: ``socket``, ``ssh`` or ``other``."""
    account: str = ""
    """Their account; empty on this machine."""

    @property
    def local(self) -> bool:
        """True for the owner of the machine, who stands above all roles."""
        return self.door == LOCAL_DOOR

    def above(self, other: AccountRole) -> bool:
        """Return True if the caller may act on someone of this role."""
        return self.local or (other is not self.role and self.role.reaches(other))


LOCAL_DOOR: Final = "socket"


class Roles:
    """The roles of all accounts that have one."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._roles: dict[str, AccountRole] = {}

    async def load(self) -> None:
        """Load the stored roles; one that this version does not know counts for nothing."""
        known = {role.value: role for role in AccountRole}
        self._roles = {account: known[role] for account, role in (await self._store.roles()).items() if role in known}

    def __getitem__(self, account: str) -> AccountRole:
        return self._roles.get(account, AccountRole.PLAYER)

    def holders(self, role: AccountRole) -> tuple[str, ...]:
        """Return the accounts that have a role."""
        return tuple(account for account, held in self._roles.items() if held is role)

    async def give(self, account: str, role: AccountRole) -> bool:
        """Give an account a role; False if it is a guest's or there is none."""
        if not await self._store.keep_role(account, "" if role is AccountRole.PLAYER else role.value):
            return False
        self._roles.pop(account, None)
        if role is not AccountRole.PLAYER:
            self._roles[account] = role
        return True


class NotDone(Exception):
    """An act that is not done; the text says why, and what would be right."""


def time_words(seconds: float) -> str:
    """Return a time in seconds since 1970 in words: ``2026-11-23 01:30 UTC``."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


MOST_NETWORKS: Final = 1000  # The most networks that are banned at a time: each arrival is compared with all of them.


MOST_PENALTIES: Final = 200
"""The most addresses that are banned at a time because of what fronts have seen: others stay to be banned by people."""

LONGEST_PENALTY: Final = 3600.0  # Seconds.
GUARD: Final = "the guard"  # By whom such an address is banned.


class BanKind(Enum):
    """What a ban is about."""

    ACCOUNT = "account"
    KEY = "key"
    ADDRESS = "address"
    MUTE = "mute"
    """An account that may come in, but not talk."""


class Bans:
    """The bans that hold."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        """Begin with none; ``now`` returns the time in seconds since 1970."""
        self._store = store
        self._now = now
        self._bans: dict[tuple[str, str], Ban] = {}
        self.changed: Callable[[tuple[Ban, ...]], None] = lambda _: None
        """Called with all bans of addresses whenever they have changed."""

    async def load(self) -> None:
        """Load the stored bans."""
        self._bans = {(ban.kind, ban.what): ban for ban in await self._store.bans()}

    def all(self) -> tuple[Ban, ...]:
        """Return the bans that hold, the oldest first."""
        return tuple(ban for ban in self._bans.values() if self._holds(ban))

    def of_addresses(self) -> tuple[Ban, ...]:
        """Return the bans of addresses that hold."""
        return tuple(ban for ban in self.all() if ban.kind == BanKind.ADDRESS.value)

    async def add(self, ban: Ban) -> None:
        """Ban someone, in place of an earlier ban of the same kind."""
        await self._store.keep_ban(ban)
        key = ban.kind, ban.what
        self._bans = {**{(old.kind, old.what): old for old in self.all() if (old.kind, old.what) != key}, key: ban}
        self._tell(ban.kind)

    async def drop(self, kind: BanKind, what: str) -> bool:
        """End a ban; False if there is none that holds."""
        held = self.find(kind, what) is not None
        if held:
            await self._store.drop_ban(kind.value, what)
            self._bans.pop((kind.value, what), None)
            self._tell(kind.value)
        return held

    async def penalise(self, address: str, seconds: float) -> None:
        """Ban an address for a while because of what a front has seen of it, unless that cannot be told apart."""
        network, now = network_of(address), self._now()
        guards = [ban for ban in self.of_addresses() if ban.by == GUARD]
        if network is None or network.is_loopback or len(guards) >= MOST_PENALTIES or self.at(address) is not None:
            return
        until = now + min(seconds, LONGEST_PENALTY)
        reason = "too much went wrong from your address"
        await self.add(Ban(BanKind.ADDRESS.value, str(network), str(network), now, until, GUARD, reason))

    def find(self, kind: BanKind, what: str) -> Ban | None:
        """Return the ban of one account, key or network, if it holds."""
        ban = self._bans.get((kind.value, what))
        return ban if ban is not None and self._holds(ban) else None

    def at(self, address: str) -> Ban | None:
        """Return the ban that an address is under, if any holds."""
        place = network_of(address)
        if place is None:
            return None
        return next((ban for ban in self.of_addresses() if covers(read_network(ban.what), place)), None)

    def _holds(self, ban: Ban) -> bool:
        return ban.until is None or ban.until > self._now()

    def _tell(self, kind: str) -> None:
        if kind == BanKind.ADDRESS.value:
            self.changed(self.of_addresses())


_WORDS: Final = {
    (True, False, False): N_("you may not talk here: those who run this server have muted you"),
    (True, False, True): N_("you may not talk here: {reason}"),
    (True, True, False): N_("you may not talk here until {time}"),
    (True, True, True): N_("you may not talk here until {time}: {reason}"),
    (False, False, False): N_("you are banned from this server"),
    (False, False, True): N_("you are banned from this server: {reason}"),
    (False, True, False): N_("you are banned from this server until {time}"),
    (False, True, True): N_("you are banned from this server until {time}: {reason}"),
}
"""What a banned or muted person reads: by whether they are muted, whether it ends, and whether a reason was given."""


def ban_words(ban: Ban) -> Sentence:
    """Return what a banned or muted person reads: until when, and why if that was said."""
    words = _WORDS[ban.kind == BanKind.MUTE.value, ban.until is not None, bool(ban.reason)]
    values = {"time": time_words(ban.until or 0.0), "reason": ban.reason}
    return sentence(words, **{name: value for name, value in values.items() if f"{{{name}}}" in words})


def until_words(ban: Ban) -> str:
    """Return how long a ban holds, in words."""
    return f"until {time_words(ban.until)}" if ban.until is not None else "for ever"


MOST: Final = 10_000  # The most keys: each machine has a copy of the list, which is written anew with each change.
MOST_INVITATIONS: Final = 1000  # Invitations that are valid at once.

_LENGTH: Final = 12
_BYTES: Final = 8
_CODE: Final = re.compile(rf"[{ALPHABET}]{{{_LENGTH}}}")


class Allowed:
    """The keys of those who get in while the list is used."""

    def __init__(self, services: HostServices) -> None:
        """Begin with none."""
        self._services = services
        self.keys: dict[str, str] = {}  # The keys, each with a comment.
        self.changed: Callable[[Iterable[str]], None] = lambda _: None
        """Called with all keys whenever they have changed."""

    async def load(self) -> None:
        """Load the stored list."""
        self.keys = await self._services.store.allowed()

    async def add(self, keys: Mapping[str, str]) -> int:
        """Put keys on the list, and return how many are new; raise ``OverflowError`` if there would be too many."""
        new = {key: comment for key, comment in keys.items() if key not in self.keys}
        if len(self.keys) + len(new) > MOST:
            raise OverflowError
        if new:
            await self._services.store.allow(new)
            self._take({**self.keys, **new})
        return len(new)

    async def remove(self, keys: Iterable[str]) -> int:
        """Take keys from the list, and return how many were on it."""
        gone = self.keys.keys() & set(keys)
        if gone:
            await self._services.store.disallow(gone)
            self._take({key: comment for key, comment in self.keys.items() if key not in gone})
        return len(gone)

    async def invite(self, uses: int, until: float) -> str:
        """Return a new code for so many people, which ends then; empty if there are too many."""
        outside = self._services.outside
        code = new_code(outside.entropy(_BYTES), _LENGTH)
        store = self._services.store
        kept = await store.keep_invitation(_digest(code), uses, until, outside.now(), MOST_INVITATIONS)
        return shown(code) if kept else ""

    async def use(self, code: str, key: str) -> bool:
        """Put a key on the list by the code that its owner has typed; False if that is not valid."""
        code, now = typed(code), self._services.outside.now()
        # Nothing is stored on behalf of a code that is none.
        if not _CODE.fullmatch(code) or len(self.keys) >= MOST:
            return False
        comment = f"invited, {time.strftime('%Y-%m-%d', time.gmtime(now))}"
        if not await self._services.store.use_invitation(_digest(code), key, comment, now):
            return False
        self._take({key: comment, **self.keys})
        return True

    def _take(self, keys: dict[str, str]) -> None:
        self.keys = keys
        self.changed(keys)


def _digest(code: str) -> str:
    """Return the hash of a code, whose sixty random bits cannot be found from it in years."""
    return hashlib.sha256(f"chwech invitation {code}".encode()).hexdigest()


class Moderation:
    """The roles, bans and reports of a host, and what those who run it ask for."""

    def __init__(
        self,
        services: HostServices,
        sessions: Sessions,
        actors: TableActors,
        contacts: AddressBook,
        codes: Codes,
        tournaments: Organiser,
    ) -> None:
        self.services = services
        self.sessions = sessions
        self.actors = actors
        self.lobby = contacts.lobby
        self._contacts = contacts
        self.codes = codes
        self.tournaments = tournaments
        self.roles = Roles(services.store)
        self.bans = Bans(services.store, services.outside.now)
        self.allowed = Allowed(services)
        self._reports_of_one = TokenBuckets(REPORTS)
        self._reports_of_all = TokenBucket(REPORTS_OF_ALL, asyncio.get_running_loop().time())
        self.handlers: Handlers = {ReportPerson: Handler(self._report, CONTACT_COST)}

    async def open(self) -> None:
        """Load roles, bans and the allow-list, on which the admins always are."""
        await self.roles.load()
        await self.bans.load()
        await self.allowed.load()
        await self.allow_admins()

    async def allow_admins(self) -> None:
        """Put the keys of all admins on the allow-list, so that switching it on never locks them out."""
        keys = [key.id for one in self.roles.holders(AccountRole.ADMIN) for key in await self.services.store.keys(one)]
        try:
            await self.allowed.add(dict.fromkeys(keys, "admin"))
        except OverflowError:
            _log.error("the allow-list is full, so not all admins are on it: chwech admin disallow takes some away")

    def share(
        self, banned: Callable[[tuple[Ban, ...]], None], allowed: Callable[[Iterable[str]], None] = lambda _: None
    ) -> None:
        """Pass the bans of addresses and the keys on the allow-list on, now and whenever they change."""
        self.bans.changed, self.allowed.changed = banned, allowed
        banned(self.bans.of_addresses())
        allowed(self.allowed.keys)

    async def serve_front(self, passport: Passport) -> AdminReply:
        """Do what a front asks for: use the code of a visitor, or hold off an address at all fronts."""
        match passport.asks:
            case ("invite", code) if passport.key:
                return AdminReply(1, (), refused=not await self.allowed.use(code, passport.key))
            case ("penalise", seconds) if seconds.isdecimal():
                await self.bans.penalise(passport.address, float(seconds))
                return AdminReply(1, ())
            case _:
                return AdminReply(1, (), refused=True)

    def concerned(self, kind: BanKind, what: str) -> tuple[Session, ...]:
        """Return the connections that a ban ends."""
        if kind is BanKind.ADDRESS:
            return tuple(session for session in self.sessions if is_at(session, what))
        return self.sessions.with_key(what) if kind is BanKind.KEY else self.sessions.of_account(what)

    def check_arrival(self, terms: Terms, account: str = "") -> None:
        """Check that a connection may come in from where it comes, with the key that it has, and as this account."""
        if not terms.hurried:
            return
        bans = self.bans
        ban = bans.at(terms.whence) or bans.find(BanKind.KEY, terms.key) or bans.find(BanKind.ACCOUNT, account)
        if ban is not None:
            raise RemoteProtocolError(ErrorCode.BANNED, ban_words(ban))

    def check_talk(self, session: Session, message: SayAtTable | SayInLobby | SayTo) -> None:
        """Check that a person may say something, in public or to one person, within the limits of talk."""
        words_of(message)
        account, lobby = session.account.id, self.lobby
        ban = self.bans.find(BanKind.MUTE, account)
        if ban is not None:
            raise RemoteProtocolError(ErrorCode.NOT_NOW, ban_words(ban))
        if session.terms.hurried and not lobby.remarks.take(account, 1.0, asyncio.get_running_loop().time()):
            raise denial(ErrorCode.TOO_MANY, "you talk too fast: wait a few seconds, then say it again")

    async def _report(self, session: Session, message: ReportPerson) -> Accepted:
        """Store a report with what was said and done around it, and tell those who run the server and are here."""
        text = clean_text(message.text, cells=_TEXT_CELLS)
        if not text:
            raise RemoteProtocolError(ErrorCode.INVALID_TEXT, NOTHING_VISIBLE)
        own, services, now = session.account, self.services, asyncio.get_running_loop().time()
        other = await self._contacts.named(own, message.name)
        if not self._reports_of_one.take(own.id, 1.0, now) or not self._reports_of_all.take(1.0, now):
            said = sentence("too many reports have come lately: wait some minutes before you send another")
            raise RemoteProtocolError(ErrorCode.TOO_MANY, said)
        table = self.lobby.online.table_of(session)
        talk = self.lobby.talk.since(self.lobby.talk.last - _LINES_OF_LOBBY)
        lobby = [clean_text(f"lobby: {line.name}: {line.text}", cells=LINE_CELLS) for line in talk]
        seen = await self.actors.of(table).glimpse() if table else None
        asides = [clean_text(line, cells=LINE_CELLS) for line in self._contacts.asides_between(own, other)]
        lines = (*lobby, *asides, *(event_lines(seen.events) if isinstance(seen, Glimpse) else ()))
        report = Report(services.outside.now(), own.name, other.name, other.id, text, table, lines)
        number = await services.store.keep_report(services.codec.pack(report), KEPT)
        _log.warning("a person is reported: chwech admin reports %d", number, extra=URGENT)
        notice = Notice(f"{report.by} reports {report.name}: {report.text} (admin reports {number})")
        for heard in self.sessions:
            if self.roles[heard.account.id] is not AccountRole.PLAYER and NOTICES in heard.features:
                heard.say(notice)
        return Accepted(message.id, 0)


def is_at(session: Session, network: str) -> bool:
    """Return True if a connection comes from a network."""
    place = network_of(session.address)
    return place is not None and covers(read_network(network), place)
