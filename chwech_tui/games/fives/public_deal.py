"""The public part of a deal of the Fives, as numbers and sentences."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from chwech_tui.describe import chips_words
from chwech_tui.games.score_table import side_letter
from chwech_tui.model.cards import PublicDeal, TrickShown, TrickText, suit_words, trick_shown, trick_texts
from protocol.cards import Suit
from protocol.fives.views import Claim, FivesView, Phase
from protocol.language import N_, _, pgettext

_TURNS: Final = {
    Phase.EXCHANGING: N_("{name} takes the Joker."),
    Phase.OFFERING: N_("{name} may take the turn-up."),
    Phase.JINKING: N_("{name} takes the pool, or goes for all five."),
    Phase.LEADING: N_("{name} leads."),
    Phase.FOLLOWING: N_("{name} follows."),
}
"""What the seat does whose turn it is, marked for translation."""

_FATES: Final = {
    Claim.OPEN: N_("{card} is turned up"),
    Claim.LEFT: N_("{card} was left"),
    Claim.LAPSED: N_("{card} was not robbed"),
    Claim.TAKEN: N_("{card} was robbed"),
}
"""What has become of the turn-up, marked for translation."""


class Standing(Struct, frozen=True, gc=False):
    """The score of one seat."""

    side: int
    """Its side, from 0; partners have the same."""

    cards: int
    """Cards in hand."""

    tricks: int
    """Tricks taken in this deal."""

    total: int
    """The score of its side, with the tricks of this deal; in Spoil Five chips won, or below 0 those lost."""

    chips: int | None
    """Its chips; None without a pool."""


class BestCardShown(Struct, frozen=True, gc=False):
    """The best card of a deal, once it has scored."""

    seat: int
    """The seat that held it."""

    card: str
    """The card."""

    points: int
    """What it scored."""


class FivesDeal(PublicDeal, frozen=True):
    """A deal of the Fives as everybody may see it."""

    number: int
    """Its number, from 1; between two deals the number of the next one."""

    target: int
    """The score that wins the game; in Spoil Five the number of pools."""

    sides: int
    """The number of sides; as many as seats if everybody plays alone."""

    dealer: int
    """The seat that deals."""

    phase: str
    """``dealing``, ``exchanging``, ``offering``, ``jinking``, ``leading``, ``following`` or ``over``."""

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

    needed: int | None = None
    """Spoil Five: the number of tricks that take the pool."""

    pools: int | None = None
    """Spoil Five: the number of pools taken in the deals before."""

    jinker: int | None = None
    """Spoil Five: the seat that has undertaken all five tricks."""

    @property
    def titles(self) -> tuple[str, ...]:
        """The headings of the numbers of a seat."""
        side = (pgettext("heading", "Side"),) if self._partners else ()
        chips = () if self.pool is None else (pgettext("heading", "Chips"),)
        cards, tricks = pgettext("heading", "Cards"), pgettext("heading", "Tricks")
        points = () if self.needed is not None else (pgettext("heading", "Points"),)
        return (*side, cards, tricks, *points, *chips)

    def numbers(self, seat: int) -> tuple[str, ...]:
        """Return the numbers of a seat as text."""
        standing = self.standings[seat]
        side = (side_letter(standing.side),) if self._partners else ()
        chips = () if self.pool is None else ("-" if standing.chips is None else str(standing.chips),)
        points = () if self.needed is not None else (str(standing.total),)
        return (*side, str(standing.cards), str(standing.tricks), *points, *chips)

    def sentence(self, names: Sequence[str]) -> str:
        """Return the state of the game in words."""
        if self.winners:
            won = ", ".join(names[seat] for seat in self.winners)
            total = self.standings[self.winners[0]].total
            if self.needed is not None:
                chips = chips_words(self.standings[self.winners[0]].chips or 0)
                return _("The game is over. With {chips}: {names}.", chips=chips, names=won)
            return _("The game is over. With {total}: {names}.", total=total, names=won)
        said = {"number": self.number, "target": self.target, "dealer": names[self.dealer]}
        pool = "" if self.pool is None else _("The pool has {chips}.", chips=chips_words(self.pool))
        if self.phase == Phase.DEALING.value:
            return _joined(self._coming(**said), pool)
        turn = "" if self.turn is None else _(_TURNS[Phase(self.phase)], name=names[self.turn])
        jink = "" if self.jinker is None else _("{name} goes for all five.", name=names[self.jinker])
        return _joined(self._going_on(**said), self.trumps(names), self._best(names), pool, jink, turn)

    def _coming(self, **said: object) -> str:
        if self.pools is None:
            return _("Deal {number}, to {target}, comes next, dealt by {dealer}.", **said)
        return _("Deal {number}, pool {pool} of {target}, comes next, dealt by {dealer}.", pool=self.pools + 1, **said)

    def _going_on(self, **said: object) -> str:
        if self.pools is None:
            return _("Deal {number}, to {target}, dealt by {dealer}.", **said)
        return _("Deal {number}, pool {pool} of {target}, dealt by {dealer}.", pool=self.pools + 1, **said)

    def trumps(self, names: Sequence[str]) -> str:
        """Return the trump suit, and what has become of the turn-up."""
        trump = "" if self.trump is None else _("{suit} are trump", suit=suit_words(Suit(self.trump)).capitalize())
        fate = "" if self.turn_up is None else _(_FATES[Claim(self.claim)], card=self.turn_up)
        if self.turn_up is not None and self.robber is not None:
            fate = _("{card} was robbed by {name}", card=self.turn_up, name=names[self.robber])
        told = "; ".join(filter(None, (trump, fate)))
        return f"{told}." if told else ""

    def tricks(self, names: Sequence[str]) -> tuple[TrickText, ...]:
        """Return the previous trick and the open one, as far as there are such."""
        return trick_texts(self.last_trick, self.trick, names)

    @property
    def _partners(self) -> bool:
        return self.sides < len(self.standings)

    def _best(self, names: Sequence[str]) -> str:
        """Return who held the best card, once it has scored."""
        best = self.best
        if best is None:
            return ""
        said = {"name": names[best.seat], "points": best.points, "card": best.card}
        return _("{name} scored {points} for the best card, {card}.", **said)


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


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
        trick=trick_shown(view.trick),
        last_trick=trick_shown(view.last_trick) if view.last_trick else None,
        best=BestCardShown(best.seat, best.card.text, best.points) if best else None,
        pool=view.pool,
        winners=view.winners,
        needed=view.spoil.needed if view.spoil else None,
        pools=view.spoil.pools if view.spoil else None,
        jinker=view.spoil.jinker if view.spoil else None,
    )
