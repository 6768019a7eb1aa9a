"""A deal as everybody may see it, in words: what a game tells where there is no screen."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from chwech_tui.model.checks import cannot_draw, guarded
from chwech_tui.model.game import Game
from chwech_tui.model.moves import capitalized
from chwech_tui.model.people import NOBODY, People
from games.kit.say import As, Say, prose
from games.kit.seen import usual_taker, usual_turn
from games.kit.tricks import PASS
from games.kit.words import Column, columns_of
from protocol.cards import Card
from protocol.game import Stage, View, said
from protocol.language import _, pgettext


class TrickText(Struct, frozen=True, gc=False):
    """A trick in words."""

    title: str
    """Which trick it is."""

    turns: tuple[str, ...]
    """The turns in order, each with its player."""

    taker: str
    """Who takes it; empty if nobody does."""


class PublicDeal:
    """A deal as everybody may see it, in words: what a game tells where there is no screen."""

    def __init__(self, kind: Game, view: View) -> None:
        """Tell of a view what is public in it."""
        self.strict, self._view, self._seen = kind.strict, view, kind.seen(view)
        self._words = self._seen.words
        self._columns = [one for one in columns_of(self._words.seats, self._seen.table.match) if one.heading]

    @property
    def titles(self) -> tuple[str, ...]:
        """The headings of the numbers of a seat."""
        return tuple([pgettext("heading", one.heading) for one in self._columns])

    def numbers(self, seat: int) -> tuple[str, ...]:
        """Return the numbers of a seat as text."""
        return tuple([self._number(one, seat) for one in self._columns])

    @guarded(lambda: "-")
    def _number(self, column: Column, seat: int) -> str:
        shown = (column.told or column.show)(self._seen.table, seat)
        return prose(Say("{value}", value=shown), NOBODY) or "-"

    @guarded(cannot_draw)
    def sentence(self, names: Sequence[str]) -> str:
        """Return the state of the game in words."""
        view, people = self._view, People(tuple(names))
        if view.winners:
            total = self._words.figures(view.sheets[-1].totals[view.winners[0]])
            won = ", ".join(names[seat] for seat in view.winners)
            return _(self._words.over, total=total, names=won)
        told: Mapping[str, Any] = {
            "number": view.deal,
            "dealer": names[view.dealer or 0],
            "deals": self._seen.table.match.game.deals(self._seen.table.match) or None,
        }
        waits = view.stage is Stage.DEALING
        if (own := self._words.dealt(self._seen, waits)) is not None:
            first = prose(own.of(told), people)
        elif told["deals"] is None:
            first = (
                _("Deal {number} comes next, dealt by {dealer}.") if waits else _("Deal {number}, dealt by {dealer}.")
            )
        elif waits:
            first = _("Deal {number} of {deals} comes next, dealt by {dealer}.")
        else:
            first = _("Deal {number} of {deals}, dealt by {dealer}.")
        # A name may have braces in it: what has been put in is not a pattern any more.
        begun = first if own is not None else first.format(**told)
        status = [prose(one, people) for one in self._words.standing(self._seen)]
        more = [f"{capitalized(text).rstrip('.')}." for text in status if text]
        return " ".join(filter(None, (begun, "" if waits else self.trumps(names), *more, self._turn(people))))

    def _turn(self, people: People) -> str:
        """Return what the seat does whose turn it is."""
        seen = self._seen
        if not seen.turn:
            return ""
        doing = None if seen.table.trick or seen.table.last_trick else self._words.doing(seen)
        if doing is not None:
            return f"{prose(doing, people).rstrip('.')}."
        told = seen.words.turn(seen)
        if len(seen.turn) > 1 or told is None or not (seen.words.round or seen.words.turn is not usual_turn):
            return ""
        return prose(told.of({"seat": seen.turn[0]}), people)

    @guarded(str)
    def trumps(self, names: Sequence[str]) -> str:
        """Return the trump suit, and the card turned up."""
        own = self._words.trumps(self._seen.table) if self._view.fields else ""
        if own:
            return prose(own, People(tuple(names)))
        ranks, turned = self._seen.ranks, self._words.turned(self._seen.table)
        if ranks is None or ranks.suit is None:
            return ""
        text = Say("{suit} are trump.")
        if turned is not None:
            fate = turned.told or Say("{card} is turned up", card=As(turned.card.text))
            text = Say("{suit} are trump; {turned}.", turned=fate)
        return capitalized(prose(text.of({"suit": ranks.suit}), People(tuple(names))))

    @guarded(tuple)
    def tricks(self, names: Sequence[str]) -> tuple[TrickText, ...]:
        """Return the previous trick and the open one, as far as there are such."""
        seen, words, found = self._seen, self._words, list[TrickText]()
        last, this = map(_, words.parts.titles)
        if not words.round and words.taker is usual_taker:
            return self._rows(names, last, this)
        titles = (last, _("taken by {name}")), (this, _("so far to {name}"))
        for (title, taken), trick in zip(titles, words.plays(seen.table), strict=True):
            if trick:
                taker = words.taker(seen, [play for play in trick if play[1] is not None])
                turns = [f"{names[seat]} {_played(one)}" for seat, one in trick]
                found.append(TrickText(title, tuple(turns), "" if taker is None else taken.format(name=names[taker])))
        return tuple(found)

    def _rows(self, names: Sequence[str], last: str, this: str) -> tuple[TrickText, ...]:
        """Return what lies in rows, and did before."""
        seen, found = self._seen, list[TrickText]()
        for title, back in ((last, True), (this, False)):
            if not (self._words.last if back else self._words.lying)(seen.table):
                continue
            zones = self._words.zones(seen, back=back)
            turns = [
                f"{names[row.seat] if isinstance(row.seat, int) else ''} {' '.join([card.text for card in row.cards])}"
                for row in zones.rows
            ]
            taken = "" if zones.taker is None else _("taken up by {name}", name=names[zones.taker])
            found.append(TrickText(title, tuple(turns), taken))
        return tuple(found)


def _played(one: Any) -> str:  # noqa: ANN401
    """Return a play as records write it: a pass, a choice, or several cards."""
    several = isinstance(one, tuple | list) and all(isinstance(part, Card) for part in one)
    return PASS if one is None else " ".join(map(said, one)) if several else said(one)
