"""The acts of those who run the server: to look, to speak, and to decide who may come in or talk."""

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence, Sized
from datetime import datetime
from difflib import get_close_matches
from math import inf
from typing import Final

from msgspec import Struct

from protocol.connection import SERVER_LIMIT
from protocol.errors import ErrorCode, RemoteProtocolError, denial
from protocol.language import sentence
from protocol.message import Seat
from protocol.people import EVERYBODY_KNOWN, NOTICES, AdminCommand, AdminReply, Notice
from protocol.setup import DAY
from protocol.table import TablePhase
from protocol.text import clean_text, text_width
from protocol.version import program_name
from server.host.clock import next_night, read_night
from server.host.directory import TROUBLE
from server.host.limits import HEAVY_COST, Rate, TokenBuckets
from server.host.lobby import NIGHT
from server.host.moderation import (
    LOCAL_DOOR,
    MOST,
    MOST_NETWORKS,
    AccountRole,
    BanKind,
    Caller,
    Moderation,
    NotDone,
    Report,
    ban_words,
    event_lines,
    is_at,
    time_words,
    until_words,
)
from server.host.notifier import post
from server.host.people import clean_name
from server.host.session import NOBODY, Handler, Handlers, Session
from server.host.table_actor import KICKED, Glimpse, Overruling
from server.host.terms import FINGERPRINT, read_network
from server.storage.store import Account, AuditEntry, Ban
from server.tables.chairs import listed_name, taken
from server.tables.commands import CloseTable, ResetSeat
from server.tables.heading import last_played
from server.tables.names import is_bot_account, read_code

_log = logging.getLogger(__name__)

_LISTED: Final = 200  # The most lines of one list.

_REPORTS_LISTED: Final = 20
_AUDIT_LISTED: Final = 40
_AUDIT_MOST: Final = 500
_SAID_CELLS: Final = 400
_SHOWN_CELLS: Final = 40
_REASON_CELLS: Final = 120

_NAMED_WORDS: Final = 10  # The most words of a name.

_FINGERPRINT: Final = re.compile(FINGERPRINT)
_LIKE_A_TIME: Final = re.compile(r"[-+]?[0-9]")
_DURATION: Final = re.compile(r"([1-9][0-9]{0,5})([mhdw])")
_UNITS: Final = {"m": 60, "h": 3600, "d": DAY, "w": 7 * DAY}

_LONGEST: Final = 10 * 365 * DAY  # Ten years, in seconds: what is to hold for longer holds for ever.
_MUTED_SECONDS: Final = 3600.0  # The default duration of a mute.
_INVITED_SECONDS: Final = 7.0 * DAY  # The default lifetime of an invitation.

_LONGEST_INVITATION: Final = 365 * DAY
_MOST_USES: Final = 100

MOST_CLOSED: Final = 500  # The most tables that one act closes: others wait for the answer.

_Whom = tuple[BanKind, str, str]
"""What is banned: the kind, the id, and what people call it."""


