"""Moderation: who may come in, who may talk, and what those who run the server may do, noted in the audit log."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import Final

from protocol.administration import NOTICES, AdminCommand, AdminReply, Notice, ReportPerson
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.framing import SERVER_LIMIT
from protocol.language import sentence
from protocol.lobby import SayInLobby
from protocol.messages import Accepted
from protocol.talk import Say, SayPhrase
from protocol.text import clean_text
from server.host.limits import CONTACT_COST, HEAVY_COST, Rate, TokenBuckets
from server.host.lobby import words_of
from server.host.moderation.access import BanKind, ban_words
from server.host.moderation.acts import ACTS, allow_admins
from server.host.moderation.staff import LOCAL_DOOR, Act, ActContext, ActDone, Caller, NotDone, Role, reaches
from server.host.session import Handler, Handlers, Session
from server.host.terms import Passport, Terms
from server.recovery import URGENT
from server.storage.store import Account, AuditEntry, Ban

_log = logging.getLogger(__name__)

_HELP: Final = frozenset({"", "help", "-h", "--help"})

_WORDS_CELLS: Final = 200

_USAGE_CELLS: Final = 38
"""The width of the first column of the help."""

REFUSALS_NOTED: Final = Rate(1 / 60, 5.0)
"""Refused acts of one account that are noted: the log is never deleted, so nobody may fill it."""

_ANSWER_BYTES: Final = SERVER_LIMIT - 1024
"""The most bytes of the lines of an answer, which is one frame."""

_LINE_BYTES: Final = 5
"""The most bytes that a frame adds to a line."""


class Moderation:
    """The roles, bans and reports of a host, and what those who run it ask for."""

    def __init__(self, context: ActContext) -> None:
        self._context = context
        self._refusals = TokenBuckets(REFUSALS_NOTED)
        self.handlers: Handlers = {
            ReportPerson: Handler(self._report, CONTACT_COST),
            AdminCommand: Handler(self._answer, HEAVY_COST),
        }

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
        """Do what a front asks for: use the code of a visitor, or hold off an address at all fronts."""
        match passport.asks:
            case ("invite", code) if passport.key:
                return AdminReply(1, (), refused=not await self._context.allowed.use(code, passport.key))
            case ("penalise", seconds) if seconds.isdecimal():
                await self._context.bans.penalise(passport.address, float(seconds))
                return AdminReply(1, ())
            case _:
                return AdminReply(1, (), refused=True)

    def check_arrival(self, terms: Terms) -> None:
        """Check that a connection may come in from where it comes, with the key that it has."""
        if not terms.hurried:
            return
        _refuse(self._context.bans.at(terms.whence) or self._context.bans.find(BanKind.KEY, terms.key))

    def check_account(self, terms: Terms, account: Account) -> None:
        """Check that an account may come in, from where and with the key that it does: a ban may be as new as that."""
        self.check_arrival(terms)
        if terms.hurried:
            _refuse(self._context.bans.find(BanKind.ACCOUNT, account.id))

    def check_talk(self, session: Session, message: Say | SayPhrase | SayInLobby) -> None:
        """Check that a person may say something, at the table or in the lobby, within the limits of talk."""
        words_of(message)
        account, lobby = session.account.id, self._context.lobby
        ban = self._context.bans.find(BanKind.MUTE, account)
        if ban is not None:
            raise RemoteProtocolError(ErrorCode.NOT_NOW, ban_words(ban))
        if session.terms.hurried and not lobby.remarks.take(account, 1.0, asyncio.get_running_loop().time()):
            text = sentence("you talk too fast: wait a few seconds, then say it again")
            raise RemoteProtocolError(ErrorCode.TOO_MANY, text)

    async def _report(self, session: Session, message: ReportPerson) -> Accepted:
        """Take a report, and tell those who run the server and are here."""
        number, report = await self._context.reports.take(session, message)
        _log.warning("a person is reported: chwech admin reports %d", number, extra=URGENT)
        notice = Notice(f"{report.by} reports {report.name}: {report.text} (admin reports {number})")
        for other in self._context.sessions:
            if self._context.roles[other.account.id] is not Role.PLAYER and NOTICES in other.features:
                other.say(notice)
        return Accepted(message.id, 0)

    async def _answer(self, session: Session, message: AdminCommand) -> AdminReply:
        """Do what one of those who run the server asks for."""
        caller = self._caller(session)
        if caller.role is Role.PLAYER:
            # Not into the audit log, which is never deleted: whoever has no role could fill it.
            _log.info("%s by %s: refused, without a role", caller.account, caller.door)
            text = sentence("only those who run this server may do that, by SSH and with their key")
            raise RemoteProtocolError(ErrorCode.FORBIDDEN, text)
        return await self._act(message.id, caller, message.words)

    async def run_locally(self, user: str, words: Sequence[str]) -> AdminReply:
        """Do what the owner of this machine asks for."""
        return await self._act(1, Caller(user, Role.ADMIN, LOCAL_DOOR), words)

    async def _act(self, id: int, caller: Caller, words: Sequence[str]) -> AdminReply:
        """Do what the words say, or say why not."""
        clean = [word for word in (clean_text(word, cells=_WORDS_CELLS) for word in words) if word]
        name, rest = (clean[0], clean[1:]) if clean else ("", [])
        if name in _HELP:
            return AdminReply(id, _help(caller))
        if name not in ACTS:
            # A slip of the fingers does nothing, and the audit log is never deleted.
            near = get_close_matches(name[:40].lower(), ACTS, n=1)
            hint = f"did you mean {near[0]}?" if near else "help lists what there is"
            return AdminReply(id, (f"admin has no {clean_text(name, cells=40)!r}: {hint}",), refused=True)
        try:
            act = _act(name, rest, caller)
            done = await act.run(self._context, caller, rest)
        except NotDone as problem:
            if caller.local or self._refusals.take(caller.account, 1.0, asyncio.get_running_loop().time()):
                await self._note(caller, name, ActDone((), " ".join(rest)), str(problem))
            return AdminReply(id, (str(problem),), refused=True)
        if act.logged:
            await self._note(caller, name, done, "")
        return AdminReply(id, _fitting(done.lines))

    async def _note(self, caller: Caller, name: str, done: ActDone, refused: str) -> None:
        act, whom, reason = (clean_text(text, cells=_WORDS_CELLS) for text in (name, done.whom, done.reason))
        said = clean_text(refused, cells=_WORDS_CELLS)
        _log.info("%s by %s: %s %s%s", caller.account or caller.name, caller.door, act, whom, " refused" * bool(said))
        now = self._context.services.outside.now()
        await self._context.services.store.write_audit(
            AuditEntry(now, caller.name, caller.door, act, whom, reason, said)
        )

    def _caller(self, session: Session) -> Caller:
        """Return who asks; a role counts only where a front has proven the key of the account."""
        account = session.account
        role = self._context.roles[account.id] if session.terms.key else Role.PLAYER
        return Caller(account.name, role, "ssh" if session.terms.passport is not None else "other", account.id)


def _refuse(ban: Ban | None) -> None:
    if ban is not None:
        raise RemoteProtocolError(ErrorCode.BANNED, ban_words(ban))


def _act(name: str, rest: Sequence[str], caller: Caller) -> Act:
    act = ACTS[name]
    if not reaches(caller.role, act.least):
        raise NotDone(f"{name} is for admins, and you are {caller.role.value}")
    if rest and not act.usage:
        raise NotDone(f"{name} takes no words behind it")
    return act


def _fitting(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Return the lines that fit into an answer, and a last one that tells how many do not."""
    room = _ANSWER_BYTES
    for number, line in enumerate(lines):
        room -= len(line.encode()) + _LINE_BYTES
        if room < 0:
            return (*lines[:number], f"and {len(lines) - number} more")
    return lines


def _help(caller: Caller) -> tuple[str, ...]:
    acts = [(f"{name} {act.usage}", act.about) for name, act in ACTS.items() if reaches(caller.role, act.least)]
    return (
        *(line for usage, about in acts for line in _help_lines(usage, about)),
        "",
        "A TIME is 30m, 2h, 7d, 4w or forever. Names may have blanks.",
        "What is changed, and what was refused, is noted in the audit log.",
    )


def _help_lines(usage: str, about: str) -> tuple[str, ...]:
    if len(usage) < _USAGE_CELLS:
        return (f"{usage:<{_USAGE_CELLS}}{about}",)
    return usage, " " * _USAGE_CELLS + about
