"""The acts of those who run the server: to look, to speak, and to decide who may come in or talk."""

import logging
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Sized
from typing import Final

from protocol.administration import EVERYBODY_KNOWN, NOTICES, Notice
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.language import Sentence, sentence
from protocol.message import Seat
from protocol.setup import DAY
from protocol.tableview import TablePhase, TableView
from protocol.text import clean_text, text_width
from protocol.version import program_name
from server.host.ledger import TROUBLE
from server.host.moderation.access import (
    FOREVER,
    MOST,
    MOST_NETWORKS,
    BanKind,
    ban_words,
    is_duration,
    read_duration,
    time_words,
)
from server.host.moderation.networks import covers, network_of, read_network
from server.host.moderation.staff import Act, ActContext, ActDone, Caller, NotDone, Report, Role, event_lines
from server.host.naming import NOBODY, clean_name
from server.host.notifier import post
from server.host.session import Session
from server.host.table_actor import KICKED, Glimpse, Overruling
from server.host.terms import FINGERPRINT
from server.storage.store import Account, AuditEntry, Ban, StoreSizes
from server.tables.chairs import listed_name, taken
from server.tables.commands import CloseTable, ResetSeat
from server.tables.heading import Heading, last_played
from server.tables.names import is_bot_account, read_code
from server.tournaments.tournament import call_off as maker_calls_off

_LISTED: Final = 200
"""The most lines of one list."""

_REPORTS_LISTED: Final = 20
_AUDIT_LISTED: Final = 40
_AUDIT_MOST: Final = 500
_SAID_CELLS: Final = 400
_WORDS_CELLS: Final = 60

_HOUR: Final = 3600.0


