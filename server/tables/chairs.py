"""Who has which seat of a table; a seat belongs to an account, whoever plays it at the moment."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from protocol.vocabulary import Seat
from server.tables.names import BOT_MARK, LEFT_MARK


class Chair(Struct, frozen=True, gc=False):
    """A seat that is taken."""

    name: str
    """What its person or bot is called."""

    account: str = ""
    """Whose it is; empty for a bot's own."""

    bot: str = ""
    """The level of the bot that plays it; empty where its person does."""

    resigned: str = ""
    """The account that has left it for good, if one has."""


Chairs = tuple[Chair | None, ...]
"""Every seat of a table, None where it is free."""


def seat_of(chairs: Chairs, account: str) -> Seat | None:
    """Give the seat that belongs to an account; a bot's own belongs to nobody, whatever is asked for."""
    if not account:
        return None
    # Asked for everybody at every event: a plain loop takes a third of the time of two generators.
    for seat, chair in enumerate(chairs):
        if chair is not None and chair.account == account:
            return Seat(seat)
    return None


def owners(chairs: Chairs, seats: Iterable[Seat]) -> frozenset[str]:
    """Give the accounts of the people who have these seats."""
    found = (chairs[seat] for seat in seats)
    return frozenset(chair.account for chair in found if chair is not None and chair.account)


def free_seats(chairs: Chairs) -> tuple[Seat, ...]:
    """Give the seats that nobody has."""
    return tuple(Seat(seat) for seat, chair in enumerate(chairs) if chair is None)


def is_bot(chair: Chair) -> bool:
    """Say whether a bot has the seat for itself, and not in place of somebody who has left."""
    return not chair.account and not chair.resigned


def listed_name(chair: Chair) -> str:
    """Call whoever has a seat as lists do, so that nobody takes a bot for a person or a person for a bot."""
    if chair.resigned:
        return chair.name + LEFT_MARK
    return chair.name if chair.account else chair.name + BOT_MARK


def bots_own(chairs: Chairs) -> tuple[Seat, ...]:
    """Give the seats that a bot has for itself."""
    return tuple(seat for seat, chair in taken(chairs) if not chair.account)


def resigned(chairs: Chairs, account: str) -> bool:
    """Say whether somebody has left a seat for good that nobody else has taken over."""
    return any(chair.resigned == account for _, chair in taken(chairs))


def others(chairs: Chairs, account: str) -> bool:
    """Say whether another person than this one has a seat."""
    return any(chair.account not in ("", account) for _, chair in taken(chairs))


def seat_somebody(chairs: Chairs, seat: Seat, chair: Chair | None) -> Chairs:
    """Give the seats after one of them has changed hands."""
    return (*chairs[:seat], chair, *chairs[seat + 1 :])


def taken(chairs: Chairs) -> Iterator[tuple[Seat, Chair]]:
    """Give every seat that somebody has, with who has it."""
    return ((Seat(seat), chair) for seat, chair in enumerate(chairs) if chair is not None)
