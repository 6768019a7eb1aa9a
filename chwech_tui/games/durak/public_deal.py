"""The public part of a deal of Durak, as numbers and sentences."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from chwech_tui.describe import cards_words
from chwech_tui.games.score_table import side_letter
from chwech_tui.model.cards import PublicDeal, TrickText, suit_words
from protocol.cards import Suit
from protocol.durak.views import Bout, DurakView, Phase
from protocol.language import N_, _, pgettext

_TURNS: Final = {
    Phase.ATTACKING: N_("{names} to attack."),
    Phase.DEFENDING: N_("{names} to defend."),
    Phase.ADDING: N_("{names} may throw in."),
}
"""What is waited for, marked for translation."""


class Standing(Struct, frozen=True, gc=False):
    """The state of one seat."""

    side: int
    """Its side, 0 or 1."""

    cards: int
    """Cards in hand."""

    taken: int
    """Cards taken up in this deal."""

    out: bool
    """True if it is out of this deal."""

    total: int
    """The deals that the other side has lost."""


class BoutShown(Struct, frozen=True, gc=False):
    """A bout."""

    attacker: int
    """The seat that attacks."""

    defender: int
    """The seat that is attacked."""

    pairs: tuple[tuple[int, str, str | None], ...]
    """Each attack card: the seat that played it, the card, and the card that beat it."""

    given_up: bool
    """True if the defender has given up."""


class DurakDeal(PublicDeal, frozen=True):
    """A deal of Durak as everybody may see it."""

    number: int
    """Its number, from 1; between two deals the number of the next one."""

    losses: int
    """How many lost deals lose the game."""

    dealer: int
    """The seat that deals."""

    phase: str
    """``dealing``, ``settling``, ``attacking``, ``defending``, ``adding`` or ``over``."""

    awaited: tuple[int, ...]
    """The seats that the game waits for."""

    trump: str | None
    """The trump suit, ``C``, ``D``, ``H`` or ``S``; None before it is known."""

    turn_up: str | None
    """The card that shows it; None before the deal."""

    stock: int
    """Cards in the stock."""

    standings: tuple[Standing, ...]
    """The state of each seat."""

    bout: BoutShown | None
    """The open bout."""

    last_bout: BoutShown | None
    """The previous bout of this deal."""

    winners: tuple[int, ...]
    """At the end, the seats of the side that has won."""

    @property
    def titles(self) -> tuple[str, ...]:
        """The headings of the numbers of a seat."""
        side, cards = pgettext("heading", "Side"), pgettext("heading", "Cards")
        return (side, cards, pgettext("heading", "Taken"), pgettext("heading", "Won"))

    def numbers(self, seat: int) -> tuple[str, ...]:
        """Return the numbers of a seat as text."""
        shown = self.standings[seat]
        cards = pgettext("heading", "out") if shown.out else str(shown.cards)
        return (side_letter(shown.side), cards, str(shown.taken), str(shown.total))

    def sentence(self, names: Sequence[str]) -> str:
        """Return the state of the game in words."""
        if self.winners:
            won = ", ".join(names[seat] for seat in self.winners)
            return _("The game is over. It was won by {names}.", names=won)
        said = {"number": self.number, "losses": self.losses, "dealer": names[self.dealer]}
        if self.phase == Phase.DEALING.value:
            return _("Deal {number} comes next, dealt by {dealer}; {losses} lost deals lose the game.", **said)
        asked = ", ".join(names[seat] for seat in self.awaited)
        turn = _(_TURNS[Phase(self.phase)], names=asked) if asked else ""
        deal = _("Deal {number}, dealt by {dealer}; {losses} lost deals lose the game.", **said)
        return " ".join(filter(None, (deal, self.trumps(names), turn)))

    def trumps(self, names: Sequence[str]) -> str:
        """Return the trump suit and the stock."""
        if self.trump is None or self.turn_up is None:
            return ""
        suit = suit_words(Suit(self.trump)).capitalize()
        if not self.stock:
            return _("{suit} are trump; there is no stock.", suit=suit)
        cards = cards_words(self.stock)
        return _(
            "{suit} are trump; the stock has {cards}, {card} at its end.", suit=suit, cards=cards, card=self.turn_up
        )

    def tricks(self, names: Sequence[str]) -> tuple[TrickText, ...]:
        """Return the previous bout and the open one, as far as there are such."""
        told = (_told(_("Last bout"), self.last_bout, names),) if self.last_bout is not None else ()
        if self.bout is None or not self.bout.pairs:
            return told
        return (*told, _told(_("This bout"), self.bout, names))


def _told(title: str, bout: BoutShown, names: Sequence[str]) -> TrickText:
    turns = [f"{names[seat]} {attack}" for seat, attack, _beat in bout.pairs]
    beats = [f"{names[bout.defender]} {beat}>{attack}" for _seat, attack, beat in bout.pairs if beat is not None]
    taken = _("taken up by {name}", name=names[bout.defender]) if bout.given_up else ""
    return TrickText(title, (*turns, *beats), taken)


def public_deal(view: DurakView) -> DurakDeal:
    """Return the public part of a view."""
    return DurakDeal(
        number=view.deal,
        losses=view.losses,
        dealer=view.dealer,
        phase=view.phase.value,
        awaited=tuple(view.awaited),
        trump=view.trump.value if view.trump else None,
        turn_up=view.turn_up.text if view.turn_up else None,
        stock=view.stock,
        standings=tuple(Standing(seat.side, seat.cards, seat.taken, seat.out, seat.total) for seat in view.seats),
        bout=_shown(view.bout) if view.bout else None,
        last_bout=_shown(view.last_bout) if view.last_bout else None,
        winners=view.winners,
    )


def _shown(bout: Bout) -> BoutShown:
    pairs = tuple((int(pair.seat), pair.attack.text, pair.beat.text if pair.beat else None) for pair in bout.pairs)
    return BoutShown(bout.attacker, bout.defender, pairs, bout.given_up)
