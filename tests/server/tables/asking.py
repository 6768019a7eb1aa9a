"""What a person asks of the table at which they have a seat, for tests of tables."""

from collections.abc import Callable
from typing import Any

from protocol.messages import Act, Continue
from server.tables.commands import Asked, SeatedMessage
from server.tables.log import Cause


def asked(cause: Cause, kind: Callable[..., SeatedMessage], *values: Any, **named: Any) -> Asked:  # noqa: ANN401
    """Give a command: the message has the id of its cause, and the number of the state that it answers, if any."""
    answers = (cause.seq,) if kind in (Act, Continue) else ()
    return Asked(cause, kind(cause.id, *answers, *values, **named))
