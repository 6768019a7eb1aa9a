"""What everybody may know of a server, on a page: how long it has been up, how many are here, and what is on."""

from datetime import UTC, datetime

import msgspec

from protocol.language import _, ngettext
from protocol.lobby import ServerStatus
from server.fronts.page import safe


def status_lines(status: ServerStatus) -> list[str]:
    """Return the page as text."""
    return [
        safe(status.name) or "Chwech",
        _("{version}, up since {time} UTC", version=safe(status.version), time=_time(status.since)),
        ngettext("{n} person is here", "{n} people are here", status.people),
        ngettext("{n} table is being played", "{n} tables are being played", status.playing),
        ngettext("{n} table waits for players", "{n} tables wait for players", status.waiting),
        _("deal of the day: {day}, until {time} UTC", day=safe(status.day), time=_time(status.day_ends_at)),
    ]


def status_json(status: ServerStatus) -> str:
    """Return it for a program, on one line; every key is always present."""
    plain = {name: getattr(status, name) for name in status.__struct_fields__ if name != "id"}
    return msgspec.json.encode(plain).decode() + "\n"


def _time(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M}"
