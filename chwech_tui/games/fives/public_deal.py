"""The public part of a deal of the Fives, as numbers and sentences."""

from collections.abc import Sequence
from typing import Final

from chwech_tui.describe import chips_words
from chwech_tui.games.score_table import side_letter
from chwech_tui.model.cards import PublicDeal, TrickText, suit_words, trick_texts
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


class FivesDeal(PublicDeal[FivesView]):
    """A deal of the Fives as everybody may see it."""

    @property
    def titles(self) -> tuple[str, ...]:
        """The headings of the numbers of a seat."""
        side = (pgettext("heading", "Side"),) if self._partners else ()
        chips = () if self.view.pool is None else (pgettext("heading", "Chips"),)
        cards, tricks = pgettext("heading", "Cards"), pgettext("heading", "Tricks")
        points = () if self.view.spoil is not None else (pgettext("heading", "Points"),)
        return (*side, cards, tricks, *points, *chips)

    def numbers(self, seat: int) -> tuple[str, ...]:
        """Return the numbers of a seat as text."""
        standing = self.view.seats[seat]
        side = (side_letter(standing.side),) if self._partners else ()
        chips = () if self.view.pool is None else ("-" if standing.chips is None else str(standing.chips),)
        points = () if self.view.spoil is not None else (str(standing.total),)
        return (*side, str(standing.cards), str(standing.tricks), *points, *chips)

    def sentence(self, names: Sequence[str]) -> str:
        """Return the state of the game in words."""
        if self.view.winners:
            won = ", ".join(names[seat] for seat in self.view.winners)
            total = self.view.seats[self.view.winners[0]].total
            if self.view.spoil is not None:
                chips = chips_words(self.view.seats[self.view.winners[0]].chips or 0)
                return _("The game is over. With {chips}: {names}.", chips=chips, names=won)
            return _("The game is over. With {total}: {names}.", total=total, names=won)
        said = {"number": self.view.deal, "target": self.view.target, "dealer": names[self.view.dealer]}
        pool = "" if self.view.pool is None else _("The pool has {chips}.", chips=chips_words(self.view.pool))
        if self.view.phase is Phase.DEALING:
            return _joined(self._coming(**said), pool)
        turn = "" if self.view.turn is None else _(_TURNS[self.view.phase], name=names[self.view.turn])
        jinker = self.view.spoil.jinker if self.view.spoil else None
        jink = "" if jinker is None else _("{name} goes for all five.", name=names[jinker])
        return _joined(self._going_on(**said), self.trumps(names), self._best(names), pool, jink, turn)

    def _coming(self, **said: object) -> str:
        spoil = self.view.spoil
        if spoil is None:
            return _("Deal {number}, to {target}, comes next, dealt by {dealer}.", **said)
        return _("Deal {number}, pool {pool} of {target}, comes next, dealt by {dealer}.", pool=spoil.pools + 1, **said)

    def _going_on(self, **said: object) -> str:
        spoil = self.view.spoil
        if spoil is None:
            return _("Deal {number}, to {target}, dealt by {dealer}.", **said)
        return _("Deal {number}, pool {pool} of {target}, dealt by {dealer}.", pool=spoil.pools + 1, **said)

    def trumps(self, names: Sequence[str]) -> str:
        """Return the trump suit, and what has become of the turn-up."""
        trump = "" if self.view.trump is None else _("{suit} are trump", suit=suit_words(self.view.trump).capitalize())
        fate = "" if self.view.turn_up is None else _(_FATES[self.view.claim], card=self.view.turn_up.text)
        if self.view.turn_up is not None and self.view.robber is not None:
            fate = _("{card} was robbed by {name}", card=self.view.turn_up.text, name=names[self.view.robber])
        told = "; ".join(filter(None, (trump, fate)))
        return f"{told}." if told else ""

    def tricks(self, names: Sequence[str]) -> tuple[TrickText, ...]:
        """Return the previous trick and the open one, as far as there are such."""
        return trick_texts(self.view.last_trick, self.view.trick, names)

    @property
    def _partners(self) -> bool:
        return self.view.sides < len(self.view.seats)

    def _best(self, names: Sequence[str]) -> str:
        """Return who held the best card, once it has scored."""
        best = self.view.best
        if best is None:
            return ""
        said = {"name": names[best.seat], "points": best.points, "card": best.card.text}
        return _("{name} scored {points} for the best card, {card}.", **said)


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))