class OperatorRequest:
    """What one of those who run the server asks for; the words behind the name of the act are taken from the front."""

    def __init__(self, host: Moderation, caller: Caller, words: Sequence[str]) -> None:
        self.host = host
        self.caller = caller
        self.words = list(words)

    def end(self) -> None:
        """Check that no word is left."""
        if self.words:
            raise NotDone(f"{clean_text(' '.join(self.words), cells=_SHOWN_CELLS)} is too much: write only whom")

    def text(self, cells: int = _REASON_CELLS) -> str:
        """Return all the words that are left."""
        return clean_text(" ".join(self.words), cells=cells)

    def number(self) -> int:
        """Return the number that the only word left is; 0 if it is none."""
        word = self.words[0] if len(self.words) == 1 else ""
        return int(word) if word.isascii() and word.isdecimal() and len(word) < 10 else 0

    def table(self) -> str:
        """Return the code of the unfinished table that the words name."""
        code = read_code("-".join(self.words)[:_SHOWN_CELLS])
        if code not in self.host.lobby.directory:
            raise NotDone("there is no such table: tables lists those that are not finished")
        return code

    def duration(self) -> float | None:
        """Take the seconds that the next word says, ``30m``, ``2h``, ``7d``, ``4w`` or ``forever``; None if none."""
        word = self.words[0] if self.words else ""
        found = _DURATION.fullmatch(word)
        if found is None and word != "forever":
            return None
        del self.words[0]
        seconds = float(int(found[1]) * _UNITS[found[2]]) if found else inf
        return seconds if seconds <= _LONGEST else inf

    def ban(self, whom: _Whom, usual: float) -> Ban:
        """Return the ban for which the words left say how long, the usual time if they do not, and why.

        Raises:
            NotDone: a word begins like a time and is none: it would count as a reason, and the usual time hold.
        """
        said = self.duration()
        if said is None and self.words and _LIKE_A_TIME.match(self.words[0]):
            shown = clean_text(self.words[0], cells=_SHOWN_CELLS)
            raise NotDone(f"{shown} is no time: write 30m, 2h, 7d, 4w or forever; a reason begins with a letter")
        seconds, now = usual if said is None else said, self.host.services.outside.now()
        (kind, what, name), until = whom, None if seconds == inf else now + seconds
        return Ban(kind.value, what, name, now, until, self.caller.name, self.text())

    async def person(self) -> Account:
        """Take the account whose name the words begin with, the longest that there is."""
        if not self.words:
            raise NotDone("write whom it is about: players lists who is here")
        for length in range(min(len(self.words), _NAMED_WORDS), 0, -1):
            name = clean_name(" ".join(self.words[:length]))
            account = await self.host.services.store.named(name) if name else None
            if account is not None:
                del self.words[:length]
                return account
        raise NotDone(f"nobody is called {self.text(_SHOWN_CELLS)!r}: players lists who is here")

    async def person_below(self) -> Account:
        """Take the account of someone on whom the caller may act."""
        account = await self.person()
        self.check_rank(account)
        return account

    def check_rank(self, account: Account) -> None:
        """Check that the caller may act on an account."""
        held = self.host.roles[account.id]
        if account.id == self.caller.account:
            raise NotDone("that is yourself")
        if not self.caller.above(held):
            raise NotDone(f"{account.name} is {held.value}: take that role away first, on the machine of the server")

    async def named(self) -> _Whom:
        """Take what the words begin with: a key, an address, or a person."""
        unread: NotDone | None = None
        match self.words:
            case ["key", fingerprint, *rest] if fingerprint.startswith("SHA256:"):
                if not _FINGERPRINT.fullmatch(fingerprint):
                    shown = clean_text(fingerprint, cells=64)
                    raise NotDone(
                        f"{shown} is no fingerprint of a key: SHA256: and 43 characters, as players shows them"
                    )
                self.words = rest
                return BanKind.KEY, fingerprint, fingerprint
            case ["address", address, *rest]:
                try:
                    network = str(read_network(address))
                except ValueError as problem:
                    unread = NotDone(str(problem))
                else:
                    name = clean_name(f"address {address}")
                    if name and await self.host.services.store.named(name) is not None:
                        raise NotDone(
                            f"{name} is a person, too: put the name in quotation marks, as one word, to mean them; "
                            f"address {network} means the address"
                        )
                    self.words = rest
                    return BanKind.ADDRESS, network, network
        try:
            account = await self.person()
        except NotDone as nobody:
            raise unread or nobody from None
        return BanKind.ACCOUNT, account.id, account.name

    async def keys(self) -> tuple[str, dict[str, str]]:
        """Return what all the words name, and the keys that these are, each with a comment."""
        store, words = self.host.services.store, self.words
        if words == [EVERYBODY_KNOWN]:
            shown, keys = "everybody known", dict(await store.known_keys())
        elif words[:1] == ["key"] and len(words) > 1 and all(map(_FINGERPRINT.fullmatch, words[1:])):
            shown = words[1] if len(words) == 2 else f"{len(words) - 1} keys"
            keys = dict.fromkeys(words[1:], "by an admin")
        else:
            kind, what, shown = await self.named()
            if self.words or kind is not BanKind.ACCOUNT:
                raise NotDone(
                    f"write the name of somebody who has played here, a public key, key SHA256:…, or {EVERYBODY_KNOWN}"
                )
            keys = {key.id: shown for key in await store.keys(what)}
        if not keys:
            raise NotDone(f"{shown}: there is no key, and the list is one of keys; invite lets in somebody new")
        return shown, keys


