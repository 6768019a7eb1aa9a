"""Messages about accounts: one's own, with its keys and settings; other people; and those who run the server."""

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import Meta, Struct

from protocol import message
from protocol.lobby import Where
from protocol.table import Words

Fingerprint = Annotated[str, Meta(min_length=1, max_length=64)]
"""The fingerprint of the key, as OpenSSH writes it: ``SHA256:`` and 43 characters."""


class Rename(message.ClientCommand, frozen=True, tag="rename"):
    """Take another nickname; the one before is free for others. At a table one keeps the name that one sat down by."""

    name: message.Name
    """The nickname."""


class ListKeys(message.ClientCommand, frozen=True, tag="list_keys"):
    """List the keys of one's account."""


class NameKey(message.ClientCommand, frozen=True, tag="name_key"):
    """Name a key of one's account."""

    key: Fingerprint
    name: message.Name
    """The name; empty for none."""


class RevokeKey(message.ClientCommand, frozen=True, tag="revoke_key"):
    """Revoke a key of one's account: it no longer identifies anyone."""

    key: Fingerprint
    last: bool = False
    """True to revoke even the last key, without which the account cannot be used again."""


class OfferKey(message.ClientCommand, frozen=True, tag="offer_key"):
    """Ask for a code that adds another key to one's account; it replaces an earlier code."""


class UseCode(message.ClientCommand, frozen=True, tag="use_code"):
    """Add the key of this connection to the account that the code was made for."""

    code: Annotated[str, Meta(min_length=1, max_length=40)]
    """The code; case and hyphens do not matter."""
    name: message.Name = ""
    """A name for the key."""


class Renamed(message.ServerAnswer, frozen=True, tag="renamed"):
    """The account has another nickname."""

    name: message.CleanName


class KeyEntry(Struct, frozen=True, gc=False, omit_defaults=True):
    """One key of an account."""

    key: str
    added_at: message.Moment
    """When it was added to the account, in seconds since 1970."""
    name: str = ""
    """The name that its owner gave it."""
    current: bool = False
    """True if it authenticated the reader's own connection."""


class Keys(message.ServerAnswer, frozen=True, tag="keys"):
    """The keys of an account, the oldest first: the answer to most commands about keys."""

    account: str
    """The nickname of the account."""
    keys: tuple[KeyEntry, ...]
    """The keys; none for a guest."""


class KeyCode(message.ServerAnswer, frozen=True, tag="key_code"):
    """The code that adds one other key to the account."""

    code: message.Code
    """The code to type on the other device."""
    seconds: message.Count
    """Seconds for which it is valid."""


MOST_SETTINGS: Final = 64  # The greatest number of settings of an account, and of each of its devices.
MOST_CHARACTERS: Final = 40  # The greatest number of characters of the name of a setting.
LONGEST_SETTING: Final = 200  # The greatest number of characters of its value.

SettingName = Annotated[str, Meta(min_length=1, max_length=MOST_CHARACTERS)]

SettingValue = Annotated[str, Meta(max_length=LONGEST_SETTING)]
"""The value of a setting; empty to forget it."""

SettingValues = Annotated[dict[SettingName, SettingValue], Meta(max_length=MOST_SETTINGS)]
"""Values by name."""


WEBHOOK: Final = "webhook"
"""The setting of an account with the address that hears of one's turn in a correspondence game while one is away.

The server refuses an address that its host does not allow.
"""


LISTED: Final = "listed"
"""The setting of an account that leaves its person out of lists of people, rankings and news while it is ``off``.

Their own friends still see them, as do those at the same table.
"""


class KeepSettings(message.ClientCommand, frozen=True, tag="keep_settings"):
    """Change settings; those that are not named stay as they are."""

    account: SettingValues = {}
    """Values for the whole account, by name; an empty value forgets a setting."""
    device: SettingValues = {}
    """Values for the key of this connection alone; without a key, for the account."""


class SettingsKept(message.ServerAnswer, frozen=True, tag="settings_kept"):
    """The settings are stored."""

    settings: dict[str, str] = {}
    """All settings that hold on this connection: those of the account, overridden by those of its key."""


MOST_CONTACTS: Final = 200  # The greatest number of friends of an account, and of accounts that it blocks.

PersonName = Annotated[str, Meta(min_length=1, max_length=64)]
"""The nickname of the person; case and look-alike characters do not matter."""


