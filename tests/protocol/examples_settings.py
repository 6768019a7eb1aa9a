"""One value or more of every message about settings."""

from collections.abc import Mapping
from typing import Final

from protocol.messages import FromClient, FromServer, Welcome
from protocol.settings import KeepSettings, SettingsKept

FROM_CLIENT: Final[Mapping[str, FromClient]] = {
    "keep settings": KeepSettings(id=19, account={"order": "rank", "rest": ""}, device={"theme": "light"}),
}
"""What a client may send."""

FROM_SERVER: Final[Mapping[str, FromServer]] = {
    "settings kept": SettingsKept(id=19, settings={"order": "rank", "theme": "light"}),
    "welcome back": Welcome(version=1, server="chwech", name="Megan", games=(), settings={"theme": "light"}),
}
"""What a server may send."""
