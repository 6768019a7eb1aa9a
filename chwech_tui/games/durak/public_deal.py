"""The public part of a deal of Durak, as numbers and sentences."""

from collections.abc import Sequence
from typing import Final

from chwech_tui.describe import cards_words
from chwech_tui.games.score_table import side_letter
from chwech_tui.model.cards import PublicDeal, TrickText, suit_words
from protocol.durak.views import Bout, DurakView, Phase
from protocol.language import N_, _, pgettext

_TURNS: Final = {
    Phase.ATTACKING: N_("{names} to attack."),
    Phase.DEFENDING: N_("{names} to defend."),
    Phase.ADDING: N_("{names} may throw in."),
}
"""What is waited for, marked for translation."""


class DurakDeal(PublicDeal[DurakView]):
    """A deal of Durak as everybody may see it."""

    @property
    def titles(self) -> tuple[str, ...]:
        """The headings of the numbers of a seat."""
        side, cards = pgettext("heading", "Side"), pgettext("heading", "Cards")
        return (side, cards, pgettext("heading", "Taken"), pgettext("heading", "Won"))

    def numbers(self, seat: int) -> tuple[str, ...]:
        """Return the numbers of a seat as text."""
        shown = self.view.seats[seat]
        cards = pgettext("heading", "out") if shown.out else str(shown.cards)
        return (side_letter(shown.side), cards, str(shown.taken), str(shown.total))

    def sentence(self, names: Sequence[str]) -> str:
        """Return the state of the game in words."""
        if self.view.winners:
            won = ", ".join(names[seat] for seat in self.view.winners)
            return _("The game is over. It was won by {names}.", names=won)
        said = {"number": self.view.deal, "losses": self.view.losses, "dealer": names[self.view.dealer]}
        if self.view.phase is Phase.DEALING:
            return _("Deal {number} comes next, dealt by {dealer}; {losses} lost deals lose the game.", **said)
        asked = ", ".join(names[seat] for seat in self.view.awaited)
        turn = _(_TURNS[self.view.phase], names=asked) if asked else ""
        deal = _("Deal {number}, dealt by {dealer}; {losses} lost deals lose the game.", **said)
        return " ".join(filter(None, (deal, self.trumps(names), turn)))

    def trumps(self, names: Sequence[str]) -> str:
        """Return the trump suit and the stock."""
        if self.view.trump is None or self.view.turn_up is None:
            return ""
        suit = suit_words(self.view.trump).capitalize()
        if not self.view.stock:
            return _("{suit} are trump; there is no stock.", suit=suit)
        known = {"cards": cards_words(self.view.stock), "card": self.view.turn_up.text}
        return _("{suit} are trump; the stock has {cards}, {card} at its end.", suit=suit, **known)

    def tricks(self, names: Sequence[str]) -> tuple[TrickText, ...]:
        """Return the previous bout and the open one, as far as there are such."""
        told = (_told(_("Last bout"), self.view.last_bout, names),) if self.view.last_bout is not None else ()
        if self.view.bout is None or not self.view.bout.pairs:
            return told
        return (*told, _told(_("This bout"), self.view.bout, names))


def _told(title: str, bout: Bout, names: Sequence[str]) -> TrickText:
    turns = [f"{names[pair.seat]} {pair.attack.text}" for pair in bout.pairs]
    name = names[bout.defender]
    beats = [f"{name} {pair.beat.text}>{pair.attack.text}" for pair in bout.pairs if pair.beat is not None]
    taken = _("taken up by {name}", name=name) if bout.given_up else ""
    return TrickText(title, (*turns, *beats), taken)
