"""The public part of a deal of Twenty-Five or Forty-Five, as numbers and sentences."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from chwech_tui.describe import count
from chwech_tui.games.fives.words import side_letter
from chwech_tui.model.cards import suit_words
from chwech_tui.model.game import PublicDeal, TrickText, trick_texts
from protocol.cards import Suit
from protocol.fives.views import Claim, FivesView, Phase, Trick

_TURNS: Final = {
    Phase.EXCHANGING: "takes the Joker",
    Phase.OFFERING: "may take the turn-up",
    Phase.LEADING: "leads",
    Phase.FOLLOWING: "follows",
}


class Standing(Struct, frozen=True):
    """The score of one seat."""

    side: int
    """Its side, from 0; partners have the same."""

    cards: int
    """Cards in hand."""

    tricks: int
    """Tricks taken in this deal."""

    total: int
    """The score of its side, with the tricks of this deal."""

    chips: int | None
    """Its chips; None without a pool."""


class TrickShown(Struct, frozen=True):
    """A trick."""

    turns: tuple[tuple[int, str], ...]
    """Each turn in the notation of records: the seat, and its card."""

    taker: int | None
    """The seat that took it; of an open trick, the seat that is taking it so far."""


class BestCardShown(Struct, frozen=True):
    """The best card of a deal, once it has scored."""

    seat: int
    """The seat that held it."""

    card: str
    """The card."""

    points: int
    """What it scored."""


class FivesDeal(PublicDeal, frozen=True):
    """A deal of Twenty-Five or Forty-Five as everybody may see it."""

    number: int
    """Its number, from 1; between two deals the number of the next one."""

    target: int
    """The score that wins the game."""

    sides: int
    """The number of sides; as many as seats if everybody plays alone."""

    dealer: int
    """The seat that deals."""

    phase: str
    """``dealing``, ``exchanging``, ``offering``, ``leading``, ``following`` or ``over``."""

    turn: int | None
    """The seat whose turn it is."""

    trump: str | None
    """The trump suit, ``C``, ``D``, ``H`` or ``S``; None before it is known."""

    turn_up: str | None
    """The card that was turned up last; None before the deal."""

    claim: str
    """What has become of the turn-up: ``open``, ``taken``, ``left`` or ``lapsed``."""

    robber: int | None
    """The seat that has taken it."""

    standings: tuple[Standing, ...]
    """The score of each seat."""

    trick: TrickShown
    """The open trick."""

    last_trick: TrickShown | None
    """The previous trick of this deal."""

    best: BestCardShown | None
    """Forty-Five: the best card of this deal, once it has scored."""

    pool: int | None
    """The chips in the pool; None without a pool."""

    winners: tuple[int, ...]
    """At the end, the seats of the side that has won."""

    @property
    def titles(self) -> tuple[str, ...]:
        """The headings of the numbers of a seat."""
        side = ("Side",) if self._partners else ()
        return (*side, "Cards", "Tricks", "Points", *(() if self.pool is None else ("Chips",)))

    def numbers(self, seat: int) -> tuple[str, ...]:
        """Return the numbers of a seat as text."""
        standing = self.standings[seat]
        side = (side_letter(standing.side),) if self._partners else ()
        chips = () if self.pool is None else ("-" if standing.chips is None else str(standing.chips),)
        return (*side, str(standing.cards), str(standing.tricks), str(standing.total), *chips)

    def sentence(self, names: Sequence[str]) -> str:
        """Return the state of the game in words."""
        if self.winners:
            total = self.standings[self.winners[0]].total
            return f"The game is over. With {total}: {', '.join(names[seat] for seat in self.winners)}."
        dealer, pool = names[self.dealer], "" if self.pool is None else f" The pool has {count(self.pool, 'chip')}."
        if self.phase == Phase.DEALING.value:
            return f"Deal {self.number}, to {self.target}, comes next, dealt by {dealer}.{pool}"
        turn = "" if self.turn is None else f" {names[self.turn]} {_TURNS[Phase(self.phase)]}."
        return f"Deal {self.number}, to {self.target}, dealt by {dealer}.{self._trumps(names)}{pool}{turn}"

    def tricks(self, names: Sequence[str]) -> tuple[TrickText, ...]:
        """Return the previous trick and the open one, as far as there are such."""
        return trick_texts(self.last_trick, self.trick, names)

    @property
    def _partners(self) -> bool:
        return self.sides < len(self.standings)

    def _trumps(self, names: Sequence[str]) -> str:
        """Return the trump suit, what has become of the turn-up, and who held the best card."""
        robber = "" if self.robber is None else f" by {names[self.robber]}"
        fate = {Claim.OPEN: "is turned up", Claim.LEFT: "was left", Claim.LAPSED: "was not robbed"}
        trump = "" if self.trump is None else f" {suit_words(Suit(self.trump)).capitalize()} are trump"
        turned = f"{self.turn_up} {fate.get(Claim(self.claim), f'was robbed{robber}')}"
        turned = "" if self.turn_up is None else f"{'; ' if trump else ' '}{turned}"
        best = self.best
        scored = "" if best is None else f" {names[best.seat]} scored {best.points} for the best card, {best.card}."
        return f"{trump}{turned}.{scored}" if trump or turned else scored


def public_deal(view: FivesView) -> FivesDeal:
    """Return the public part of a view."""
    best = view.best
    return FivesDeal(
        number=view.deal,
        target=view.target,
        sides=view.sides,
        dealer=view.dealer,
        phase=view.phase.value,
        turn=view.turn,
        trump=view.trump.value if view.trump else None,
        turn_up=view.turn_up.text if view.turn_up else None,
        claim=view.claim.value,
        robber=view.robber,
        standings=tuple(Standing(seat.side, seat.cards, seat.tricks, seat.total, seat.chips) for seat in view.seats),
        trick=_shown(view.trick),
        last_trick=_shown(view.last_trick) if view.last_trick else None,
        best=BestCardShown(best.seat, best.card.text, best.points) if best else None,
        pool=view.pool,
        winners=view.winners,
    )


def _shown(trick: Trick) -> TrickShown:
    return TrickShown(tuple((int(turn.seat), turn.card.text) for turn in trick.turns), trick.taker)
