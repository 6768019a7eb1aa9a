"""Finished games played again for who asks, step by step and a page at a time; what the steps are is the game's."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Final

from protocol.archive import ReadReplay, ReplayPart, ReplayStep
from protocol.errors import ErrorCode, ProtocolError
from protocol.messages import Refused
from protocol.vocabulary import Event, View
from server.host.limits import REPLAY_PAGE
from server.host.services import AnyGame, HostServices
from server.rules.game import Break, InvalidRecord, Moment
from server.storage.store import FinishedGame, StoreFault
from server.tables.heading import Heading

SLICE: Final = 40
"""Moments of a game that are played before others get their turn: less than a millisecond."""

SHOWN: Final = 8
"""Steps that are written before others get their turn."""

Steps = tuple[ReplayStep[Event, View], ...]
"""Some steps of a deal."""


class NoReplay(Exception):
    """There is nothing to show; the text says why."""


def no_such_number(number: int) -> str:
    """Say that no finished game has this number."""
    return f"there is no finished game {number} here: ask for the list of yours"


class Replays:
    """The archive as somebody sees it who wants to see it all again."""

    def __init__(self, services: HostServices) -> None:
        """Show the games of this house."""
        self._services = services

    async def answer(self, message: ReadReplay) -> ReplayPart[Event, View] | Refused[View]:
        """Give as many steps of a deal as fit into a message, or say why there are none.

        Raises:
            StoreFault: the archive cannot be read.
        """
        try:
            game, record = await self._find(message.game)
            steps, more = await self._page(game, moments_of(game, record, message.deal), message.step)
        except NoReplay as refusal:
            return Refused(message.id, ErrorCode.UNKNOWN_GAME, str(refusal))
        except InvalidRecord as fault:
            text = f"the record of game {message.game} cannot be played again: {fault}"
            return Refused(message.id, ErrorCode.SERVER_FAULT, text)
        return ReplayPart(message.id, steps, more)

    async def _find(self, number: int) -> tuple[AnyGame, str]:
        """Give which game was played, and its record.

        Raises:
            StoreFault: the archive cannot be read.
            NoReplay: there is no game of this number.
        """
        found, record = await self._services.store.game(number), await self._services.store.game_record(number)
        if found is None or record is None:
            raise NoReplay(no_such_number(number))
        return self._game(found), record

    def _game(self, found: FinishedGame) -> AnyGame:
        """Give the game that was played.

        Raises:
            StoreFault: the archive holds what this program has not written.
            NoReplay: it is not played here any more.
        """
        try:
            name = self._services.codec.unpack(Heading, found.entry).setup.game
        except ProtocolError as problem:
            raise StoreFault(f"the archive holds a game that cannot be read: {problem}") from problem
        game = self._services.games.get(name)
        if game is None:
            raise NoReplay(f"game {found.number} is one of {name}, which is not played here")
        return game

    async def _page(self, game: AnyGame, moments: AsyncIterator[Moment[Any]], first: int) -> tuple[Steps, bool]:
        """Give the steps from this one on that fit into a message, and whether others follow."""
        steps: list[ReplayStep[Event, View]] = []
        number, room = 0, REPLAY_PAGE
        async for moment in moments:
            if number >= first:
                step = ReplayStep(moment.events, game.reveal(moment.state))
                room -= len(self._services.codec.pack(step))
                if steps and room < 0:
                    return tuple(steps), True
                steps.append(step)
                if not len(steps) % SHOWN:
                    await asyncio.sleep(0)
            number += 1
        return tuple(steps), False


async def moments_of(game: AnyGame, record: str, deal: int) -> AsyncIterator[Moment[Any]]:
    """Give the moments of one deal; those of the deals before are played, and nobody sees them.

    Raises:
        InvalidRecord: the record does not hold.
        NoReplay: the game has no such deal.
    """
    now = 1
    for number, moment in enumerate(game.replay(record), start=1):
        if not number % SLICE:
            await asyncio.sleep(0)
        if now == deal:
            yield moment
        if any(game.breaks(event) is Break.DEAL for event in moment.events):
            now += 1
        if now > deal:
            return
    raise NoReplay(f"there is no deal {deal} in that game: it has those from 1 to {now - 1}")
