"""What every game says in the protocol: its actions, its events, its view; no game is known here."""

from typing import NewType

from msgspec import Struct

Seat = NewType("Seat", int)
"""A place at the table, counted from 0 clockwise: the next seat is to the left."""


class Action(Struct, frozen=True, gc=False, tag_field="type", omit_defaults=True, forbid_unknown_fields=True):
    """Something a seat can do; a game derives its own, tagged ``game.verb``, in the imperative."""


class Event(Struct, frozen=True, gc=False, tag_field="type", omit_defaults=True):
    """Something that has happened; a game derives its own, tagged ``game.verb``, in the past tense."""


class View(Struct, frozen=True, gc=False, tag_field="type", omit_defaults=True):
    """All that one viewer may know of a game; a game derives its own, tagged ``game.view``."""


class Dialect(Struct, frozen=True):
    """The types in which one game speaks."""

    game: str
    """The name of the game, the first part of every tag."""

    actions: tuple[type[Action], ...]
    """Every action a seat can send."""

    events: tuple[type[Event], ...]
    """Every event of the game, also those that only the log sees whole."""

    view: type[View]
    """What a viewer is shown."""