class ListContacts(message.ClientCommand, frozen=True, tag="list_contacts"):
    """List one's friends, with where they are, and the people whom one blocks."""


class SetFriend(message.ClientCommand, frozen=True, tag="set_friend"):
    """Follow a person as a friend, or no longer; they are not asked, and one sees only what the lobby shows of them."""

    name: PersonName
    friend: bool = True
    """False to follow them no longer."""


class SetBlocked(message.ClientCommand, frozen=True, tag="set_blocked"):
    """Block a person, or no longer: neither hears, sees online or can invite the other, whatever they are called."""

    name: PersonName
    blocked: bool = True
    """False to block them no longer."""


class Invite(message.ClientCommand, frozen=True, tag="invite"):
    """Invite a person to a table where one has a seat; ``accepted`` does not tell whether anybody was told."""

    name: PersonName
    table: message.TableCode


class SayTo(message.ClientCommand, frozen=True, tag="say_to"):
    """Say something to one person who is online, wherever they are; nothing of it is stored."""

    name: PersonName
    text: Words


class SaidTo(message.ServerMessage, frozen=True, tag="said_to"):
    """Someone has said something to one person: both of them are told."""

    name: message.CleanName
    """Who has said it."""
    to: message.CleanName
    """To whom."""
    text: str
    """The text, cleaned."""
    at: float
    """When it was said, in seconds since 1970."""


class Friend(Struct, frozen=True, gc=False, omit_defaults=True):
    """A person whom the reader follows."""

    name: message.CleanName
    where: Where | None = None
    """Where the friend is; nil if the reader cannot see them online."""
    table: str = ""
    """The code of their table, if it is listed."""


class Contacts(message.ServerAnswer, frozen=True, tag="contacts"):
    """The contacts of the reader, by name: the answer to most commands about other people's accounts."""

    friends: tuple[Friend, ...] = ()
    """The people whom the reader follows."""
    blocked: tuple[str, ...] = ()
    """The nicknames of those whom the reader blocks."""


class Invited(message.ServerMessage, frozen=True, omit_defaults=True, tag="invited"):
    """Someone invites the reader to a table."""

    name: message.CleanName
    table: str
    game: str = ""
    """What is played there."""
    host: message.CleanName = ""
    """Who made the table and has a seat there, if the reader may see them."""


ASIDES: Final = "said_to"  # The feature of a client that is told ``SaidTo``.
NOTICES: Final = "notice"  # The feature of a client that is told ``Notice``.
MOST_WORDS: Final = 60  # The most words of one command.
LONGEST_WORD: Final = 200  # The most characters of one word.
LONGEST_REPORT: Final = 400  # The most characters of a report.

AdminWord = Annotated[str, Meta(max_length=LONGEST_WORD)]
"""One word of a command as the client sends it; the server cleans it."""


EVERYBODY_KNOWN: Final = "--everybody-known"  # The word with ``allow`` for all who have an account with a key.


class AdminCommand(message.ClientCommand, frozen=True, tag="admin"):
    """Do something that only moderators or admins may; the word ``help`` tells what there is."""

    words: Annotated[tuple[AdminWord, ...], Meta(max_length=MOST_WORDS)]
    """The words, as after ``chwech admin``."""


class ReportPerson(message.ClientCommand, frozen=True, tag="report_person"):
    """Report a person to those who run the server, with what was said and done lately where the sender is."""

    name: PersonName
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_REPORT)]
    """What is wrong."""


class AdminReply(message.ServerAnswer, frozen=True, tag="admin_reply"):
    """The answer to a command of a moderator or an admin."""

    lines: tuple[str, ...]
    """What to print, in English."""
    refused: bool = False
    """True if nothing was done; the lines say why."""


class Notice(message.ServerMessage, frozen=True, tag="notice"):
    """A word from those who run the server, or to them."""

    text: str
    """The text, for a person."""
    wording: message.Wording | None = None


def checked_words(words: Sequence[str]) -> tuple[str, ...]:
    """Return words as a command may have them; raise ``ValueError`` if there are too many, or one is too long."""
    if len(words) > MOST_WORDS or any(len(word) > LONGEST_WORD for word in words):
        raise ValueError(f"a command has {MOST_WORDS} words at most, and a word {LONGEST_WORD} characters")
    return tuple(words)
