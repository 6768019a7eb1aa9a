"""The public part of a deal of a game of one pile, as numbers and sentences."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from chwech_tui.model.cards import PublicDeal, TrickText, suit_words
from protocol.cards import Suit
from protocol.language import N_, _, pgettext
from protocol.piles.views import Phase, PilesView, Turn

_TURNS: Final = {
    Phase.NAMING: N_("{name} names a suit."),
    Phase.LEADING: N_("{name} begins a pile."),
    Phase.BEATING: N_("{name} beats the top card or takes up the pile."),
    Phase.ADDING: N_("{name} adds a card."),
}
"""What the seat does whose turn it is, marked for translation."""


class Standing(Struct, frozen=True, gc=False):
    """What all know of one seat."""

    cards: int
    """Cards in hand."""

    trump: str | None
    """Its trump suit, ``C``, ``D``, ``H`` or ``S``; None before it is known."""

    known: tuple[str, ...]
    """The cards that all know to be in its hand."""

    taken: int
    """Cards that it has taken up in this deal."""

    place: int
    """In which place it went out, from 1; 0 while it is in."""

    total: int
    """Points of the deals that have ended."""


class PileShown(Struct, frozen=True, gc=False):
    """Cards that lie, or were taken up, together."""

    turns: tuple[tuple[int, str], ...]
    """Each card in the notation of records, with who played it, from the lowest."""

    taker: int | None
    """The seat that took them up; None for the pile that lies there."""


class PilesDeal(PublicDeal, frozen=True):
    """A deal of a game of one pile as everybody may see it."""

    number: int
    """Its number, from 1; between two deals the number of the next one."""

    deals: int
    """The number of deals of the game."""

    dealer: int
    """The seat that deals."""

    phase: str
    """``dealing``, ``naming``, ``leading``, ``beating``, ``adding`` or ``over``."""

    turn: int | None
    """The seat whose turn it is."""

    moves: int
    """The moves of this deal so far."""

    limit: int
    """The number of moves after which it is drawn."""

    standings: tuple[Standing, ...]
    """What all know of each seat."""

    pile: PileShown
    """The pile."""

    last: PileShown | None
    """What was last taken up in this deal."""

    winners: tuple[int, ...]
    """At the end, the seats with the most points."""

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
        standing = self.standings[seat]
        trump = "-" if standing.trump is None else suit_words(Suit(standing.trump))
        return (str(standing.cards), trump, str(standing.taken), str(standing.total))

    def sentence(self, names: Sequence[str]) -> str:
        """Return the state of the game in words."""
        if self.winners:
            won = ", ".join(names[seat] for seat in self.winners)
            total = self.standings[self.winners[0]].total
            return _("The game is over. With {total}: {names}.", total=total, names=won)
        said = {"number": self.number, "deals": self.deals, "dealer": names[self.dealer]}
        if self.phase == Phase.DEALING.value:
            return _("Deal {number} of {deals} comes next, dealt by {dealer}.", **said)
        turn = "" if self.turn is None else _(_TURNS[Phase(self.phase)], name=names[self.turn])
        deal = _("Deal {number} of {deals}, dealt by {dealer}.", **said)
        return " ".join(filter(None, (deal, turn, self._known(names))))

    def trumps(self, names: Sequence[str]) -> str:
        """Return the trumps of each seat that are known."""
        told = [
            _("{name} has {suit}", name=names[seat], suit=suit_words(Suit(standing.trump)))
            for seat, standing in enumerate(self.standings)
            if standing.trump is not None
        ]
        return _("Trumps: {trumps}.", trumps="; ".join(told)) if told else ""

    def _known(self, names: Sequence[str]) -> str:
        """Return the cards that all know to be in each hand."""
        told = [
            f"{names[seat]} {' '.join(standing.known)}"
            for seat, standing in enumerate(self.standings)
            if standing.known
        ]
        return _("Known in hand: {cards}.", cards="; ".join(told)) if told else ""

    def tricks(self, names: Sequence[str]) -> tuple[TrickText, ...]:
        """Return what was last taken up and the pile, as far as there are such."""
        told = []
        if self.last is not None and self.last.taker is not None:
            taken = _("taken up by {name}", name=names[self.last.taker])
            told.append(TrickText(_("Last taken up"), _turns(self.last, names), taken))
        if self.pile.turns:
            told.append(TrickText(_("The pile"), _turns(self.pile, names), ""))
        return tuple(told)


def _turns(pile: PileShown, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"{names[seat]} {card}" for seat, card in pile.turns)


def public_deal(view: PilesView) -> PilesDeal:
    """Return the public part of a view."""
    return PilesDeal(
        number=view.deal,
        deals=view.deals,
        dealer=view.dealer,
        phase=view.phase.value,
        turn=view.turn,
        moves=view.moves,
        limit=view.limit,
        standings=tuple(
            Standing(
                seat.cards,
                seat.trump.value if seat.trump else None,
                tuple(card.text for card in seat.known),
                seat.taken,
                seat.place,
                seat.total,
            )
            for seat in view.seats
        ),
        pile=_shown(view.pile, None),
        last=_shown(view.last.turns, view.last.seat) if view.last else None,
        winners=view.winners,
    )


def _shown(turns: Sequence[Turn], taker: int | None) -> PileShown:
    return PileShown(tuple((int(turn.seat), turn.card.text) for turn in turns), taker)
