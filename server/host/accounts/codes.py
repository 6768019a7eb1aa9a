"""One-time codes that add a key to an account: shown on one device and typed on the other.

They are kept in memory only, as digests keyed with a secret of this process: neither a listing of the digests nor the
time that a look-up takes reveals a code.
"""

import hashlib
import hmac
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from server.host.headcount import Headcount
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
