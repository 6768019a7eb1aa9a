"""Messages about the settings of a person: opaque texts that the server keeps, and gives back with its greeting."""

from typing import Annotated, Final

from msgspec import Meta

from protocol.message import ClientCommand, ServerAnswer

MOST_SETTINGS: Final = 64
"""The greatest number of settings of an account, and of each of its devices."""

MOST_CHARACTERS: Final = 40
"""The greatest number of characters of a name or a value."""

SettingName = Annotated[str, Meta(min_length=1, max_length=MOST_CHARACTERS)]

SettingValue = Annotated[str, Meta(max_length=MOST_CHARACTERS)]
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
