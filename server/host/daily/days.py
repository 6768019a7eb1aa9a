"""Days by UTC, and their seeds: alone a seed follows from the date; a server draws it, and keeps it to itself.

A seed is revealed once nobody can play for its day any more; before that it leaves the store only to open a table.
"""

from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import Final

from msgspec import Struct

from server.host.services import HostServices
from server.host.terms import Terms
from server.rules.deck import SEED_BYTES
from server.tables.daily import DAILY_VERSION

GRACE_SECONDS: Final = 2 * 3600.0
"""Seconds after the end of a day in which a game begun on it can still be finished for it."""

ONE_DAY: Final = timedelta(days=1)


def day_of(now: float) -> str:
    """Return the day of a time in seconds since 1970."""
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def moved(day: str, days: int) -> str:
    """Return the day so many days later."""
    return (date.fromisoformat(day) + days * ONE_DAY).isoformat()


def ends_at(day: str) -> float:
    """Return when a day ends, in seconds since 1970."""
    start = datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC)
    return (start + ONE_DAY).timestamp()


def is_over(day: str, now: float) -> bool:
    """True once nobody can play for a day any more."""
    return now >= ends_at(day) + GRACE_SECONDS


def public_seed(day: str) -> bytes:
    """Return the seed of a day for whoever plays alone: everybody can compute it."""
    return sha256(f"chwech daily {DAILY_VERSION} {day}".encode()).digest()


class Days(Struct, frozen=True):
    """The seeds of days on a server, or alone."""

    services: HostServices
    alone: bool

    async def seed(self, day: str) -> bytes:
        """Return the seed of a day, drawn if need be."""
        if self.alone:
            return public_seed(day)
        known = await self.services.store.day_seed(day)
        if known is not None:
            return known
        return await self.services.store.draw_day(day, self.services.outside.entropy(SEED_BYTES))

    async def known_seed(self, day: str) -> bytes | None:
        """Return the seed of a day; None if none was drawn."""
        return public_seed(day) if self.alone else await self.services.store.day_seed(day)


def days_on(services: HostServices, terms: Terms) -> Days:
    """Return the days of a connection: the owner of this machine plays alone."""
    return Days(services, terms.account is not None)
