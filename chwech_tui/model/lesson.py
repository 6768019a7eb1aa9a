"""A course for newcomers as values: prepared positions, each with what follows from every choice in it."""

from msgspec import Struct

from protocol.game import Answer, View
from protocol.setup import Setup


class Reply(Struct, frozen=True, gc=False):
    """What follows from one choice."""

    action: Answer
    view: View
    """The game after the choice and the turns that follow it."""

    text: str
    """What the coach says to it."""

    good: bool = True
    """True if no other choice is clearly better."""


class Lesson(Struct, frozen=True, gc=False):
    """One position with a choice to make."""

    title: str
    text: str
    """What the coach says before the choice."""

    setup: Setup
    names: tuple[str, ...]
    """The names on the seats; the first is the viewer, marked for translation."""

    view: View
    replies: tuple[Reply, ...]
    """One for each legal action of the viewer."""

    def reply_to(self, action: Answer) -> Reply:
        """Return what follows from a legal action."""
        return next(reply for reply in self.replies if reply.action == action)
