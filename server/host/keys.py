"""The keys of accounts, and the codes that bring another one."""

import asyncio
import hashlib
import hmac
import logging
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.identity import KeyCode, KeyCommand, KeyEntry, Keys, ListKeys, NameKey, OfferKey, RevokeKey, UseCode
from protocol.language import sentence
from protocol.text import clean_text
from server.host.blocks import Blocks
from server.host.limits import NAME_CELLS, Headcount, Rate, TokenBucket, TokenBuckets
from server.host.naming import NOBODY
from server.host.services import HostServices
from server.host.session import Handler, Handlers, Session, Sessions
from server.host.terms import KEYLESS
from server.storage.store import Joining, Key, Revoking
from server.typed_code import new_code, shown, typed

CODE_SECONDS: Final = 600
CODES: Final = 1000
"""The greatest number of valid codes, of all accounts together."""

_LENGTH: Final = 8
_BYTES: Final = 5


class CodeOffer(Struct, frozen=True):
    """What a valid code stands for."""

    account: str
    until: float
    """When the code expires, by the clock of the call that made it."""

    digest: bytes


class Codes:
    """The valid codes, one per account."""

    def __init__(self, entropy: Callable[[int], bytes]) -> None:
        """Begin with none; ``entropy`` is the only source of randomness."""
        self._entropy = entropy
        self._secret = entropy(32)
        self._offers: dict[bytes, CodeOffer] = {}
        self._of_account: dict[str, bytes] = {}
        self.in_use = Headcount()
        """Counts, by account, the codes that were taken and whose key is still being stored."""

    def make(self, account: str, now: float) -> str | None:
        """Return a new code for an account, and revoke its earlier one; None if there are too many codes."""
        self._tidy(now)
        self.end(account)
        if len(self._offers) >= CODES:
            return None
        code = new_code(self._entropy(_BYTES), _LENGTH)
        self._keep(CodeOffer(account, now + CODE_SECONDS, self._digest(code)))
        return shown(code)

    def take(self, code: str, now: float) -> CodeOffer | None:
        """Return the offer of a code and revoke the code; None if the code is not valid."""
        offer = self._offers.get(self._digest(typed(code)))
        if offer is None:
            return None
        self._drop(offer.digest)
        return offer if now < offer.until else None

    def give_back(self, offer: CodeOffer) -> None:
        """Restore a code that was taken, unless its account has a newer one."""
        if offer.account not in self._of_account:
            self._keep(offer)

    def holds(self, account: str, now: float) -> bool:
        """Return True if an account has a valid code, or a key is just being added to it by one."""
        if self.in_use[account]:
            return True
        return self.seconds_left(account, now) > 0

    def seconds_left(self, account: str, now: float) -> float:
        """Return for how long the code of an account is still valid; 0 if it has none."""
        digest = self._of_account.get(account)
        return max(0.0, self._offers[digest].until - now) if digest is not None else 0.0

    def end(self, account: str) -> None:
        """Revoke the code of an account, if it has one."""
        self._drop(self._of_account.get(account))

    def _keep(self, offer: CodeOffer) -> None:
        self._offers[offer.digest] = offer
        self._of_account[offer.account] = offer.digest

    def _drop(self, digest: bytes | None) -> None:
        offer = self._offers.pop(digest, None) if digest else None
        if offer is not None:
            del self._of_account[offer.account]

    def _tidy(self, now: float) -> None:
        for offer in [offer for offer in self._offers.values() if offer.until <= now]:
            self._drop(offer.digest)

    def _digest(self, code: str) -> bytes:
        return hmac.digest(self._secret, code.encode(errors="replace"), hashlib.sha256)


REVOKED: Final = "revoked"
"""The code of the goodbye to a connection whose key was revoked."""

KEYS: Final = 20
"""The greatest number of keys of one account."""

TRIES: Final = 5
"""Wrong codes that one connection may send."""

TRIES_OF_ADDRESS: Final = Rate(1 / 30, 10.0)
"""Codes that may be tried from one address."""

# With a thousand codes valid, guessing at this rate from everywhere finds one in thirty years.
TRIES_OF_ALL: Final = Rate(1.0, 60.0)
"""Codes that may be tried by all clients together."""


_log = logging.getLogger(__name__)


