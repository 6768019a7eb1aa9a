"""On which terms a connection is served: as the owner of this machine, or as anybody."""

from typing import Final

from msgspec import Struct

from server.host.passport import Passport


class Terms(Struct, frozen=True):
    """What is asked of whoever comes in by a door, and what they may do."""

    account: str | None
    """Who comes in by this door without proof; None where a token or a new name is needed."""

    seeds: bool
    """Whether they may make the deals repeatable."""

    hurried: bool
    """Whether limits of time, rate and number hold for them."""

    passport: Passport | None = None
    """Who comes, as a front has proven it; then neither a token nor a name says so."""


LOCAL: Final = Terms(account="local", seeds=True, hurried=False)
"""The person who started the server as a child and plays alone."""

PUBLIC: Final = Terms(account=None, seeds=False, hurried=True)
"""Anybody."""


def passing(passport: Passport) -> Terms:
    """Give the terms for whoever shows this passport at the door of the fronts."""
    return Terms(account=None, seeds=False, hurried=True, passport=passport)
