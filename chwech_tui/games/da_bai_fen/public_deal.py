"""The public part of a deal of Da Bai Fen, as numbers and sentences."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from chwech_tui.games.da_bai_fen.words import level
from chwech_tui.games.score_table import side_letter
from chwech_tui.model.cards import PublicDeal, TrickShown, TrickText, suit_words, trick_texts
from protocol.cards import Suit
from protocol.da_bai_fen.order import count
from protocol.da_bai_fen.views import DaBaiFenView, Phase, Trick
from protocol.language import N_, _, pgettext

_TURNS: Final = {
    Phase.BURYING: N_("{name} lays cards aside."),
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

    declares: bool
    """Whether its side declares."""

    tricks: int
    """Tricks taken in this deal."""

    total: int
    """How many levels its side has risen."""


class DaBaiFenDeal(PublicDeal, frozen=True):
    """A deal of Da Bai Fen as everybody may see it."""

    number: int
    """Its number, from 1; between two deals the number of the next one."""

    dealer: int
    """The Starter."""

    phase: str
    """``dealing``, ``drawing``, ``burying``, ``leading``, ``following`` or ``over``."""

    turn: int | None
    """The seat whose turn it is."""

    awaited: tuple[int, ...]
    """The seats that are awaited."""

    drawn: int
    """How many cards each seat has drawn."""

    rank: str
    """The trump rank."""

    trump: str | None
    """The trump suit, ``C``, ``D``, ``H`` or ``S``; None before it is known."""

    leader: int | None
    """The Leader."""

    exposed: str | None
    """The card that was exposed."""

    opponents: int
    """What the opponents of the declarers have won openly."""

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
        return (pgettext("heading", "Side"), cards, tricks, pgettext("heading", "Level"))

    def numbers(self, seat: int) -> tuple[str, ...]:
        """Return the numbers of a seat as text."""
        standing = self.standings[seat]
        return (side_letter(standing.side), str(standing.cards), str(standing.tricks), level(standing.total))

    def sentence(self, names: Sequence[str]) -> str:
        """Return the state of the game in words."""
        if self.winners:
            won = ", ".join(names[seat] for seat in self.winners)
            at = level(self.standings[self.winners[0]].total)
            return _("The game is over. At level {level}: {names}.", level=at, names=won)
        said = {"number": self.number, "dealer": names[self.dealer], "rank": self.rank}
        if self.phase == Phase.DEALING.value:
            return _("Deal {number} comes next, begun by {dealer}.", **said)
        deal = _("Deal {number}, begun by {dealer}; the trump rank is {rank}.", **said)
        if self.phase == Phase.DRAWING.value:
            return f"{deal} " + _("{n} of 12 cards are drawn.", n=self.drawn)
        turn = "" if self.turn is None else _(_TURNS[Phase(self.phase)], name=names[self.turn])
        won_words = _("The opponents have {points}.", points=self.opponents)
        return " ".join(filter(None, (deal, self.trumps(names), self._leader(names), won_words, turn)))

    def trumps(self, names: Sequence[str]) -> str:
        """Return the trump suit."""
        return "" if self.trump is None else _("{suit} are trump.", suit=suit_words(Suit(self.trump)).capitalize())

    def tricks(self, names: Sequence[str]) -> tuple[TrickText, ...]:
        """Return the previous trick and the open one, as far as there are such."""
        return trick_texts(self.last_trick, self.trick, names)

    def _leader(self, names: Sequence[str]) -> str:
        return "" if self.leader is None else _("{name} is the Leader.", name=names[self.leader])


def public_deal(view: DaBaiFenView) -> DaBaiFenDeal:
    """Return the public part of a view."""
    return DaBaiFenDeal(
        number=view.deal,
        dealer=view.dealer,
        phase=view.phase.value,
        turn=view.turn,
        awaited=view.awaited,
        drawn=view.drawn,
        rank=view.rank.value,
        trump=view.trump.value if view.trump else None,
        leader=view.leader,
        exposed=view.exposed.text if view.exposed else None,
        opponents=count(view.won),
        standings=tuple(Standing(seat.side, seat.cards, seat.declares, seat.tricks, seat.total) for seat in view.seats),
        trick=_shown(view.trick),
        last_trick=_shown(view.last_trick) if view.last_trick else None,
        winners=view.winners,
    )


def _shown(trick: Trick) -> TrickShown:
    turns = tuple((int(turn.seat), " ".join(card.text for card in turn.cards)) for turn in trick.turns)
    return TrickShown(turns, trick.taker)
