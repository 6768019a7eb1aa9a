"""Who may come in or talk: the bans, each until it ends, the allow-list, both in memory, and the invitations to it."""

import hashlib
import re
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from enum import Enum
from typing import Final

from protocol.language import N_, Sentence, sentence
from server.host.moderation.networks import Network, covers, network_of, read_network
from server.host.services import HostServices
from server.storage.database import Store
from server.storage.store import Ban
from server.typed_code import ALPHABET, new_code, shown, typed

_UNITS: Final = {"m": 60, "h": 3600, "d": 86_400, "w": 604_800}

FOREVER: Final = "forever"

_LONGEST: Final = 10 * 365 * 86_400
"""Ten years, in seconds: what is to hold for longer holds for ever."""

_DURATION: Final = re.compile(r"([1-9][0-9]{0,5})([mhdw])")


def is_duration(word: str) -> bool:
    """Return True if a word says how long: ``30m``, ``2h``, ``7d``, ``4w`` or ``forever``."""
    return word == FOREVER or _DURATION.fullmatch(word) is not None


def read_duration(word: str) -> float | None:
    """Return the seconds that such a word says; None for ever."""
    found = _DURATION.fullmatch(word)
    if found is None:
        return None
    seconds = int(found[1]) * _UNITS[found[2]]
    return float(seconds) if seconds <= _LONGEST else None


def time_words(seconds: float) -> str:
    """Return a time in seconds since 1970 in words: ``2026-11-23 01:30 UTC``."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


MOST_NETWORKS: Final = 1000
"""The most networks that are banned at a time: each arrival is compared with all of them."""


MOST_PENALTIES: Final = 200
"""The most addresses that are banned at a time because of what fronts have seen: others stay to be banned by people."""

LONGEST_PENALTY: Final = 3600.0
"""Seconds."""

GUARD: Final = "the guard"
"""By whom such an address is banned."""


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
        self._networks: dict[str, Network] = {}
        self.changed: Callable[[tuple[Ban, ...]], None] = lambda _: None
        """Called with all bans of addresses whenever they have changed."""

    async def load(self) -> None:
        """Load the stored bans."""
        for ban in await self._store.bans():
            self._take(ban)

    def all(self) -> tuple[Ban, ...]:
        """Return the bans that hold, the oldest first."""
        return tuple(ban for ban in self._bans.values() if self._holds(ban))

    def of_addresses(self) -> tuple[Ban, ...]:
        """Return the bans of addresses that hold."""
        return tuple(ban for ban in self.all() if ban.kind == BanKind.ADDRESS.value)

    async def add(self, ban: Ban) -> None:
        """Ban somebody, in place of an earlier ban of the same kind."""
        await self._store.keep_ban(ban)
        for old in [old for old in self._bans.values() if not self._holds(old)]:
            self._drop(old.kind, old.what)
        self._drop(ban.kind, ban.what)
        self._take(ban)
        self._tell(ban.kind)

    async def drop(self, kind: BanKind, what: str) -> bool:
        """End a ban; False if there is none that holds."""
        held = self.find(kind, what) is not None
        if held:
            await self._store.drop_ban(kind.value, what)
            self._drop(kind.value, what)
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
        place = network_of(address) if self._networks else None
        if place is None:
            return None
        found = (self.find(BanKind.ADDRESS, what) for what, network in self._networks.items() if covers(network, place))
        return next(filter(None, found), None)

    def _holds(self, ban: Ban) -> bool:
        return ban.until is None or ban.until > self._now()

    def _take(self, ban: Ban) -> None:
        self._bans[ban.kind, ban.what] = ban
        if ban.kind == BanKind.ADDRESS.value:
            self._networks[ban.what] = read_network(ban.what)

    def _drop(self, kind: str, what: str) -> None:
        self._bans.pop((kind, what), None)
        if kind == BanKind.ADDRESS.value:
            self._networks.pop(what, None)

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


MOST: Final = 10_000
"""The most keys: each machine has a copy of the list, which is written anew with each change."""

MOST_INVITATIONS: Final = 1000
"""Invitations that are valid at once."""

_LENGTH: Final = 12
_BYTES: Final = 8
_CODE: Final = re.compile(rf"[{ALPHABET}]{{{_LENGTH}}}")


class Allowed:
    """The keys of those who get in while the list is used."""

    def __init__(self, services: HostServices) -> None:
        """Begin with none."""
        self._services = services
        self.keys: dict[str, str] = {}
        """The keys, each with a comment."""
        self.changed: Callable[[Iterable[str]], None] = lambda _: None
        """Called with all keys whenever they have changed."""

    async def load(self) -> None:
        """Load the stored list."""
        self.keys = await self._services.store.allowed()

    async def add(self, keys: Mapping[str, str]) -> int:
        """Put keys on the list, and return how many are new; those that are on it keep their comment.

        Raises:
            OverflowError: there would be too many.
        """
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
