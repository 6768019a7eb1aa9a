"""What the rest of the host asks of those who run the server: who may come in, who may talk, and what they ask for."""

import logging
from collections.abc import Callable, Iterable, Sequence

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
from server.host.terms import Passport, Terms
from server.storage.store import Account, Ban

_log = logging.getLogger(__name__)


class Moderation:
    """The roles, bans and reports of a host, and the desk for those who run it."""

    def __init__(self, context: ActContext) -> None:
        self._context = context
        self._desk = AdminDesk(context)

    async def open(self) -> None:
        """Load roles, bans and the allow-list, on which the admins always are."""
        await self._context.roles.load()
        await self._context.bans.load()
        await self._context.allowed.load()
        await allow_admins(self._context)

    def share(
        self, banned: Callable[[tuple[Ban, ...]], None], allowed: Callable[[Iterable[str]], None] = lambda _: None
    ) -> None:
        """Pass the bans of addresses and the keys on the allow-list on, now and whenever they change."""
        self._context.bans.changed, self._context.allowed.changed = banned, allowed
        banned(self._context.bans.of_addresses())
        allowed(self._context.allowed.keys)

    async def serve_front(self, passport: Passport) -> AdminReply:
        """Do what a front asks for: use the code of a visitor, or hold off an address at all fronts.

        Raises:
            StoreFault: the store cannot be read or written.
        """
        match passport.asks:
            case ("invite", code) if passport.key:
                return AdminReply(1, (), refused=not await self._context.allowed.use(code, passport.key))
            case ("penalise", seconds) if seconds.isdecimal():
                await self._context.bans.penalise(passport.address, float(seconds))
                return AdminReply(1, ())
            case _:
                return AdminReply(1, (), refused=True)

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
