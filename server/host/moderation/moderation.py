"""What the rest of the host asks of those who run the server: who may come in, who may talk, and what they ask for."""

import logging
from collections.abc import Callable, Mapping, Sequence

from protocol.administration import AdminCommand, AdminReply, AdminRequest
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.language import sentence
from server.host.moderation.acts import ActContext
from server.host.moderation.bans import BanKind, ban_words
from server.host.moderation.desk import AdminDesk
from server.host.moderation.people import allow_admins
from server.host.moderation.reports import answer_report
from server.host.moderation.roles import LOCAL_DOOR, Caller, Role
from server.host.session import Session
from server.host.terms import Terms
from server.storage.moderation_store import Ban
from server.storage.store import Account

_log = logging.getLogger(__name__)


class Moderation:
    """The roles, bans and reports of a host, and the desk for those who run it."""

    def __init__(self, context: ActContext) -> None:
        self._context = context
        self._desk = AdminDesk(context)

    async def open(self) -> None:
        """Load roles and bans."""
        await self._context.roles.load()
        await self._context.bans.load()

    def share(self, changed: Callable[[tuple[Ban, ...]], None]) -> None:
        """Pass the bans of addresses on, now and whenever they change."""
        self._context.bans.changed = changed
        changed(self._context.bans.of_addresses())

    async def allow_by(self, add: Callable[[Mapping[str, str]], int]) -> None:
        """Change the allow-list from now on by this function, and put the keys of the admins on it."""
        self._context.allowed.add = add
        await self.allow_admins()

    async def allow_admins(self) -> None:
        """Put the keys of the admins on the allow-list, as far as they are not there."""
        await allow_admins(self._context)

    def check_arrival(self, terms: Terms) -> None:
        """Check that a connection may come in from where it comes, with the key that it has.

        Raises:
            RemoteProtocolError: the address or the key is banned.
        """
        if not terms.hurried:
            return
        key = terms.passport.key if terms.passport is not None else ""
        _refuse(self._context.bans.at(terms.whence) or self._context.bans.find(BanKind.KEY, key))

    def check_account(self, terms: Terms, account: Account) -> None:
        """Check that an account may come in, from where and with the key that it does: a ban may be as new as that.

        Raises:
            RemoteProtocolError: it is banned.
        """
        self.check_arrival(terms)
        if terms.hurried:
            _refuse(self._context.bans.find(BanKind.ACCOUNT, account.id))

    def check_talk(self, account: Account, id: int) -> None:
        """Check that an account may say something.

        Raises:
            RemoteProtocolError: it is muted.
        """
        ban = self._context.bans.find(BanKind.MUTE, account.id)
        if ban is not None:
            raise RemoteProtocolError(ErrorCode.NOT_NOW, ban_words(ban), id)

    async def answer(self, session: Session, terms: Terms, message: AdminRequest, table: str) -> None:
        """Answer a request of a connection that is at a table, or at none."""
        if not isinstance(message, AdminCommand):
            await answer_report(
                self._context.reports, self._context.roles, self._context.sessions, (session, message, table)
            )
            return
        caller = self._caller(session, terms)
        if caller.role is Role.PLAYER:
            # Not into the audit log, which is never deleted: whoever has no role could fill it.
            _log.info("%s by %s: refused, without a role", caller.account, caller.door)
            text = sentence("only those who run this server may do that, by SSH and with their key")
            session.refuse(message.id, ErrorCode.FORBIDDEN, text)
            return
        session.say(await self._desk.answer(message.id, caller, message.words))

    async def run_locally(self, user: str, words: Sequence[str]) -> AdminReply:
        """Do what the owner of this machine asks for.

        Raises:
            StoreFault: the store cannot be read or written.
        """
        return await self._desk.answer(1, Caller(user, Role.ADMIN, LOCAL_DOOR), words)

    def _caller(self, session: Session, terms: Terms) -> Caller:
        """Return who asks; a role counts only where a front has proven the key of the account."""
        account, proven = session.account, terms.passport is not None and bool(terms.passport.key)
        role = self._context.roles[account.id] if proven else Role.PLAYER
        return Caller(account.name, role, "ssh" if terms.passport is not None else "other", account.id)


def _refuse(ban: Ban | None) -> None:
    if ban is not None:
        raise RemoteProtocolError(ErrorCode.BANNED, ban_words(ban))