class Keyring:
    """The keys of accounts, the codes that bring another one, and the limits on trying them."""

    def __init__(self, services: HostServices, sessions: Sessions, blocks: Blocks) -> None:
        self._store = services.store
        self._outside = services.outside
        self._sessions = sessions
        self._blocks = blocks
        self.codes = Codes(services.outside.entropy)
        self._tries = TokenBuckets(TRIES_OF_ADDRESS)
        self._all_tries = TokenBucket(TRIES_OF_ALL, 0.0)
        self.handlers: Handlers = {
            ListKeys: Handler(self._list, nameless=True),
            NameKey: Handler(self._name),
            RevokeKey: Handler(self._revoke),
            OfferKey: Handler(self._offer),
            UseCode: Handler(self._use, nameless=True),
        }

    async def _list(self, session: Session, message: KeyCommand) -> Keys:
        keys = await self._store.keys(session.account.id)
        entries = (KeyEntry(key.id, key.added_at, key.name, key.id == session.key) for key in keys)
        return Keys(message.id, session.account.name, tuple(entries))

    async def _name(self, session: Session, message: NameKey) -> Keys:
        if not await self._store.label(session.account.id, message.key, _label(message.name)):
            raise _no_such_key()
        return await self._list(session, message)

    async def _revoke(self, session: Session, message: RevokeKey) -> Keys | None:
        """Revoke a key and disconnect its sessions; a caller who is one gets the answer before the goodbye."""
        match await self._store.revoke(session.account.id, message.key, last=message.last):
            case Revoking.UNKNOWN:
                raise _no_such_key()
            case Revoking.LAST:
                text = sentence(
                    "nobody can come back to the account without this key: revoke it as the last key if you want that"
                )
                raise RemoteProtocolError(ErrorCode.LAST_KEY, text)
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

    async def _offer(self, session: Session, message: OfferKey) -> KeyCode:
        code = self.codes.make(session.account.id, _now())
        if code is None:
            text = sentence("too many codes are in use just now: ask again in ten minutes")
            raise RemoteProtocolError(ErrorCode.TOO_MANY, text)
        return KeyCode(message.id, code, CODE_SECONDS)

    async def _use(self, session: Session, message: UseCode) -> Keys:
        if not session.key:
            raise RemoteProtocolError(ErrorCode.KEY_NEEDED, KEYLESS)
        if session.account != NOBODY:
            raise _key_taken(session.account.name)
        if session.wrong_codes >= TRIES or not self._may_try(session.address, _now()):
            text = sentence("too many codes have been tried: wait some minutes, come back, and use a new one")
            raise RemoteProtocolError(ErrorCode.TOO_MANY, text)
        offer = self.codes.take(message.code, _now())
        if offer is None:
            raise _invalid(session)
        await self._join(session, message.name, offer)
        await self._blocks.come(session)
        return await self._list(session, message)

    def _may_try(self, address: str, now: float) -> bool:
        """Count an attempt with a code from this address; return True if it is within the limits."""
        # Check the address first: one that has tried too often must not use up the limit of all the others.
        return self._tries.take(address, 1.0, now) and self._all_tries.take(1.0, now)

    async def _join(self, session: Session, name: str, offer: CodeOffer) -> None:
        """Add the key to the account; a code that failed because this key is taken stays valid for another key."""
        key = Key(session.key, _label(name), self._outside.now())
        with self.codes.in_use.counted(offer.account):
            outcome = await self._store.join(offer.account, key, KEYS)
        holder = await self._store.keyholder(key.id)
        if outcome is Joining.TAKEN and holder is not None:
            self.codes.give_back(offer)
            raise _key_taken(holder.name)
        if outcome is Joining.FULL:
            text = sentence("the account has {n} keys: revoke one of them there first, then ask for a new code", n=KEYS)
            raise RemoteProtocolError(ErrorCode.TOO_MANY, text)
        if outcome is not Joining.JOINED or holder is None:
            raise _invalid(session)
        session.account = holder
        # Every connection of an account that has a key now is that of an account: a guest is none any more.
        for other in self._sessions.of_account(holder.id):
            other.account = holder
        _log.info("%s has another key, %s", holder.id, key.id)


def _now() -> float:
    return asyncio.get_running_loop().time()


def _label(name: str) -> str:
    return clean_text(name, cells=NAME_CELLS)


def _invalid(session: Session) -> RemoteProtocolError:
    session.wrong_codes += 1
    text = sentence(
        "this code is not valid: each works once, within {minutes} minutes; ask for a new one",
        minutes=CODE_SECONDS // 60,
    )
    return RemoteProtocolError(ErrorCode.INVALID_CODE, text)


def _no_such_key() -> RemoteProtocolError:
    text = sentence("your account has no such key: list the keys to see which it has")
    return RemoteProtocolError(ErrorCode.UNKNOWN_KEY, text)


def _key_taken(name: str) -> RemoteProtocolError:
    text = sentence(
        "this key is that of {name} here: revoke it there first, come back with it, and use the code then", name=name
    )
    return RemoteProtocolError(ErrorCode.KEY_TAKEN, text)
