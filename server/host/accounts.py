"""Accounts: whose a connection is by its greeting, the guests, whose do not last, and what people change of theirs."""

import asyncio
import base64
import contextlib
import hashlib
import hmac
import logging
from collections.abc import Callable, Coroutine, Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from protocol import people as persons
from protocol.daily import PlayDaily
from protocol.errors import ErrorCode, RemoteProtocolError, denial
from protocol.language import sentence
from protocol.message import ClientCommand
from protocol.messages import Hello, JoinTable, LeaveTable, OpenTable
from protocol.table import QuickTable, Rematch, SetAway
from protocol.text import clean_text
from server.host import limits
from server.host.directory import TableDirectory
from server.host.lobby import Blocks, LobbyService
from server.host.notifier import webhook_fault
from server.host.people import READER, clean_name, fit_bot_name, fit_name, taken
from server.host.services import HostServices
from server.host.session import NOBODY, Handler, Handlers, Session, Sessions
from server.host.table_actor import TableActors
from server.host.terms import KEYLESS, Passport, Terms
from server.storage.store import Account, Joining, PublicKey, Revoking, StoreFault, Token
from server.tables.names import bot_account, is_bot_account, name_key, read_code
from server.typed_code import new_code, shown, typed

CODE_SECONDS: Final = 600
CODES: Final = 1000  # The greatest number of valid codes, of all accounts together.

_LENGTH: Final = 8
_BYTES: Final = 5


class CodeOffer(Struct, frozen=True):
    """What a valid code stands for."""

    account: str
    code: str
    until: float
    """When the code expires, by the clock of the call that made it."""


class Codes:
    """The valid codes, one per account."""

    def __init__(self, entropy: Callable[[int], bytes]) -> None:
        """Begin with none; ``entropy`` is the only source of randomness."""
        self._entropy = entropy
        self._offers: dict[str, CodeOffer] = {}
        self.in_use = (
            limits.Headcount()
        )  # Counts, by account, the codes that were taken and whose key is still being stored.

    def make(self, account: str, now: float) -> str | None:
        """Return a new code for an account, and revoke its earlier one; None if there are too many codes."""
        self._offers = {one.account: one for one in self._offers.values() if one.until > now and one.account != account}
        if len(self._offers) >= CODES:
            return None
        code = new_code(self._entropy(_BYTES), _LENGTH)
        self._offers[account] = CodeOffer(account, code, now + CODE_SECONDS)
        return shown(code)

    def take(self, code: str, now: float) -> CodeOffer | None:
        """Return the offer of a code and revoke the code; None if the code is not valid."""
        given = typed(code).encode(errors="replace")
        # All are compared, in constant time each, so that the time taken reveals nothing.
        found = [one for one in self._offers.values() if hmac.compare_digest(one.code.encode(), given)]
        for offer in found:
            del self._offers[offer.account]
        return next((offer for offer in found if now < offer.until), None)

    def give_back(self, offer: CodeOffer) -> None:
        """Restore a code that was taken, unless its account has a newer one."""
        self._offers.setdefault(offer.account, offer)

    def holds(self, account: str, now: float) -> bool:
        """Return True if an account has a valid code, or a key is just being added to it by one."""
        return self.in_use[account] > 0 or self.seconds_left(account, now) > 0

    def seconds_left(self, account: str, now: float) -> float:
        """Return for how long the code of an account is still valid; 0 if it has none."""
        offer = self._offers.get(account)
        return max(0.0, offer.until - now) if offer is not None else 0.0

    def end(self, account: str) -> None:
        """Revoke the code of an account, if it has one."""
        self._offers.pop(account, None)


REVOKED: Final = "revoked"  # The code of the goodbye to a connection whose key was revoked.
KEYS: Final = 20  # The greatest number of keys of one account.
TRIES: Final = 5  # Wrong codes that one connection may send.
TRIES_OF_ADDRESS: Final = limits.Rate(1 / 30, 10.0)  # Codes that may be tried from one address.

# With a thousand codes valid, guessing at this rate from everywhere finds one in thirty years.
TRIES_OF_ALL: Final = limits.Rate(1.0, 60.0)  # Codes that may be tried by all clients together.


