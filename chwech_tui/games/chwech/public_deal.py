"""The public part of a deal of Chwech, as numbers and sentences."""

from collections.abc import Sequence
from typing import Final

from chwech_tui.model.cards import PublicDeal, TrickText, trick_texts
from protocol.chwech.actions import PASS, write_action
from protocol.chwech.views import ChwechView, Phase, Turn
from protocol.language import N_, _, pgettext

_TURNS: Final = {
    Phase.OPENING: N_("{name} leads."),
    Phase.LEADING: N_("{name} leads or passes."),
    Phase.FOLLOWING: N_("{name} follows or passes."),
}
"""Whose turn it is, and for what, marked for translation."""


class ChwechDeal(PublicDeal[ChwechView]):
    """A deal of Chwech as everybody may see it."""

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
        standing = self.view.seats[seat]
        return str(standing.cards), str(standing.won), str(standing.worth), str(standing.total)

    def sentence(self, names: Sequence[str]) -> str:
        """Return the state of the game in words."""
        if self.view.winners:
            won = ", ".join(names[seat] for seat in self.view.winners)
            total = self.view.seats[self.view.winners[0]].total
            return _("The game is over. With {total}: {names}.", total=total, names=won)
        number, of, dealer = self.view.deal, self.view.deals, names[self.view.dealer]
        if self.view.phase is Phase.DEALING:
            return _("Deal {number} of {deals} comes next, dealt by {dealer}.", number=number, deals=of, dealer=dealer)
        said = _("Deal {number} of {deals}, dealt by {dealer}.", number=number, deals=of, dealer=dealer)
        return said if self.view.turn is None else f"{said} {_(_TURNS[self.view.phase], name=names[self.view.turn])}"

    def tricks(self, names: Sequence[str]) -> tuple[TrickText, ...]:
        """Return the previous trick and the open one, as far as there are such."""
        return trick_texts(self.view.last_trick, self.view.trick, names, _said)


def _said(turn: Turn) -> str:
    return write_action(turn.play or PASS)
