"""The public part of a deal of Auction Forty-Fives, as numbers and sentences."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from chwech_tui.games.auction_fives.words import call_words
from chwech_tui.games.score_table import side_letter
from chwech_tui.model.cards import PublicDeal, TrickShown, TrickText, suit_words, trick_shown, trick_texts
from chwech_tui.model.ink import figure
from protocol.auction_fives.views import AuctionFivesView, Phase
from protocol.cards import Suit
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


class Standing(Struct, frozen=True, gc=False):
    """The score of one seat."""

    side: int
    """Its side, 0 or 1; partners have the same."""

    cards: int
    """Cards in hand."""

    tricks: int
    """Tricks taken in this deal."""

    total: int
    """The score of its side; it may be below 0."""


class AuctionFivesDeal(PublicDeal, frozen=True):
    """A deal of Auction Forty-Fives as everybody may see it."""

    number: int
    """Its number, from 1; between two deals the number of the next one."""

    target: int
    """The score that wins the game; 0 where the number of deals is fixed."""

    deals: int
    """The number of deals after which the game is over at the latest."""

    dealer: int
    """The seat that deals."""

    phase: str
    """``dealing``, ``bidding``, ``naming``, ``drawing``, ``picking``, ``leading``, ``following`` or ``over``."""

    turn: int | None
    """The seat whose turn it is."""

    calls: tuple[tuple[int, str], ...]
    """What has been said in the auction: the seat, and ``15``, ``hold 15`` or ``pass``."""

    bidder: int | None
    """The seat whose bid stands."""

    bid: int
    """The number that stands."""

    trump: str | None
    """The trump suit, ``C``, ``D``, ``H`` or ``S``; None before it is named."""

    standings: tuple[Standing, ...]
    """The score of each seat."""

    trick: TrickShown
    """The open trick."""

    last_trick: TrickShown | None
    """The previous trick of this deal."""

    winners: tuple[int, ...]
    """At the end, the seats of the side that has won."""

    @property
    def titles(self) -> tuple[str, ...]:
        """The headings of the numbers of a seat."""
        cards, tricks = pgettext("heading", "Cards"), pgettext("heading", "Tricks")
        return (pgettext("heading", "Side"), cards, tricks, pgettext("heading", "Points"))

    def numbers(self, seat: int) -> tuple[str, ...]:
        """Return the numbers of a seat as text."""
        one = self.standings[seat]
        return (side_letter(one.side), str(one.cards), str(one.tricks), figure(one.total))

    def sentence(self, names: Sequence[str]) -> str:
        """Return the state of the game in words."""
        if self.winners:
            won = ", ".join(names[seat] for seat in self.winners)
            total = figure(self.standings[self.winners[0]].total)
            return _("The game is over. With {total}: {names}.", total=total, names=won)
        said = {"number": self.number, "dealer": names[self.dealer]}
        if self.phase == Phase.DEALING.value:
            return _("Deal {number} comes next, dealt by {dealer}.", **said)
        turn = "" if self.turn is None else _(_TURNS[Phase(self.phase)], name=names[self.turn])
        parts = (_("Deal {number}, dealt by {dealer}.", **said), self._bids(names), self.trumps(names), turn)
        return " ".join(filter(None, parts))

    def _bids(self, names: Sequence[str]) -> str:
        """Return whose bid stands."""
        if self.bidder is None:
            return _("No bid yet.")
        return _("{name} bids {bid}.", name=names[self.bidder], bid=self.bid)

    def trumps(self, names: Sequence[str]) -> str:
        """Return the trump suit."""
        return "" if self.trump is None else _("{suit} are trump.", suit=suit_words(Suit(self.trump)).capitalize())

    def tricks(self, names: Sequence[str]) -> tuple[TrickText, ...]:
        """Return the previous trick and the open one, as far as there are such."""
        return trick_texts(self.last_trick, self.trick, names)


def public_deal(view: AuctionFivesView) -> AuctionFivesDeal:
    """Return the public part of a view."""
    return AuctionFivesDeal(
        number=view.deal,
        target=view.target,
        deals=view.deals,
        dealer=view.dealer,
        phase=view.phase.value,
        turn=view.turn,
        calls=tuple((int(call.seat), call_words(call)) for call in view.calls),
        bidder=view.bidder,
        bid=view.bid,
        trump=view.trump.value if view.trump else None,
        standings=tuple(Standing(seat.side, seat.cards, seat.tricks, seat.total) for seat in view.seats),
        trick=trick_shown(view.trick),
        last_trick=trick_shown(view.last_trick) if view.last_trick else None,
        winners=view.winners,
    )
