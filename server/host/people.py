"""People: the rules for their names, and their contacts: friends, who are followed unasked, blocks, and invitations.

Blocks are not revealed: requests of a blocked person are answered as if the other person were not online.
"""

import asyncio
import logging
import unicodedata
from collections import deque
from typing import Final

from protocol import people as wire
from protocol.errors import ErrorCode, RemoteProtocolError, denial
from protocol.language import sentence
from protocol.lobby import NewsItem, NewsKind
from protocol.message import ClientCommand
from protocol.messages import INVITATIONS, SOMEBODY, Accepted
from protocol.table import TablePhase
from protocol.text import BOT_SIGNS, clean_text
from server.host import limits
from server.host.lobby import Blocks, LobbyService, words_of
from server.host.session import Handler, Handlers, Session
from server.storage.database import Store
from server.storage.store import Account, ContactKind
from server.tables.chairs import seat_of
from server.tables.heading import Heading
from server.tables.names import BOT_MARK, BOT_NAMES, is_legible, name_key, read_code, scripts_of

READER: Final = "You"  # The name by which every screen calls its own reader, in English.

RESERVED: Final = (
    *(READER, "admin", "administrator", "bot", "guest", "host", "moderator", "nobody", "operator", "root", "server"),
    *(SOMEBODY, "staff", "system", "Chi", "gwestai", "gwesteiwr", "gweinydd", "gweinyddwr", "neb", "rhywun"),
)
"""What screens and messages call their reader, the server, and those who run it, in every language."""


def fit_name(name: str) -> str:
    """Return a name as it is shown to others."""
    shown, problem = clean_name(name), ""
    key = name_key(shown)
    if not is_legible(shown):
        problem = NO_NAME
    elif any(unicodedata.category(one) in _BRACKETS or one in "<>" for one in shown + key):
        problem = sentence(
            "a name cannot have brackets, as screens mark bots and others with them: choose another name"
        )
    elif shown[0] in BOT_SIGNS:
        problem = sentence("a name cannot begin with {sign}, as screens mark bots: choose another name", sign=shown[0])
    elif len(scripts_of(shown)) > 1:
        problem = MIXED
    elif "".join(filter(str.isalnum, key)) in _RESERVED_KEYS:
        problem = sentence("{name} would pass for the server, or for its reader: choose another name", name=shown)
    if problem:
        raise RemoteProtocolError(ErrorCode.INVALID_NAME, problem)
    return shown


NO_NAME: Final = sentence("a name is needed: letters, digits or other visible characters")
MIXED: Final = sentence("the letters of a name belong to one script, such as Latin or Greek: choose another name")

_BRACKETS: Final = frozenset({"Ps", "Pe"})  # The Unicode categories of what opens and closes brackets.

_RESERVED_KEYS: Final = frozenset(map(name_key, RESERVED))


_HOUSE_NAMES: Final = frozenset(map(name_key, BOT_NAMES))


def fit_bot_name(name: str) -> str:
    """Return the name of a bot from outside, with its mark; raise ``RemoteProtocolError`` if it is not allowed."""
    own = clean_text(fit_name(name.removesuffix(BOT_MARK)), cells=limits.NAME_CELLS - len(BOT_MARK))
    if name_key(own) in _HOUSE_NAMES:
        text = sentence("{name} is what a bot of the house is called: choose another name", name=own)
        raise RemoteProtocolError(ErrorCode.INVALID_NAME, text)
    return own + BOT_MARK


def clean_name(name: str) -> str:
    """Return a name without characters that would disturb a terminal; empty if nothing is left."""
    return clean_text(name, cells=limits.NAME_CELLS)


def taken(name: str) -> RemoteProtocolError:
    """Return the refusal of a name that is, or looks like, that of another account."""
    text = sentence("the name {name} is taken, or looks like one that is: choose another name", name=name)
    return RemoteProtocolError(ErrorCode.INVALID_NAME, text)


