"""Why a choice is the best: reasons in words, each of which holds by what the seat can see of the table.

The net says what is best, and never why. These are facts about its choice, and the ones told first are those that do
not hold for the next best choice.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, Final, NamedTuple

from games.chwech.rules import NINE, ChwechTable, Rulebook, card_of, rulebook
from games.chwech.steady import prospect
from games.kit.asking import Choice
from games.kit.sampler import Observation, Reason
from games.kit.tricks import PASS
from protocol.cards import Card, Rank, Suit
from protocol.language import N_

LIKELY: Final = 0.65
"""The least chance of what is called likely."""

UNLIKELY: Final = 0.2
"""The greatest chance of what is called unlikely."""

MOST_REASONS: Final = 2
CLOSE: Final = 0.3
"""Points by which the next best choice may be worse and still count as about the same."""


class Fate(Enum):
    """Whether a card takes the trick that it is played to."""

    TAKES = "takes"
    LIKELY = "likely"
    OPEN = "open"
    UNLIKELY = "unlikely"
    LOSES = "loses"


class Facts(NamedTuple):
    """The open trick, as the seat to act sees it."""

    table: ChwechTable
    seat: int
    prompt: str
    book: Rulebook
    plays: Sequence[Choice]
    """The plays of the trick so far."""

    after: int
    """The number of seats that can still act in it after this one."""

    unseen: Sequence[Card]
    """The cards that are neither in the hand of the seat nor played in this deal."""


def facts_of(seen: Observation[ChwechTable]) -> Facts:
    """Return what the seat to act knows of the trick."""
    table, book = seen.table, rulebook(seen.table.match)
    unseen = Counter(book.pack)
    played = [card_of(choice) for _, choice in seen.answers if choice != PASS]
    unseen.subtract([*played, *table.hands[seen.seat]])
    plays = [play for _, play in table.trick]
    after = table.players - len(table.turns) - 1
    return Facts(table, seen.seat, seen.prompt, book, plays, after, tuple(unseen.elements()))


def _best(facts: Facts, plays: Sequence[Any]) -> int:
    """Return which of some plays takes the trick."""
    return facts.book.taker([*enumerate(plays)])


def fate(facts: Facts, choice: Choice) -> Fate | None:
    """Return whether a card takes the trick; None for a pass.

    What is certain here is so however the unseen cards lie and whoever plays them; what is likely is an estimate.
    """
    if choice == PASS:
        return None
    plays = [*facts.plays, choice]
    ends = [_best(facts, [*plays, *more]) == len(plays) - 1 for more in _endings(facts, choice)]
    if all(ends):
        return Fate.TAKES
    if not any(ends):
        return Fate.LOSES
    chance = prospect(facts.table, facts.seat, choice).takes
    return Fate.LIKELY if chance >= LIKELY else Fate.UNLIKELY if chance <= UNLIKELY else Fate.OPEN


def next_leader(facts: Facts, choice: Choice) -> int | None:
    """Return the seat that takes the trick and may lead next, if that is certain; None if not, or for a lead."""
    if facts.prompt != "follow" or facts.after:
        return None
    trick = facts.table.trick if choice == PASS else [*facts.table.trick, (facts.seat, choice)]
    return facts.book.taker(trick)


def _endings(facts: Facts, choice: Choice) -> Iterator[Sequence[Choice]]:
    """Yield what may be played after a card, as far as it can change who takes the trick: nothing, one card or two.

    Who takes it depends on the best card and on which card is last, so that more than two cards change nothing more.
    """
    yield ()
    if not facts.after:
        return
    book, card = facts.book, card_of(choice)
    suit: Any = facts.table.led or (choice[-1] if card in book.jokers and isinstance(choice, tuple) else card.suit)
    plays = [way for card in dict.fromkeys(facts.unseen) if card in book.following[suit] for way in book.follows[card]]
    yield from [(one,) for one in plays]
    if facts.after < 2:
        return
    low = sorted(plays, key=lambda play: book.last[book.follows[card_of(play)][0]])
    for one in plays:
        last = next((play for play in low if play is not one), None)
        if last is not None:
            yield (one, last)


class Because(Enum):
    """A reason for a choice, in half a sentence marked for translation."""

    FORCED = N_("there is nothing else to do")
    CLOSE = N_("the next best is worth about the same")
    ENDS_DEAL = N_("it ends the deal")
    LANDS = N_("taking lands you on a multiple of nine")
    ONE_SHORT = N_("taking leaves you one short of a multiple of nine")
    SHEDS = N_("you shed a card, worth nine points at the end")
    NEARER = N_("taking brings you nearer to a multiple of nine")
    PAST = N_("taking would lead past a multiple of nine")
    STAYS = N_("a card might take, and leave your multiple of nine")
    KEEPS_JOKER = N_("you keep your Joker")
    UNBEATABLE = N_("no card left can beat it")
    TAKES = N_("it takes the trick for certain")
    LIKELY = N_("it is likely to take the trick")
    LOSES = N_("it cannot take the trick")
    UNLIKELY = N_("it is unlikely to take the trick")
    LEADS_NEXT = N_("{name} takes the trick and can lead next")
    LAST = N_("nobody acts after you")
    FINAL = N_("the deal ends with this trick")
    LONGEST = N_("it is of your longest suit")
    OPEN = N_("it may take the trick, and counts in any case")
    LATER = N_("you keep your cards for a later trick")


class _Option(NamedTuple):
    """One choice, and what can be known of it."""

    facts: Facts
    choice: Choice
    fate: Fate | None
    """Whether it takes the trick; None for a pass."""

    other: "_Option | None" = None
    """The best or next best choice, to which this one is compared."""

    @property
    def won(self) -> int:
        """The cards that the seat has won beyond a multiple of nine."""
        return self.facts.table.won[self.facts.seat] % NINE

    @property
    def gains(self) -> int:
        """The cards that it wins beyond a multiple of nine at the least, if it takes the trick."""
        return self.won + len(self.facts.plays) + 1

    @property
    def lands(self) -> int | None:
        """The cards won beyond a multiple of nine after a trick that it takes for certain, of a size that is known."""
        sure = self.fate is Fate.TAKES and not self.facts.after
        return self.gains % NINE if sure else None

    @property
    def passes(self) -> bool:
        """True for a pass."""
        return self.choice == PASS

    @property
    def hand(self) -> Sequence[Card]:
        """The cards of the seat."""
        return self.facts.table.hands[self.facts.seat]

    @property
    def is_joker(self) -> bool:
        """True for a Joker."""
        return not self.passes and card_of(self.choice) in self.facts.book.jokers


MIGHT_TAKE: Final = frozenset({Fate.TAKES, Fate.LIKELY, Fate.OPEN})
"""The fates of cards by which a trick may well be taken."""


def _ends_deal(option: _Option) -> bool:
    facts = option.facts
    return facts.prompt == "lead" and not facts.after if option.passes else len(option.hand) == 1


def _stays(option: _Option) -> bool:
    takes = option.other is not None and option.other.fate in MIGHT_TAKE
    return option.fate is None and not option.won and takes and not _ends_deal(option)


def _past(option: _Option) -> bool:
    if option.fate not in {None, Fate.LOSES, Fate.UNLIKELY} or option.other is None or not option.won:
        return False
    return option.other.fate in MIGHT_TAKE and option.other.gains > NINE


def _longest(option: _Option) -> bool:
    """Return True for a lead of the suit of which the seat holds more than of any other."""
    if option.passes or option.facts.prompt == "follow":
        return False
    held: Counter[Suit | None] = Counter(card.suit for card in option.hand if card.rank is not Rank.JOKER)
    number = held.pop(card_of(option.choice).suit, 0)
    return number > max((1, *held.values()))


def _final(option: _Option) -> bool:
    return not all(map(len, option.facts.table.hands))


_HOLDS: Final[Mapping[Because, Callable[[_Option], bool]]] = {
    Because.ENDS_DEAL: _ends_deal,
    Because.LANDS: lambda option: option.lands == 0,
    Because.ONE_SHORT: lambda option: option.lands == NINE - 1,
    Because.SHEDS: lambda option: not option.won and option.fate in {Fate.LOSES, Fate.UNLIKELY},
    Because.STAYS: _stays,
    Because.PAST: _past,
    Because.NEARER: lambda option: option.fate in MIGHT_TAKE and option.won > 0 and option.gains < NINE - 1,
    Because.KEEPS_JOKER: lambda option: not option.is_joker and option.other is not None and option.other.is_joker,
    Because.UNBEATABLE: lambda option: option.fate is Fate.TAKES and option.facts.after > 0,
    Because.TAKES: lambda option: option.fate is Fate.TAKES and not option.facts.after,
    Because.LIKELY: lambda option: option.fate is Fate.LIKELY,
    Because.LOSES: lambda option: option.fate is Fate.LOSES,
    Because.UNLIKELY: lambda option: option.fate is Fate.UNLIKELY,
    Because.LEADS_NEXT: lambda option: next_leader(option.facts, option.choice) not in {None, option.facts.seat},
    Because.LAST: lambda option: option.facts.prompt == "follow" and not option.facts.after,
    Because.FINAL: _final,
    Because.LONGEST: _longest,
    Because.OPEN: lambda option: option.fate is Fate.OPEN,
    Because.LATER: lambda option: option.passes and not (_final(option) or _ends_deal(option)),
}
"""Each reason that depends on the choice, the most telling first, and whether it holds."""


def reasons_for(seen: Observation[ChwechTable], values: Sequence[float]) -> tuple[Reason, ...]:
    """Return why the choice with the highest value is the best, in at most two reasons.

    Args:
        seen: what the seat to act has been shown.
        values: what each choice is worth, in points.
    """
    choices = seen.choices
    if len(choices) == 1:
        return (Reason(Because.FORCED.value),)
    facts = facts_of(seen)
    best, other, *_rest = sorted(range(len(choices)), key=values.__getitem__, reverse=True)
    one, two = (_Option(facts, choices[number], fate(facts, choices[number])) for number in (best, other))
    first, second = one._replace(other=two), two._replace(other=one)
    held = [because for because, holds in _HOLDS.items() if holds(first)]
    shared = {because for because in held if _HOLDS[because](second)}
    close = [Because.CLOSE] if values[best] - values[other] < CLOSE else []
    why = [*(because for because in held if because not in shared), *(because for because in held if because in shared)]
    # Where there is room for one reason alone, why the choice is good says more than how near the next one is.
    said = [*why[:1], *close, *why[1:]][:MOST_REASONS]
    leader = next_leader(facts, first.choice)
    return tuple([Reason(because.value, leader if because is Because.LEADS_NEXT else None) for because in said])
