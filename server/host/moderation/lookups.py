"""The acts of those who run the server that only look, or speak: nothing hidden is shown to anybody."""

from collections.abc import Iterator, Sequence
from typing import Final

from protocol.administration import NOTICES, Notice
from protocol.tableview import TablePhase, TableView
from protocol.text import clean_text, text_width
from protocol.version import program_name
from server.host.accounts.naming import NOBODY
from server.host.moderation.acts import ActContext, ActDone, Caller, NotDone, Role
from server.host.moderation.bans import time_words
from server.host.moderation.reports import Report, event_lines
from server.host.notifier import post
from server.host.tables.actor import Glimpse
from server.host.tables.ledger import TROUBLE
from server.storage.store import AuditEntry, StoreSizes
from server.tables.chairs import listed_name, taken
from server.tables.heading import Heading
from server.tables.names import read_code

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
    own = context.services.configured.value
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
