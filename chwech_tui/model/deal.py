"""A deal as everyone may see it, in words, for plain mode and other text."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from chwech_tui.model.game import ShownGame, cannot_draw, guarded
from chwech_tui.model.ink import plain
from chwech_tui.model.moves import capitalized
from chwech_tui.model.people import NOBODY, People
from games.kit.say import SYMBOLS, Say, card_words, prose
from games.kit.words import Marked, side_words
from protocol.cards import Card
from protocol.game import Stage, View
from protocol.language import N_, NC_, _, pgettext


class PublicDeal:
    """A deal as everyone may see it, in words, for plain mode and other text."""

    def __init__(self, kind: ShownGame, view: View) -> None:
        self.strict, self._kind, self._view, self._seen = kind.strict, kind, view, kind.seen(view)
        self._words, sides = self._seen.words, kind.sides(view)
        numbers: dict[str, Any] = {NC_("heading", "Cards"): lambda table, seat: len(table.hands[seat])}
        if sides:
            numbers[NC_("heading", "Side")] = lambda _table, seat: side_words(sides[seat])
        numbers |= self._words.numbers
        self._numbers = {name: told for name, told in numbers.items() if self._told(told, 0) is not None}

    @property
    def titles(self) -> tuple[str, ...]:
        """The headings of the numbers of a seat."""
        return tuple([pgettext("heading", heading) for heading in self._numbers])

    def numbers(self, seat: int) -> tuple[str, ...]:
        """Return the numbers of a seat as text."""
        return tuple([self._told(told, seat) or "-" for told in self._numbers.values()])

    @guarded(lambda: "-")
    def _told(self, told: Callable[[Any, int], Any], seat: int) -> str | None:
        shown = told(self._seen.table, seat)
        return None if shown is None else prose(Say("{value}", value=shown), NOBODY)

    @guarded(cannot_draw)
    def sentence(self, names: Sequence[str]) -> str:
        """Return the state of the game in words."""
        view, people, seen = self._view, People(tuple(names)), self._seen
        if view.winners:
            return " ".join([_("The game is over."), plain(self._kind.ended(view, people))])
        dealer = names[view.dealer or 0]
        begun = _("{dealer} has the next deal.", dealer=dealer)
        waits = view.stage is Stage.DEALING
        if not waits:
            begun = _(self._words.begun, deal=capitalized(self._kind.progress(view)), dealer=dealer)
        status = [prose(one, people) for one in self._words.standing(seen)]
        more = [f"{capitalized(text).rstrip('.')}." for text in status if text]
        return " ".join(filter(None, (begun, "" if waits else self.trumps(names), *more, self._turn(people))))

    def _turn(self, people: People) -> str:
        """Return what the seat does whose turn it is."""
        seen = self._seen
        if not seen.turn:
            return ""
        doing = self._words.doing(seen)
        if doing is None and len(seen.turn) == 1:
            follows, leads = Say("[You follow|{name} follows]."), Say("[You lead|{name} leads].")
            doing = (follows if seen.table.trick else leads).of({"seat": seen.turn[0]})
        return f"{prose(doing, people).rstrip('.')}." if doing is not None else ""

    @guarded(str)
    def trumps(self, names: Sequence[str]) -> str:
        """Return the trump suit, and the card turned up."""
        ranks, turned = self._seen.ranks, self._words.turned(self._seen.table)
        if ranks is None or ranks.suit is None:
            return ""
        text = Say("{suit} are trump.")
        if turned is not None:
            text = Say("{suit} are trump; {card} {turned}.", card=turned.card, turned=turned.words)
        return capitalized(prose(text.of({"suit": ranks.suit}), People(tuple(names))))

    @guarded(tuple)
    def turns(self, names: Sequence[str], *, back: bool) -> tuple[str, ...]:
        """Return the turns of the open trick or of the previous one, each with its player; none if there is no such."""
        seen, words = self._seen, self._words
        zones = words.zones(seen, back=back)
        if not (words.last(seen.table) if back else words.lying(seen.table) or (zones.trick and not zones.over)):
            return ()
        turns = [_turn(names[seat], one) for seat, one in zones.trick if isinstance(one, Card | Marked | None)]
        for row in zones.rows:
            name = names[row.seat] if isinstance(row.seat, int) else ""
            turns.append(f"{name} {' '.join(map(card_words, row.cards))}")
        return tuple(turns)

    @guarded(str)
    def trick(self, names: Sequence[str], *, back: bool) -> str:
        """Return the open trick or the previous one in a line; empty if there is no such."""
        parts, turns = self._words.parts, self.turns(names, back=back)
        taker = self._words.zones(self._seen, back=back).taker if turns else None
        taken = _(parts.taken) if back else _("so far to {name}")
        taken = "" if taker is None else f"; {taken.format(name=names[taker])}"
        title = capitalized(_(parts.last if back else parts.this))
        return f"{title}: {', '.join(turns)}{taken}." if turns else ""


_HEIGHTS: Final = {"+": N_("{card} high"), "-": N_("{card} low"), "": "{card}"}


def _turn(name: str, one: Card | Marked | None) -> str:
    """Return a turn with its player; the height of an Ace and the suit of a Joker are said in words."""
    if one is None:
        return _("{name} passed", name=name)
    card = card_words(one.card if isinstance(one, Marked) else one)
    if isinstance(one, Marked):
        height = _(_HEIGHTS.get(one.mark, "{card}"), card=card)
        card = _("{joker} for {suit}", joker=card, suit=SYMBOLS[one.suit]) if one.suit else height
    return f"{name} {card}"
