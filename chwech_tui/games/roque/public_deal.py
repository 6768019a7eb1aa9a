"""The public part of a deal of Roque, as numbers and sentences."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from chwech_tui.games.roque.words import ROQUE
from chwech_tui.games.score_table import side_letter
from chwech_tui.model.cards import PublicDeal, TrickShown, TrickText, suit_words, trick_shown, trick_texts
from chwech_tui.model.ink import figure
from protocol.cards import Suit
from protocol.language import N_, _, pgettext
from protocol.roque.views import Phase, RoqueView

_TURNS: Final = {
    Phase.BIDDING: N_("{name} bids or passes."),
    Phase.BURYING: N_("{name} lays cards aside."),
    Phase.LEADING: N_("{name} leads."),
    Phase.FOLLOWING: N_("{name} follows."),
}
"""What the seat does whose turn it is, marked for translation."""


class Standing(Struct, frozen=True, gc=False):
    """The score of one seat."""

    side: int
    """Its side, from 0; partners have the same."""

    cards: int
    """Cards in hand."""

    bid: int | None
    """What it has bid in this deal; None if it has not."""

    passed: bool
    """Whether it has passed in this deal."""

    tricks: int
    """Tricks taken in this deal."""

    took: int
    """What the tricks of its side count in this deal."""

    total: int
    """The score of its side over the deals that have ended."""


class RoqueDeal(PublicDeal, frozen=True):
    """A deal of Roque as everybody may see it."""

    number: int
    """Its number, from 1; between two deals the number of the next one."""

    target: int
    """The score that wins the game."""

    partners: bool
    """True if people play in sides of two."""

    dealer: int
    """The seat that deals."""

    phase: str
    """``dealing``, ``bidding``, ``burying``, ``leading``, ``following`` or ``over``."""

    turn: int | None
    """The seat whose turn it is."""

    bid: int
    """The highest bid of this deal; 0 before there is one."""

    declarer: int | None
    """The seat that has bid it."""

    aside: int
    """How many cards the declarer has laid aside."""

    trump: str | None
    """The trump suit, ``C``, ``D``, ``H`` or ``S``; None before it is known."""

    standings: tuple[Standing, ...]
    """The score of each seat."""

    trick: TrickShown
    """The open trick."""

    last_trick: TrickShown | None
    """The previous trick of this deal."""

    winners: tuple[int, ...]
    """At the end, the seats that have won."""

    @property
    def titles(self) -> tuple[str, ...]:
        """The headings of the numbers of a seat."""
        side = (pgettext("heading", "Side"),) if self.partners else ()
        numbers = (pgettext("heading", "Tricks"), pgettext("heading", "Took"), pgettext("heading", "Total"))
        return (*side, pgettext("heading", "Cards"), pgettext("heading", "Bid"), *numbers)

    def numbers(self, seat: int) -> tuple[str, ...]:
        """Return the numbers of a seat as text."""
        standing = self.standings[seat]
        side = (side_letter(standing.side),) if self.partners else ()
        bid = str(standing.bid) if standing.bid else "-"
        numbers = (str(standing.tricks), str(standing.took), figure(standing.total))
        return (*side, str(standing.cards), bid, *numbers)

    def sentence(self, names: Sequence[str]) -> str:
        """Return the state of the game in words."""
        if self.winners:
            won = ", ".join(names[seat] for seat in self.winners)
            total = figure(self.standings[self.winners[0]].total)
            return _("The game is over. With {total}: {names}.", total=total, names=won)
        said = {"number": self.number, "target": self.target, "dealer": names[self.dealer]}
        if self.phase == Phase.DEALING.value:
            return _("Deal {number}, to {target}, comes next, dealt by {dealer}.", **said)
        turn = "" if self.turn is None else _(_TURNS[Phase(self.phase)], name=names[self.turn])
        deal = _("Deal {number}, to {target}, dealt by {dealer}.", **said)
        return " ".join(filter(None, (deal, self._bidder(names), self.trumps(names), turn)))

    def trumps(self, names: Sequence[str]) -> str:
        """Return the trump suit."""
        return "" if self.trump is None else _("{suit} are trump.", suit=suit_words(Suit(self.trump)).capitalize())

    def tricks(self, names: Sequence[str]) -> tuple[TrickText, ...]:
        """Return the previous trick and the open one, as far as there are such."""
        return trick_texts(self.last_trick, self.trick, names)

    def _bidder(self, names: Sequence[str]) -> str:
        """Return who has bid most."""
        if self.declarer is None:
            return ""
        return _("{name} has bid {bid}.", name=names[self.declarer], bid=self.bid)


def public_deal(view: RoqueView) -> RoqueDeal:
    """Return the public part of a view."""
    return RoqueDeal(
        number=view.deal,
        target=view.target,
        partners=view.game == ROQUE,
        dealer=view.dealer,
        phase=view.phase.value,
        turn=view.turn,
        bid=view.bid,
        declarer=view.declarer,
        aside=view.aside,
        trump=view.trump.value if view.trump else None,
        standings=tuple(
            Standing(seat.side, seat.cards, seat.bid, seat.passed, seat.tricks, seat.took, seat.total)
            for seat in view.seats
        ),
        trick=trick_shown(view.trick),
        last_trick=trick_shown(view.last_trick) if view.last_trick else None,
        winners=view.winners,
    )
