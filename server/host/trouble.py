"""What people are told when the store fails."""

from typing import Final

from protocol.errors import ErrorCode
from server.storage.store import Append, Unknown
from server.tables.commands import Denied

TROUBLE: Final = "the server cannot use its store now: try again later; what was accepted is kept"
"""What people are told while the store fails."""

TROUBLES: Final = frozenset({ErrorCode.SERVER_FAULT, ErrorCode.UNKNOWN_OUTCOME})
"""Why something is refused then."""


def not_stored(answer: Append) -> Denied:
    """Say why a command is not known to be kept."""
    if isinstance(answer, Unknown):
        return Denied(ErrorCode.UNKNOWN_OUTCOME, "nobody knows whether it was stored: repeat it with the same id")
    return Denied(ErrorCode.SERVER_FAULT, TROUBLE)
