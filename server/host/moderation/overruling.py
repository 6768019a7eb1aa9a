"""The acts of those who run the server by which tables, seats and tournaments end."""

from collections.abc import Sequence
from typing import Final

from protocol.errors import RemoteProtocolError
from protocol.setup import DAY
from protocol.vocabulary import Seat
from server.host.moderation.acts import ActContext, ActDone, NotDone
from server.host.moderation.lookups import table_named, whole_number
from server.host.moderation.roles import Caller
from server.host.tables.overruling import Overruling
from server.tables.commands import CloseTable, ResetSeat
from server.tables.heading import last_played
from server.tournaments.tournament import call_off as maker_calls_off

MOST_CLOSED: Final = 500
"""The most tables that one act closes: others wait for the answer."""


async def close(context: ActContext, _caller: Caller, words: Sequence[str]) -> ActDone:
    """Close a table for good; everybody there is sent away, and may come again. Or close many that nobody plays at."""
    if words[:1] == ["idle"]:
        return await _close_idle(context, whole_number(words[1:]))
    code = table_named(context, words)
    await _overrule(context, code, CloseTable())
    return ActDone((f"{code} is closed.",), code)


async def reset_seat(context: ActContext, _caller: Caller, words: Sequence[str]) -> ActDone:
    """Take somebody's seat away: it is free again or, once the game has begun, a bot's."""
    number = whole_number(words[-1:])
    if len(words) < 2 or not number:
        raise NotDone("write the code of the table and the number of the seat, counted from 1")
    code = table_named(context, words[:-1])
    await _overrule(context, code, ResetSeat(Seat(number - 1)))
    return ActDone((f"seat {number} of {code} is taken from whoever had it.",), f"{code} seat {number}")


async def _close_idle(context: ActContext, days: int) -> ActDone:
    """Close tables at which nobody is, and nothing has happened for so many days; the oldest first."""
    if not days:
        raise NotDone("write the days for which nothing has happened there: close idle 90")
    before = context.services.outside.now() - days * DAY
    found = [brief for brief in context.lobby.directory.unfinished() if last_played(brief)[0] < before]
    idle = sorted((brief for brief in found if not context.actors.awake(brief.code)), key=last_played)
    closed = [brief.code for brief in idle[:MOST_CLOSED] if await _is_closed(context, brief.code)]
    more = len(idle) - MOST_CLOSED
    said = (f"tables closed: {len(closed)}.", *([f"{more} more are as old: write it again."] if more > 0 else []))
    return ActDone(said, f"{len(closed)} table{'s' * (len(closed) != 1)}", f"idle for {days} day{'s' * (days != 1)}")


async def _is_closed(context: ActContext, code: str) -> bool:
    """Close a table, and return True unless somebody has come back to it meanwhile, or it cannot be closed."""
    if context.actors.awake(code):
        return False
    return await context.actors.of(code).overrule(CloseTable()) is None


async def call_off(context: ActContext, _caller: Caller, words: Sequence[str]) -> ActDone:
    """Call a tournament off for its maker: no further round follows, and its tables play on."""
    number = whole_number(words)
    if not number:
        raise NotDone("write the number of the tournament: the list of tournaments has it")
    try:
        await context.tournaments.change(number, lambda one: maker_calls_off(one, one.maker.account))
    except RemoteProtocolError as problem:
        raise NotDone(problem.text) from problem
    return ActDone((f"tournament {number} is called off.",), f"tournament {number}")


async def _overrule(context: ActContext, code: str, command: Overruling) -> None:
    denied = await context.actors.of(code).overrule(command)
    if denied is not None:
        raise NotDone(denied.text)
