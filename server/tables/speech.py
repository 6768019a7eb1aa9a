"""Facts of the log about what was said at a table."""

from protocol.vocabulary import Seat
from server.tables.fact import Fact


class Spoke(Fact, frozen=True, gc=False, tag="spoke"):
    """Somebody said something that everybody at the table may hear."""

    name: str
    """Who, cleaned."""

    text: str
    """What, cleaned."""

    seat: Seat | None = None
    """The speaker's seat; None for somebody who looks on."""

    phrase: int | None = None
    """The number of the quick phrase, if it was one."""


class Whispered(Fact, frozen=True, gc=False, tag="whispered"):
    """Somebody who looks on said something to the others who do; it is no event, and nobody else hears of it."""

    name: str
    """Who, cleaned."""

    text: str
    """What, cleaned."""

    phrase: int | None = None
    """The number of the quick phrase, if it was one."""
