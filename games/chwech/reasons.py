"""Why a choice is the best: reasons in words, each of which holds by what the seat can see of the table.

The net says what is best, and never why. These are facts about its choice, and the ones told first are those that do
not hold for the next best choice.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from games.chwech.rules import NINE, ChwechTable, card_of, rulebook, suit_of
from games.chwech.steady import prospect
from games.kit.asking import Choice
from games.kit.sampler import Observation, Reason
from games.kit.tricks import PASS
from protocol.cards import Rank
from protocol.language import N_

LIKELY: Final = 0.65  # The least chance of what is called likely.
UNLIKELY: Final = 0.2  # The greatest chance of what is called unlikely.
_OPEN: Final = 0.01  # How near an estimate comes to what is certain at most.

MOST_REASONS: Final = 2
_NEAR: Final = 0.3  # Points by which the next best choice may be worse and still count as about the same.


class Weighed:
    """A choice, and what its seat can know of it."""

    def __init__(self, seen: Observation[ChwechTable], choice: Choice) -> None:
        self.seen, self.choice, self.passes = seen, choice, choice == PASS
        table, self.book = seen.table, rulebook(seen.table.match)
        self.hand, self.follows = table.hands[seen.seat], seen.prompt == "follow"
        self.after = table.players - len(table.turns) - 1
        """The number of seats that can still act in the trick after this one."""

        unseen = Counter(self.book.pack)
        unseen.subtract([*self.hand, *(card_of(play) for _, play in seen.answers if play != PASS)])
        self.unseen = [*unseen.elements()]
        """The cards that are neither in the hand of the seat nor played in this deal."""

        self.won = table.won[seen.seat] % NINE  # The cards that the seat has won beyond a multiple of nine.
        self.gains = self.won + len(table.trick) + 1  # The same at the least, if it takes the trick with a card.
        self.takes = 0.0 if self.passes else self._chance()  # How likely it is to take the trick; 1 and 0 are certain.

        self.might = self.takes > UNLIKELY
        self.sure = self.takes == 1 and not self.after  # True if it takes the trick as it is.

        self.joker = not self.passes and card_of(choice) in self.book.jokers
        self.final = not all(map(len, table.hands))
        self.ends_deal = not (self.follows or self.after) if self.passes else len(self.hand) == 1

    def _chance(self) -> float:
        """Return how likely a card is to take the trick.

        What is certain holds for every lie and play of the unseen cards; all else is an estimate.
        """
        table = self.seen.table
        plays = [*(play for _, play in table.trick), self.choice]
        ends = {self.book.taker([*enumerate([*plays, *more])]) == len(plays) - 1 for more in self._endings()}
        if len(ends) == 1:
            return float(ends.pop())
        return min(max(prospect(table, self.seen.seat, self.choice)[0], _OPEN), 1 - _OPEN)

    def _endings(self) -> Iterator[Sequence[Choice]]:
        """Yield what may be played after a card, as far as it can change who takes the trick: nothing, one card or two.

        Who takes it depends on the best card and on which is last, so that more than two cards change nothing more.
        """
        yield ()
        book, suit = self.book, self.seen.table.led or suit_of(self.choice)
        if not self.after or suit is None:
            return
        plays = [
            way for card in dict.fromkeys(self.unseen) if card in book.following[suit] for way in book.follows[card]
        ]
        yield from [(one,) for one in plays]
        if self.after < 2:
            return
        low = sorted(plays, key=lambda play: book.last[book.follows[card_of(play)][0]])
        for one in plays:
            yield from [(one, last) for last in [play for play in low if play is not one][:1]]

    @property
    def leader(self) -> int | None:
        """The seat that takes the trick and may lead next, if that is certain; None if not, or for a lead."""
        if not self.follows or self.after:
            return None
        own = [] if self.passes else [(self.seen.seat, self.choice)]
        return self.book.taker([*self.seen.table.trick, *own])

    @property
    def longest(self) -> bool:
        """True for a lead of the suit of which the seat holds more than of any other."""
        if self.passes or self.follows:
            return False
        held = Counter(card.suit for card in self.hand if card.rank is not Rank.JOKER)
        number = held.pop(card_of(self.choice).suit, 0)
        return number > max((1, *held.values()))


FORCED: Final = N_("there is nothing else to do")
CLOSE: Final = N_("the next best is worth about the same")
REASONS: Final[Sequence[tuple[str, Callable[[Weighed, Weighed], bool]]]] = (
    (N_("it ends the deal"), lambda one, _: one.ends_deal),
    (N_("winning the trick makes a multiple of nine"), lambda one, _: one.sure and one.gains % NINE == 0),
    (
        N_("winning leaves you one short of a multiple of nine"),
        lambda one, _: one.sure and one.gains % NINE == NINE - 1,
    ),
    (N_("you shed a card, worth nine points at the end"), lambda one, _: not (one.won or one.might or one.passes)),
    (
        N_("a card might win and spoil your multiple of nine"),
        lambda one, other: one.passes and other.might and not (one.won or one.ends_deal),
    ),
    (
        N_("winning it would overshoot a multiple of nine"),
        lambda one, other: one.won > 0 and not one.might and other.might and other.gains > NINE,
    ),
    (
        N_("winning it brings you closer to a multiple of nine"),
        lambda one, _: one.might and one.won > 0 and one.gains < NINE - 1,
    ),
    (N_("you keep your Joker"), lambda one, other: other.joker and not one.joker),
    (N_("no card left can beat it"), lambda one, _: one.takes == 1 and not one.sure),
    (N_("it takes the trick for certain"), lambda one, _: one.sure),
    (N_("it is likely to take the trick"), lambda one, _: LIKELY <= one.takes < 1),
    (N_("it cannot take the trick"), lambda one, _: one.takes == 0 and not one.passes),
    (N_("it is unlikely to take the trick"), lambda one, _: 0 < one.takes <= UNLIKELY),
    (N_("{name} takes the trick and can lead next"), lambda one, _: one.leader not in {None, one.seen.seat}),
    (N_("nobody acts after you"), lambda one, _: one.follows and not one.after),
    (N_("the deal ends with this trick"), lambda one, _: one.final),
    (N_("it is of your longest suit"), lambda one, _: one.longest),
    (N_("it may win the trick, and counts either way"), lambda one, _: UNLIKELY < one.takes < LIKELY),
    (N_("you keep your cards for a later trick"), lambda one, _: one.passes and not (one.final or one.ends_deal)),
)
"""Each reason that depends on the choice, the most telling first, and whether it holds, given the next best too."""


def reasons_for(seen: Observation[ChwechTable], values: Sequence[float]) -> tuple[Reason, ...]:
    """Return why the choice with the highest value, in points, is the best; in at most two reasons."""
    choices = seen.choices
    if len(choices) == 1:
        return (Reason(FORCED),)
    best, next_best, *_rest = sorted(range(len(choices)), key=values.__getitem__, reverse=True)
    one, other = Weighed(seen, choices[best]), Weighed(seen, choices[next_best])
    held = [(holds(other, one), words) for words, holds in REASONS if holds(one, other)]
    why = [words for _, words in sorted(held, key=lambda reason: reason[0])]
    close = [CLOSE] if values[best] - values[next_best] < _NEAR else []
    # Where there is room for one reason alone, why the choice is good says more than how near the next one is.
    said = [*why[:1], *close, *why[1:]][:MOST_REASONS]
    return tuple([Reason(words, one.leader if "{name}" in words else None) for words in said])
