"""The acts of those who run the server: to look, to speak, and to decide who may come in or talk."""

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence, Sized
from difflib import get_close_matches
from typing import Final

from msgspec import Struct

from protocol.administration import EVERYBODY_KNOWN, NOTICES, AdminCommand, AdminReply, Notice
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.framing import SERVER_LIMIT
from protocol.language import sentence
from protocol.message import Seat
from protocol.setup import DAY
from protocol.tableview import TablePhase, TableView
from protocol.text import clean_text, text_width
from protocol.version import program_name
from server.host.ledger import TROUBLE
from server.host.limits import HEAVY_COST, Rate, TokenBuckets
from server.host.moderation import (
    FOREVER,
    LOCAL_DOOR,
    MOST,
    MOST_NETWORKS,
    BanKind,
    Caller,
    Moderation,
    NotDone,
    Report,
    Role,
    ban_words,
    event_lines,
    is_at,
    is_duration,
    reaches,
    read_duration,
    time_words,
    until_words,
)
from server.host.naming import NOBODY, clean_name
from server.host.networks import read_network
from server.host.notifier import post
from server.host.session import Handler, Handlers, Session
from server.host.table_actor import KICKED, Glimpse, Overruling
from server.host.terms import FINGERPRINT
from server.storage.store import Account, AuditEntry, Ban, StoreSizes
from server.tables.chairs import listed_name, taken
from server.tables.commands import CloseTable, ResetSeat
from server.tables.heading import Heading, last_played
from server.tables.names import is_bot_account, read_code
from server.tournaments import call_off as maker_calls_off

_LISTED: Final = 200
"""The most lines of one list."""

_REPORTS_LISTED: Final = 20
_AUDIT_LISTED: Final = 40
_AUDIT_MOST: Final = 500
_SAID_CELLS: Final = 400
_WORDS_CELLS: Final = 60


class ActDone(Struct, frozen=True):
    """What an act has come to."""

    lines: tuple[str, ...]
    whom: str = ""
    """Whom or what it was done to, for the audit log."""

    reason: str = ""


Run = Callable[[Moderation, Caller, Sequence[str]], Awaitable[ActDone]]
"""Does an act with the words behind its name, or raises ``NotDone``."""


class Act(Struct, frozen=True):
    """One thing that those who run the server may do."""

    usage: str
    """How it is written, without its name."""

    least: Role
    """The least role that may do it."""

    about: str
    run: Run
    logged: bool = True
    """False for what only looks at what is no secret."""


ACTS: Final[dict[str, Act]] = {}
"""Everything that those who run the server may do, by name."""


def act(usage: str, least: Role, about: str, *, logged: bool = True) -> Callable[[Run], Run]:
    """Register a function as the act of its name."""

    def registered(run: Run) -> Run:
        ACTS[run.__name__.replace("_", "-")] = Act(usage, least, about, run, logged)
        return run

    return registered


