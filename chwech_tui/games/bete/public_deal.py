"""The public part of a deal of Bête, as numbers and sentences."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from chwech_tui.describe import chips_words
from chwech_tui.games.bete.words import signed
from chwech_tui.model.cards import PublicDeal, TrickShown, TrickText, suit_words, trick_shown, trick_texts
from protocol.bete.views import BeteView, Part, Phase
from protocol.cards import Suit
from protocol.language import N_, _, pgettext

_TURNS: Final = {
    Phase.ASKING: N_("{name} takes part or passes."),
    Phase.LEADING: N_("{name} leads."),
    Phase.FOLLOWING: N_("{name} follows."),
}
"""What the seat does whose turn it is, marked for translation."""

_PARTS: Final = {
    Part.OPEN.value: "-",
    Part.IN.value: N_("in"),
    Part.OUT.value: N_("out"),
    Part.AGAINST.value: N_("against"),
}
"""What a seat has to do with a deal, marked for translation."""


class Standing(Struct, frozen=True, gc=False):
    """The score of one seat."""

    part: str
    """What it has to do with the deal: ``open``, ``in``, ``out`` or ``against``."""

    cards: int
    """Cards in hand."""

    tricks: int
    """Tricks taken in this deal."""

    total: int
    """The chips that it has won over the deals that have ended, less those that it has paid."""


class BeteDeal(PublicDeal, frozen=True):
    """A deal of Bête as everybody may see it."""

    number: int
    """Its number, from 1; between two deals the number of the next one."""

    deals: int
    """The number of deals of the game."""

    dealer: int
    """The seat that deals."""

    phase: str
    """``dealing``, ``asking``, ``leading``, ``following`` or ``over``."""

    turn: int | None
    """The seat whose turn it is."""

    pool: int
    """The chips in the pool."""

    trump: str | None
    """The trump suit, ``C``, ``D``, ``H`` or ``S``; None before the first deal."""

    turn_up: str | None
    """The card turned up."""

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
        cards, tricks = pgettext("heading", "Cards"), pgettext("heading", "Tricks")
        return (pgettext("heading", "Part"), cards, tricks, pgettext("heading", "Chips"))

    def numbers(self, seat: int) -> tuple[str, ...]:
        """Return the numbers of a seat as text."""
        standing = self.standings[seat]
        part = _PARTS[standing.part]
        return (part if part == "-" else _(part), str(standing.cards), str(standing.tricks), signed(standing.total))

    def sentence(self, names: Sequence[str]) -> str:
        """Return the state of the game in words."""
        if self.winners:
            won = ", ".join(names[seat] for seat in self.winners)
            total = signed(self.standings[self.winners[0]].total)
            return _("The game is over. With {total}: {names}.", total=total, names=won)
        said = {"number": self.number, "deals": self.deals, "dealer": names[self.dealer]}
        pool = _("The pool has {chips}.", chips=chips_words(self.pool))
        if self.phase == Phase.DEALING.value:
            following = _("Deal {number} of {deals} comes next, dealt by {dealer}.", **said)
            return f"{following} {pool}"
        turn = "" if self.turn is None else _(_TURNS[Phase(self.phase)], name=names[self.turn])
        deal = _("Deal {number} of {deals}, dealt by {dealer}.", **said)
        return " ".join(filter(None, (deal, self.trumps(names), pool, turn)))

    def trumps(self, names: Sequence[str]) -> str:
        """Return the trump suit, and the card turned up."""
        if self.trump is None:
            return ""
        suit = suit_words(Suit(self.trump)).capitalize()
        return _("{suit} are trump; {card} is turned up.", suit=suit, card=self.turn_up)

    def tricks(self, names: Sequence[str]) -> tuple[TrickText, ...]:
        """Return the previous trick and the open one, as far as there are such."""
        return trick_texts(self.last_trick, self.trick, names)


def public_deal(view: BeteView) -> BeteDeal:
    """Return the public part of a view."""
    return BeteDeal(
        number=view.deal,
        deals=view.deals,
        dealer=view.dealer,
        phase=view.phase.value,
        turn=view.turn,
        pool=view.pool,
        trump=view.trump.value if view.trump else None,
        turn_up=view.turn_up.text if view.turn_up else None,
        standings=tuple(Standing(seat.part.value, seat.cards, seat.tricks, seat.total) for seat in view.seats),
        trick=trick_shown(view.trick),
        last_trick=trick_shown(view.last_trick) if view.last_trick else None,
        winners=view.winners,
    )
