"""The public part of a deal of a game of one pile, as numbers and sentences."""

from collections.abc import Sequence
from typing import Final

from chwech_tui.model.cards import PublicDeal, TrickText, suit_words
from protocol.language import N_, _, pgettext
from protocol.piles.views import Phase, PilesView, Turn

_TURNS: Final = {
    Phase.NAMING: N_("{name} names a suit."),
    Phase.LEADING: N_("{name} begins a pile."),
    Phase.BEATING: N_("{name} beats the top card or takes up the pile."),
    Phase.ADDING: N_("{name} adds a card."),
}
"""What the seat does whose turn it is, marked for translation."""


class PilesDeal(PublicDeal[PilesView]):
    """A deal of a game of one pile as everybody may see it."""

    @property
    def titles(self) -> tuple[str, ...]:
        """The headings of the numbers of a seat."""
        return (
            pgettext("heading", "Cards"),
            pgettext("heading", "Trumps"),
            pgettext("heading", "Taken up"),
            pgettext("heading", "Points"),
        )

    def numbers(self, seat: int) -> tuple[str, ...]:
        """Return the numbers of a seat as text."""
        standing = self.view.seats[seat]
        trump = "-" if standing.trump is None else suit_words(standing.trump)
        return (str(standing.cards), trump, str(standing.taken), str(standing.total))

    def sentence(self, names: Sequence[str]) -> str:
        """Return the state of the game in words."""
        if self.view.winners:
            won = ", ".join(names[seat] for seat in self.view.winners)
            total = self.view.seats[self.view.winners[0]].total
            return _("The game is over. With {total}: {names}.", total=total, names=won)
        said = {"number": self.view.deal, "deals": self.view.deals, "dealer": names[self.view.dealer]}
        if self.view.phase is Phase.DEALING:
            return _("Deal {number} of {deals} comes next, dealt by {dealer}.", **said)
        turn = "" if self.view.turn is None else _(_TURNS[self.view.phase], name=names[self.view.turn])
        deal = _("Deal {number} of {deals}, dealt by {dealer}.", **said)
        return " ".join(filter(None, (deal, turn, self._known(names))))

    def trumps(self, names: Sequence[str]) -> str:
        """Return the trumps of each seat that are known."""
        told = [
            _("{name} has {suit}", name=names[seat], suit=suit_words(standing.trump))
            for seat, standing in enumerate(self.view.seats)
            if standing.trump is not None
        ]
        return _("Trumps: {trumps}.", trumps="; ".join(told)) if told else ""

    def _known(self, names: Sequence[str]) -> str:
        """Return the cards that all know to be in each hand."""
        told = [
            f"{names[seat]} {' '.join(card.text for card in standing.known)}"
            for seat, standing in enumerate(self.view.seats)
            if standing.known
        ]
        return _("Known in hand: {cards}.", cards="; ".join(told)) if told else ""

    def tricks(self, names: Sequence[str]) -> tuple[TrickText, ...]:
        """Return what was last taken up and the pile, as far as there are such."""
        told = []
        last = self.view.last
        if last is not None:
            taken = _("taken up by {name}", name=names[last.seat])
            told.append(TrickText(_("Last taken up"), _turns(last.turns, names), taken))
        if self.view.pile:
            told.append(TrickText(_("The pile"), _turns(self.view.pile, names), ""))
        return tuple(told)


def _turns(pile: Sequence[Turn], names: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"{names[turn.seat]} {turn.card.text}" for turn in pile)
