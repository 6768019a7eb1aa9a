"""A deal as everybody may see it, in words: what a game tells where there is no screen."""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from chwech_tui.model.trick import CardTrick
from protocol.language import _


class PublicDeal(Struct, frozen=True, gc=False):
    """A deal as everybody may see it, without a screen; the fields of each game are its JSON."""

    @property
    def titles(self) -> tuple[str, ...]:
        """The headings of the numbers of a seat."""
        raise NotImplementedError

    def numbers(self, seat: int) -> tuple[str, ...]:
        """Return the numbers of a seat as text."""
        raise NotImplementedError

    def sentence(self, names: Sequence[str]) -> str:
        """Return the state of the game in words."""
        raise NotImplementedError

    def trumps(self, names: Sequence[str]) -> str:
        """Return the trumps, and what else lies face up; empty in a game without trumps."""
        return ""

    def tricks(self, names: Sequence[str]) -> tuple["TrickText", ...]:
        """Return the previous trick and the open one, as far as there are such."""
        raise NotImplementedError


class TrickText(Struct, frozen=True, gc=False):
    """A trick in words."""

    title: str
    """Which trick it is."""

    turns: tuple[str, ...]
    """The turns in order, each with its player."""

    taker: str
    """Who takes it; empty if nobody does."""


class TrickShown(Struct, frozen=True, gc=False):
    """A trick of cards played one by one."""

    turns: tuple[tuple[int, str], ...]
    """Each turn in the notation of records: the seat, and its card."""

    taker: int | None
    """The seat that took it; of an open trick, the seat that is taking it so far."""


def trick_shown(trick: CardTrick) -> TrickShown:
    """Return a trick as everybody may see it."""
    return TrickShown(tuple((int(turn.seat), turn.card.text) for turn in trick.turns), trick.taker)


class _Laid(Protocol):
    """A trick as a public deal has it."""

    @property
    def turns(self) -> Sequence[tuple[int, str]]:
        """The seat of each turn, and what it did."""

    @property
    def taker(self) -> int | None:
        """The seat that takes it; None if nobody does."""


def trick_texts(last: _Laid | None, now: _Laid, names: Sequence[str]) -> tuple[TrickText, ...]:
    """Return the previous trick and the open one in words, as far as there are such."""
    told = (_told(_("Last trick"), last, names, _("taken by {name}")),) if last else ()
    return (*told, _told(_("This trick"), now, names, _("so far to {name}"))) if now.turns else told


def _told(title: str, trick: _Laid, names: Sequence[str], taken: str) -> TrickText:
    turns = tuple(f"{names[seat]} {action}" for seat, action in trick.turns)
    return TrickText(title, turns, "" if trick.taker is None else taken.format(name=names[trick.taker]))
