"""Somebody who has completed authentication: what is known of them, and nothing that they only said."""

from msgspec import Struct


class Visitor(Struct, frozen=True):
    """Who is at the other end of a connection."""

    number: int
    """Which connection of this front it is, counted from 1: its name in the log."""

    key: str
    """The fingerprint of the key that was proven (``SHA256:…``); empty for a guest."""

    user: str
    """The user name, cleaned; it says nothing about who it is."""

    address: str
    """Where they come from, as far as limits count it: an address or a network."""

    @property
    def guest(self) -> bool:
        """Whether they have proven no key."""
        return not self.key
