"""What is refused to somebody who has changed their mind too often at a table."""

from typing import Final

from protocol.errors import ErrorCode
from server.tables.caprice import CAPRICES
from server.tables.commands import Fill, Give, Ready, Remove, Rest, SeatedCommand, StepAway
from server.tables.outcome import Denied

ENOUGH: Final = Denied(
    ErrorCode.TOO_MANY, f"you have come and gone, or changed your mind, {CAPRICES} times at this table: that is enough"
)
"""What is said to whoever has."""


def is_caprice(command: SeatedCommand) -> bool:
    """Say whether a command can be refused on that ground; to be back, or to let the game go on, never can."""
    match command:
        case Ready(ready=wanted) | StepAway(away=wanted) | Rest(paused=wanted):
            return wanted
    return isinstance(command, Fill | Remove | Give)
