"""Messages about one's own account: its nickname, its keys, and the codes that add another key."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from protocol.message import CleanName, ClientCommand, Code, Count, Moment, Name, ServerAnswer

Fingerprint = Annotated[str, Meta(min_length=1, max_length=64)]
"""The fingerprint of the key, as OpenSSH writes it: ``SHA256:`` and 43 characters."""


class Rename(ClientCommand, frozen=True, tag="rename"):
    """Take another nickname; the one before is free for others. At a table one keeps the name that one sat down by."""

    name: Name
    """The nickname."""


class ListKeys(ClientCommand, frozen=True, tag="list_keys"):
    """List the keys of one's account."""


class NameKey(ClientCommand, frozen=True, tag="name_key"):
    """Name a key of one's account."""

    key: Fingerprint
    name: Name
    """The name; empty for none."""


class RevokeKey(ClientCommand, frozen=True, tag="revoke_key"):
    """Revoke a key of one's account: from now on it belongs to nobody."""

    key: Fingerprint
    last: bool = False
    """True to revoke even the last key, without which nobody can come back to the account."""


class OfferKey(ClientCommand, frozen=True, tag="offer_key"):
    """Ask for a code that adds another key to one's account; it replaces an earlier code."""


class UseCode(ClientCommand, frozen=True, tag="use_code"):
    """Add the key of this connection to the account that the code was made for."""

    code: Annotated[str, Meta(min_length=1, max_length=40)]
    """The code; case and hyphens do not matter."""
    name: Name = ""
    """A name for the key."""


class Renamed(ServerAnswer, frozen=True, tag="renamed"):
    """The account has another nickname."""

    name: CleanName


class KeyEntry(Struct, frozen=True, gc=False, omit_defaults=True):
    """One key of an account."""

    key: str
    added_at: Moment
    """When it was added to the account, in seconds since 1970."""
    name: str = ""
    """The name that its owner gave it."""
    current: bool = False
    """True if it authenticated the reader's own connection."""


class Keys(ServerAnswer, frozen=True, tag="keys"):
    """The keys of an account, the oldest first: the answer to most commands about keys."""

    account: str
    """The nickname of the account."""
    keys: tuple[KeyEntry, ...]
    """The keys; none for a guest."""


class KeyCode(ServerAnswer, frozen=True, tag="key_code"):
    """The code that adds one other key to the account."""

    code: Code
    """The code to type on the other device."""
    seconds: Count
    """Seconds for which it is valid."""


MOST_SETTINGS: Final = 64  # The greatest number of settings of an account, and of each of its devices.
MOST_CHARACTERS: Final = 40  # The greatest number of characters of the name of a setting.
LONGEST_SETTING: Final = 200  # The greatest number of characters of its value.

SettingName = Annotated[str, Meta(min_length=1, max_length=MOST_CHARACTERS)]

SettingValue = Annotated[str, Meta(max_length=LONGEST_SETTING)]
"""The value of a setting; empty to forget it."""

SettingValues = Annotated[dict[SettingName, SettingValue], Meta(max_length=MOST_SETTINGS)]
"""Values by name."""


class KeepSettings(ClientCommand, frozen=True, tag="keep_settings"):
    """Change settings; those that are not named stay as they are."""

    account: SettingValues = {}
    """Values for the whole account, by name; an empty value forgets a setting."""
    device: SettingValues = {}
    """Values for the key of this connection alone; without a key, for the account."""


class SettingsKept(ServerAnswer, frozen=True, tag="settings_kept"):
    """The settings are stored."""

    settings: dict[str, str] = {}
    """All settings that hold on this connection: those of the account, overridden by those of its key."""