def in_columns(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Lay out rows of the same number of cells in columns."""
    wide = [max(text_width(cell) for cell in column) for column in zip(*rows, strict=True)]
    return tuple(
        "  ".join(cell + " " * (width - text_width(cell)) for cell, width in zip(row, wide, strict=True)).rstrip()
        for row in rows
    )


async def status(context: ActContext, _caller: Caller, _words: Sequence[str]) -> ActDone:
    """Tell how many people and tables there are, and since when."""
    phases = context.lobby.directory.phases()
    people = {session.account.id for session in context.sessions if session.account != NOBODY}
    guests = {session.account.id for session in context.sessions if session.account.guest}
    hours = (context.services.outside.now() - context.lobby.began) / _HOUR
    return ActDone((
        f"{program_name()}, up for {hours:.1f} hours, since {time_words(context.lobby.began)}",
        f"people here: {len(people)}, of whom guests: {len(guests)}; connections: {sum(1 for _ in context.sessions)}",
        f"tables being played: {phases[TablePhase.PLAYING]}; waiting for players: {phases[TablePhase.GATHERING]}",
        f"banned or muted: {len(context.bans.all())}",
    ))  # fmt: skip


async def tables(context: ActContext, _caller: Caller, _words: Sequence[str]) -> ActDone:
    """List the unfinished tables, the newest first."""
    found = context.lobby.directory.unfinished()
    rows = [_table_row(context, brief) for brief in reversed(found[-_LISTED:])]
    more = (f"and {len(found) - _LISTED} older ones",) if len(found) > _LISTED else ()
    return ActDone((*in_columns((("TABLE", "GAME", "STATE", "RUNS", "PLAYERS"), *rows)), *more))


def _table_row(context: ActContext, brief: Heading) -> tuple[str, ...]:
    names = ", ".join(clean_text(listed_name(chair), cells=40) for _, chair in taken(brief.chairs))
    runs = "yes" if context.actors.awake(brief.code) else "no"
    game = f"{brief.setup.game} {brief.setup.players}"
    return brief.code, game, clean_text(brief.seen or brief.summary, cells=40), runs, names


async def players(context: ActContext, caller: Caller, _words: Sequence[str]) -> ActDone:
    """List the connections by name, so many at most; keys and addresses only for admins."""
    found = [session for session in context.sessions if session.account != NOBODY]
    secret = caller.role is Role.ADMIN
    rows = [
        (
            session.account.name,
            "guest" if session.account.guest else context.roles[session.account.id].value,
            person.table or person.where.value if (person := context.lobby.online.person(session.account.id)) else "",
            *((session.key or "no key", session.address) if secret else ()),
        )
        for session in sorted(found, key=lambda session: session.account.name)[:_LISTED]
    ]
    more = (f"and {len(found) - _LISTED} more",) if len(found) > _LISTED else ()
    head = ("NAME", "ROLE", "WHERE", *(("KEY", "ADDRESS") if secret else ()))
    return ActDone((*in_columns((head, *rows)), *more))


async def watch(context: ActContext, _caller: Caller, words: Sequence[str]) -> ActDone:
    """Show a table as a spectator sees it, with the last events."""
    code = table_named(context, words)
    seen = await context.actors.of(code).glimpse()
    if not isinstance(seen, Glimpse):
        raise NotDone(seen.text if seen is not None else TROUBLE)
    return ActDone((*_view_lines(seen.view), *event_lines(seen.events)), code)


def table_named(context: ActContext, words: Sequence[str]) -> str:
    """Return the code of the unfinished table that words name.

    Raises:
        NotDone: there is no such table.
    """
    code = read_code("-".join(words)[:_WORDS_CELLS])
    if code not in context.lobby.directory:
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


async def say(context: ActContext, _caller: Caller, words: Sequence[str]) -> ActDone:
    """Tell everybody something."""
    text = clean_text(" ".join(words), cells=_SAID_CELLS)
    if not text:
        raise NotDone("write what to say")
    heard = [session for session in context.sessions if NOTICES in session.features]
    for session in heard:
        session.say(Notice(text))
    return ActDone((f"connections told: {len(heard)}.",), "", text)


async def notify(context: ActContext, caller: Caller, words: Sequence[str]) -> ActDone:
    """Send something to the webhook."""
    text = clean_text(" ".join(words), cells=_SAID_CELLS)
    if not text:
        raise NotDone("write what to send")
    own = context.services.configured
    if not own.notify:
        raise NotDone('there is no webhook: write notify = "https://..." in chwech.toml, and send the server SIGHUP')
    try:
        await post(own.notify, own.name, (f"{caller.name}: {text}",))
    except OSError as problem:
        raise NotDone(f"the webhook does not take it: {problem}") from problem
    return ActDone(("The webhook has taken it.",), "", text)


async def reports(context: ActContext, _caller: Caller, words: Sequence[str]) -> ActDone:
    """List the last reports, or show one with what was said and done around it."""
    if not words:
        lines = [f"{number}: {_headline(one)}" for number, one in await context.reports.newest(_REPORTS_LISTED)]
        return ActDone(tuple(lines) or ("There is no report.",))
    number = whole_number(words)
    one = await context.reports.read(number) if number else None
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


async def audit(context: ActContext, _caller: Caller, words: Sequence[str]) -> ActDone:
    """List the last acts of those who run the server, the newest first.

    Raises:
        NotDone: what is written is no number.
    """
    wanted = whole_number(words) if words else _AUDIT_LISTED
    if not wanted:
        raise NotDone(f"write how many lines you want, or nothing for {_AUDIT_LISTED}: audit 100")
    limit = min(wanted, _AUDIT_MOST)
    lines = [_audit_line(entry) for entry in reversed(await context.services.store.audit(limit))]
    return ActDone(tuple(lines) or ("Nothing has been done yet.",))


def _audit_line(entry: AuditEntry) -> str:
    what = " ".join(filter(None, (entry.act, entry.whom)))
    reason = f" ({entry.reason})" if entry.reason else ""
    refused = f"; refused: {entry.refused}" if entry.refused else ""
    return f"{time_words(entry.at)}  {entry.who} by {entry.door}: {what}{reason}{refused}"


async def room(context: ActContext, _caller: Caller, _words: Sequence[str]) -> ActDone:
    """Tell what takes the room on the disk."""
    return ActDone(tuple(_room_lines(await context.services.store.sizes())))


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


async def kick(context: ActContext, caller: Caller, words: Sequence[str]) -> ActDone:
    """Send somebody away, who may come again at once; their seat waits as for a lost connection."""
    account, rest = await _person(context, words)
    _check_rank(context, caller, account)
    reason = _reason(rest)
    found = context.sessions.of_account(account.id)
    if not found:
        raise NotDone(f"{account.name} is not here now")
    text = sentence("those who run this server have sent you away")
    if reason:
        text = sentence("those who run this server have sent you away: {reason}", reason=reason)
    _send_away(found, KICKED, text)
    return ActDone((f"{account.name} is sent away.",), account.name, reason)


async def mute(context: ActContext, caller: Caller, words: Sequence[str]) -> ActDone:
    """Let somebody say nothing for a time."""
    account, rest = await _person(context, words)
    _check_rank(context, caller, account)
    time, rest = _time(rest, _MUTED_FOR)
    ban = _ban(context, caller, (BanKind.MUTE, account.id, account.name), time, rest)
    await context.bans.add(ban)
    return ActDone((f"{account.name} may not talk {_until(ban)}.",), account.name, ban.reason)


async def unmute(context: ActContext, caller: Caller, words: Sequence[str]) -> ActDone:
    """Let somebody talk again."""
    account, rest = await _person(context, words)
    _check_rank(context, caller, account)
    if rest:
        raise NotDone(f"nobody is called {clean_text(' '.join(words), cells=40)}")
    if not await context.bans.drop(BanKind.MUTE, account.id):
        raise NotDone(f"{account.name} is not muted")
    return ActDone((f"{account.name} may talk again.",), account.name)


async def ban(context: ActContext, caller: Caller, words: Sequence[str]) -> ActDone:
    """Keep an account, a key or an address out for a time, and end the connections that there are."""
    whom, rest = await _whom(context, caller, words)
    time, rest = _time(rest, FOREVER)
    made = _ban(context, caller, whom, time, rest)
    if len(context.bans.of_addresses()) >= MOST_NETWORKS and made.kind == BanKind.ADDRESS.value:
        raise NotDone(f"{MOST_NETWORKS} addresses are banned already: ban larger networks, or unban some")
    await context.bans.add(made)
    if whom[0] is BanKind.ACCOUNT:
        context.codes.end(made.what)
    _send_away(_concerned(context, whom[0], made.what), ErrorCode.BANNED.value, ban_words(made))
    return ActDone((f"{made.shown} is banned {_until(made)}.",), f"{made.kind} {made.shown}", made.reason)


async def unban(context: ActContext, _caller: Caller, words: Sequence[str]) -> ActDone:
    """End a ban of an account, a key or an address before its time."""
    (kind, what, shown), rest = await _named(context, words)
    if rest:
        raise NotDone(f"{clean_text(' '.join(rest), cells=40)} is too much: write only whom")
    if not await context.bans.drop(kind, what):
        raise NotDone(f"{shown} is not banned: bans lists who is")
    return ActDone((f"{shown} may come in again.",), f"{kind.value} {shown}")


async def bans(context: ActContext, _caller: Caller, _words: Sequence[str]) -> ActDone:
    """List who is banned or muted, the newest ban first."""
    found = reversed(context.bans.all())
    lines = [
        f"{one.kind} {one.shown}: {_until(one)}, by {one.by}{f': {one.reason}' * bool(one.reason)}" for one in found
    ]
    return ActDone(tuple(lines) or ("Nobody is banned or muted.",))


async def role(context: ActContext, caller: Caller, words: Sequence[str]) -> ActDone:
    """Give somebody a role."""
    known = {role.value: role for role in Role}
    wanted = known.get(words[-1]) if len(words) > 1 else None
    if wanted is None:
        raise NotDone(f"write the name and then one of these roles: {', '.join(known)}")
    account, rest = await _person(context, words[:-1])
    if rest:
        raise _nobody(words[:-1])
    held = context.roles[account.id]
    if not caller.local and held is Role.ADMIN and account.id != caller.account:
        raise NotDone("only on the machine of the server is the role of another admin changed")
    if (
        not caller.local
        and held is Role.ADMIN
        and wanted is not Role.ADMIN
        and len(context.roles.holders(Role.ADMIN)) == 1
    ):
        raise NotDone("you are the last admin: give somebody else the role first, or do this on the machine itself")
    if account.guest or is_bot_account(account.id) or not await context.roles.give(account.id, wanted):
        raise NotDone(f"{account.name} is a guest or a bot: roles are for people with an account")
    await allow_admins(context)
    return ActDone((f"{account.name} is {wanted.value} now.",), account.name, wanted.value)


async def allow(context: ActContext, _caller: Caller, words: Sequence[str]) -> ActDone:
    """Put the keys of an account, of all accounts, or keys on the allow-list; without a word, show the list."""
    if not words:
        found = sorted((comment, key) for key, comment in context.allowed.keys.items())
        return ActDone(tuple(f"{key}  {comment}" for comment, key in found) or ("Nobody is on the allow-list.",))
    shown, keys = await _listed(context, words)
    try:
        new = await context.allowed.add(keys)
    except OverflowError:
        raise NotDone(f"nobody was added to the list: it has {MOST} keys at most; disallow takes some away") from None
    return ActDone((f"{shown}: {_number(keys)} on the allow-list, {new or 'none'} of them new.",), shown)


async def disallow(context: ActContext, _caller: Caller, words: Sequence[str]) -> ActDone:
    """Take the keys of an account, or keys, from the allow-list, on which admins stay."""
    shown, keys = await _listed(context, words)
    gone = await context.allowed.remove(keys)
    await allow_admins(context)
    if not gone:
        raise NotDone(f"{shown}: no such key is on the allow-list; allow lists who is")
    left = sum(key in context.allowed.keys for key in keys)
    return ActDone((f"{shown}: {gone} taken from the allow-list{', but an admin stays on it' * bool(left)}.",), shown)


async def invite(context: ActContext, _caller: Caller, words: Sequence[str]) -> ActDone:
    """Make a code that puts keys on the allow-list, and say what to send with it."""
    told = context.services.configured
    if not told.command:
        raise NotDone("people come by SSH, and this server lets nobody in by SSH (ssh is none)")
    rest = list(words)
    uses = int(rest.pop(0)) if rest and rest[0].isdecimal() and len(rest[0]) < 4 else 1
    seconds = read_duration(rest.pop(0)) if rest and is_duration(rest[0]) else _INVITED_SECONDS
    if rest or not 1 <= uses <= _MOST_USES or seconds is None or seconds > _LONGEST_INVITATION:
        raise NotDone(f"write for how many people and how long it holds: invite 5 30d; {_MOST_USES} and 365d at most")
    until = context.services.outside.now() + seconds
    code = await context.allowed.invite(uses, until)
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


async def accounts(context: ActContext, _caller: Caller, words: Sequence[str]) -> ActDone:
    """List who has an account with a key, or tell of one account."""
    store = context.services.store
    if words:
        account, rest = await _person(context, words)
        if rest:
            raise _nobody(words)
        keys = [f"{key.id}  {key.name}, added {time_words(key.added_at)}" for key in await store.keys(account.id)]
        return ActDone((f"{account.name}: {context.roles[account.id].value}", *(keys or ["no key"])))
    found = Counter(name for _key, name in await store.known_keys())
    return ActDone(
        tuple(f"{name}: {_number(range(count))}" for name, count in sorted(found.items())) or ("Nobody has a key.",)
    )


async def allow_admins(context: ActContext) -> None:
    """Put the keys of all admins on the allow-list, so that switching it on never locks them out."""
    keys: dict[str, str] = {}
    for one in context.roles.holders(Role.ADMIN):
        keys |= await _keys(context, one, "admin")
    try:
        await context.allowed.add(keys)
    except OverflowError:
        _log.error("the allow-list is full, so not all admins are on it: chwech admin disallow takes some away")


async def _listed(context: ActContext, words: Sequence[str]) -> tuple[str, dict[str, str]]:
    """Return what words name, and the keys that these are, each with a comment."""
    if list(words) == [EVERYBODY_KNOWN]:
        shown, keys = "everybody known", dict(await context.services.store.known_keys())
    elif words[:1] == ["key"] and len(words) > 1 and all(map(_FINGERPRINT.fullmatch, words[1:])):
        shown, keys = words[1] if len(words) == 2 else f"{len(words) - 1} keys", dict.fromkeys(words[1:], "by an admin")
    else:
        (kind, what, shown), rest = await _named(context, words)
        if rest or kind is not BanKind.ACCOUNT:
            raise NotDone(
                f"write the name of somebody who has played here, a public key, key SHA256:…, or {EVERYBODY_KNOWN}"
            )
        keys = await _keys(context, what, shown)
    if not keys:
        raise NotDone(f"{shown}: there is no key, and the list is one of keys; invite lets in somebody new")
    return shown, keys


def _number(keys: Sized) -> str:
    return "one key" if len(keys) == 1 else f"{len(keys)} keys"


async def _keys(context: ActContext, account: str, comment: str) -> dict[str, str]:
    return {key.id: comment for key in await context.services.store.keys(account)}


_Whom = tuple[BanKind, str, str]
"""What is banned: the kind, the id, and what people call it."""


async def _whom(context: ActContext, caller: Caller, words: Sequence[str]) -> tuple[_Whom, Sequence[str]]:
    """Return whom the caller may ban, and the words behind."""
    whom, rest = await _named(context, words)
    kind, what, _ = whom
    if kind is BanKind.ADDRESS:
        own = context.sessions.of_account(caller.account) if caller.account else ()
        if any(_is_at(session, what) for session in own):
            raise NotDone("you are on that network yourself: this would shut you out")
        return whom, rest
    store = context.services.store
    account = await (store.account(what) if kind is BanKind.ACCOUNT else store.keyholder(what))
    if account is not None:
        _check_rank(context, caller, account)
    return whom, rest


async def _named(context: ActContext, words: Sequence[str]) -> tuple[_Whom, Sequence[str]]:
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
                if name and await context.services.store.named(name) is not None:
                    raise NotDone(
                        f"{name} is a person, too: put the name in quotation marks, as one word, to mean them; "
                        f"address {network} means the address"
                    )
                return (BanKind.ADDRESS, network, network), rest
    try:
        account, others = await _person(context, words)
    except NotDone as nobody:
        raise unread or nobody from None
    return (BanKind.ACCOUNT, account.id, account.name), others


async def _person(context: ActContext, words: Sequence[str]) -> tuple[Account, Sequence[str]]:
    """Return the account whose name the words begin with, the longest that there is, and the words behind."""
    if not words:
        raise NotDone("write whom it is about: players lists who is here")
    for length in range(min(len(words), _NAMED_WORDS), 0, -1):
        name = clean_name(" ".join(words[:length]))
        account = await context.services.store.named(name) if name else None
        if account is not None:
            return account, words[length:]
    raise _nobody(words)


def _nobody(words: Sequence[str]) -> NotDone:
    return NotDone(f"nobody is called {clean_text(' '.join(words), cells=40)!r}: players lists who is here")


def _check_rank(context: ActContext, caller: Caller, account: Account) -> None:
    held = context.roles[account.id]
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


def _ban(context: ActContext, caller: Caller, whom: _Whom, time: str, words: Sequence[str]) -> Ban:
    kind, what, shown = whom
    now, seconds = context.services.outside.now(), read_duration(time)
    return Ban(
        kind.value, what, shown, now, now + seconds if seconds is not None else None, caller.name, _reason(words)
    )


def _until(ban: Ban) -> str:
    return f"until {time_words(ban.until)}" if ban.until is not None else "for ever"


def _concerned(context: ActContext, kind: BanKind, what: str) -> tuple[Session, ...]:
    """Return the connections that a ban ends."""
    if kind is BanKind.ADDRESS:
        return tuple(session for session in context.sessions if _is_at(session, what))
    return context.sessions.with_key(what) if kind is BanKind.KEY else context.sessions.of_account(what)


def _is_at(session: Session, network: str) -> bool:
    place = network_of(session.address)
    return place is not None and covers(read_network(network), place)


def _send_away(sessions: Sequence[Session], code: str, text: Sentence) -> None:
    for session in sessions:
        session.part(code, text)


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


_PLAYER, _MODERATOR, _ADMIN = Role

ACTS: Final[Mapping[str, Act]] = {
    "status": Act("", _MODERATOR, "how many people and tables there are", status, logged=False),
    "tables": Act("", _MODERATOR, "the unfinished tables", tables, logged=False),
    "players": Act("", _MODERATOR, "who is here, from where", players, logged=False),
    "accounts": Act("[NAME]", _ADMIN, "who has an account with a key, or its keys", accounts, logged=False),
    "watch": Act("TABLE", _ADMIN, "a table as a spectator sees it", watch),
    "say": Act("TEXT", _ADMIN, "tell everybody something", say),
    "notify": Act("TEXT", _ADMIN, "send something to the webhook, to try it", notify),
    "kick": Act("NAME [REASON]", _MODERATOR, "send somebody away, who may come again", kick),
    "mute": Act("NAME [TIME] [REASON]", _MODERATOR, "let somebody say nothing (for 1h)", mute),
    "unmute": Act("NAME", _MODERATOR, "let them talk again", unmute),
    "ban": Act(
        "NAME | key SHA256:… | address ADDRESS[/LEN] [TIME] [REASON]",
        _ADMIN,
        "keep somebody out, for ever or for TIME",
        ban,
    ),
    "unban": Act("NAME | key SHA256:… | address ADDRESS[/LEN]", _ADMIN, "let them in again", unban),
    "allow": Act(
        f"[NAME | PUBLIC-KEY | key SHA256:… | {EVERYBODY_KNOWN}]",
        _ADMIN,
        "put keys on the allow-list, or show it; - reads them, one a line",
        allow,
    ),
    "disallow": Act("NAME | PUBLIC-KEY | key SHA256:…", _ADMIN, "take keys from the allow-list", disallow),
    "invite": Act("[PEOPLE] [TIME]", _ADMIN, "make a code that puts keys on it (for one, 7d)", invite),
    "bans": Act("", _ADMIN, "who is banned or muted, and until when", bans, logged=False),
    "close": Act("TABLE | idle DAYS", _ADMIN, "close a table for good, or all that are idle", close),
    "call-off": Act("NUMBER", _ADMIN, "call a tournament off", call_off),
    "reset-seat": Act("TABLE SEAT", _ADMIN, "free a seat or, in a game, give it to a bot", reset_seat),
    "role": Act("NAME player | moderator | admin", _ADMIN, "give somebody a role", role),
    "reports": Act("[NUMBER]", _MODERATOR, "what people have reported, or one in full", reports),
    "audit": Act("[COUNT]", _ADMIN, "what those who run the server have done", audit),
    "room": Act("", _ADMIN, "what takes the room on the disk", room, logged=False),
}
"""Everything that those who run the server may do, by name."""
