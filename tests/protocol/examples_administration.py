"""One value or more of every message of those who run a server."""

from collections.abc import Mapping
from typing import Final

from protocol.administration import AdminCommand, AdminReply, Notice, ReportPerson
from protocol.messages import FromClient, FromServer
from protocol.wording import Wording

FROM_CLIENT: Final[Mapping[str, FromClient]] = {
    "admin": AdminCommand(id=50, words=("mute", "Megan", "30m")),
    "admin without words": AdminCommand(id=51, words=()),
    "report person": ReportPerson(id=52, name="Megan", text="shouts"),
}
"""What a client may send."""

FROM_SERVER: Final[Mapping[str, FromServer]] = {
    "admin reply": AdminReply(id=50, lines=("Megan is muted.",)),
    "admin reply, refused": AdminReply(id=51, lines=("There is no such table.",), refused=True),
    "notice": Notice("Back in five minutes."),
    "notice that can be translated": Notice(
        "Megan reports Nia", Wording("{by} reports {name}", {"by": "Megan", "name": "Nia"})
    ),
}
"""What a server may send."""
