"""The public part of a deal of Da Bai Fen, as numbers and sentences."""

from collections.abc import Sequence
from typing import Final

from chwech_tui.games.da_bai_fen.words import level
from chwech_tui.games.score_table import side_letter
from chwech_tui.model.cards import PublicDeal, TrickText, suit_words, trick_texts
from protocol.da_bai_fen.order import count
from protocol.da_bai_fen.views import DaBaiFenView, Phase, Turn
from protocol.language import N_, _, pgettext

_TURNS: Final = {
    Phase.BURYING: N_("{name} lays cards aside."),
    Phase.LEADING: N_("{name} leads."),
    Phase.FOLLOWING: N_("{name} follows."),
}
"""What the seat does whose turn it is, marked for translation."""


class DaBaiFenDeal(PublicDeal[DaBaiFenView]):
    """A deal of Da Bai Fen as everybody may see it."""

    @property
    def titles(self) -> tuple[str, ...]:
        """The headings of the numbers of a seat."""
        cards, tricks = pgettext("heading", "Cards"), pgettext("heading", "Tricks")
        return (pgettext("heading", "Side"), cards, tricks, pgettext("heading", "Level"))

    def numbers(self, seat: int) -> tuple[str, ...]:
        """Return the numbers of a seat as text."""
        standing = self.view.seats[seat]
        return (side_letter(standing.side), str(standing.cards), str(standing.tricks), level(standing.total))

    def sentence(self, names: Sequence[str]) -> str:
        """Return the state of the game in words."""
        if self.view.winners:
            won = ", ".join(names[seat] for seat in self.view.winners)
            at = level(self.view.seats[self.view.winners[0]].total)
            return _("The game is over. At level {level}: {names}.", level=at, names=won)
        said = {"number": self.view.deal, "dealer": names[self.view.dealer], "rank": self.view.rank.value}
        if self.view.phase is Phase.DEALING:
            return _("Deal {number} comes next, begun by {dealer}.", **said)
        deal = _("Deal {number}, begun by {dealer}; the trump rank is {rank}.", **said)
        if self.view.phase is Phase.DRAWING:
            return f"{deal} " + _("{n} of 12 cards are drawn.", n=self.view.drawn)
        turn = "" if self.view.turn is None else _(_TURNS[self.view.phase], name=names[self.view.turn])
        won_words = _("The opponents have {points}.", points=count(self.view.won))
        return " ".join(filter(None, (deal, self.trumps(names), self._leader(names), won_words, turn)))

    def trumps(self, names: Sequence[str]) -> str:
        """Return the trump suit."""
        return "" if self.view.trump is None else _("{suit} are trump.", suit=suit_words(self.view.trump).capitalize())

    def tricks(self, names: Sequence[str]) -> tuple[TrickText, ...]:
        """Return the previous trick and the open one, as far as there are such."""
        return trick_texts(self.view.last_trick, self.view.trick, names, _said)

    def _leader(self, names: Sequence[str]) -> str:
        return "" if self.view.leader is None else _("{name} is the Leader.", name=names[self.view.leader])


def _said(turn: Turn) -> str:
    return " ".join(card.text for card in turn.cards)