def in_columns(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Lay out rows of the same number of cells in columns."""
    wide = [max(text_width(cell) for cell in column) for column in zip(*rows, strict=True)]
    return tuple(
        "  ".join(cell + " " * (width - text_width(cell)) for cell, width in zip(row, wide, strict=True)).rstrip()
        for row in rows
    )


@act("", Role.MODERATOR, "how many people and tables there are", logged=False)
async def status(host: Moderation, _caller: Caller, _words: Sequence[str]) -> ActDone:
    """Tell how many people and tables there are, and since when."""
    phases = host.lobby.directory.phases()
    people = {session.account.id for session in host.sessions if session.account != NOBODY}
    guests = {session.account.id for session in host.sessions if session.account.guest}
    hours = (host.services.outside.now() - host.lobby.began) / 3600
    return ActDone((
        f"{program_name()}, up for {hours:.1f} hours, since {time_words(host.lobby.began)}",
        f"people here: {len(people)}, of whom guests: {len(guests)}; connections: {sum(1 for _ in host.sessions)}",
        f"tables being played: {phases[TablePhase.PLAYING]}; waiting for players: {phases[TablePhase.GATHERING]}",
        f"banned or muted: {len(host.bans.all())}",
    ))  # fmt: skip


@act("", Role.MODERATOR, "the unfinished tables", logged=False)
async def tables(host: Moderation, _caller: Caller, _words: Sequence[str]) -> ActDone:
    """List the unfinished tables, the newest first."""
    found = host.lobby.directory.unfinished()
    rows = [_table_row(host, brief) for brief in reversed(found[-_LISTED:])]
    more = (f"and {len(found) - _LISTED} older ones",) if len(found) > _LISTED else ()
    return ActDone((*in_columns((("TABLE", "GAME", "STATE", "RUNS", "PLAYERS"), *rows)), *more))


def _table_row(host: Moderation, brief: Heading) -> tuple[str, ...]:
    names = ", ".join(clean_text(listed_name(chair), cells=40) for _, chair in taken(brief.chairs))
    runs = "yes" if host.actors.awake(brief.code) else "no"
    game = f"{brief.setup.game} {brief.setup.players}"
    return brief.code, game, clean_text(brief.seen or brief.summary, cells=40), runs, names


@act("", Role.MODERATOR, "who is here, from where", logged=False)
async def players(host: Moderation, caller: Caller, _words: Sequence[str]) -> ActDone:
    """List the connections by name, so many at most; keys and addresses only for admins."""
    found = [session for session in host.sessions if session.account != NOBODY]
    secret = caller.role is Role.ADMIN
    rows = [
        (
            session.account.name,
            "guest" if session.account.guest else host.roles[session.account.id].value,
            person.table or person.where.value if (person := host.lobby.online.person(session.account.id)) else "",
            *((session.key or "no key", session.address) if secret else ()),
        )
        for session in sorted(found, key=lambda session: session.account.name)[:_LISTED]
    ]
    more = (f"and {len(found) - _LISTED} more",) if len(found) > _LISTED else ()
    head = ("NAME", "ROLE", "WHERE", *(("KEY", "ADDRESS") if secret else ()))
    return ActDone((*in_columns((head, *rows)), *more))


@act("TABLE", Role.ADMIN, "a table as a spectator sees it")
async def watch(host: Moderation, _caller: Caller, words: Sequence[str]) -> ActDone:
    """Show a table as a spectator sees it, with the last events."""
    code = table_named(host, words)
    seen = await host.actors.of(code).glimpse()
    if not isinstance(seen, Glimpse):
        raise NotDone(seen.text if seen is not None else TROUBLE)
    return ActDone((*_view_lines(seen.view), *event_lines(seen.events)), code)


def table_named(host: Moderation, words: Sequence[str]) -> str:
    """Return the code of the unfinished table that words name.

    Raises:
        NotDone: there is no such table.
    """
    code = read_code("-".join(words)[:_WORDS_CELLS])
    if code not in host.lobby.directory:
        raise NotDone("there is no such table: tables lists those that are not finished")
    return code


def _view_lines(view: TableView) -> Iterator[str]:
    yield f"{view.table}: {view.setup.game} for {view.setup.players}, {view.phase.value}"
    for seat, one in enumerate(view.seats, 1):
        if one is None:
            yield f"  seat {seat}: free"
        else:
            state = "bot" if one.bot else "here" if one.here else "away"
            yield f"  seat {seat}: {clean_text(one.name, cells=40)} ({state})"
    if view.watchers:
        yield f"  watching: {', '.join(clean_text(name, cells=40) for name in view.watchers)}"


@act("TEXT", Role.ADMIN, "tell everybody something")
async def say(host: Moderation, _caller: Caller, words: Sequence[str]) -> ActDone:
    """Tell everybody something."""
    text = clean_text(" ".join(words), cells=_SAID_CELLS)
    if not text:
        raise NotDone("write what to say")
    heard = [session for session in host.sessions if NOTICES in session.features]
    for session in heard:
        session.say(Notice(text))
    return ActDone((f"connections told: {len(heard)}.",), "", text)


@act("TEXT", Role.ADMIN, "send something to the webhook, to try it")
async def notify(host: Moderation, caller: Caller, words: Sequence[str]) -> ActDone:
    """Send something to the webhook."""
    text = clean_text(" ".join(words), cells=_SAID_CELLS)
    if not text:
        raise NotDone("write what to send")
    own = host.services.configured
    if not own.notify:
        raise NotDone('there is no webhook: write notify = "https://..." in chwech.toml, and send the server SIGHUP')
    try:
        await post(own.notify, own.name, (f"{caller.name}: {text}",))
    except OSError as problem:
        raise NotDone(f"the webhook does not take it: {problem}") from problem
    return ActDone(("The webhook has taken it.",), "", text)


@act("[NUMBER]", Role.MODERATOR, "what people have reported, or one in full")
async def reports(host: Moderation, _caller: Caller, words: Sequence[str]) -> ActDone:
    """List the last reports, or show one with what was said and done around it."""
    if not words:
        lines = [f"{number}: {_headline(one)}" for number, one in await host.reports.newest(_REPORTS_LISTED)]
        return ActDone(tuple(lines) or ("There is no report.",))
    number = whole_number(words)
    one = await host.reports.read(number) if number else None
    if one is None:
        raise NotDone("there is no such report: reports lists the last ones")
    place = f"at {one.table}" if one.table else "at no table"
    return ActDone((_headline(one), f"sent {place}; before it:", *(f"  {line}" for line in one.lines)), str(number))


def _headline(one: Report) -> str:
    return f"{time_words(one.at)}: {one.by} reports {one.name}: {one.text}"


def whole_number(words: Sequence[str]) -> int:
    """Return the number that the only word is; 0 if it is none."""
    text = words[0] if len(words) == 1 else ""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


@act("[COUNT]", Role.ADMIN, "what those who run the server have done")
async def audit(host: Moderation, _caller: Caller, words: Sequence[str]) -> ActDone:
    """List the last acts of those who run the server, the newest first.

    Raises:
        NotDone: what is written is no number.
    """
    wanted = whole_number(words) if words else _AUDIT_LISTED
    if not wanted:
        raise NotDone(f"write how many lines you want, or nothing for {_AUDIT_LISTED}: audit 100")
    limit = min(wanted, _AUDIT_MOST)
    lines = [_audit_line(entry) for entry in reversed(await host.services.store.audit(limit))]
    return ActDone(tuple(lines) or ("Nothing has been done yet.",))


def _audit_line(entry: AuditEntry) -> str:
    what = " ".join(filter(None, (entry.act, entry.whom)))
    reason = f" ({entry.reason})" if entry.reason else ""
    refused = f"; refused: {entry.refused}" if entry.refused else ""
    return f"{time_words(entry.at)}  {entry.who} by {entry.door}: {what}{reason}{refused}"


@act("", Role.ADMIN, "what takes the room on the disk", logged=False)
async def room(host: Moderation, _caller: Caller, _words: Sequence[str]) -> ActDone:
    """Tell what takes the room on the disk."""
    return ActDone(tuple(_room_lines(await host.services.store.sizes())))


def _room_lines(sizes: StoreSizes) -> Iterator[str]:
    rows = [(part.name, str(part.rows), size_words(part.size)) for part in sizes.tables]
    yield from in_columns((("WHAT", "ROWS", "SIZE"), *rows))
    for file in sizes.files:
        yield f"file {file.name}: {size_words(file.size)}"
    if sizes.free is not None:
        yield f"free on the disk: {size_words(sizes.free)}"


def size_words(size: int) -> str:
    """Return a number of bytes in words: ``12.3 MB``."""
    for unit, least in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if size >= least:
            return f"{size / least:.1f} {unit}"
    return f"{size} bytes"


_log = logging.getLogger(__name__)

_REASON_CELLS: Final = 120

_MUTED_FOR: Final = "1h"
"""How long somebody is muted where nobody says."""

_INVITED_SECONDS: Final = 7 * 86_400.0
"""For how long an invitation holds where nobody says."""

_LONGEST_INVITATION: Final = 365 * 86_400.0
_MOST_USES: Final = 100

_NAMED_WORDS: Final = 10
"""The most words of a name."""

_FINGERPRINT: Final = re.compile(FINGERPRINT)

_LIKE_A_TIME: Final = re.compile(r"[-+]?[0-9]")


@act("NAME [REASON]", Role.MODERATOR, "send somebody away, who may come again")
async def kick(host: Moderation, caller: Caller, words: Sequence[str]) -> ActDone:
    """Send somebody away, who may come again at once; their seat waits as for a lost connection."""
    account, rest = await _person(host, words)
    _check_rank(host, caller, account)
    reason = _reason(rest)
    found = host.sessions.of_account(account.id)
    if not found:
        raise NotDone(f"{account.name} is not here now")
    text = sentence("those who run this server have sent you away")
    if reason:
        text = sentence("those who run this server have sent you away: {reason}", reason=reason)
    for session in found:
        session.part(KICKED, text)
    return ActDone((f"{account.name} is sent away.",), account.name, reason)


@act("NAME [TIME] [REASON]", Role.MODERATOR, "let somebody say nothing (for 1h)")
async def mute(host: Moderation, caller: Caller, words: Sequence[str]) -> ActDone:
    """Let somebody say nothing for a time."""
    account, rest = await _person(host, words)
    _check_rank(host, caller, account)
    time, rest = _time(rest, _MUTED_FOR)
    ban = _ban(host, caller, (BanKind.MUTE, account.id, account.name), time, rest)
    await host.bans.add(ban)
    return ActDone((f"{account.name} may not talk {until_words(ban)}.",), account.name, ban.reason)


@act("NAME", Role.MODERATOR, "let them talk again")
async def unmute(host: Moderation, caller: Caller, words: Sequence[str]) -> ActDone:
    """Let somebody talk again."""
    account, rest = await _person(host, words)
    _check_rank(host, caller, account)
    if rest:
        raise NotDone(f"nobody is called {clean_text(' '.join(words), cells=40)}")
    if not await host.bans.drop(BanKind.MUTE, account.id):
        raise NotDone(f"{account.name} is not muted")
    return ActDone((f"{account.name} may talk again.",), account.name)


@act(
    "NAME | key SHA256:… | address ADDRESS[/LEN] [TIME] [REASON]", Role.ADMIN, "keep somebody out, for ever or for TIME"
)
async def ban(host: Moderation, caller: Caller, words: Sequence[str]) -> ActDone:
    """Keep an account, a key or an address out for a time, and end the connections that there are."""
    whom, rest = await _whom(host, caller, words)
    time, rest = _time(rest, FOREVER)
    made = _ban(host, caller, whom, time, rest)
    if len(host.bans.of_addresses()) >= MOST_NETWORKS and made.kind == BanKind.ADDRESS.value:
        raise NotDone(f"{MOST_NETWORKS} addresses are banned already: ban larger networks, or unban some")
    await host.bans.add(made)
    if whom[0] is BanKind.ACCOUNT:
        host.codes.end(made.what)
    for session in host.concerned(whom[0], made.what):
        session.part(ErrorCode.BANNED.value, ban_words(made))
    return ActDone((f"{made.shown} is banned {until_words(made)}.",), f"{made.kind} {made.shown}", made.reason)


@act("NAME | key SHA256:… | address ADDRESS[/LEN]", Role.ADMIN, "let them in again")
async def unban(host: Moderation, _caller: Caller, words: Sequence[str]) -> ActDone:
    """End a ban of an account, a key or an address before its time."""
    (kind, what, shown), rest = await _named(host, words)
    if rest:
        raise NotDone(f"{clean_text(' '.join(rest), cells=40)} is too much: write only whom")
    if not await host.bans.drop(kind, what):
        raise NotDone(f"{shown} is not banned: bans lists who is")
    return ActDone((f"{shown} may come in again.",), f"{kind.value} {shown}")


@act("", Role.ADMIN, "who is banned or muted, and until when", logged=False)
async def bans(host: Moderation, _caller: Caller, _words: Sequence[str]) -> ActDone:
    """List who is banned or muted, the newest ban first."""
    found = reversed(host.bans.all())
    lines = [
        f"{one.kind} {one.shown}: {until_words(one)}, by {one.by}{f': {one.reason}' * bool(one.reason)}"
        for one in found
    ]
    return ActDone(tuple(lines) or ("Nobody is banned or muted.",))


@act("NAME player | moderator | admin", Role.ADMIN, "give somebody a role")
async def role(host: Moderation, caller: Caller, words: Sequence[str]) -> ActDone:
    """Give somebody a role."""
    known = {role.value: role for role in Role}
    wanted = known.get(words[-1]) if len(words) > 1 else None
    if wanted is None:
        raise NotDone(f"write the name and then one of these roles: {', '.join(known)}")
    account, rest = await _person(host, words[:-1])
    if rest:
        raise _nobody(words[:-1])
    held = host.roles[account.id]
    if not caller.local and held is Role.ADMIN and account.id != caller.account:
        raise NotDone("only on the machine of the server is the role of another admin changed")
    if (
        not caller.local
        and held is Role.ADMIN
        and wanted is not Role.ADMIN
        and len(host.roles.holders(Role.ADMIN)) == 1
    ):
        raise NotDone("you are the last admin: give somebody else the role first, or do this on the machine itself")
    if account.guest or is_bot_account(account.id) or not await host.roles.give(account.id, wanted):
        raise NotDone(f"{account.name} is a guest or a bot: roles are for people with an account")
    await host.allow_admins()
    return ActDone((f"{account.name} is {wanted.value} now.",), account.name, wanted.value)


@act(
    f"[NAME | PUBLIC-KEY | key SHA256:… | {EVERYBODY_KNOWN}]",
    Role.ADMIN,
    "put keys on the allow-list, or show it; - reads them, one a line",
)
async def allow(host: Moderation, _caller: Caller, words: Sequence[str]) -> ActDone:
    """Put the keys of an account, of all accounts, or keys on the allow-list; without a word, show the list."""
    if not words:
        found = sorted((comment, key) for key, comment in host.allowed.keys.items())
        return ActDone(tuple(f"{key}  {comment}" for comment, key in found) or ("Nobody is on the allow-list.",))
    shown, keys = await _listed(host, words)
    try:
        new = await host.allowed.add(keys)
    except OverflowError:
        raise NotDone(f"nobody was added to the list: it has {MOST} keys at most; disallow takes some away") from None
    return ActDone((f"{shown}: {_number(keys)} on the allow-list, {new or 'none'} of them new.",), shown)


@act("NAME | PUBLIC-KEY | key SHA256:…", Role.ADMIN, "take keys from the allow-list")
async def disallow(host: Moderation, _caller: Caller, words: Sequence[str]) -> ActDone:
    """Take the keys of an account, or keys, from the allow-list, on which admins stay."""
    shown, keys = await _listed(host, words)
    gone = await host.allowed.remove(keys)
    await host.allow_admins()
    if not gone:
        raise NotDone(f"{shown}: no such key is on the allow-list; allow lists who is")
    left = sum(key in host.allowed.keys for key in keys)
    return ActDone((f"{shown}: {gone} taken from the allow-list{', but an admin stays on it' * bool(left)}.",), shown)


@act("[PEOPLE] [TIME]", Role.ADMIN, "make a code that puts keys on it (for one, 7d)")
async def invite(host: Moderation, _caller: Caller, words: Sequence[str]) -> ActDone:
    """Make a code that puts keys on the allow-list, and say what to send with it."""
    told = host.services.configured
    if not told.command:
        raise NotDone("people come by SSH, and this server lets nobody in by SSH (ssh is none)")
    rest = list(words)
    uses = int(rest.pop(0)) if rest and rest[0].isdecimal() and len(rest[0]) < 4 else 1
    seconds = read_duration(rest.pop(0)) if rest and is_duration(rest[0]) else _INVITED_SECONDS
    if rest or not 1 <= uses <= _MOST_USES or seconds is None or seconds > _LONGEST_INVITATION:
        raise NotDone(f"write for how many people and how long it holds: invite 5 30d; {_MOST_USES} and 365d at most")
    until = host.services.outside.now() + seconds
    code = await host.allowed.invite(uses, until)
    if not code:
        raise NotDone("there are too many invitations: wait until some have ended")
    name, people = f" at {told.name}" * bool(told.name), "one person" if uses == 1 else f"{uses} people"
    return ActDone((
        f"Come and play cards{name}. Type this once, before {time_words(until)} (it holds for {people}):",
        "",
        f"  {told.command} invite {code}",
        "",
        f"and from then on: {told.command}",
        *(() if told.allow_list else ("", "(Everybody gets in without a code, too, until allow-list = true is set.)")),
    ), people)  # fmt: skip


@act("[NAME]", Role.ADMIN, "who has an account with a key, or its keys", logged=False)
async def accounts(host: Moderation, _caller: Caller, words: Sequence[str]) -> ActDone:
    """List who has an account with a key, or tell of one account."""
    store = host.services.store
    if words:
        account, rest = await _person(host, words)
        if rest:
            raise _nobody(words)
        keys = [f"{key.id}  {key.name}, added {time_words(key.added_at)}" for key in await store.keys(account.id)]
        return ActDone((f"{account.name}: {host.roles[account.id].value}", *(keys or ["no key"])))
    found = Counter(name for _key, name in await store.known_keys())
    return ActDone(
        tuple(f"{name}: {_number(range(count))}" for name, count in sorted(found.items())) or ("Nobody has a key.",)
    )


async def _listed(host: Moderation, words: Sequence[str]) -> tuple[str, dict[str, str]]:
    """Return what words name, and the keys that these are, each with a comment."""
    if list(words) == [EVERYBODY_KNOWN]:
        shown, keys = "everybody known", dict(await host.services.store.known_keys())
    elif words[:1] == ["key"] and len(words) > 1 and all(map(_FINGERPRINT.fullmatch, words[1:])):
        shown, keys = words[1] if len(words) == 2 else f"{len(words) - 1} keys", dict.fromkeys(words[1:], "by an admin")
    else:
        (kind, what, shown), rest = await _named(host, words)
        if rest or kind is not BanKind.ACCOUNT:
            raise NotDone(
                f"write the name of somebody who has played here, a public key, key SHA256:…, or {EVERYBODY_KNOWN}"
            )
        keys = await _keys(host, what, shown)
    if not keys:
        raise NotDone(f"{shown}: there is no key, and the list is one of keys; invite lets in somebody new")
    return shown, keys


def _number(keys: Sized) -> str:
    return "one key" if len(keys) == 1 else f"{len(keys)} keys"


async def _keys(host: Moderation, account: str, comment: str) -> dict[str, str]:
    return {key.id: comment for key in await host.services.store.keys(account)}


_Whom = tuple[BanKind, str, str]
"""What is banned: the kind, the id, and what people call it."""


async def _whom(host: Moderation, caller: Caller, words: Sequence[str]) -> tuple[_Whom, Sequence[str]]:
    """Return whom the caller may ban, and the words behind."""
    whom, rest = await _named(host, words)
    kind, what, _ = whom
    if kind is BanKind.ADDRESS:
        own = host.sessions.of_account(caller.account) if caller.account else ()
        if any(is_at(session, what) for session in own):
            raise NotDone("you are on that network yourself: this would shut you out")
        return whom, rest
    store = host.services.store
    account = await (store.account(what) if kind is BanKind.ACCOUNT else store.keyholder(what))
    if account is not None:
        _check_rank(host, caller, account)
    return whom, rest


async def _named(host: Moderation, words: Sequence[str]) -> tuple[_Whom, Sequence[str]]:
    """Return what words name: a key, an address, or a person; and the words behind."""
    unread: NotDone | None = None
    match list(words):
        case ["key", fingerprint, *rest] if fingerprint.startswith("SHA256:"):
            if not _FINGERPRINT.fullmatch(fingerprint):
                shown = clean_text(fingerprint, cells=64)
                raise NotDone(f"{shown} is no fingerprint of a key: SHA256: and 43 characters, as players shows them")
            return (BanKind.KEY, fingerprint, fingerprint), rest
        case ["address", address, *rest]:
            try:
                network = str(read_network(address))
            except ValueError as problem:
                unread = NotDone(str(problem))
            else:
                name = clean_name(f"address {address}")
                if name and await host.services.store.named(name) is not None:
                    raise NotDone(
                        f"{name} is a person, too: put the name in quotation marks, as one word, to mean them; "
                        f"address {network} means the address"
                    )
                return (BanKind.ADDRESS, network, network), rest
    try:
        account, others = await _person(host, words)
    except NotDone as nobody:
        raise unread or nobody from None
    return (BanKind.ACCOUNT, account.id, account.name), others


async def _person(host: Moderation, words: Sequence[str]) -> tuple[Account, Sequence[str]]:
    """Return the account whose name the words begin with, the longest that there is, and the words behind."""
    if not words:
        raise NotDone("write whom it is about: players lists who is here")
    for length in range(min(len(words), _NAMED_WORDS), 0, -1):
        name = clean_name(" ".join(words[:length]))
        account = await host.services.store.named(name) if name else None
        if account is not None:
            return account, words[length:]
    raise _nobody(words)


def _nobody(words: Sequence[str]) -> NotDone:
    return NotDone(f"nobody is called {clean_text(' '.join(words), cells=40)!r}: players lists who is here")


def _check_rank(host: Moderation, caller: Caller, account: Account) -> None:
    held = host.roles[account.id]
    if account.id == caller.account:
        raise NotDone("that is yourself")
    if not caller.above(held):
        raise NotDone(f"{account.name} is {held.value}: take that role away first, on the machine of the server")


def _time(words: Sequence[str], usual: str) -> tuple[str, Sequence[str]]:
    """Return for how long, and the words behind.

    Raises:
        NotDone: a word begins like a time and is none: it would count as a reason, and the usual time hold.
    """
    if not words:
        return usual, words
    if is_duration(words[0]):
        return words[0], words[1:]
    if _LIKE_A_TIME.match(words[0]):
        shown = clean_text(words[0], cells=40)
        raise NotDone(f"{shown} is no time: write 30m, 2h, 7d, 4w or forever; a reason begins with a letter")
    return usual, words


def _reason(words: Sequence[str]) -> str:
    return clean_text(" ".join(words), cells=_REASON_CELLS)


def _ban(host: Moderation, caller: Caller, whom: _Whom, time: str, words: Sequence[str]) -> Ban:
    kind, what, shown = whom
    now, seconds = host.services.outside.now(), read_duration(time)
    return Ban(
        kind.value, what, shown, now, now + seconds if seconds is not None else None, caller.name, _reason(words)
    )


MOST_CLOSED: Final = 500
"""The most tables that one act closes: others wait for the answer."""


@act("TABLE | idle DAYS", Role.ADMIN, "close a table for good, or all that are idle")
async def close(host: Moderation, _caller: Caller, words: Sequence[str]) -> ActDone:
    """Close a table for good; everybody there is sent away, and may come again. Or close many that nobody plays at."""
    if words[:1] == ["idle"]:
        return await _close_idle(host, whole_number(words[1:]))
    code = table_named(host, words)
    await _overrule(host, code, CloseTable())
    return ActDone((f"{code} is closed.",), code)


@act("TABLE SEAT", Role.ADMIN, "free a seat or, in a game, give it to a bot")
async def reset_seat(host: Moderation, _caller: Caller, words: Sequence[str]) -> ActDone:
    """Take somebody's seat away: it is free again or, once the game has begun, a bot's."""
    number = whole_number(words[-1:])
    if len(words) < 2 or not number:
        raise NotDone("write the code of the table and the number of the seat, counted from 1")
    code = table_named(host, words[:-1])
    await _overrule(host, code, ResetSeat(Seat(number - 1)))
    return ActDone((f"seat {number} of {code} is taken from whoever had it.",), f"{code} seat {number}")


async def _close_idle(host: Moderation, days: int) -> ActDone:
    """Close tables at which nobody is, and nothing has happened for so many days; the oldest first."""
    if not days:
        raise NotDone("write the days for which nothing has happened there: close idle 90")
    before = host.services.outside.now() - days * DAY
    found = [brief for brief in host.lobby.directory.unfinished() if last_played(brief)[0] < before]
    idle = sorted((brief for brief in found if not host.actors.awake(brief.code)), key=last_played)
    closed = [brief.code for brief in idle[:MOST_CLOSED] if await _is_closed(host, brief.code)]
    more = len(idle) - MOST_CLOSED
    said = (f"tables closed: {len(closed)}.", *([f"{more} more are as old: write it again."] if more > 0 else []))
    return ActDone(said, f"{len(closed)} table{'s' * (len(closed) != 1)}", f"idle for {days} day{'s' * (days != 1)}")


async def _is_closed(host: Moderation, code: str) -> bool:
    """Close a table, and return True unless somebody has come back to it meanwhile, or it cannot be closed."""
    if host.actors.awake(code):
        return False
    return await host.actors.of(code).overrule(CloseTable()) is None


@act("NUMBER", Role.ADMIN, "call a tournament off")
async def call_off(host: Moderation, _caller: Caller, words: Sequence[str]) -> ActDone:
    """Call a tournament off for its maker: no further round follows, and its tables play on."""
    number = whole_number(words)
    if not number:
        raise NotDone("write the number of the tournament: the list of tournaments has it")
    try:
        await host.tournaments.change(number, lambda one: maker_calls_off(one, one.maker.account))
    except RemoteProtocolError as problem:
        raise NotDone(problem.text) from problem
    return ActDone((f"tournament {number} is called off.",), f"tournament {number}")


async def _overrule(host: Moderation, code: str, command: Overruling) -> None:
    denied = await host.actors.of(code).overrule(command)
    if denied is not None:
        raise NotDone(denied.text)


_HELP: Final = frozenset({"", "help", "-h", "--help"})

_ASKED_CELLS: Final = 200

_USAGE_CELLS: Final = 38
"""The width of the first column of the help."""

REFUSALS_NOTED: Final = Rate(1 / 60, 5.0)
"""Refused acts of one account that are noted: the log is never deleted, so nobody may fill it."""

_ANSWER_BYTES: Final = SERVER_LIMIT - 1024
"""The most bytes of the lines of an answer, which is one frame."""

_LINE_BYTES: Final = 5
"""The most bytes that a frame adds to a line."""


class AdminDesk:
    """Does what those who run the server ask for, and notes it in the audit log."""

    def __init__(self, moderation: Moderation) -> None:
        self._moderation = moderation
        self._refusals = TokenBuckets(REFUSALS_NOTED)
        self.handlers: Handlers = {AdminCommand: Handler(self._answer, HEAVY_COST)}

    async def _answer(self, session: Session, message: AdminCommand) -> AdminReply:
        """Do what one of those who run the server asks for."""
        caller = self._caller(session)
        if caller.role is Role.PLAYER:
            # Not into the audit log, which is never deleted: whoever has no role could fill it.
            _log.info("%s by %s: refused, without a role", caller.account, caller.door)
            text = sentence("only those who run this server may do that, by SSH and with their key")
            raise RemoteProtocolError(ErrorCode.FORBIDDEN, text)
        return await self._carry_out(message.id, caller, message.words)

    async def run_locally(self, user: str, words: Sequence[str]) -> AdminReply:
        """Do what the owner of this machine asks for."""
        return await self._carry_out(1, Caller(user, Role.ADMIN, LOCAL_DOOR), words)

    async def _carry_out(self, id: int, caller: Caller, words: Sequence[str]) -> AdminReply:
        """Do what the words say, or say why not."""
        clean = [word for word in (clean_text(word, cells=_ASKED_CELLS) for word in words) if word]
        name, rest = (clean[0], clean[1:]) if clean else ("", [])
        if name in _HELP:
            return AdminReply(id, _help(caller))
        if name not in ACTS:
            # A slip of the fingers does nothing, and the audit log is never deleted.
            near = get_close_matches(name[:40].lower(), ACTS, n=1)
            hint = f"did you mean {near[0]}?" if near else "help lists what there is"
            return AdminReply(id, (f"admin has no {clean_text(name, cells=40)!r}: {hint}",), refused=True)
        try:
            act = _found(name, rest, caller)
            done = await act.run(self._moderation, caller, rest)
        except NotDone as problem:
            if caller.local or self._refusals.take(caller.account, 1.0, asyncio.get_running_loop().time()):
                await self._note(caller, name, ActDone((), " ".join(rest)), str(problem))
            return AdminReply(id, (str(problem),), refused=True)
        if act.logged:
            await self._note(caller, name, done, "")
        return AdminReply(id, _fitting(done.lines))

    async def _note(self, caller: Caller, name: str, done: ActDone, refused: str) -> None:
        act, whom, reason = (clean_text(text, cells=_ASKED_CELLS) for text in (name, done.whom, done.reason))
        said = clean_text(refused, cells=_ASKED_CELLS)
        _log.info("%s by %s: %s %s%s", caller.account or caller.name, caller.door, act, whom, " refused" * bool(said))
        now = self._moderation.services.outside.now()
        await self._moderation.services.store.write_audit(
            AuditEntry(now, caller.name, caller.door, act, whom, reason, said)
        )

    def _caller(self, session: Session) -> Caller:
        """Return who asks; a role counts only where a front has proven the key of the account."""
        account = session.account
        role = self._moderation.roles[account.id] if session.terms.key else Role.PLAYER
        return Caller(account.name, role, "ssh" if session.terms.passport is not None else "other", account.id)


def _found(name: str, rest: Sequence[str], caller: Caller) -> Act:
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
