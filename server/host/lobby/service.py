"""The lobby as connections use it: tables, people online, chat, and news of all of these."""

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
    """The parts of the lobby that all connections share."""

    def __init__(self, services: HostServices, lobby: TableDirectory) -> None:
        self.lobby = lobby
        self.voices = ChatLimits()
        self._talk = LobbyChat(services)
        self._news = LobbyNews(lobby, self._talk)

    async def open(self) -> None:
        """Load the chat and start the news; the directory must be loaded by now.

        Raises:
            StoreFault: the store cannot be read.
        """
        await self._talk.load()
        self._news.open()

    def close(self) -> None:
        """Send nothing more."""
        self._news.close()

    def place(self, session: Session, table: str) -> None:
        """Update which table a connection is at; empty for none."""
        if session.account != NOBODY:
            self._news.people.place(session, table, reads=session in self._news)

    def leave(self, session: Session) -> None:
        """Remove a connection that has ended."""
        self._news.leave(session)
        self._news.people.leave(session)

    async def answer(self, session: Session, message: EnterLobby | LeaveLobby | SayInLobby) -> None:
        """Answer a message.

        Raises:
            StoreFault: the line cannot be stored.
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
