"""The value of a premove; when it is made is decided in ``chwech_tui.model.automatic``."""

from msgspec import Struct

from protocol.cards import Card


class Premove(Struct, frozen=True, gc=False):
    """What the viewer has chosen to do when their turn comes."""

    key: str
    """The key that was pressed, as Textual names it."""

    label: str
    """What it does, in words: ``Q♣``, ``pass``."""

    card: Card | None = None
    """The chosen card; None for a move without one."""
