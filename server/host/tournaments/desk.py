"""Answers the requests of all connections about tournaments."""

import logging
from typing import Final, assert_never

from msgspec.structs import replace

from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.language import sentence
from protocol.text import clean_text
from protocol.tournaments import (
    CancelTournament,
    EnterTournament,
    ListTournaments,
    MakeTournament,
    ReadTournament,
    StartTournament,
    TournamentPlan,
    Tournaments,
    TournamentShown,
)
from server.host.accounts.naming import MIXED, clean_name
from server.host.limits import HEAVY_COST, NAME_CELLS
from server.host.services import HostServices
from server.host.session import Handler, Handlers, Session
from server.host.tournaments.organiser import Organiser, TournamentRegister
from server.rules.game import Game
from server.rules.values import InvalidSetup
from server.storage.store import Account
from server.tables.clock import check_clock
from server.tables.log import cause_of
from server.tables.names import is_legible, scripts_of
from server.tables.opening import line_up
from server.tournaments.standings import entry, shown
from server.tournaments.tournament import Entrant, Tournament, call_off, enter, start, withdraw

_log = logging.getLogger(__name__)

_LOT_BYTES: Final = 16

_WHOLE: Final = 128
"""The width of the longest name that a client can send, in terminal cells."""


_CHANGING: Final = (MakeTournament, EnterTournament, StartTournament, CancelTournament)
_Changing = MakeTournament | EnterTournament | StartTournament | CancelTournament
"""The requests that change a tournament."""


class TournamentDesk:
    """Makes, lists, fills, starts and calls off tournaments."""

    def __init__(self, services: HostServices, register: TournamentRegister, organiser: Organiser) -> None:
        self._services = services
        self._register = register
        self._organiser = organiser
        self.handlers: Handlers = {
            ListTournaments: Handler(self._list, HEAVY_COST, nameless=True),
            ReadTournament: Handler(self._read, HEAVY_COST, nameless=True),
            **dict.fromkeys(_CHANGING, Handler(self._answer, HEAVY_COST)),
        }

    async def _list(self, session: Session, message: ListTournaments) -> Tournaments:
        found = await self._register.newest()
        return Tournaments(message.id, tuple(entry(one, session.account.id) for one in found))

    async def _read(self, session: Session, message: ReadTournament) -> TournamentShown:
        one = await self._register.read(message.tournament)
        return shown(message.id, one, session.account.id, message.round)

    async def _answer(self, session: Session, message: _Changing) -> TournamentShown:
        return shown(message.id, await self._change(session.account, message), session.account.id)

    async def _change(self, account: Account, message: _Changing) -> Tournament:
        match message:
            case MakeTournament():
                return await self._make(account, message)
            case EnterTournament(tournament=number, entered=True):
                who = _entrant(account)
                return await self._register.change(number, lambda one: enter(one, who))
            case EnterTournament(tournament=number):
                return await self._register.change(number, lambda one: withdraw(one, account.id))
            case StartTournament(tournament=number):
                return await self._start(account, number)
            case CancelTournament(tournament=number):
                return await self._register.change(number, lambda one: call_off(one, account.id))
        assert_never(message)

    async def _make(self, account: Account, message: MakeTournament) -> Tournament:
        maker, fit = _entrant(account), self._checked(message.plan)
        lot = self._services.outside.entropy(_LOT_BYTES).hex()
        cause = cause_of(account.id, message)
        made = await self._register.make(
            lambda number: Tournament(number, fit, maker, lot, making=cause.id, asked=cause.asked)
        )
        _log.info("%s has made tournament %s", account.id, made.number)
        return made

    async def _start(self, account: Account, number: int) -> Tournament:
        begun = await self._register.change(number, lambda one: start(one, account.id))
        self._organiser.call()
        return begun

    def _checked(self, plan: TournamentPlan) -> TournamentPlan:
        """Return a plan with a clean name and the level of its bots.

        Raises:
            RemoteProtocolError: there is no such game, or something of it cannot be.
        """
        name, game = _named(plan.name), self._services.game(plan.setup.game)
        if not plan.clock.seconds:
            text = sentence("a tournament needs a clock: give a move seconds or days")
            raise RemoteProtocolError(ErrorCode.INVALID_SETUP, text)
        try:
            game.start(plan.setup)
            _check_comparable(game, plan)
            check_clock(plan.clock)
            levels = line_up((plan.bot,) if plan.bot else (), tuple(self._services.bots[plan.setup.game]), 2)
        except InvalidSetup as problem:
            raise RemoteProtocolError(ErrorCode.INVALID_SETUP, str(problem)) from None
        return replace(plan, name=name, bot=levels[1])


def _named(name: str) -> str:
    """Return the clean name of a tournament.

    Raises:
        RemoteProtocolError: there is nothing visible in it, or too much.
    """
    shown = clean_name(name)
    if not is_legible(shown):
        text = sentence("a tournament needs a name: letters, digits or other visible characters")
        raise RemoteProtocolError(ErrorCode.INVALID_NAME, text)
    if len(scripts_of(shown)) > 1:
        raise RemoteProtocolError(ErrorCode.INVALID_NAME, MIXED)
    if shown != clean_text(name, cells=_WHOLE):
        text = sentence("the name of a tournament has {n} characters at most: choose a shorter one", n=NAME_CELLS)
        raise RemoteProtocolError(ErrorCode.INVALID_NAME, text)
    return shown


def _check_comparable(game: Game, plan: TournamentPlan) -> None:
    """Check that the scores of several tables with the same deals can be compared, if they are to be.

    Raises:
        InvalidSetup: they cannot: the number of deals depends on the play.
    """
    if plan.duplicate and all(offer.name != "duplicate" for offer in game.options):
        text = sentence(
            "{game} is played to a score, so tables cannot be compared deal by deal: leave duplicate out",
            game=plan.setup.game,
        )
        raise InvalidSetup(text)


def _entrant(account: Account) -> Entrant:
    """Return who an account is in a tournament.

    Raises:
        RemoteProtocolError: it is a guest's, which does not last.
    """
    if account.guest:
        text = sentence("tournaments are for people with an account: add a key to yours first")
        raise RemoteProtocolError(ErrorCode.KEY_NEEDED, text)
    return Entrant(account.id, account.name)
