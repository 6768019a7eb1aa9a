"""The seats of a table and the state of its seating before the game; a seat belongs to an account."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from protocol.game import Temper
from protocol.message import Seat, TableEvent
from protocol.table import Began, HostGiven, Readied, RematchOffered, Removed, Resigned, StoodIn
from server.tables.log import Cause, DamagedLog, SeatKept
from server.tables.names import BOT_MARK, LEFT_MARK, temper_of


class Chair(Struct, frozen=True, gc=False):
    """A seat that is taken."""

    name: str
    account: str = ""
    """The account that owns it; empty if a bot does."""
    bot: str = ""
    """The level of the bot that plays it; empty if its person plays."""
    resigned: str = ""
    """The account that resigned from it, if any."""


Chairs = tuple[Chair | None, ...]
"""Every seat of a table, None where it is free."""


@lru_cache(maxsize=4096)
def seats_of(chairs: Chairs) -> Mapping[str, Seat]:
    """Return the seat of each account that owns one."""
    return {chair.account: Seat(seat) for seat, chair in enumerate(chairs) if chair is not None and chair.account}


def seat_of(chairs: Chairs, account: str) -> Seat | None:
    """Return the seat that an account owns, or None; the empty account owns no seat, although bots' seats carry it."""
    return seats_of(chairs).get(account)


def owners(chairs: Chairs, seats: Iterable[Seat]) -> frozenset[str]:
    """Return the accounts that own these seats."""
    found = (chairs[seat] for seat in seats)
    return frozenset(chair.account for chair in found if chair is not None and chair.account)


def free_seats(chairs: Chairs) -> tuple[Seat, ...]:
    """Return the free seats."""
    return tuple([Seat(seat) for seat, chair in enumerate(chairs) if chair is None])


def is_bot(chair: Chair) -> bool:
    """True if a bot owns the seat, and does not play on for a person who left."""
    return not chair.account and not chair.resigned


BY_CHANCE: Final = "random"  # The level that plays by chance, and so has no temper.


def chair_temper(chair: Chair) -> Temper:
    """Return the temper of the bot on a seat; one that plays for a person leans neither way."""
    return temper_of(chair.name) if is_bot(chair) and chair.bot != BY_CHANCE else Temper.EVEN


def listed_name(chair: Chair) -> str:
    """Return the name as lists show it, with a mark that tells bots from persons."""
    if chair.resigned:
        return chair.name + LEFT_MARK
    return chair.name if chair.account else chair.name + BOT_MARK


def bots_own(chairs: Chairs) -> tuple[Seat, ...]:
    """Return the seats that no account owns: bots' own, and those of persons who resigned."""
    return tuple(seat for seat, chair in taken(chairs) if not chair.account)


def resigned(chairs: Chairs, account: str) -> bool:
    """True if this account has resigned from a seat that no other person has taken over."""
    return any(chair.resigned == account for _, chair in taken(chairs))


def others(chairs: Chairs, account: str) -> bool:
    """True if another account than this one owns a seat."""
    return any(chair.account not in ("", account) for _, chair in taken(chairs))


def seat_somebody(chairs: Chairs, seat: Seat, chair: Chair | None) -> Chairs:
    """Return the seats after one of them has changed hands."""
    return (*chairs[:seat], chair, *chairs[seat + 1 :])


def taken(chairs: Chairs) -> list[tuple[Seat, Chair]]:
    """Return the taken seats, each with its holder."""
    # Called several times at every event: a list takes a third of the time of a generator.
    return [(Seat(seat), chair) for seat, chair in enumerate(chairs) if chair is not None]


QUICK: Final = "QuickTable"  # The kind of command that asks for a seat at any suitable table.


class Gathering(Struct, frozen=True, gc=False):
    """The seating before the game: the host, the ready seats, the reservations and the bans."""

    host: str = ""
    """The account that was made host; empty while the maker still is."""
    ready: frozenset[Seat] = frozenset()
    kept: Chairs = ()
    barred: frozenset[str] = frozenset()
    led: tuple[Cause, ...] = ()
    """The command that opened the table, and the last quick join of each account that came by one."""
    rematch: str = ""


def reseat(before: Gathering, chairs: Chairs, event: TableEvent) -> tuple[Gathering, Chairs]:
    """Return the seating and the seats after an event."""
    match event:
        case HostGiven(seat):
            return replace(before, host=_account(chairs, seat)), chairs
        case Readied(seat, ready):
            return replace(before, ready=before.ready | {seat} if ready else before.ready - {seat}), chairs
        case RematchOffered(code):
            return replace(before, rematch=code), chairs
        case Began():
            # No readiness and no reservations any more.
            return replace(before, ready=frozenset(), kept=()), chairs
        case Removed(seat):
            return _freed(before, chairs, seat), seat_somebody(chairs, seat, None)
        case StoodIn(seat, bot=bot):
            return before, seat_somebody(chairs, seat, replace(holder(chairs, seat), bot=bot))
        case Resigned(seat, bot=bot):
            chair = holder(chairs, seat)
            return before, seat_somebody(chairs, seat, replace(chair, bot=bot, account="", resigned=chair.account))
    return before, chairs


def holder(chairs: Chairs, seat: Seat) -> Chair:
    """Return the holder of a seat that a log says is taken; raise ``DamagedLog`` if it is free."""
    chair = chairs[seat] if 0 <= seat < len(chairs) else None
    if chair is None:
        raise DamagedLog(f"the log tells of somebody at seat {seat}, where nobody sits")
    return chair


def keep(before: Gathering, chairs: Chairs, fact: SeatKept) -> Gathering:
    """Return the seating after a seat has been reserved; raise ``DamagedLog`` if there is no such seat."""
    if not 0 <= fact.seat < len(chairs):
        raise DamagedLog(f"the log keeps seat {fact.seat} for somebody, and there is no such seat")
    kept = before.kept or (None,) * len(chairs)
    return replace(before, kept=seat_somebody(kept, fact.seat, Chair(fact.name, account=fact.account)))


def hurry(before: Gathering, cause: Cause | None) -> Gathering:
    """Return the seating after a command; a quick join is noted."""
    if cause is None or cause.verb != QUICK:
        return before
    others = tuple(way for way in before.led if (way.account, way.verb) != (cause.account, QUICK))
    return replace(before, led=(*others, cause))


def unready(before: Gathering, seat: Seat) -> Gathering:
    """Return the seating after a seat has changed hands: the newcomer is not ready yet."""
    return replace(before, ready=before.ready - {seat}) if seat in before.ready else before


def kept_for(gathering: Gathering, seat: Seat) -> Chair | None:
    """Return the person for whom a seat is reserved, or None."""
    return gathering.kept[seat] if 0 <= seat < len(gathering.kept) else None


def _freed(before: Gathering, chairs: Chairs, seat: Seat) -> Gathering:
    """Return the seating after the host of the table has freed a seat.

    An empty seat loses its reservation. A person who is removed is banned and loses every reservation.
    """
    after = unready(before, seat)
    if chairs[seat] is None and after.kept:
        return replace(after, kept=seat_somebody(after.kept, seat, None))
    account = _account(chairs, seat)
    if not account:
        return after
    kept = tuple(None if chair is not None and chair.account == account else chair for chair in after.kept)
    return replace(after, barred=after.barred | {account}, kept=kept)


def _account(chairs: Chairs, seat: Seat) -> str:
    """Return the account that owns a seat; empty for a bot's own or a free one."""
    chair = chairs[seat]
    return chair.account if chair else ""
