"""Reads the words of those who run the server, does what their role may do, and notes it in the audit log."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Final

from protocol.administration import EVERYBODY_KNOWN, AdminReply
from protocol.framing import SERVER_LIMIT
from protocol.text import clean_text
from server.host.moderation import lookups, overruling, people
from server.host.moderation.acts import Act, ActContext, ActDone, NotDone
from server.host.moderation.roles import Caller, Role, reaches
from server.host.rate_limits import Rate, TokenBuckets
from server.storage.moderation_store import AuditEntry

_log = logging.getLogger(__name__)

_PLAYER, _MODERATOR, _ADMIN = Role

ACTS: Final[Mapping[str, Act]] = {
    "status": Act("", _MODERATOR, "how many people and tables there are", lookups.status, logged=False),
    "tables": Act("", _MODERATOR, "the unfinished tables", lookups.tables, logged=False),
    "players": Act("", _MODERATOR, "who is here, from where", lookups.players, logged=False),
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
    "close": Act("TABLE | idle DAYS", _ADMIN, "close a table for good, or all that are idle", overruling.close),
    "call-off": Act("NUMBER", _ADMIN, "call a tournament off", overruling.call_off),
    "reset-seat": Act("TABLE SEAT", _ADMIN, "free a seat or, in a game, give it to a bot", overruling.reset_seat),
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


class AdminDesk:
    """Does what those who run the server ask for."""

    def __init__(self, context: ActContext) -> None:
        self._context = context
        self._refusals = TokenBuckets(REFUSALS_NOTED)

    async def answer(self, id: int, caller: Caller, words: Sequence[str]) -> AdminReply:
        """Do what the words say, or say why not.

        Raises:
            StoreFault: the store cannot be read or written.
        """
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
