"""Answers requests for reviews; meanwhile the connection goes on."""

import asyncio
import logging
from typing import Final

import msgspec
from msgspec import Struct

from protocol.archive import ReadReview, ReviewPart, SeatReview, TurnReview
from protocol.errors import ErrorCode
from protocol.language import sentence
from protocol.messages import FromServer
from protocol.sentences import refused
from server.host.archive.replays import NoReplay, find_game, no_such_deal
from server.host.archive.reviewing import ReviewFault, TooManyReviews
from server.host.services import HostServices
from server.host.session import Session
from server.host.tables.ledger import TROUBLE
from server.review.registry import REVIEWS
from server.rules.records import count_deals
from server.storage.store import StoreFault

_log = logging.getLogger(__name__)

_BUSY: Final = sentence("many games are being looked back at just now: try again in a moment")


class _Deal(Struct, frozen=True):
    """A deal as ``chwech review --json`` writes it."""

    number: int
    seats: tuple[SeatReview, ...]
    decisions: tuple[TurnReview, ...]
    turning_points: tuple[int, ...]


class _Written(Struct, frozen=True):
    deals: tuple[_Deal, ...]


class ReviewDesk:
    """The reviews for one connection, one at a time."""

    def __init__(self, services: HostServices, session: Session) -> None:
        self._services = services
        self._session = session
        self._task: asyncio.Task[None] | None = None

    def ask(self, message: ReadReview) -> None:
        """Begin a review, or refuse it while another is under way."""
        if self._task is not None and not self._task.done():
            self._session.say(refused(message.id, ErrorCode.TOO_MANY, _BUSY))
            return
        self._task = asyncio.create_task(self._answer(message), name="review")

    def close(self) -> None:
        """Drop a review under way."""
        if self._task is not None:
            self._task.cancel()

    async def _answer(self, message: ReadReview) -> None:
        try:
            self._session.say(await self._reviewed(message))
        except (NoReplay, TooManyReviews) as refusal:
            busy = isinstance(refusal, TooManyReviews)
            code = ErrorCode.TOO_MANY if busy else ErrorCode.UNKNOWN_GAME
            self._session.say(refused(message.id, code, _BUSY if busy else str(refusal)))
        except ReviewFault:
            text = sentence("this deal cannot be looked back at here just now")
            self._session.say(refused(message.id, ErrorCode.SERVER_FAULT, text))
        except StoreFault:
            self._session.say(refused(message.id, ErrorCode.SERVER_FAULT, TROUBLE))
        except Exception:  # noqa: BLE001  # whatever goes wrong with a review, its asker gets an answer
            _log.exception("a review fails")
            self._session.say(refused(message.id, ErrorCode.SERVER_FAULT, TROUBLE))

    async def _reviewed(self, message: ReadReview) -> FromServer:
        game, record = await find_game(self._services, message.game)
        name = next(name for name, known in self._services.games.items() if known is game)
        if name not in REVIEWS:
            games = ", ".join(REVIEWS)
            raise NoReplay(sentence("there is no review of {game}, only of {games}", game=repr(name), games=games))
        deals = count_deals(record)
        if message.deal > deals:
            raise NoReplay(no_such_deal(message.deal, deals))
        written = await self._services.reviewing.review(record, message.deal)
        (deal,) = msgspec.json.decode(written, type=_Written).deals
        return ReviewPart(message.id, deal.number, deal.seats, deal.decisions, deal.turning_points)