_log = logging.getLogger(__name__)

_FULL: Final = {
    ContactKind.FRIEND: sentence(
        "you have {n} friends, which is the limit: drop one of them first", n=wire.MOST_CONTACTS
    ),
    ContactKind.BLOCKED: sentence(
        "you block {n} people, which is the limit: unblock one of them first", n=wire.MOST_CONTACTS
    ),
}


class AddressBook:
    """Changes the contacts of accounts, and passes invitations on within limits; shared by the whole host."""

    def __init__(self, store: Store, blocks: Blocks, lobby: LobbyService) -> None:
        self._store = store
        self._blocks = blocks
        self.lobby = lobby
        self._of_one = limits.TokenBuckets(limits.INVITATIONS_OF_ONE)
        self._to_one = limits.TokenBuckets(limits.INVITATIONS_TO_ONE)
        self._of_strangers = limits.TokenBuckets(limits.INVITATIONS_OF_STRANGERS)
        self.handlers: Handlers = {
            wire.ListContacts: Handler(self._list, limits.CONTACT_COST),
            wire.SetFriend: Handler(self._set, limits.CONTACT_COST),
            wire.SetBlocked: Handler(self._set, limits.CONTACT_COST),
            wire.Invite: Handler(self._invite, limits.CONTACT_COST),
            wire.SayTo: Handler(self._say_to, limits.CONTACT_COST),
        }
        # The account and id of the command, which acts once if it is repeated; the accounts of both; and the line.
        self._asides: deque[tuple[str, int, frozenset[str], wire.SaidTo]] = deque(maxlen=limits.ASIDES_KEPT)

    async def named(self, own: Account, name: str) -> Account:
        """Return the account of another person by name."""
        other = await self._store.named(clean_name(name))
        if other is None:
            raise denial(ErrorCode.UNKNOWN_PERSON, "nobody here has this name: check how it is written")
        if other.id == own.id:
            raise denial(ErrorCode.INVALID_NAME, "that is your own name: name someone else")
        return other

    async def _set(self, session: Session, message: wire.SetFriend | wire.SetBlocked) -> wire.Contacts:
        """Make a person a contact, or no longer."""
        own, other = session.account, await self.named(session.account, message.name)
        if isinstance(message, wire.SetFriend):
            kind, on = ContactKind.FRIEND, message.friend
        else:
            kind, on = ContactKind.BLOCKED, message.blocked
        if not on:
            await self._store.drop_contact(own.id, other.id, kind)
        elif not await self._store.keep_contact(own.id, other.id, kind, wire.MOST_CONTACTS):
            raise RemoteProtocolError(ErrorCode.TOO_MANY, _FULL[kind])
        self.lobby.hide_or_show(await self._blocks.look_again(own, other))
        _log.info("%s has changed a contact", own.id)
        return await self._list(session, message)

    async def _list(self, session: Session, message: ClientCommand) -> wire.Contacts:
        account = session.account.id
        friends: list[wire.Friend] = []
        blocked: list[str] = []
        for contact in await self._store.contacts(account):
            one = contact.account
            if contact.kind is ContactKind.BLOCKED:
                blocked.append(one.name)
            elif not self._blocks.sees(account, one.id) or (person := self.lobby.online.person(one.id)) is None:
                friends.append(wire.Friend(one.name))
            else:
                # As the lobby shows them to this account.
                friends.append(wire.Friend(person.name, person.where, person.table))
        return wire.Contacts(message.id, tuple(friends), tuple(blocked))

    def _invitation(self, own: Account, table: str, other: Account) -> wire.Invited:
        """Return an invitation, with the game and the maker of the table."""
        brief = self.lobby.directory.heading(table)
        if brief is None:
            return wire.Invited(own.name, table)
        seat = seat_of(brief.chairs, brief.maker)
        chair = brief.chairs[seat] if seat is not None else None
        seen = chair is not None and self._blocks.sees(other.id, brief.maker)
        return wire.Invited(own.name, table, brief.setup.game, chair.name if chair is not None and seen else "")

    async def _say_to(self, session: Session, message: wire.SayTo) -> Accepted:
        """Pass a line on to one person, and to the other connections of whoever says it.

        A block is not revealed: the answer is the same as for a person who is not online or, where the caller sees them
        at a table, as if they had heard it. Who is not listed is not online either, unless they have spoken first.
        """
        own, other = session.account, await self.named(session.account, message.name)
        words = words_of(message)
        if any((who, number, one.text) == (own.id, message.id, words) for who, number, _, one in self._asides):
            return Accepted(message.id, 0)
        together = self._together(own.id, other.id)
        if any(brief is not None and brief.phase is TablePhase.PLAYING for brief in together):
            text = sentence("you are both at a table where a game is on: say it to everyone there, or after the game")
            raise RemoteProtocolError(ErrorCode.NOT_NOW, text)
        hidden = other.id in self._blocks.hidden(own.id)
        met = together or any(pair == {own.id, other.id} for *_cause, pair, _line in self._asides)
        known = together if hidden else met or self._blocks.sees(own.id, other.id)
        if not (known and self.lobby.online.sessions(other.id)):
            raise denial(ErrorCode.NOT_NOW, "{name} is not online: nobody has heard that", name=other.name)
        said = wire.SaidTo(own.name, other.name, words, self.lobby.now())
        self.lobby.tell(own.id, said, wire.ASIDES)
        if not hidden:
            self._asides.append((own.id, message.id, frozenset({own.id, other.id}), said))
            self.lobby.tell(other.id, said, wire.ASIDES)
        return Accepted(message.id, 0)

    def _together(self, one: str, other: str) -> list[Heading | None]:
        """Return the tables at which both accounts are, by a connection or with a seat while the other is there."""
        lobby = self.lobby
        at, there = ({lobby.online.table_of(one) for one in lobby.online.sessions(who)} - {""} for who in (one, other))
        codes = (at & there) | {code for code in at if lobby.directory.sits(code, other)}
        codes |= {code for code in there if lobby.directory.sits(code, one)}
        return [lobby.directory.heading(code) for code in sorted(codes)]

    def asides_between(self, one: Account, other: Account) -> list[str]:
        """Return the last lines that two people have said to each other alone, as far as they are still known."""
        lines = [said for *_cause, pair, said in self._asides if pair == {one.id, other.id}][-limits.ASIDES_REPORTED :]
        return [f"{said.name} to {said.to} alone: {said.text}" for said in lines]

    async def _invite(self, session: Session, message: wire.Invite) -> Accepted:
        """Pass an invitation on, unless one of the two blocks the other; the caller learns nothing of that."""
        own, table, now = session.account, read_code(message.table), asyncio.get_running_loop().time()
        if not self.lobby.directory.sits(table, own.id):
            raise denial(ErrorCode.NOT_SEATED, "you have no seat at that table: sit down there, then invite people")
        other = await self.named(own, message.name)
        if not self._of_one.take(own.id, 1.0, now):
            raise denial(ErrorCode.TOO_MANY, "you invite people too fast: wait half a minute")
        if not self._to_one.take(f"{own.id} {other.id}", 1.0, now):
            text = sentence("you have invited this person already: wait some minutes before you ask again")
            raise RemoteProtocolError(ErrorCode.TOO_MANY, text)
        if other.id not in self._blocks.hidden(own.id):
            contacts = await self._store.contacts(other.id)
            friend = any(contact.account.id == own.id for contact in contacts)
            if friend or self._of_strangers.take(other.id, 1.0, now):
                news = self._invitation(own, table, other)
                self.lobby.tell(other.id, news, INVITATIONS)
                item = NewsItem(NewsKind.INVITED, table, news.game, name=own.name)
                self.lobby.leave_word(other.id, own.id, item)
        return Accepted(message.id, 0)
