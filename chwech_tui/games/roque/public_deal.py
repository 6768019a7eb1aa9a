"""The public part of a deal of Roque, as numbers and sentences."""

from collections.abc import Sequence
from typing import Final

from chwech_tui.games.roque.words import ROQUE
from chwech_tui.games.score_table import side_letter
from chwech_tui.model.cards import PublicDeal, TrickText, suit_words, trick_texts
from chwech_tui.model.ink import figure
from protocol.language import N_, _, pgettext
from protocol.roque.views import Phase, RoqueView

_TURNS: Final = {
    Phase.BIDDING: N_("{name} bids or passes."),
    Phase.BURYING: N_("{name} lays cards aside."),
    Phase.LEADING: N_("{name} leads."),
    Phase.FOLLOWING: N_("{name} follows."),
}
"""What the seat does whose turn it is, marked for translation."""


class RoqueDeal(PublicDeal[RoqueView]):
    """A deal of Roque as everybody may see it."""

    @property
    def titles(self) -> tuple[str, ...]:
        """The headings of the numbers of a seat."""
        side = (pgettext("heading", "Side"),) if self._partners else ()
        numbers = (pgettext("heading", "Tricks"), pgettext("heading", "Took"), pgettext("heading", "Total"))
        return (*side, pgettext("heading", "Cards"), pgettext("heading", "Bid"), *numbers)

    def numbers(self, seat: int) -> tuple[str, ...]:
        """Return the numbers of a seat as text."""
        standing = self.view.seats[seat]
        side = (side_letter(standing.side),) if self._partners else ()
        bid = str(standing.bid) if standing.bid else "-"
        numbers = (str(standing.tricks), str(standing.took), figure(standing.total))
        return (*side, str(standing.cards), bid, *numbers)

    def sentence(self, names: Sequence[str]) -> str:
        """Return the state of the game in words."""
        if self.view.winners:
            won = ", ".join(names[seat] for seat in self.view.winners)
            total = figure(self.view.seats[self.view.winners[0]].total)
            return _("The game is over. With {total}: {names}.", total=total, names=won)
        said = {"number": self.view.deal, "target": self.view.target, "dealer": names[self.view.dealer]}
        if self.view.phase is Phase.DEALING:
            return _("Deal {number}, to {target}, comes next, dealt by {dealer}.", **said)
        turn = "" if self.view.turn is None else _(_TURNS[self.view.phase], name=names[self.view.turn])
        deal = _("Deal {number}, to {target}, dealt by {dealer}.", **said)
        return " ".join(filter(None, (deal, self._bidder(names), self.trumps(names), turn)))

    def trumps(self, names: Sequence[str]) -> str:
        """Return the trump suit."""
        return "" if self.view.trump is None else _("{suit} are trump.", suit=suit_words(self.view.trump).capitalize())

    def tricks(self, names: Sequence[str]) -> tuple[TrickText, ...]:
        """Return the previous trick and the open one, as far as there are such."""
        return trick_texts(self.view.last_trick, self.view.trick, names)

    @property
    def _partners(self) -> bool:
        return self.view.game == ROQUE

    def _bidder(self, names: Sequence[str]) -> str:
        """Return who has bid most."""
        if self.view.declarer is None:
            return ""
        return _("{name} has bid {bid}.", name=names[self.view.declarer], bid=self.view.bid)
