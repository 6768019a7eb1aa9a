"""What the facts about time and absence do to a seat, and by which events they are told."""

from msgspec.structs import replace

from protocol.absence import CameBack, Resigned, StoodIn
from protocol.clock import TimedOut
from protocol.pausing import Paused, Resumed
from protocol.seating import SeatTaken
from protocol.vocabulary import Event, Seat
from server.tables.chairs import Chair, Chairs
from server.tables.lapses import BotStoodIn, Lapse, PauseBegan, PauseEnded, PersonResigned, TimeRanOut
from server.tables.log import BotSat, DamagedLog, PersonSat
from server.tables.times import Times


def seat_event(chairs: Chairs, fact: PersonSat) -> Event:
    """Give the event by which it is told that a person sits down: who was only away has come back."""
    chair = chairs[fact.seat] if 0 <= fact.seat < len(chairs) else None
    if chair is not None and chair.account == fact.account and chair.bot:
        return CameBack(fact.seat, fact.name)
    return SeatTaken(fact.seat, fact.name, was=_bot_there(chair))


def bot_event(chairs: Chairs, fact: BotSat) -> Event:
    """Give the event by which it is told that a bot sits down, or that one only has another name."""
    chair = chairs[fact.seat] if 0 <= fact.seat < len(chairs) else None
    return SeatTaken(fact.seat, fact.name, fact.level, _bot_there(chair))


def _bot_there(chair: Chair | None) -> str:
    """Give what the bot is called that has a seat; nothing where none has it."""
    return chair.name if chair is not None and chair.bot else ""


def lapse_event(chairs: Chairs, times: Times, fact: Lapse) -> Event | None:
    """Give the event that a fact is told by; None for a fact that has none.

    Raises:
        DamagedLog: it is about a seat that nobody has.
    """
    match fact:
        case BotStoodIn(seat, bot, why):
            return StoodIn(seat, _chair(chairs, seat).name, bot, why)
        case PersonResigned(seat, bot):
            return Resigned(seat, _chair(chairs, seat).name, bot)
        case TimeRanOut(seat):
            return TimedOut(seat, _chair(chairs, seat).name)
        case PauseBegan():
            return Paused(tuple(sorted(times.wishes)))
        case PauseEnded(seat):
            return Resumed(seat)
    return None


def lapse_chairs(chairs: Chairs, fact: Lapse) -> Chairs:
    """Give the seats after a fact."""
    match fact:
        case BotStoodIn(seat, bot):
            return _changed(chairs, seat, replace(_chair(chairs, seat), bot=bot))
        case PersonResigned(seat, bot):
            chair = _chair(chairs, seat)
            return _changed(chairs, seat, replace(chair, bot=bot, account="", resigned=chair.account))
    return chairs


def _changed(chairs: Chairs, seat: Seat, chair: Chair) -> Chairs:
    """Give the seats after one of them has changed."""
    return (*chairs[:seat], chair, *chairs[seat + 1 :])


def _chair(chairs: Chairs, seat: Seat) -> Chair:
    """Give who has a seat."""
    chair = chairs[seat] if 0 <= seat < len(chairs) else None
    if chair is None:
        raise DamagedLog(f"the log tells of somebody at seat {seat}, where nobody sits")
    return chair
