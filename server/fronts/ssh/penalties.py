"""Who is sent away for a while: penalties add up for each address, as in OpenSSH.

This file knows no clock: whoever asks says what time it is.
"""

import enum
from collections import OrderedDict

from msgspec import Struct

from server.fronts.ssh.limits import Limits


class Offence(enum.Enum):
    """What an address is penalised for, with the seconds that it costs."""

    NOTHING_TRIED = 1.0
    """It left without an attempt to prove who it is."""

    NOT_PROVEN = 5.0
    """It tried, and failed."""

    TOO_SLOW = 10.0
    """It took too long."""

    FLOOD = 90.0
    """It sent more than anybody needs, or what made the front stumble."""


class _Penalty(Struct):
    """What an address has coming."""

    until: float
    """When it is forgiven."""

    felt: bool
    """Whether it has been enough to be sent away until then."""


class Penalties:
    """Keeps the penalties of the addresses that have some."""

    def __init__(self, limits: Limits) -> None:
        """Begin with nobody punished."""
        self._limits = limits
        self._penalties: OrderedDict[str, _Penalty] = OrderedDict()

    def __len__(self) -> int:
        """Give how many addresses are remembered."""
        return len(self._penalties)

    def add(self, address: str, offence: Offence, now: float) -> None:
        """Penalise an address."""
        penalty = self._penalties.pop(address, None)
        if penalty is None or penalty.until <= now:
            penalty = _Penalty(now, felt=False)
        penalty.until = min(penalty.until + offence.value, now + self._limits.penalty_longest)
        penalty.felt = penalty.felt or penalty.until - now >= self._limits.penalty_felt
        self._penalties[address] = penalty
        if len(self._penalties) > self._limits.sources:
            self._penalties.popitem(last=False)

    def banned(self, address: str, now: float) -> bool:
        """Say whether an address is to be sent away."""
        penalty = self._penalties.get(address)
        if penalty is None:
            return False
        if penalty.until <= now:
            del self._penalties[address]
            return False
        return penalty.felt