class Keyring:
    """The keys of accounts, the codes that bring another one, and the limits on trying them."""

    def __init__(self, services: HostServices, sessions: Sessions, blocks: Blocks) -> None:
        self._store = services.store
        self._now = services.outside.now
        self._sessions = sessions
        self._blocks = blocks
        self.codes = Codes(services.outside.entropy)
        self._tries = limits.TokenBuckets(TRIES_OF_ADDRESS)
        self._all_tries = limits.TokenBucket(TRIES_OF_ALL, 0.0)
        self.handlers: Handlers = {
            persons.ListKeys: Handler(self._list, nameless=True),
            persons.NameKey: Handler(self._name),
            persons.RevokeKey: Handler(self._revoke),
            persons.OfferKey: Handler(self._offer),
            persons.UseCode: Handler(self._use, nameless=True),
        }

    async def _list(self, session: Session, message: ClientCommand) -> persons.Keys:
        keys = await self._store.keys(session.account.id)
        entries = (persons.KeyEntry(key.id, key.added_at, key.name, key.id == session.key) for key in keys)
        return persons.Keys(message.id, session.account.name, tuple(entries))

    async def _name(self, session: Session, message: persons.NameKey) -> persons.Keys:
        if not await self._store.label(
            session.account.id, message.key, clean_text(message.name, cells=limits.NAME_CELLS)
        ):
            raise _no_such_key()
        return await self._list(session, message)

    async def _revoke(self, session: Session, message: persons.RevokeKey) -> persons.Keys | None:
        """Revoke a key and disconnect its sessions; a caller who is one gets the answer before the goodbye."""
        match await self._store.revoke(session.account.id, message.key, last=message.last):
            case Revoking.UNKNOWN:
                raise _no_such_key()
            case Revoking.LAST:
                raise denial(
                    ErrorCode.LAST_KEY,
                    "nobody can come back to the account without this key: revoke it as the last key if you want that",
                )
        _log.info("%s has revoked the key %s", session.account.id, message.key)
        # A code that a session with this very key has asked for must not bring the key's holder back.
        self.codes.end(session.account.id)
        for other in self._sessions.with_key(message.key):
            if other is not session:
                other.part(REVOKED, sentence("the key of this connection was revoked from another one"))
        keys = await self._list(session, message)
        if session.key != message.key:
            return keys
        session.say(keys)
        session.part(REVOKED, sentence("you have revoked the key of this connection"))
        return None

    async def _offer(self, session: Session, message: persons.OfferKey) -> persons.KeyCode:
        code = self.codes.make(session.account.id, asyncio.get_running_loop().time())
        if code is None:
            raise denial(ErrorCode.TOO_MANY, "too many codes are in use just now: ask again in ten minutes")
        return persons.KeyCode(message.id, code, CODE_SECONDS)

    async def _use(self, session: Session, message: persons.UseCode) -> persons.Keys:
        """Add the key of a connection to the account of a code."""
        now = asyncio.get_running_loop().time()
        if not session.key:
            raise RemoteProtocolError(ErrorCode.KEY_NEEDED, KEYLESS)
        if session.account != NOBODY:
            raise _key_taken(session.account.name)
        # The address comes first: one that has tried too often must not use up the limit of all the others.
        if (
            session.wrong_codes >= TRIES
            or not self._tries.take(session.address, 1.0, now)
            or not self._all_tries.take(1.0, now)
        ):
            text = sentence("too many codes have been tried: wait some minutes, come back, and use a new one")
            raise RemoteProtocolError(ErrorCode.TOO_MANY, text)
        offer = self.codes.take(message.code, now)
        key = PublicKey(session.key, clean_text(message.name, cells=limits.NAME_CELLS), self._now())
        if offer is None or not (holder := await self._join(key, offer)):
            session.wrong_codes += 1
            raise denial(
                ErrorCode.INVALID_CODE,
                "this code is not valid: each works once, within {minutes} minutes; ask for a new one",
                minutes=CODE_SECONDS // 60,
            )
        # Every connection of an account that has a key now is that of an account: a guest is none any more.
        for one in (session, *self._sessions.of_account(holder.id)):
            one.account = holder
        _log.info("%s has another key, %s", holder.id, key.id)
        await self._blocks.come(session)
        return await self._list(session, message)

    async def _join(self, key: PublicKey, offer: CodeOffer) -> Account | None:
        """Add a key to an account; a code that failed because the key is taken stays valid for another key."""
        with self.codes.in_use.counted(offer.account):
            outcome = await self._store.join(offer.account, key, KEYS)
        holder = await self._store.keyholder(key.id)
        if outcome is Joining.TAKEN and holder is not None:
            self.codes.give_back(offer)
            raise _key_taken(holder.name)
        if outcome is Joining.FULL:
            text = sentence("the account has {n} keys: revoke one of them there first, then ask for a new code", n=KEYS)
            raise RemoteProtocolError(ErrorCode.TOO_MANY, text)
        return holder if outcome is Joining.JOINED else None


