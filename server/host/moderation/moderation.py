"""Moderation: who may come in, who may talk, and what those who run the server may do, noted in the audit log."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Final

from protocol.administration import EVERYBODY_KNOWN, NOTICES, AdminCommand, AdminReply, Notice, ReportPerson
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.framing import SERVER_LIMIT
from protocol.language import sentence
from protocol.lobby import SayInLobby
from protocol.message import Seat
from protocol.messages import Accepted
from protocol.setup import DAY
from protocol.talk import Say, SayPhrase
from protocol.text import clean_text
from server.host.limits import CONTACT_COST, HEAVY_COST, Rate, TokenBuckets
from server.host.lobby.chat import words_of
from server.host.moderation import lookups, people
from server.host.moderation.acts import LOCAL_DOOR, Act, ActContext, ActDone, Caller, NotDone, Role, reaches
from server.host.moderation.bans import BanKind, ban_words
from server.host.moderation.lookups import table_named, whole_number
from server.host.moderation.people import allow_admins
from server.host.session import Handler, Handlers, Session
from server.host.tables.actor import Overruling
from server.host.terms import Passport, Terms
from server.recovery import URGENT
from server.storage.store import Account, AuditEntry, Ban
from server.tables.commands import CloseTable, ResetSeat
from server.tables.heading import last_played
from server.tournaments.tournament import call_off as maker_calls_off

MOST_CLOSED: Final = 500
"""The most tables that one act closes: others wait for the answer."""


async def close(context: ActContext, _caller: Caller, words: Sequence[str]) -> ActDone:
    """Close a table for good; everybody there is sent away, and may come again. Or close many that nobody plays at."""
    if words[:1] == ["idle"]:
        return await _close_idle(context, whole_number(words[1:]))
    code = table_named(context, words)
    await _overrule(context, code, CloseTable())
    return ActDone((f"{code} is closed.",), code)


async def reset_seat(context: ActContext, _caller: Caller, words: Sequence[str]) -> ActDone:
    """Take somebody's seat away: it is free again or, once the game has begun, a bot's."""
    number = whole_number(words[-1:])
    if len(words) < 2 or not number:
        raise NotDone("write the code of the table and the number of the seat, counted from 1")
    code = table_named(context, words[:-1])
    await _overrule(context, code, ResetSeat(Seat(number - 1)))
    return ActDone((f"seat {number} of {code} is taken from whoever had it.",), f"{code} seat {number}")


async def _close_idle(context: ActContext, days: int) -> ActDone:
    """Close tables at which nobody is, and nothing has happened for so many days; the oldest first."""
    if not days:
        raise NotDone("write the days for which nothing has happened there: close idle 90")
    before = context.services.outside.now() - days * DAY
    found = [brief for brief in context.lobby.directory.unfinished() if last_played(brief)[0] < before]
    idle = sorted((brief for brief in found if not context.actors.awake(brief.code)), key=last_played)
    closed = [brief.code for brief in idle[:MOST_CLOSED] if await _is_closed(context, brief.code)]
    more = len(idle) - MOST_CLOSED
    said = (f"tables closed: {len(closed)}.", *([f"{more} more are as old: write it again."] if more > 0 else []))
    return ActDone(said, f"{len(closed)} table{'s' * (len(closed) != 1)}", f"idle for {days} day{'s' * (days != 1)}")


async def _is_closed(context: ActContext, code: str) -> bool:
    """Close a table, and return True unless somebody has come back to it meanwhile, or it cannot be closed."""
    if context.actors.awake(code):
        return False
    return await context.actors.of(code).overrule(CloseTable()) is None


async def call_off(context: ActContext, _caller: Caller, words: Sequence[str]) -> ActDone:
    """Call a tournament off for its maker: no further round follows, and its tables play on."""
    number = whole_number(words)
    if not number:
        raise NotDone("write the number of the tournament: the list of tournaments has it")
    try:
        await context.tournaments.change(number, lambda one: maker_calls_off(one, one.maker.account))
    except RemoteProtocolError as problem:
        raise NotDone(problem.text) from problem
    return ActDone((f"tournament {number} is called off.",), f"tournament {number}")


async def _overrule(context: ActContext, code: str, command: Overruling) -> None:
    denied = await context.actors.of(code).overrule(command)
    if denied is not None:
        raise NotDone(denied.text)


_log = logging.getLogger(__name__)

_PLAYER, _MODERATOR, _ADMIN = Role

ACTS: Final[Mapping[str, Act]] = {
    "status": Act("", _MODERATOR, "how many people and tables there are", lookups.status, logged=False),
    "tables": Act("", _MODERATOR, "the unfinished tables", lookups.tables, logged=False),
    "players": Act("", _MODERATOR, "who is here, from where", lookups.players, logged=False),
    "accounts": Act("[NAME]", _ADMIN, "who has an account with a key, or its keys", people.accounts, logged=False),
    "watch": Act("TABLE", _ADMIN, "a table as a spectator sees it", lookups.watch),
    "say": Act("TEXT", _ADMIN, "tell everybody something", lookups.say),
    "notify": Act("TEXT", _ADMIN, "send something to the webhook, to try it", lookups.notify),
    "kick": Act("NAME [REASON]", _MODERATOR, "send somebody away, who may come again", people.kick),
    "mute": Act("NAME [TIME] [REASON]", _MODERATOR, "let somebody say nothing (for 1h)", people.mute),
    "unmute": Act("NAME", _MODERATOR, "let them talk again", people.unmute),
    "ban": Act(
        "NAME | key SHA256:… | address ADDRESS[/LEN] [TIME] [REASON]",
        _ADMIN,
        "keep somebody out, for ever or for TIME",
        people.ban,
    ),
    "unban": Act("NAME | key SHA256:… | address ADDRESS[/LEN]", _ADMIN, "let them in again", people.unban),
    "allow": Act(
        f"[NAME | PUBLIC-KEY | key SHA256:… | {EVERYBODY_KNOWN}]",
        _ADMIN,
        "put keys on the allow-list, or show it; - reads them, one a line",
        people.allow,
    ),
    "disallow": Act("NAME | PUBLIC-KEY | key SHA256:…", _ADMIN, "take keys from the allow-list", people.disallow),
    "invite": Act("[PEOPLE] [TIME]", _ADMIN, "make a code that puts keys on it (for one, 7d)", people.invite),
    "bans": Act("", _ADMIN, "who is banned or muted, and until when", people.bans, logged=False),
    "close": Act("TABLE | idle DAYS", _ADMIN, "close a table for good, or all that are idle", close),
    "call-off": Act("NUMBER", _ADMIN, "call a tournament off", call_off),
    "reset-seat": Act("TABLE SEAT", _ADMIN, "free a seat or, in a game, give it to a bot", reset_seat),
    "role": Act("NAME player | moderator | admin", _ADMIN, "give somebody a role", people.role),
    "reports": Act("[NUMBER]", _MODERATOR, "what people have reported, or one in full", lookups.reports),
    "audit": Act("[COUNT]", _ADMIN, "what those who run the server have done", lookups.audit),
    "room": Act("", _ADMIN, "what takes the room on the disk", lookups.room, logged=False),
}
"""Everything that those who run the server may do, by name."""

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
            return AdminReply(id, (_unknown(name),), refused=True)
        try:
            act = _act(name, rest, caller)
            done = await act.run(self._context, caller, rest)
        except NotDone as problem:
            await self._note_refusal(caller, name, ActDone((), " ".join(rest)), str(problem))
            return AdminReply(id, (str(problem),), refused=True)
        if act.logged:
            await self._note(caller, name, done, "")
        return AdminReply(id, _fitting(done.lines))

    async def _note_refusal(self, caller: Caller, name: str, done: ActDone, why: str) -> None:
        if caller.local or self._refusals.take(caller.account, 1.0, asyncio.get_running_loop().time()):
            await self._note(caller, name, done, why)

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


def _unknown(name: str) -> str:
    near = get_close_matches(name[:40].lower(), ACTS, n=1)
    hint = f"did you mean {near[0]}?" if near else "help lists what there is"
    return f"admin has no {clean_text(name, cells=40)!r}: {hint}"


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
