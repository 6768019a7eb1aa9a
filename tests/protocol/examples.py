"""An example or more of every message: those whose frames are released, by their names."""

from typing import Any, Final

import msgspec

from protocol.messages import FromClient, FromServer
from tests.protocol.golden import decoded, released

_MESSAGES: Final = {golden.name: decoded(golden) for golden in released()}
FROM_CLIENT: Final[dict[str, FromClient]] = {
    name.removeprefix("client: "): message for name, message in _MESSAGES.items() if name.startswith("client: ")
}
"""What a client may send."""

FROM_SERVER: Final[dict[str, FromServer]] = {
    name.removeprefix("server: "): message for name, message in _MESSAGES.items() if name.startswith("server: ")
}
"""What a server may send."""


def shown(name: str) -> Any:  # noqa: ANN401 - of any game
    """Give the table that an example shows."""
    return msgspec.structs.asdict(FROM_SERVER[name])["view"]
