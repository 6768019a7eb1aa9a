"""A course for newcomers as values: prepared positions, each with what follows from every choice in it."""

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from msgspec import Struct

from protocol.setup import Setup
from protocol.vocabulary import Action, View

V = TypeVar("V", bound=View)
"""The view of a game."""


class Reply(Struct, frozen=True, gc=False):
    """What follows from one choice."""

    action: Action
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

    def reply_to(self, action: Action) -> Reply:
        """Return what follows from a legal action."""
        return next(reply for reply in self.replies if reply.action == action)


class LessonWords(Struct, frozen=True, gc=False):
    """What the coach says in one position."""

    position: str
    """The name of the position."""

    title: str
    text: str
    replies: Mapping[str, str]
    """What to say to each action, as records write it; ``rob *`` stands for all that begin so, ``*`` for the others."""

    good: frozenset[str]
    """The actions, or groups of them, than which no other is clearly better."""


class Position(Struct, Generic[V], frozen=True, gc=False):
    """A prepared position: the view before the choice, and after each action, as records write it."""

    view: V
    after: dict[str, V]


def make_lesson(
    words: LessonWords,
    position: Position[V],
    setup: Setup,
    names: tuple[str, ...],
    read_action: Callable[[str], Action],
) -> Lesson:
    """Return the lesson of a position."""
    replies = []
    for action, view in position.after.items():
        key = _key(words.replies, action)
        replies.append(Reply(read_action(action), view, words.replies[key], key in words.good))
    return Lesson(words.title, words.text, setup, names, position.view, tuple(replies))


def _key(replies: Mapping[str, str], action: str) -> str:
    """Return the action itself, or the group that it belongs to."""
    verb = f"{action.partition(' ')[0]} *"
    return next(key for key in (action, verb, "*") if key in replies)
