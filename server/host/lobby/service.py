"""The lobby as people are in it: its tables, who is online, what is said, and who is told of all that."""

from protocol.lobby import EnterLobby, LeaveLobby, SayInLobby
from protocol.messages import Accepted
from server.host.accounts.nobody import NOBODY
from server.host.lobby.chat import ChatLimits, LobbyChat, words_of
from server.host.lobby.directory import TableDirectory
from server.host.lobby.news import LobbyNews
from server.host.services import HostServices
from server.host.session import Session
from server.host.tables.requests import cause_of


class LobbyService:
    """Everything of the lobby that connections share."""

    def __init__(self, services: HostServices, lobby: TableDirectory) -> None:
        """Begin closed."""
        self.lobby = lobby
        """The tables."""
        self.voices = ChatLimits()
        """Who may speak."""
        self._talk = LobbyChat(services)
        self._news = LobbyNews(lobby, self._talk)

    async def open(self) -> None:
        """Find what was said; the tables must be known by now.

        Raises:
            StoreFault: the store cannot be read.
        """
        await self._talk.load()
        self._news.open()

    def close(self) -> None:
        """Tell nothing more."""
        self._news.close()

    def place(self, session: Session, table: str) -> None:
        """Take in at which table a connection is now, or that it is at none."""
        if session.account != NOBODY:
            self._news.people.place(session, table, reads=session in self._news)

    def leave(self, session: Session) -> None:
        """Take in that a connection has ended."""
        self._news.leave(session)
        self._news.people.leave(session)

    async def answer(self, session: Session, message: EnterLobby | LeaveLobby | SayInLobby) -> None:
        """Answer a message.

        Raises:
            StoreFault: what is said cannot be stored.
        """
        match message:
            case EnterLobby(id):
                self._news.show(session, id)
            case LeaveLobby(id):
                self._news.leave(session)
                session.say(Accepted(id, self._talk.last))
            case _:
                cause = cause_of(session.account.id, message)
                number = await self._talk.say(cause, session.account.name, words_of(message))
                self._news.hear()
                session.say(Accepted(message.id, number))
