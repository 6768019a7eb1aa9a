"""The limits of bots that people bring: how many are connected, and at how many tables one has a seat."""

from protocol.daily import PlayDaily
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.language import sentence
from protocol.messages import Hello, JoinTable, OpenTable
from protocol.seating import QuickTable, Rematch
from server.host.limits import BOTS, CONNECTIONS_OF_BOT, SEATS_OF_BOT
from server.host.lobby.directory import TableDirectory
from server.host.session import Sessions
from server.storage.store import Account
from server.tables.bot_accounts import is_bot_account
from server.tables.codes import read_code

SeatWish = OpenTable | QuickTable | Rematch | PlayDaily | JoinTable
"""What somebody asks who wants a seat."""


def check_room(sessions: Sessions, hello: Hello) -> None:
    """Check that the server has room for another bot, before it gets an account.

    Raises:
        RemoteProtocolError: too many are connected.
    """
    if hello.bot:
        _check_bots(sessions)


def _check_bots(sessions: Sessions) -> None:
    if sum(is_bot_account(session.account.id) for session in sessions) >= BOTS:
        raise RemoteProtocolError(ErrorCode.TOO_MANY, sentence("the server has no room for another bot: come later"))


def check_connections(sessions: Sessions, account: Account) -> None:
    """Check that a bot, also one that does not say so, has no more connections than one and all of them may have.

    Raises:
        RemoteProtocolError: there are as many already.
    """
    if not is_bot_account(account.id):
        return
    _check_bots(sessions)
    if len(sessions.of_account(account.id)) >= CONNECTIONS_OF_BOT:
        text = sentence("this bot has {n} connections already: end one of them first", n=CONNECTIONS_OF_BOT)
        raise RemoteProtocolError(ErrorCode.TOO_MANY, text)


def check_seat(directory: TableDirectory, account: str, message: SeatWish) -> None:
    """Check that an account may go to a table: a bot names it, and has only so many seats.

    Raises:
        RemoteProtocolError: a bot wants what is for people, or has a seat at too many tables.
    """
    if not is_bot_account(account):
        return
    if isinstance(message, PlayDaily):
        text = sentence("the deal of the day is for people: a bot opens a table of its own")
        raise RemoteProtocolError(ErrorCode.NOT_NOW, text, message.id)
    if isinstance(message, QuickTable):
        text = sentence("a quick game is for people: a bot joins a table by its code, or opens one")
        raise RemoteProtocolError(ErrorCode.NOT_NOW, text, message.id)
    seats = directory.seated_at(account)
    back = isinstance(message, JoinTable) and read_code(message.table) in seats
    if len(seats) >= SEATS_OF_BOT and not back:
        text = sentence("this bot has a seat at {n} tables already: it finishes a game first", n=SEATS_OF_BOT)
        raise RemoteProtocolError(ErrorCode.TOO_MANY, text, message.id)
