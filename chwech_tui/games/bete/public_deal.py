"""The public part of a deal of Bête, as numbers and sentences."""

from collections.abc import Sequence
from typing import Final

from chwech_tui.describe import chips_words
from chwech_tui.games.bete.words import signed
from chwech_tui.model.cards import PublicDeal, TrickText, suit_words, trick_texts
from protocol.bete.views import BeteView, Part, Phase
from protocol.language import N_, _, pgettext

_TURNS: Final = {
    Phase.ASKING: N_("{name} takes part or passes."),
    Phase.LEADING: N_("{name} leads."),
    Phase.FOLLOWING: N_("{name} follows."),
}
"""What the seat does whose turn it is, marked for translation."""

_PARTS: Final = {
    Part.OPEN: "-",
    Part.IN: N_("in"),
    Part.OUT: N_("out"),
    Part.AGAINST: N_("against"),
}
"""What a seat has to do with a deal, marked for translation."""


class BeteDeal(PublicDeal[BeteView]):
    """A deal of Bête as everybody may see it."""

    @property
    def titles(self) -> tuple[str, ...]:
        """The headings of the numbers of a seat."""
        cards, tricks = pgettext("heading", "Cards"), pgettext("heading", "Tricks")
        return (pgettext("heading", "Part"), cards, tricks, pgettext("heading", "Chips"))

    def numbers(self, seat: int) -> tuple[str, ...]:
        """Return the numbers of a seat as text."""
        standing = self.view.seats[seat]
        part = _PARTS[standing.part]
        return (part if part == "-" else _(part), str(standing.cards), str(standing.tricks), signed(standing.total))

    def sentence(self, names: Sequence[str]) -> str:
        """Return the state of the game in words."""
        if self.view.winners:
            won = ", ".join(names[seat] for seat in self.view.winners)
            total = signed(self.view.seats[self.view.winners[0]].total)
            return _("The game is over. With {total}: {names}.", total=total, names=won)
        said = {"number": self.view.deal, "deals": self.view.deals, "dealer": names[self.view.dealer]}
        pool = _("The pool has {chips}.", chips=chips_words(self.view.pool))
        if self.view.phase is Phase.DEALING:
            following = _("Deal {number} of {deals} comes next, dealt by {dealer}.", **said)
            return f"{following} {pool}"
        turn = "" if self.view.turn is None else _(_TURNS[self.view.phase], name=names[self.view.turn])
        deal = _("Deal {number} of {deals}, dealt by {dealer}.", **said)
        return " ".join(filter(None, (deal, self.trumps(names), pool, turn)))

    def trumps(self, names: Sequence[str]) -> str:
        """Return the trump suit, and the card turned up."""
        if self.view.trump is None:
            return ""
        suit = suit_words(self.view.trump).capitalize()
        card = self.view.turn_up.text if self.view.turn_up else None
        return _("{suit} are trump; {card} is turned up.", suit=suit, card=card)

    def tricks(self, names: Sequence[str]) -> tuple[TrickText, ...]:
        """Return the previous trick and the open one, as far as there are such."""
        return trick_texts(self.view.last_trick, self.view.trick, names)
