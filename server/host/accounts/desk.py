"""The desk at which a connection asks for anything about its own account."""

from protocol.contacts import ContactCommand
from protocol.errors import RemoteProtocolError
from protocol.identity import AccountCommand, KeyCommand, Rename, Renamed
from server.host.accounts.contacts import ContactDesk
from server.host.accounts.keys import KeyDesk
from server.host.accounts.renaming import Renaming
from server.host.session import Session


class AccountDesk:
    """Answers the requests of one connection about its own account."""

    def __init__(self, session: Session, key_desk: KeyDesk, renaming: Renaming, contact_desk: ContactDesk) -> None:
        self._session = session
        self._key_desk = key_desk
        self._renaming = renaming
        self._contact_desk = contact_desk

    async def answer(self, message: AccountCommand) -> None:
        """Answer a request, or refuse it."""
        match message:
            case KeyCommand():
                await self._key_desk.answer(message)
                # A code may have given the connection an account.
                await self._contact_desk.come()
            case ContactCommand():
                await self._contact_desk.answer(message)
            case Rename(id, name):
                try:
                    self._session.say(Renamed(id, await self._renaming.rename(self._session.account, name)))
                except RemoteProtocolError as problem:
                    self._session.refuse(id, problem.code, problem.text)
