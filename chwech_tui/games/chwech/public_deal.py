"""The public part of a deal of Chwech, as numbers and sentences."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from chwech_tui.model.cards import PublicDeal, TrickText, trick_texts
from protocol.chwech.actions import PASS, write_action
from protocol.chwech.views import ChwechView, Phase, Trick
from protocol.language import N_, _, pgettext

_TURNS: Final = {
    Phase.OPENING: N_("{name} leads."),
    Phase.LEADING: N_("{name} leads or passes."),
    Phase.FOLLOWING: N_("{name} follows or passes."),
}
"""Whose turn it is, and for what, marked for translation."""


class Standing(Struct, frozen=True, gc=False):
    """The score of one seat."""

    cards: int
    """Cards in hand."""

    won: int
    """Cards won in this deal."""

    points: int
    """Points that it would score if the deal ended now."""

    total: int
    """Score of the deals before this one."""


class TrickShown(Struct, frozen=True, gc=False):
    """A trick."""

    turns: tuple[tuple[int, str], ...]
    """Each turn in the notation of records: the seat, and its action."""

    suit: str | None
    """The suit to follow, ``C``, ``D``, ``H`` or ``S``; None before the lead."""

    taker: int | None
    """The seat that took it; of an open trick, the seat that is taking it so far."""


class ChwechDeal(PublicDeal, frozen=True):
    """A deal of Chwech as everybody may see it."""

    number: int
    """Its number, from 1; between two deals the number of the next one."""

    of: int
    """The number of deals in the game."""

    dealer: int
    """The seat that deals."""

    phase: str
    """``dealing``, ``opening``, ``leading``, ``following`` or ``over``."""

    turn: int | None
    """The seat whose turn it is."""

    standings: tuple[Standing, ...]
    """The score of each seat."""

    trick: TrickShown
    """The open trick."""

    last_trick: TrickShown | None
    """The previous trick of this deal."""

    winners: tuple[int, ...]
    """At the end, the seats with the highest total."""

    @property
    def titles(self) -> tuple[str, ...]:
        """The headings of the numbers of a seat."""
        return (
            pgettext("title of a column", "Cards"),
            pgettext("title of a column", "Won"),
            pgettext("title of a column", "Points"),
            pgettext("title of a column", "Total"),
        )

    def numbers(self, seat: int) -> tuple[str, ...]:
        """Return the numbers of a seat as text."""
        standing = self.standings[seat]
        return str(standing.cards), str(standing.won), str(standing.points), str(standing.total)

    def sentence(self, names: Sequence[str]) -> str:
        """Return the state of the game in words."""
        if self.winners:
            won = ", ".join(names[seat] for seat in self.winners)
            return _("The game is over. With {total}: {names}.", total=self.standings[self.winners[0]].total, names=won)
        number, of, dealer = self.number, self.of, names[self.dealer]
        if self.phase == Phase.DEALING.value:
            return _("Deal {number} of {deals} comes next, dealt by {dealer}.", number=number, deals=of, dealer=dealer)
        said = _("Deal {number} of {deals}, dealt by {dealer}.", number=number, deals=of, dealer=dealer)
        return said if self.turn is None else f"{said} {_(_TURNS[Phase(self.phase)], name=names[self.turn])}"

    def tricks(self, names: Sequence[str]) -> tuple[TrickText, ...]:
        """Return the previous trick and the open one, as far as there are such."""
        return trick_texts(self.last_trick, self.trick, names)


def public_deal(view: ChwechView) -> ChwechDeal:
    """Return the public part of a view."""
    return ChwechDeal(
        number=view.deal,
        of=view.deals,
        dealer=view.dealer,
        phase=view.phase.value,
        turn=view.turn,
        standings=tuple(Standing(seat.cards, seat.won, seat.worth, seat.total) for seat in view.seats),
        trick=_shown(view.trick),
        last_trick=_shown(view.last_trick) if view.last_trick else None,
        winners=view.winners,
    )


def _shown(trick: Trick) -> TrickShown:
    turns = tuple((int(turn.seat), write_action(turn.play or PASS)) for turn in trick.turns)
    return TrickShown(turns, trick.suit.value if trick.suit else None, trick.taker)
