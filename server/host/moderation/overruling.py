"""The acts of those who run the server that are about tables."""

from collections.abc import Sequence

from protocol.vocabulary import Seat
from server.host.moderation.grounds import ActDone, Grounds, NotDone
from server.host.moderation.looks import table_code, whole_number
from server.host.moderation.roles import Caller
from server.host.tables.overruling import Overruling
from server.tables.commands import CloseTable, ResetSeat


async def close(grounds: Grounds, _caller: Caller, words: Sequence[str]) -> ActDone:
    """Close a table for good; everybody there is sent away, and may come again."""
    code = table_code(grounds, words)
    await _overrule(grounds, code, CloseTable())
    return ActDone((f"{code} is closed.",), code)


async def reset_seat(grounds: Grounds, _caller: Caller, words: Sequence[str]) -> ActDone:
    """Take somebody's seat away: it is free again or, once the game has begun, a bot's."""
    number = whole_number(words[-1:])
    if len(words) < 2 or not number:
        raise NotDone("write the code of the table and the number of the seat, counted from 1")
    code = table_code(grounds, words[:-1])
    await _overrule(grounds, code, ResetSeat(Seat(number - 1)))
    return ActDone((f"seat {number} of {code} is taken from whoever had it.",), f"{code} seat {number}")


async def _overrule(grounds: Grounds, code: str, command: Overruling) -> None:
    denied = await grounds.actors.of(code).overrule(command)
    if denied is not None:
        raise NotDone(denied.text)
