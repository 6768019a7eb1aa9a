"""The codes by which a key comes to an account: shown on one device, typed on the other, good once and not for long.

They are in memory alone, and only as what a secret of this process makes of them: neither a list of them nor the time
that a search takes tells a code.
"""

import hashlib
import hmac
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from server.host.rate_limit import Headcount

CODE_SECONDS: Final = 600
"""How long a code holds."""

CODES: Final = 1000
"""Codes that hold at once, of all accounts together."""

_SIGNS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Thirty-two signs, none of which is read as another: five bits each."""

_LENGTH: Final = 8
_BYTES: Final = 5
_MISREAD: Final = str.maketrans("1I", "LL", "- ")


class CodeOffer(Struct, frozen=True):
    """What a code opens."""

    account: str
    """The account that a key may come to."""

    until: float
    """When it ends, by the clock that was given when it was made."""

    digest: bytes
    """What is kept of the code."""


class Codes:
    """The codes that hold, one an account."""

    def __init__(self, entropy: Callable[[int], bytes]) -> None:
        """Begin with none; all chance comes from here."""
        self._entropy = entropy
        self._secret = entropy(32)
        self._offers: dict[bytes, CodeOffer] = {}
        self._of_account: dict[str, bytes] = {}
        self.in_use = Headcount()
        """The accounts to which keys are coming by codes that were taken: the store may need time for that."""

    def make(self, account: str, now: float) -> str | None:
        """Give a new code for an account, whose earlier one ends; None where there are too many."""
        self._tidy(now)
        self.end(account)
        if len(self._offers) >= CODES:
            return None
        signs = _spell(self._entropy(_BYTES))
        self._keep(CodeOffer(account, now + CODE_SECONDS, self._digest(signs)))
        return f"{signs[: _LENGTH // 2]}-{signs[_LENGTH // 2 :]}"

    def take(self, code: str, now: float) -> CodeOffer | None:
        """Give what a code opens, and never again; None where it opens nothing."""
        offer = self._offers.get(self._digest(code.upper().translate(_MISREAD)))
        if offer is None:
            return None
        self._drop(offer.digest)
        return offer if now < offer.until else None

    def give_back(self, offer: CodeOffer) -> None:
        """Let a code that was taken hold on, unless its account has a newer one."""
        if offer.account not in self._of_account:
            self._keep(offer)

    def holds(self, account: str, now: float) -> bool:
        """Say whether an account has a code that holds, or one by which a key is just coming to it."""
        if self.in_use[account]:
            return True
        digest = self._of_account.get(account)
        return digest is not None and now < self._offers[digest].until

    def end(self, account: str) -> None:
        """End the code of an account, if it has one."""
        self._drop(self._of_account.get(account))

    def _keep(self, offer: CodeOffer) -> None:
        """Take in an offer."""
        self._offers[offer.digest] = offer
        self._of_account[offer.account] = offer.digest

    def _drop(self, digest: bytes | None) -> None:
        """Forget an offer."""
        offer = self._offers.pop(digest, None) if digest else None
        if offer is not None:
            del self._of_account[offer.account]

    def _tidy(self, now: float) -> None:
        """Forget what has ended."""
        for offer in [offer for offer in self._offers.values() if offer.until <= now]:
            self._drop(offer.digest)

    def _digest(self, signs: str) -> bytes:
        """Give what is kept of a code."""
        return hmac.digest(self._secret, signs.encode(errors="replace"), hashlib.sha256)


def _spell(entropy: bytes) -> str:
    """Give random bits as signs."""
    number = int.from_bytes(entropy, "big")
    return "".join(_SIGNS[number >> 5 * place & 31] for place in range(_LENGTH))