Run = Callable[[OperatorRequest], Awaitable[str]]
"""Does an act and returns the answer, in lines; raises ``NotDone`` if it cannot be done."""


class OperatorAct(Struct, frozen=True):
    """One thing that those who run the server may do."""

    usage: str
    """How it is written, without its name."""
    least: AccountRole
    """The least role that may do it."""
    about: str
    run: Run
    logged: bool = True
    """False for what only looks at what is no secret."""

    async def carry_out(self, name: str, asked: OperatorRequest) -> str:
        """Do it, if the caller may, and words may follow its name."""
        if not asked.caller.role.reaches(self.least):
            raise NotDone(f"{name} is for admins, and you are {asked.caller.role.value}")
        if asked.words and not self.usage:
            raise NotDone(f"{name} takes no words behind it")
        return await self.run(asked)


ACTS: Final[dict[str, OperatorAct]] = {}  # Everything that those who run the server may do, by name.


def act(usage: str, least: AccountRole, about: str, *, logged: bool = True) -> Callable[[Run], Run]:
    """Register a function as the act of its name."""

    def registered(run: Run) -> Run:
        ACTS[run.__name__.replace("_", "-")] = OperatorAct(usage, least, about, run, logged)
        return run

    return registered


def _in_columns(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Lay out rows of the same number of cells in columns, and say how many are left out of a long list."""
    shown = [head, *rows[:_LISTED]]
    wide = [max(text_width(cell) for cell in column) for column in zip(*shown, strict=True)]
    for row in shown:
        yield "  ".join(cell + " " * (width - text_width(cell)) for cell, width in zip(row, wide, strict=True)).rstrip()
    if len(rows) > _LISTED:
        yield f"and {len(rows) - _LISTED} more"


@act("", AccountRole.MODERATOR, "how many people and tables there are", logged=False)
async def status(asked: OperatorRequest) -> str:
    """Tell how many people and tables there are, and since when."""
    host = asked.host
    phases = host.lobby.directory.phases()
    people = {session.account.id for session in host.sessions if session.account != NOBODY}
    guests = {session.account.id for session in host.sessions if session.account.guest}
    hours = (host.services.outside.now() - host.lobby.began) / 3600
    return (
        f"{program_name()}, up for {hours:.1f} hours, since {time_words(host.lobby.began)}\n"
        f"people here: {len(people)}, of whom guests: {len(guests)}; connections: {len(host.sessions)}\n"
        f"tables being played: {phases[TablePhase.PLAYING]}; waiting for players: {phases[TablePhase.GATHERING]}\n"
        f"banned or muted: {len(host.bans.all())}"
    )


@act("", AccountRole.MODERATOR, "the unfinished tables", logged=False)
async def tables(asked: OperatorRequest) -> str:
    """List the unfinished tables, the newest first."""
    rows = [
        (
            brief.code,
            f"{brief.setup.game} {brief.setup.players}",
            clean_text(brief.seen or brief.summary, cells=_SHOWN_CELLS),
            "yes" if asked.host.actors.awake(brief.code) else "no",
            ", ".join(clean_text(listed_name(chair), cells=_SHOWN_CELLS) for _, chair in taken(brief.chairs)),
        )
        for brief in reversed(asked.host.lobby.directory.unfinished())
    ]
    return "\n".join(_in_columns(("TABLE", "GAME", "STATE", "RUNS", "PLAYERS"), rows))


@act("", AccountRole.MODERATOR, "who is here, from where", logged=False)
async def players(asked: OperatorRequest) -> str:
    """List the connections by name, so many at most; keys and addresses only for admins."""
    host, secret = asked.host, asked.caller.role is AccountRole.ADMIN
    found = [session for session in host.sessions if session.account != NOBODY]
    rows = [
        (
            session.account.name,
            "guest" if session.account.guest else host.roles[session.account.id].value,
            person.table or person.where.value if (person := host.lobby.online.person(session.account.id)) else "",
            *((session.key or "no key", session.address) if secret else ()),
        )
        for session in sorted(found, key=lambda session: session.account.name)
    ]
    return "\n".join(_in_columns(("NAME", "ROLE", "WHERE", *(("KEY", "ADDRESS") if secret else ())), rows))


@act("TABLE", AccountRole.ADMIN, "a table as a spectator sees it")
async def watch(asked: OperatorRequest) -> str:
    """Show a table as a spectator sees it, with the last events."""
    seen = await asked.host.actors.of(asked.table()).glimpse()
    if not isinstance(seen, Glimpse):
        raise NotDone(seen.text if seen is not None else TROUBLE)
    view = seen.view
    lines = [f"{view.table}: {view.setup.game} for {view.setup.players}, {view.phase.value}"]
    for seat, one in enumerate(view.seats, 1):
        if one is None:
            lines.append(f"  seat {seat}: free")
        else:
            state = "bot" if one.bot else "here" if one.here else "away"
            lines.append(f"  seat {seat}: {clean_text(one.name, cells=_SHOWN_CELLS)} ({state})")
    if view.watchers:
        lines.append(f"  watching: {', '.join(clean_text(name, cells=_SHOWN_CELLS) for name in view.watchers)}")
    return "\n".join((*lines, *event_lines(seen.events)))


@act("TEXT", AccountRole.ADMIN, "tell everybody something")
async def say(asked: OperatorRequest) -> str:
    """Tell everyone something."""
    text = asked.text(_SAID_CELLS)
    if not text:
        raise NotDone("write what to say")
    heard = [session for session in asked.host.sessions if NOTICES in session.features]
    for session in heard:
        session.say(Notice(text))
    return f"connections told: {len(heard)}."


@act("[DAY TIME]", AccountRole.ADMIN, "the weekly game night: Fri 20:00, or off")
async def night(asked: OperatorRequest) -> str:
    """Set the weekly game night, or say when it is."""
    services, text = asked.host.services, asked.text()
    found = read_night(text)
    if text and text != "off" and not found:
        raise NotDone(f"{text} is no game night: write a day and a time, such as Fri 20:00, or off")
    if text:
        await services.store.keep_shared(NIGHT, found)
        services.night = found
    if not services.night:
        return "There is no game night: night Fri 20:00 sets one."
    begins = datetime.fromtimestamp(next_night(services.night, services.outside.now())).astimezone()
    return f"The game night is {services.night}; this or the next one: {begins:%Y-%m-%d %H:%M %Z}."


@act("TEXT", AccountRole.ADMIN, "send something to the webhook, to try it")
async def notify(asked: OperatorRequest) -> str:
    """Send something to the webhook."""
    text, own = asked.text(_SAID_CELLS), asked.host.services.configured
    if not text:
        raise NotDone("write what to send")
    if not own.notify:
        raise NotDone('there is no webhook: write notify = "https://..." in chwech.toml, and send the server SIGHUP')
    try:
        await post(own.notify, own.name, (f"{asked.caller.name}: {text}",))
    except OSError as problem:
        raise NotDone(f"the webhook does not take it: {problem}") from problem
    return "The webhook has taken it."


@act("[NUMBER]", AccountRole.MODERATOR, "what people have reported, or one in full")
async def reports(asked: OperatorRequest) -> str:
    """List the last reports, or show one with what was said and done around it."""
    services = asked.host.services
    if not asked.words:
        stored = await services.store.reports(_REPORTS_LISTED)
        found = [(number, services.codec.unpack(Report, body)) for number, body in stored]
        return "\n".join(f"{number}: {_headline(one)}" for number, one in found) or "There is no report."
    number = asked.number()
    body = await services.store.report(number) if number else None
    if body is None:
        raise NotDone("there is no such report: reports lists the last ones")
    one = services.codec.unpack(Report, body)
    place = f"at {one.table}" if one.table else "at no table"
    return "\n".join((_headline(one), f"sent {place}; before it:", *(f"  {line}" for line in one.lines)))


def _headline(one: Report) -> str:
    return f"{time_words(one.at)}: {one.by} reports {one.name}: {one.text}"


@act("[COUNT]", AccountRole.ADMIN, "what those who run the server have done")
async def audit(asked: OperatorRequest) -> str:
    """List the last acts of those who run the server, the newest first."""
    wanted = asked.number() if asked.words else _AUDIT_LISTED
    if not wanted:
        raise NotDone(f"write how many lines you want, or nothing for {_AUDIT_LISTED}: audit 100")
    lines = (
        f"{time_words(one.at)}  {one.who} by {one.door}: {one.act}{f'; refused: {one.refused}' * bool(one.refused)}"
        for one in reversed(await asked.host.services.store.audit(min(wanted, _AUDIT_MOST)))
    )
    return "\n".join(lines) or "Nothing has been done yet."


@act("", AccountRole.ADMIN, "what takes the room on the disk", logged=False)
async def room(asked: OperatorRequest) -> str:
    """Tell what takes the room on the disk."""
    sizes = await asked.host.services.store.sizes()
    rows = [(part.name, str(part.rows), size_words(part.size)) for part in sizes.tables]
    files = (f"file {file.name}: {size_words(file.size)}" for file in sizes.files)
    free = () if sizes.free is None else (f"free on the disk: {size_words(sizes.free)}",)
    return "\n".join((*_in_columns(("WHAT", "ROWS", "SIZE"), rows), *files, *free))


def size_words(size: int) -> str:
    """Return a number of bytes in words: ``12.3 MB``."""
    for unit, least in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if size >= least:
            return f"{size / least:.1f} {unit}"
    return f"{size} bytes"


@act("NAME [REASON]", AccountRole.MODERATOR, "send someone away; they may come back")
async def kick(asked: OperatorRequest) -> str:
    """Send someone away, who may come again at once; their seat waits as for a lost connection."""
    account = await asked.person_below()
    reason = asked.text()
    found = asked.host.sessions.of_account(account.id)
    if not found:
        raise NotDone(f"{account.name} is not here now")
    text = sentence("those who run this server have sent you away")
    if reason:
        text = sentence("those who run this server have sent you away: {reason}", reason=reason)
    for session in found:
        session.part(KICKED, text)
    return f"{account.name} is sent away."


@act("NAME [TIME] [REASON]", AccountRole.MODERATOR, "mute someone (for 1h)")
async def mute(asked: OperatorRequest) -> str:
    """Let someone say nothing for a time."""
    account = await asked.person_below()
    ban = asked.ban((BanKind.MUTE, account.id, account.name), _MUTED_SECONDS)
    await asked.host.bans.add(ban)
    return f"{account.name} may not talk {until_words(ban)}."


@act("NAME", AccountRole.MODERATOR, "let them talk again")
async def unmute(asked: OperatorRequest) -> str:
    """Let someone talk again."""
    account = await asked.person_below()
    asked.end()
    if not await asked.host.bans.drop(BanKind.MUTE, account.id):
        raise NotDone(f"{account.name} is not muted")
    return f"{account.name} may talk again."


@act(
    "NAME | key SHA256:… | address ADDRESS[/LEN] [TIME] [REASON]",
    AccountRole.ADMIN,
    "ban someone, for ever or for TIME",
)
async def ban(asked: OperatorRequest) -> str:
    """Keep an account, a key or an address out for a time, and end the connections that there are."""
    host, store = asked.host, asked.host.services.store
    kind, what, shown = whom = await asked.named()
    if kind is BanKind.ADDRESS:
        own = host.sessions.of_account(asked.caller.account) if asked.caller.account else ()
        if any(is_at(session, what) for session in own):
            raise NotDone("you are on that network yourself: this would shut you out")
    else:
        account = await (store.account(what) if kind is BanKind.ACCOUNT else store.keyholder(what))
        if account is not None:
            asked.check_rank(account)
    made = asked.ban(whom, inf)
    if len(host.bans.of_addresses()) >= MOST_NETWORKS and made.kind == BanKind.ADDRESS.value:
        raise NotDone(f"{MOST_NETWORKS} addresses are banned already: ban larger networks, or unban some")
    await host.bans.add(made)
    if kind is BanKind.ACCOUNT:
        host.codes.end(what)
    for session in host.concerned(kind, what):
        session.part(ErrorCode.BANNED.value, ban_words(made))
    return f"{shown} is banned {until_words(made)}."


@act("NAME | key SHA256:… | address ADDRESS[/LEN]", AccountRole.ADMIN, "let them in again")
async def unban(asked: OperatorRequest) -> str:
    """End a ban of an account, a key or an address before its time."""
    kind, what, shown = await asked.named()
    asked.end()
    if not await asked.host.bans.drop(kind, what):
        raise NotDone(f"{shown} is not banned: bans lists who is")
    return f"{shown} may come in again."


@act("", AccountRole.ADMIN, "who is banned or muted, and until when", logged=False)
async def bans(asked: OperatorRequest) -> str:
    """List who is banned or muted, the newest ban first."""
    lines = (
        f"{one.kind} {one.shown}: {until_words(one)}, by {one.by}{f': {one.reason}' * bool(one.reason)}"
        for one in reversed(asked.host.bans.all())
    )
    return "\n".join(lines) or "Nobody is banned or muted."


@act("NAME player | moderator | admin", AccountRole.ADMIN, "give someone a role")
async def role(asked: OperatorRequest) -> str:
    """Give someone a role."""
    host, local = asked.host, asked.caller.local
    known = {role.value: role for role in AccountRole}
    wanted = known.get(asked.words.pop()) if len(asked.words) > 1 else None
    if wanted is None:
        raise NotDone(f"write the name and then one of these roles: {', '.join(known)}")
    account = await asked.person()
    asked.end()
    was_admin = host.roles[account.id] is AccountRole.ADMIN
    if not local and was_admin and account.id != asked.caller.account:
        raise NotDone("only on the machine of the server is the role of another admin changed")
    if not local and was_admin and wanted is not AccountRole.ADMIN and len(host.roles.holders(AccountRole.ADMIN)) == 1:
        raise NotDone("you are the last admin: give someone else the role first, or do this on the machine itself")
    if account.guest or is_bot_account(account.id) or not await host.roles.give(account.id, wanted):
        raise NotDone(f"{account.name} is a guest or a bot: roles are for people with an account")
    await host.allow_admins()
    return f"{account.name} is {wanted.value} now."


@act(
    f"[NAME | PUBLIC-KEY | key SHA256:… | {EVERYBODY_KNOWN}]",
    AccountRole.ADMIN,
    "put keys on the allow-list, or show it; - reads them, one a line",
)
async def allow(asked: OperatorRequest) -> str:
    """Put the keys of an account, of all accounts, or keys on the allow-list; without a word, show the list."""
    allowed = asked.host.allowed
    if not asked.words:
        found = sorted((comment, key) for key, comment in allowed.keys.items())
        return "\n".join(f"{key}  {comment}" for comment, key in found) or "Nobody is on the allow-list."
    shown, keys = await asked.keys()
    try:
        new = await allowed.add(keys)
    except OverflowError:
        raise NotDone(f"nobody was added to the list: it has {MOST} keys at most; disallow takes some away") from None
    return f"{shown}: {_number(keys)} on the allow-list, {new or 'none'} of them new."


@act("NAME | PUBLIC-KEY | key SHA256:…", AccountRole.ADMIN, "take keys from the allow-list")
async def disallow(asked: OperatorRequest) -> str:
    """Take the keys of an account, or keys, from the allow-list, on which admins stay."""
    shown, keys = await asked.keys()
    gone = await asked.host.allowed.remove(keys)
    await asked.host.allow_admins()
    if not gone:
        raise NotDone(f"{shown}: no such key is on the allow-list; allow lists who is")
    left = any(key in asked.host.allowed.keys for key in keys)
    return f"{shown}: {gone} taken from the allow-list{', but an admin stays on it' * left}."


@act("[PEOPLE] [TIME]", AccountRole.ADMIN, "make a code that puts keys on it (for one, 7d)")
async def invite(asked: OperatorRequest) -> str:
    """Make a code that puts keys on the allow-list, and say what to send with it."""
    host, told, words = asked.host, asked.host.services.configured, asked.words
    if not told.command:
        raise NotDone("people come by SSH, and this server lets nobody in by SSH (ssh is none)")
    uses = int(words.pop(0)) if words and words[0].isdecimal() and len(words[0]) < 4 else 1
    seconds = asked.duration() or _INVITED_SECONDS
    if words or not 1 <= uses <= _MOST_USES or seconds > _LONGEST_INVITATION:
        raise NotDone(f"write for how many people and how long it holds: invite 5 30d; {_MOST_USES} and 365d at most")
    until = host.services.outside.now() + seconds
    code = await host.allowed.invite(uses, until)
    if not code:
        raise NotDone("there are too many invitations: wait until some have ended")
    name, people = f" at {told.name}" * bool(told.name), "one person" if uses == 1 else f"{uses} people"
    note = "\n\n(Everybody gets in without a code, too, until allow-list = true is set.)"
    return (
        f"Come and play cards{name}. Type this once, before {time_words(until)} (it holds for {people}):\n"
        f"\n"
        f"  {told.command} invite {code}\n"
        f"\n"
        f"and from then on: {told.command}{note * (not told.allow_list)}"
    )


@act("[NAME]", AccountRole.ADMIN, "who has an account with a key, or its keys", logged=False)
async def accounts(asked: OperatorRequest) -> str:
    """List who has an account with a key, or tell of one account."""
    host, store = asked.host, asked.host.services.store
    if asked.words:
        account = await asked.person()
        asked.end()
        keys = [f"{key.id}  {key.name}, added {time_words(key.added_at)}" for key in await store.keys(account.id)]
        return "\n".join((f"{account.name}: {host.roles[account.id].value}", *(keys or ["no key"])))
    found = Counter(name for _key, name in await store.known_keys())
    return "\n".join(f"{name}: {_number(range(count))}" for name, count in sorted(found.items())) or "Nobody has a key."


def _number(keys: Sized) -> str:
    return "one key" if len(keys) == 1 else f"{len(keys)} keys"


@act("TABLE | idle DAYS", AccountRole.ADMIN, "close a table permanently, or all that are idle")
async def close(asked: OperatorRequest) -> str:
    """Close a table permanently; everyone there is sent away, and may come back. Or close many idle ones."""
    if asked.words[:1] == ["idle"]:
        del asked.words[0]
        return await _close_idle(asked.host, asked.number())
    code = asked.table()
    await _overrule(asked.host, code, CloseTable())
    return f"{code} is closed."


@act("TABLE SEAT", AccountRole.ADMIN, "free a seat or, in a game, give it to a bot")
async def reset_seat(asked: OperatorRequest) -> str:
    """Take someone's seat away: it is free again or, once the game has begun, a bot's."""
    number = OperatorRequest(asked.host, asked.caller, asked.words[-1:]).number()
    if len(asked.words) < 2 or not number:
        raise NotDone("write the code of the table and the number of the seat, counted from 1")
    del asked.words[-1]
    code = asked.table()
    await _overrule(asked.host, code, ResetSeat(Seat(number - 1)))
    return f"seat {number} of {code} is taken from its player."


async def _close_idle(host: Moderation, days: int) -> str:
    """Close empty tables that have been idle for the given number of days, the oldest first."""
    if not days:
        raise NotDone("write the days for which nothing has happened there: close idle 90")
    before = host.services.outside.now() - days * DAY
    found = [brief for brief in host.lobby.directory.unfinished() if last_played(brief)[0] < before]
    idle = sorted((brief for brief in found if not host.actors.awake(brief.code)), key=last_played)
    closed, more = 0, len(idle) - MOST_CLOSED
    for brief in idle[:MOST_CLOSED]:
        # Someone may have come back to it meanwhile.
        if not host.actors.awake(brief.code):
            closed += await host.actors.of(brief.code).overrule(CloseTable()) is None
    return f"tables closed: {closed}." + (f"\n{more} more are as old: write it again." if more > 0 else "")


@act("NUMBER", AccountRole.ADMIN, "call a tournament off")
async def call_off(asked: OperatorRequest) -> str:
    """Call a tournament off for its maker: no further round follows, and its tables play on."""
    number = asked.number()
    if not number:
        raise NotDone("write the number of the tournament: the list of tournaments has it")
    try:
        await asked.host.tournaments.change(number, lambda one: one.call_off(one.maker.account))
    except RemoteProtocolError as problem:
        raise NotDone(problem.text) from problem
    return f"tournament {number} is cancelled."


async def _overrule(host: Moderation, code: str, command: Overruling) -> None:
    denied = await host.actors.of(code).overrule(command)
    if denied is not None:
        raise NotDone(denied.text)


_HELP: Final = frozenset({"", "help", "-h", "--help"})

_ASKED_CELLS: Final = 200

_USAGE_CELLS: Final = 38  # The width of the first column of the help.

REFUSALS_NOTED: Final = Rate(1 / 60, 5.0)
"""The most refused acts of one account that are noted: the log is never deleted, so it must not be flooded."""

_ANSWER_BYTES: Final = SERVER_LIMIT - 1024  # The most bytes of the lines of an answer, which is one frame.
_LINE_BYTES: Final = 5  # The most bytes that a frame adds to a line.


class AdminDesk:
    """Does what those who run the server ask for, and notes it in the audit log."""

    def __init__(self, moderation: Moderation) -> None:
        self._moderation = moderation
        self._refusals = TokenBuckets(REFUSALS_NOTED)
        self.handlers: Handlers = {AdminCommand: Handler(self._answer, HEAVY_COST)}

    async def _answer(self, session: Session, message: AdminCommand) -> AdminReply:
        """Do what one of those who run the server asks for; a role counts only where a front has proven their key."""
        account = session.account
        role = self._moderation.roles[account.id] if session.terms.key else AccountRole.PLAYER
        caller = Caller(account.name, role, "ssh" if session.terms.passport is not None else "other", account.id)
        if caller.role is AccountRole.PLAYER:
            # Not into the audit log, which is never deleted: anyone without a role could fill it.
            _log.info("%s by %s: refused, without a role", caller.account, caller.door)
            raise denial(ErrorCode.FORBIDDEN, "only those who run this server may do that, by SSH and with their key")
        return await self._carry_out(message.id, caller, message.words)

    async def run_locally(self, user: str, words: Sequence[str]) -> AdminReply:
        """Do what the owner of this machine asks for."""
        return await self._carry_out(1, Caller(user, AccountRole.ADMIN, LOCAL_DOOR), words)

    async def _carry_out(self, id: int, caller: Caller, words: Sequence[str]) -> AdminReply:
        clean = [word for word in (clean_text(word, cells=_ASKED_CELLS) for word in words) if word]
        name, rest = (clean[0], clean[1:]) if clean else ("", [])
        if name in _HELP:
            return AdminReply(id, tuple(_help(caller)))
        if name not in ACTS:
            # A slip of the fingers does nothing, and the audit log is never deleted.
            near = get_close_matches(name[:40].lower(), ACTS, n=1)
            hint = f"did you mean {near[0]}?" if near else "help lists what there is"
            return AdminReply(id, (f"admin has no {clean_text(name, cells=40)!r}: {hint}",), refused=True)
        act = ACTS[name]
        try:
            done = await act.carry_out(name, OperatorRequest(self._moderation, caller, rest))
        except NotDone as problem:
            if caller.local or self._refusals.take(caller.account, 1.0, asyncio.get_running_loop().time()):
                await self._note(caller, clean, str(problem))
            return AdminReply(id, (str(problem),), refused=True)
        if act.logged:
            await self._note(caller, clean)
        return AdminReply(id, _fitting(done.split("\n")))

    async def _note(self, caller: Caller, words: Sequence[str], refused: str = "") -> None:
        act, why = clean_text(" ".join(words), cells=_ASKED_CELLS), clean_text(refused, cells=_ASKED_CELLS)
        _log.info("%s by %s: %s%s", caller.account or caller.name, caller.door, act, " refused" * bool(why))
        services = self._moderation.services
        await services.store.write_audit(AuditEntry(services.outside.now(), caller.name, caller.door, act, why))


def _fitting(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the lines that fit into an answer, and a last one that tells how many do not."""
    room = _ANSWER_BYTES
    for number, line in enumerate(lines):
        room -= len(line.encode()) + _LINE_BYTES
        if room < 0:
            return (*lines[:number], f"and {len(lines) - number} more")
    return tuple(lines)


def _help(caller: Caller) -> Iterator[str]:
    for name, act in ACTS.items():
        if caller.role.reaches(act.least):
            usage = f"{name} {act.usage}"
            if len(usage) >= _USAGE_CELLS:
                yield usage
                usage = ""
            yield f"{usage:<{_USAGE_CELLS}}{act.about}"
    yield ""
    yield "A TIME is 30m, 2h, 7d, 4w or forever. Names may have blanks."
    yield "What is changed, and what was refused, is noted in the audit log."
