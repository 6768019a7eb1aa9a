"""Replays of finished games, a page of steps at a time; each game defines its own steps."""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from games.kit.records import RecordFault
from protocol.archive import ReadReplay, ReplayPart, ReplayStep
from protocol.errors import ErrorCode, ProtocolError, RemoteProtocolError
from protocol.game import Answered
from protocol.language import sentence
from server.host.limits import REPLAY_PAGE
from server.host.services import HostServices
from server.rules.course import Position
from server.rules.game import Game
from server.rules.records import count_deals
from server.rules.values import Break
from server.storage.store import FinishedGame, StoreFault
from server.tables.heading import Heading

SLICE: Final = 40
"""Moments of a game that are replayed before other tasks get a turn: less than a millisecond."""

SHOWN: Final = 8
"""Steps that are encoded before other tasks get a turn."""

Steps = tuple[ReplayStep, ...]


def no_such_game(number: int) -> RemoteProtocolError:
    """Return the refusal of a number that no finished game has."""
    text = sentence("there is no finished game {number} here: ask for the list of yours", number=number)
    return RemoteProtocolError(ErrorCode.UNKNOWN_GAME, text)


def no_such_deal(deal: int, last: int) -> RemoteProtocolError:
    """Return the refusal of a deal that a game does not have, which has only those up to ``last``."""
    text = sentence("there is no deal {deal} in that game: it has those from 1 to {last}", deal=deal, last=last)
    return RemoteProtocolError(ErrorCode.UNKNOWN_GAME, text)


def heading_of(services: HostServices, game: FinishedGame) -> Heading:
    """Return the heading that the archive keeps of a game."""
    try:
        return services.codec.unpack(Heading, game.entry)
    except ProtocolError as problem:
        raise StoreFault(f"the archive holds a game that cannot be read: {problem}") from problem


async def replay_part(services: HostServices, message: ReadReplay) -> ReplayPart:
    """Return as many steps of a deal as fit into a message."""
    game, record = await find_game(services, message.game)
    try:
        steps, more = await _page(services, game, moments_of(game, record, message.deal), message.step)
        return ReplayPart(message.id, steps, more, count_deals(record))
    except RecordFault as fault:
        text = sentence("the record of game {number} cannot be played again: {fault}", number=message.game, fault=fault)
        raise RemoteProtocolError(ErrorCode.SERVER_FAULT, text) from None


Replayed = tuple[Answered, Position]
"""What has happened in a game, and the position after it."""


async def find_game(services: HostServices, number: int) -> tuple[Game, str]:
    """Return the rules of the game that was played, and its record.

    Raises:
        RemoteProtocolError: no game has this number, or it is of a kind that is not offered here any more.
    """
    found, record = await services.store.game(number), await services.store.game_record(number)
    if found is None or record is None:
        raise no_such_game(number)
    name = heading_of(services, found).setup.game
    game = services.games.get(name)
    if game is None:
        text = sentence("game {number} is one of {name}, which is not played here", number=found.number, name=name)
        raise RemoteProtocolError(ErrorCode.UNKNOWN_GAME, text)
    return game, record


async def _page(services: HostServices, game: Game, moments: AsyncIterator[Replayed], first: int) -> tuple[Steps, bool]:
    """Return the steps from step ``first`` on that fit into a message, and whether more follow."""
    steps: list[ReplayStep] = []
    number, room = 0, REPLAY_PAGE
    async for event, state in moments:
        if number >= first:
            step = ReplayStep((event,), game.reveal(state))
            room -= len(services.codec.pack(step))
            if steps and room < 0:
                return tuple(steps), True
            steps.append(step)
            if not len(steps) % SHOWN:
                await asyncio.sleep(0)
        number += 1
    return tuple(steps), False


async def moments_of(game: Game, record: str, deal: int) -> AsyncIterator[Replayed]:
    """Yield the moments of one deal; the deals before it are replayed but not shown.

    Raises:
        RecordFault: the record is not valid.
        RemoteProtocolError: the game has no such deal.
    """
    now = 1
    for number, (event, state) in enumerate(game.replay(record), start=1):
        if not number % SLICE:
            await asyncio.sleep(0)
        if now == deal:
            yield event, state
        if game.breaks(event, state) is Break.DEAL:
            now += 1
        if now > deal:
            return
    raise no_such_deal(deal, now - 1)