def _no_such_key() -> RemoteProtocolError:
    return denial(ErrorCode.UNKNOWN_KEY, "your account has no such key: list the keys to see which it has")


def _key_taken(name: str) -> RemoteProtocolError:
    text = sentence(
        "this key is that of {name} here: revoke it there first, come back with it, and use the code then", name=name
    )
    return RemoteProtocolError(ErrorCode.KEY_TAKEN, text)


_log = logging.getLogger(__name__)

MAX_ID: Final = 2**63 - 1

LARGEST_ID: Final = MAX_ID - 3
"""The greatest command id of a client: above it are those by which a guest who does not come back gets up."""

ANY_ID: Final = MAX_ID - 2
"""Stands for the last command of a guest or a connection of which it is not known.

A guest who does not come back gets up by commands with greater ids.
"""

RETURN_SECONDS: Final = 120.0
"""Seconds that the guests of an earlier run have to return; their fronts may still be connected to them."""


NAMELESS: Final = READER  # The name of the owner of this machine until they choose one.

_ID_BYTES: Final = 9
_SECRET_BYTES: Final = 32

RENAMES: Final = limits.Rate(1 / 3600, 3.0)
"""Nicknames that one account may take: a person who keeps changing it can neither be recognized nor ignored."""


class Accounts:
    """Gives each connection its account, lets people change theirs, and deletes the guests who have left."""

    def __init__(
        self, services: HostServices, actors: TableActors, sessions: Sessions, codes: Codes, lobby: LobbyService
    ) -> None:
        self._services = services
        self._store = services.store
        self._outside = services.outside
        self._directory = actors.directory
        self._actors = actors
        self._sessions = sessions
        self._codes = codes
        self._lobby = lobby
        # Guests who are being admitted must not be deleted; afterwards they have a session at once, or none at all.
        self._arriving = limits.Headcount()
        self._waiting: set[asyncio.Task[None]] = set()
        self._renames = limits.TokenBuckets(RENAMES)
        self.handlers: Handlers = {
            persons.Rename: Handler(self._rename),
            persons.KeepSettings: Handler(self._keep_settings, limits.HEAVY_COST),
        }

    async def open(self) -> None:
        """Start to delete the guests of an earlier run: at once those without a seat, later the others."""
        guests = await self._store.guests()
        if guests:
            self._wait(self._await_strays(guests))

    async def close(self) -> None:
        """Stop waiting for guests who may return."""
        for task in self._waiting:
            task.cancel()
        await asyncio.gather(*self._waiting, return_exceptions=True)

    async def admit(self, terms: Terms, hello: Hello) -> tuple[Account, str]:
        """Return the account of a client that greets, created if need be, and a new one's token: sent once only.

        Raises:
            RemoteProtocolError: no account has this token, the name is missing or not available, or a bot comes as a
                person or as a guest.
        """
        token = ""
        if terms.passport is not None:
            account = await self._vouched(terms.passport, hello)
        elif terms.account is not None:
            account = await self._owner(terms.account, hello)
        elif hello.token:
            account = await self._known(hello.token)
        else:
            account = _named(hello, self._word(_ID_BYTES))
            public, secret = self._word(_ID_BYTES), self._word(_SECRET_BYTES)
            if not await self._claim(account, Token(public, _digest(secret))):
                raise taken(account.name)
            token = f"{public}.{secret}"
        if hello.bot and not is_bot_account(account.id):
            text = sentence("{name} is the account of a person: give the bot one of its own", name=account.name)
            raise RemoteProtocolError(ErrorCode.INVALID_NAME, text)
        return account, token

    async def _vouched(self, passport: Passport, hello: Hello) -> Account:
        """Return the account of a client whom a front has identified; a token in its greeting is ignored."""
        known = await self._bearer(passport)
        if known is not None:
            return known
        if passport.looks:
            return NOBODY
        if not hello.name:
            raise denial(ErrorCode.NAME_NEEDED, "you are new here: come again with a name")
        if hello.bot and not passport.key:
            raise denial(ErrorCode.KEY_NEEDED, "a bot cannot be a guest: give it an SSH key of its own")
        # A guest with a ticket gets the same id on every return.
        own = _guest_id(passport.ticket) if passport.ticket and not passport.key else self._word(_ID_BYTES)
        account = _named(hello, own, guest=not passport.key)
        proof = PublicKey(passport.key, "", self._outside.now()) if passport.key else None
        if await self._claim(account, proof):
            return account
        # The same key may have come twice at once: then the first connection has created the account for both.
        known = await self._bearer(passport)
        if known is None:
            raise taken(account.name)
        return known

    async def _bearer(self, passport: Passport) -> Account | None:
        """Return the account that a passport proves, if it exists already."""
        if passport.key:
            return await self._store.keyholder(passport.key)
        if not passport.ticket:
            return None
        guest = _guest_id(passport.ticket)
        with self._arriving.counted(guest):
            return await self._store.account(guest)

    async def _owner(self, owner: str, hello: Hello) -> Account:
        """Return an account that needs no proof; several bots of the owner are told apart by their names."""
        if hello.bot:
            account = _named(hello, f"{owner} {name_key(clean_name(hello.name))}")
            known = await self._store.account(account.id)
        else:
            known = await self._store.account(owner)
            account = Account(owner, clean_name(hello.name) or (known.name if known else NAMELESS))
        if account != known and not await self._store.register(account, None):
            raise taken(account.name)
        return account

    async def _known(self, token: str) -> Account:
        public, _, secret = token.partition(".")
        # Compare digests also if there is no such token, so that the time taken reveals nothing.
        account, kept = await self._store.credential(public) or (None, bytes(32))
        if not hmac.compare_digest(kept, _digest(secret)) or account is None:
            text = sentence("the token belongs to no account here: come without it, with a name, to make a new one")
            raise RemoteProtocolError(ErrorCode.UNKNOWN_TOKEN, text)
        return account

    def _word(self, size: int) -> str:
        """Return a random word from this number of bytes, safe in file names and links."""
        return base64.urlsafe_b64encode(self._outside.entropy(size)).rstrip(b"=").decode("ascii")

    async def _claim(self, account: Account, proof: Token | PublicKey | None) -> bool:
        """Store a new account; return False if its name or key belongs to another account that is still in use."""
        with self._arriving.counted(account.id):
            if await self._store.register(account, proof):
                return True
            holder = await self._store.named(account.name)
            if holder is not None:
                await self._release(holder)
            return await self._store.register(account, proof)

    def check_bots(self, account: Account | None = None) -> None:
        """Check that the server has room for another bot, and that this one has no more connections than it may."""
        if account is not None and not is_bot_account(account.id):
            return
        if sum(is_bot_account(session.account.id) for session in self._sessions) >= limits.BOTS:
            raise denial(ErrorCode.TOO_MANY, "the server has no room for another bot: come later")
        if account is not None and len(self._sessions.of_account(account.id)) >= limits.CONNECTIONS_OF_BOT:
            text = sentence("this bot has {n} connections already: end one of them first", n=limits.CONNECTIONS_OF_BOT)
            raise RemoteProtocolError(ErrorCode.TOO_MANY, text)

    async def see_off(self, session: Session, last: int) -> None:
        """Let a guest who has left give up their seats, and delete them; ``last`` is their greatest command id."""
        guest, now = session.account, asyncio.get_running_loop().time()
        if not guest.guest:
            return
        with _noted():
            if not self._codes.holds(guest.id, now):
                known = await self._store.account(guest.id)
                # Nobody comes back to a guest's account, which has no key.
                if known is not None and known.guest:
                    await self._get_up(session, last)
            await self._release(guest)
        left = self._codes.seconds_left(guest.id, asyncio.get_running_loop().time())
        if left > 0 and not self._is_here(guest):
            self._wait(self._see_off_later(guest, last, left))

    def _wait(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    async def _see_off_later(self, guest: Account, last: int, seconds: float) -> None:
        """See a guest off once their code has expired, unless they are back."""
        await asyncio.sleep(seconds)
        if not self._is_here(guest):
            await self.see_off(Session(guest), last)

    def _is_here(self, guest: Account) -> bool:
        return self._arriving[guest.id] > 0 or bool(self._sessions.of_account(guest.id))

    async def _await_strays(self, guests: tuple[Account, ...]) -> None:
        """Delete guests without a seat; give the others time to return, then free the seats of those who have not.

        The server does not wait for this task: a store that can be read but not written is good enough to serve.
        """
        with _noted():
            for guest in guests:
                await self._release(guest)
        await asyncio.sleep(RETURN_SECONDS)
        for guest in guests:
            if not self._is_here(guest) and self._directory.seated_at(guest.id):
                await self.see_off(Session(guest), ANY_ID)

    async def _get_up(self, session: Session, last: int) -> None:
        """Let a guest leave all their tables as if by a command: otherwise others would wait for them for ever."""
        guest = session.account.id
        for table in self._directory.seated_at(guest):
            if self._sessions.of_account(guest):
                return
            await self._actors.of(table).see_off(session, LeaveTable(last + 1))
            if self._directory.sits(table, guest):
                # At a correspondence table a player who leaves keeps the seat; a bot plays only for one who is away.
                await self._actors.of(table).see_off(session, SetAway(last + 2, away=True))

    async def _release(self, account: Account) -> None:
        """Delete a guest who is neither connected nor at a table."""
        if account.guest and not self._is_here(account) and not self._directory.seated_at(account.id):
            await self._store.forget(account.id)
            self._lobby.forget(account.id)

    async def _rename(self, session: Session, message: persons.Rename) -> persons.Renamed:
        """Give an account another nickname, in all its connections at once."""
        account, now = session.account, asyncio.get_running_loop().time()
        fit = fit_bot_name(message.name) if is_bot_account(account.id) else fit_name(message.name)
        if fit == account.name:
            return persons.Renamed(message.id, fit)
        if not self._renames.take(account.id, 1.0, now):
            text = sentence(
                "you have changed your name {n} times lately: keep this one for an hour", n=f"{RENAMES.at_once:.0f}"
            )
            raise RemoteProtocolError(ErrorCode.TOO_MANY, text)
        if not await self._claim(replace(account, name=fit), None):
            self._renames.give(account.id, 1.0)
            raise taken(fit)
        _log.info("%s has another name", account.id)
        for one in self._sessions.of_account(account.id):
            one.account = replace(one.account, name=fit)
            self._lobby.rename(one.account)
        return persons.Renamed(message.id, fit)

    async def _keep_settings(self, session: Session, message: persons.KeepSettings) -> persons.SettingsKept:
        """Store the settings of a connection, and return all that hold on it."""
        account, key = session.account.id, session.key
        url = {**message.device, **message.account}.get(persons.WEBHOOK, "")
        if url and (fault := webhook_fault(url, self._services.configured.notify_hosts)):
            raise RemoteProtocolError(ErrorCode.NOT_NOW, fault)
        if not await self._store.keep_settings(account, message.account, key, message.device, persons.MOST_SETTINGS):
            text = sentence("an account keeps at most {n} settings: forget some of them first", n=persons.MOST_SETTINGS)
            raise RemoteProtocolError(ErrorCode.TOO_MANY, text)
        if persons.LISTED in {**message.account, **message.device}:
            stored = await self._store.settings(account, "")
            await self._lobby.relist(account, listed=stored.get(persons.LISTED) != "off")
        return persons.SettingsKept(message.id, await self._store.settings(account, key))


@contextlib.contextmanager
def _noted() -> Iterator[None]:
    """Log a store fault and go on: deletion is tried again when the name is wanted, and at the next start."""
    try:
        yield
    except StoreFault:
        _log.exception("a guest cannot be forgotten")


def _guest_id(ticket: str) -> str:
    """Return the id of the guest with this ticket; the ticket cannot be derived from it."""
    return f"guest {_digest(ticket).hex()[: 4 * _ID_BYTES]}"


def _digest(secret: str) -> bytes:
    """Return the stored form of a secret: it has 256 random bits, so a plain hash cannot be reversed."""
    return hashlib.sha256(secret.encode()).digest()


def _named(hello: Hello, id: str, *, guest: bool = False) -> Account:
    return Account(bot_account(id), fit_bot_name(hello.name)) if hello.bot else Account(id, fit_name(hello.name), guest)


SeatWish = OpenTable | QuickTable | Rematch | PlayDaily | JoinTable
"""What someone asks who wants a seat."""


def check_seat(directory: TableDirectory, account: str, message: SeatWish) -> None:
    """Raise ``RemoteProtocolError`` if a bot wants what is for people, or has a seat at too many tables."""
    if not is_bot_account(account):
        return
    if isinstance(message, PlayDaily):
        text = sentence("the deal of the day is for people: a bot opens a table of its own")
        raise RemoteProtocolError(ErrorCode.NOT_NOW, text, message.id)
    if isinstance(message, QuickTable):
        text = sentence("a quick game is for people: a bot joins a table by its code, or opens one")
        raise RemoteProtocolError(ErrorCode.NOT_NOW, text, message.id)
    seats = directory.seated_at(account)
    back = isinstance(message, JoinTable) and read_code(message.table) in seats
    if len(seats) >= limits.SEATS_OF_BOT and not back:
        text = sentence("this bot has a seat at {n} tables already: it finishes a game first", n=limits.SEATS_OF_BOT)
        raise RemoteProtocolError(ErrorCode.TOO_MANY, text, message.id)
