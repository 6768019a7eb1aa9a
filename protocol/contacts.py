"""Messages about other people's accounts: friends, whom one follows; the blocked; and invitations to tables."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from protocol.lobby import Where
from protocol.message import CleanName, ClientCommand, ServerAnswer, ServerMessage, TableCode

MOST_CONTACTS: Final = 200  # The greatest number of friends of an account, and of accounts that it blocks.

PersonName = Annotated[str, Meta(min_length=1, max_length=64)]
"""The nickname of the person; case and look-alike characters do not matter."""


class ListContacts(ClientCommand, frozen=True, tag="list_contacts"):
    """List one's friends, with where they are, and the people whom one blocks."""


class SetFriend(ClientCommand, frozen=True, tag="set_friend"):
    """Follow a person as a friend, or no longer; they are not asked, and one sees only what the lobby shows of them."""

    name: PersonName
    friend: bool = True
    """False to follow them no longer."""


class SetBlocked(ClientCommand, frozen=True, tag="set_blocked"):
    """Block a person, or no longer: neither hears, sees online or can invite the other, whatever they are called."""

    name: PersonName
    blocked: bool = True
    """False to block them no longer."""


class Invite(ClientCommand, frozen=True, tag="invite"):
    """Invite a person to a table where one has a seat; ``accepted`` does not tell whether anybody was told."""

    name: PersonName
    table: TableCode


class Friend(Struct, frozen=True, gc=False, omit_defaults=True):
    """A person whom the reader follows."""

    name: CleanName
    where: Where | None = None
    """Where the friend is; nil if the reader cannot see them online."""
    table: str = ""
    """The code of their table, if it is listed."""


class Contacts(ServerAnswer, frozen=True, tag="contacts"):
    """The contacts of the reader, by name: the answer to most commands about other people's accounts."""

    friends: tuple[Friend, ...] = ()
    """The people whom the reader follows."""
    blocked: tuple[str, ...] = ()
    """The nicknames of those whom the reader blocks."""


class Invited(ServerMessage, frozen=True, tag="invited"):
    """Somebody invites the reader to a table."""

    name: CleanName
    table: str
