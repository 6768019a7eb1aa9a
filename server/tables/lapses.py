"""The facts about time at a table: who was away, whose time ran out, when the game rested."""

from protocol.absence import Absence
from protocol.vocabulary import Seat
from server.tables.fact import Fact


class BotStoodIn(Fact, frozen=True, gc=False, tag="bot_stood_in"):
    """A bot plays for somebody who is away; the seat stays theirs."""

    seat: Seat
    """Whose."""

    bot: str
    """The level of the bot."""

    why: Absence
    """Why the person is away."""


class PersonResigned(Fact, frozen=True, gc=False, tag="person_resigned"):
    """A person left for good; the seat is a bot's from now on and keeps the name."""

    seat: Seat
    """Which."""

    bot: str
    """The level of the bot."""


class TimeRanOut(Fact, frozen=True, gc=False, tag="time_ran_out"):
    """A person did not act in time; what was done for them follows in the same record."""

    seat: Seat
    """Whose time it was."""


class PauseAsked(Fact, frozen=True, gc=False, tag="pause_asked"):
    """A person asked for a pause, or took that back."""

    seat: Seat
    """Who."""

    wanted: bool = True
    """Whether they want it."""


class PauseBegan(Fact, frozen=True, gc=False, tag="pause_began"):
    """Everybody who was connected had agreed to a pause."""


class PauseEnded(Fact, frozen=True, gc=False, tag="pause_ended"):
    """The game goes on."""

    seat: Seat | None = None
    """Who said so; None where the longest time had passed."""


Lapse = BotStoodIn | PersonResigned | TimeRanOut | PauseAsked | PauseBegan | PauseEnded
"""Any of them."""
