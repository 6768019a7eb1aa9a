"""The public part of a deal of Auction Forty-Fives, as numbers and sentences."""

from collections.abc import Sequence
from typing import Final

from chwech_tui.games.score_table import side_letter
from chwech_tui.model.cards import PublicDeal, TrickText, suit_words, trick_texts
from chwech_tui.model.ink import figure
from protocol.auction_fives.views import AuctionFivesView, Phase
from protocol.language import N_, _, pgettext

_TURNS: Final = {
    Phase.BIDDING: N_("{name} bids or passes."),
    Phase.NAMING: N_("{name} names trumps."),
    Phase.DRAWING: N_("{name} lays cards aside."),
    Phase.PICKING: N_("{name} picks cards."),
    Phase.LEADING: N_("{name} leads."),
    Phase.FOLLOWING: N_("{name} follows."),
}
"""What the seat does whose turn it is, marked for translation."""


class AuctionFivesDeal(PublicDeal[AuctionFivesView]):
    """A deal of Auction Forty-Fives as everybody may see it."""

    @property
    def titles(self) -> tuple[str, ...]:
        """The headings of the numbers of a seat."""
        cards, tricks = pgettext("heading", "Cards"), pgettext("heading", "Tricks")
        return (pgettext("heading", "Side"), cards, tricks, pgettext("heading", "Points"))

    def numbers(self, seat: int) -> tuple[str, ...]:
        """Return the numbers of a seat as text."""
        one = self.view.seats[seat]
        return (side_letter(one.side), str(one.cards), str(one.tricks), figure(one.total))

    def sentence(self, names: Sequence[str]) -> str:
        """Return the state of the game in words."""
        if self.view.winners:
            won = ", ".join(names[seat] for seat in self.view.winners)
            total = figure(self.view.seats[self.view.winners[0]].total)
            return _("The game is over. With {total}: {names}.", total=total, names=won)
        said = {"number": self.view.deal, "dealer": names[self.view.dealer]}
        if self.view.phase is Phase.DEALING:
            return _("Deal {number} comes next, dealt by {dealer}.", **said)
        turn = "" if self.view.turn is None else _(_TURNS[self.view.phase], name=names[self.view.turn])
        parts = (_("Deal {number}, dealt by {dealer}.", **said), self._bids(names), self.trumps(names), turn)
        return " ".join(filter(None, parts))

    def _bids(self, names: Sequence[str]) -> str:
        """Return whose bid stands."""
        if self.view.bidder is None:
            return _("No bid yet.")
        return _("{name} bids {bid}.", name=names[self.view.bidder], bid=self.view.bid)

    def trumps(self, names: Sequence[str]) -> str:
        """Return the trump suit."""
        return "" if self.view.trump is None else _("{suit} are trump.", suit=suit_words(self.view.trump).capitalize())

    def tricks(self, names: Sequence[str]) -> tuple[TrickText, ...]:
        """Return the previous trick and the open one, as far as there are such."""
        return trick_texts(self.view.last_trick, self.view.trick, names)
