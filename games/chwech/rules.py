"""The rules of Chwech (David Parlett): nobody has to play; win a multiple of nine cards, and get rid of your own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Any, Final

from games.kit import game as kit
from games.kit.asking import Ask, Choice, Rules
from games.kit.deck import DUPLICATE_VERSION, C, deal_seeds, in_order, pack, packets
from games.kit.game import CardTable, Game, Laid, Match, shuffled
from games.kit.options import InvalidSetup
from games.kit.secrets import Named, secret
from games.kit.tricks import PASS
from protocol.cards import JOKER, Card, Rank, Suit
from protocol.language import N_, sentence
from protocol.setup import OptionOffer, OptionValue

HAND: Final = 9
NINE: Final = 9
HIGH: Final = "+"
LOW: Final = "-"
DEALS: Final = {4: 8, 5: 5, 6: 6, 7: 7}
"""The usual number of deals in a game that is not duplicate, by number of players."""

MOST_DEALS: Final = 24
LEAST_SETS: Final = 2
"""The sets of hands in a duplicate game: of a single one everyone would know every card after one deal."""

_FIFTY_TWO: Final = pack("2 3 4 5 6 7 8 9 10 J Q K A")
_RED_THIRTEENS: Final = (Card(Rank.THIRTEEN, Suit.DIAMONDS), Card(Rank.THIRTEEN, Suit.HEARTS))
HEIGHTS: Final = {rank: 10 * height for height, rank in enumerate(Rank, start=1)}
"""How high the ranks are, so far apart that a Joker fits between two."""

_ORIGINAL_JOKER: Final = HEIGHTS[Rank.SEVEN] + 5
_REVISED_LAST_JOKER: Final = 1000

_NAMED_PACKS: Final = {"low": (Rank.TWO, Rank.THREE), "middle": (Rank.SEVEN, Rank.EIGHT)}
_PAIRS: Final = list(combinations(dict.fromkeys(card.rank for card in _FIFTY_TWO), 2))
_OTHER_PACKS: Final = {f"{low.value}+{high.value}": (low, high) for low, high in _PAIRS}
FIVE_PACKS: Final = _NAMED_PACKS | {name: out for name, out in _OTHER_PACKS.items() if out not in _NAMED_PACKS.values()}
"""The ranks that the pack for five leaves out, by the name of the pack."""


def cards_of(players: int, options: Mapping[str, OptionValue]) -> list[Card]:
    """Return the cards of a table, unsorted (rules, section 1)."""
    if players == 4:
        return [*pack("6 7 8 9 10 J Q K A")]
    if players == 5:
        out = FIVE_PACKS[str(options["five_pack"])]
        return [*[card for card in _FIFTY_TWO if card.rank not in out], JOKER]
    if players == 6:
        return [*_FIFTY_TWO, JOKER, JOKER]
    if options["seven_pack"] == "two_packs":
        return [*_FIFTY_TWO, *pack("2 3"), JOKER, JOKER, JOKER]
    return [*_FIFTY_TWO, *pack("11 12"), *_RED_THIRTEENS, JOKER]


class Rulebook:
    """What the options of a table make of each card, worked out once."""

    def __init__(self, players: int, options: Mapping[str, OptionValue]) -> None:
        self.players, self.options = players, options
        self.original = options["ruleset"] == "original"
        self.one_joker = self.original or options["jokers_per_trick"] == "one"
        self.last_equal = options["equal_cards"] == "last"
        self.jokers = frozenset({JOKER, *(_RED_THIRTEENS if options["thirteens_as_jokers"] else ())})
        self._last_ace = -1 if options["joker_beats_last_ace"] else 1
        self.pack = sorted(in_order(cards_of(players, options)), key=self.jokers.__contains__)
        self.places = {card: place for place, card in enumerate(self.pack)}
        self.following = {
            suit: frozenset([card for card in self.pack if card.suit is suit or card in self.jokers]) for suit in Suit
        }
        self.leads = {card: self._plays(card, lead=True) for card in self.pack}
        self.follows = {card: self._plays(card, lead=False) for card in self.pack}
        plays = [play for book in (self.leads, self.follows) for plays in book.values() for play in plays]
        self.inside = {play: self._height(play, last=False) for play in plays}
        """How high a play is that is not the last of its trick."""

        self.last = {play: self._height(play, last=True) for play in plays}

    def _plays(self, card: Card, *, lead: bool) -> list[Choice]:
        """Return the plays of a card: original rules say how an Ace counts; a Joker led names a suit, or is not led."""
        if lead and card in self.jokers:
            return [] if self.original else [(card, "=", suit) for suit in Suit]
        return [(card, HIGH), (card, LOW)] if self.original and card.rank is Rank.ACE else [card]

    def _height(self, play: Choice, *, last: bool) -> int:
        """Return how high a play is. Revised: last Joker > Ace not last > K … 2 > last Ace > Joker not last."""
        card = card_of(play)
        if card in self.jokers:
            return _ORIGINAL_JOKER if self.original else _REVISED_LAST_JOKER if last else 0
        if card.rank is Rank.ACE and (last if not self.original else play == (card, LOW)):
            return -1 if self.original else self._last_ace
        return HEIGHTS[card.rank]

    def taker(self, trick: Sequence[tuple[int, Any]]) -> int:
        """Return the seat whose card takes a trick."""
        heights = [self.inside[play] for _, play in trick]
        heights[-1] = self.last[trick[-1][1]]
        best = max(heights)
        return trick[len(heights) - 1 - heights[::-1].index(best) if self.last_equal else heights.index(best)][0]


def card_of(play: Any) -> Card:  # noqa: ANN401
    """Return the card of a play."""
    card: Card = play[0] if isinstance(play, tuple) else play
    return card


def suit_of(play: Any) -> Suit | None:  # noqa: ANN401
    """Return the suit that a play leads; None for a Joker that names none."""
    named: Suit | None = play[2] if isinstance(play, tuple) and len(play) > 2 else card_of(play).suit
    return named


def factor(won: int) -> int:
    """Return what the cards played are multiplied by: the cards won beyond a multiple of nine, or nine."""
    return won % NINE or NINE


def score(left: int, won: int) -> int:
    """Return the score with so many cards left and won."""
    return (HAND - left) * factor(won)


@lru_cache(maxsize=256)
def _rulebook(players: int, options: tuple[tuple[str, OptionValue], ...]) -> Rulebook:
    return Rulebook(players, dict(options))


def rulebook(match: Match) -> Rulebook:
    """Return the rulebook of a match, the same object for the same options."""
    return _rulebook(match.players, tuple(match.options.items()))


@dataclass(frozen=True, kw_only=True)
class Sheet(kit.Sheet):
    """How a deal ended, and what it brought each seat."""

    won: tuple[int, ...]
    """The cards won."""
    left: tuple[int, ...]
    """The cards left in hand."""

    @property
    def factors(self) -> tuple[int, ...]:
        """The factor of each seat."""
        return tuple(map(factor, self.won))

    @property
    def nines(self) -> tuple[int, ...]:
        """1 for each seat that has won a multiple of nine, of which none at all is one; 0 for the others."""
        return tuple([int(cards % NINE == 0) for cards in self.won])


@dataclass
class ChwechTable(CardTable):
    """The table of Chwech."""

    gone: list[Card] = secret(unless="piles_open", default_factory=list)
    won: list[int] = field(default_factory=list)
    """The cards that each seat has won."""
    piles: list[list[Card]] = secret(unless="piles_open", default_factory=list)
    """The same cards, which lie closed unless an option opens them."""
    turns: list[tuple[int, Any]] = field(default_factory=list)
    """The plays of the trick on the table, and its passes as None."""
    last_turns: list[tuple[int, Any]] = field(default_factory=list)
    led: Suit | None = None

    @property
    def piles_open(self) -> bool:
        """True if all may look through the cards won."""
        return bool(self.match.options["review_won"])


def lay(match: Match, cards: Sequence[C]) -> Laid:
    """Deal all cards singly."""
    return {"hands": packets(cards, match.round(match.after(match.dealer)), (1,) * HAND)[0]}


def deal(table: ChwechTable, laid: Laid) -> Rules[Sheet]:
    """Play tricks until a player is out of cards, or everyone passes the lead."""
    # This is the fast path of simulations and bots, so that it is one loop over locals. Equal cards are one choice.
    match, players, book = table.match, table.players, rulebook(table.match)
    hands = table.hands = [sorted(hand, key=book.places.__getitem__) for hand in laid["hands"]]
    table.won, table.piles = [0] * players, [[] for _ in range(players)]
    rounds, leads, original = [match.round(first) for first in range(players)], book.leads, book.original
    doubled = [len({*hand}) < len(hand) for hand in hands]
    table.tell("dealt", seat=table.dealer, deal=match.deal)
    first, opening, ending = match.after(table.dealer), True, "out"
    while all(hands):
        trick: list[tuple[int, Any]] = []
        turns: list[tuple[int, Any]] = []
        table.trick, table.turns, table.led = trick, turns, None
        following: frozenset[Card] | None = None
        for seat in rounds[first]:
            hand = hands[seat]
            faces = [*dict.fromkeys(hand)] if doubled[seat] else hand
            if following is None:
                choices = [play for card in faces for play in leads[card]]
                prompt, did, passed = "lead" if choices else "no_lead", "led", "lead_passed"
            else:
                fits = [card for card in faces if card in following]
                choices = [play for card in fits for play in book.follows[card]] if original else [*fits]
                prompt, did, passed = "follow" if choices else "no_follow", "played", "passed"
            if opening:
                opening, prompt = False, "open"
            else:
                choices.append(PASS)
            choice = yield Ask(seat, choices, prompt)
            if choice == PASS:
                turns.append((seat, None))
                table.told.append((passed, {"seat": seat}, None))
                continue
            card = choice[0] if type(choice) is tuple else choice
            is_joker = card in book.jokers
            if following is None:
                led = choice[2] if is_joker else card.suit
                table.led, following = led, book.following[led]
            if is_joker and book.one_joker:
                following -= book.jokers
            hand.remove(card)
            trick.append((seat, choice))
            turns.append((seat, choice))
            table.told.append((did, {"seat": seat, "play": choice}, None))
        if not trick:
            ending = "deadlock"
            break
        first = _take(table, book)
    return _ended(table, ending)


def _take(table: ChwechTable, book: Rulebook) -> int:
    """Give the trick to its taker, and return that seat."""
    trick = table.trick
    taker, cards = book.taker(trick), [play[0] if type(play) is tuple else play for _, play in trick]
    table.won[taker] += len(cards)
    table.piles[taker] += cards
    table.gone += cards
    table.takers.append(taker)
    table.last_trick, table.last_turns = trick, table.turns
    table.told.append(("took", {"seat": taker, "cards": len(cards)}, None))
    return taker


def _ended(table: ChwechTable, ending: str) -> Sheet:
    """Return the sheet of a deal: the cards played times the factor of the cards won (rules, section 3)."""
    table.trick, table.led = [], None
    if ending == "out":
        table.turns = []
    left = tuple(map(len, table.hands))
    return table.sheet(Sheet, ending, [*map(score, left, table.won)], left=left)


def usual_deals(players: int, options: Mapping[str, OptionValue]) -> int:
    """Return the usual number of deals: in a duplicate game every set of hands comes once from each dealer."""
    return LEAST_SETS * players if options["duplicate"] else DEALS[players]


def tidy(players: int, options: dict[str, OptionValue]) -> dict[str, OptionValue]:
    """Write the usual number of deals as 0; raise ``InvalidSetup`` if a duplicate game has no whole sets."""
    deals, usual = int(options["deals"]), usual_deals(players, options)
    fitting = range(LEAST_SETS * players, MOST_DEALS + 1, players)
    if options["duplicate"] and deals and deals not in fitting:
        *others, most = map(str, fitting)
        why = N_("deals: {deals} do not fit, a duplicate game for {players} has {others} or {most}")
        raise InvalidSetup(sentence(why, deals=deals, players=players, others=", ".join(others), most=most))
    return {**options, "deals": 0 if deals == usual else deals}


def deals_of(match: Match) -> int:
    """Return the number of deals."""
    return int(match.options["deals"]) or usual_deals(match.players, match.options)


def page(match: Match) -> dict[str, OptionValue]:
    """Return what the page of rules tells besides the options: how many deals there are, and what is in the pack."""
    book, deals = rulebook(match), deals_of(match)
    red, black = [
        [card for card in reversed(book.places) if card.suit is suit and card not in book.jokers]
        for suit in (Suit.HEARTS, Suit.SPADES)
    ]
    plain = [card for card in red if card.rank is not Rank.ACE]
    lists = {
        "upper": [card for card in plain if HEIGHTS[card.rank] > _ORIGINAL_JOKER],
        "lower": [card for card in plain if HEIGHTS[card.rank] < _ORIGINAL_JOKER],
        "red": [card for card in red if book.pack.count(card) == 1],
        "black": [card for card in black if book.pack.count(card) == 1],
    }
    return {
        **dict.fromkeys([card.rank.value for card in red], True),
        **{name: ", ".join([card.rank.value for card in cards]) for name, cards in lists.items()},
        "jokers": book.pack.count(JOKER),
        "equals": len(book.places) < len(book.pack),
        "size": len(book.pack),
        "deals": deals,
        "sets": deals // match.players,
    }


def order(match: Match, seed: bytes) -> Sequence[int]:
    """Return the order of the pack; in a duplicate game one seed decides all, and each set of hands comes again."""
    if not match.options["duplicate"]:
        return shuffled(match, seed)
    return shuffled(match, deal_seeds(seed, match.players, deals_of(match) // match.players)[match.deal - 1])


def fallback(table: ChwechTable, seat: int, choices: Sequence[Choice]) -> Choice:
    """Pass; the first lead is the lowest card of the shortest suit, no Joker if possible."""
    if PASS in choices:
        return PASS
    book, hand = rulebook(table.match), table.hands[seat]

    def worth(play: Any) -> tuple[bool, int, int, bool, int]:  # noqa: ANN401
        card, suit = card_of(play), suit_of(play)
        joker = card in book.jokers
        length = 0 if joker else sum(held.suit is suit and held not in book.jokers for held in hand)
        return joker, length, [*Suit].index(suit), play != (card, LOW), book.places[card]

    return min(choices, key=worth)


_WITH_THIRTEENS: Final[dict[str, OptionValue]] = {"seven_pack": "five_hundred"}
_REVISED: Final[dict[str, OptionValue]] = {"ruleset": "revised"}
CHWECH: Final = Game(
    name="chwech",
    title="Chwech",
    about="plain tricks in which nobody has to play, scored by multiples of nine",
    players=(6, 4, 5, 7),
    minutes=30,
    options=(
        OptionOffer("ruleset", "Aces and Jokers", ("revised", "original")),
        OptionOffer("deals", "Deals", (0,), 1, MOST_DEALS, 1),
        OptionOffer("duplicate", "Duplicate", (False, True)),
        OptionOffer("five_pack", "Left out of the pack", tuple(FIVE_PACKS), players=(5,)),
        OptionOffer("seven_pack", "Pack", ("five_hundred", "two_packs"), players=(7,)),
        OptionOffer("thirteens_as_jokers", "Red Thirteens", (False, True), players=(7,), needs=_WITH_THIRTEENS),
        OptionOffer("jokers_per_trick", "Jokers per trick", ("any", "one"), players=(5, 6, 7), needs=_REVISED),
        OptionOffer("joker_beats_last_ace", "Last Ace on Jokers", (False, True), players=(5, 6, 7), needs=_REVISED),
        OptionOffer("equal_cards", "Of equal cards", ("first", "last"), players=(6, 7)),
        OptionOffer("review_won", "Cards won", (False, True)),
    ),
    table=ChwechTable,
    sheet=Sheet,
    pack=lambda match: rulebook(match).pack,
    lay=lay,
    deal=deal,
    ended=lambda sheet: [(sheet.ending, {"names": [Named(seat) for seat, left in enumerate(sheet.left) if not left]})],
    fallback=fallback,
    deals=deals_of,
    tidy=tidy,
    order=order,
    counts="nines",
    figures=((N_("won a multiple of 9"), ".1%", "nines"), (N_("cards left"), ".2f", "left")),
    noted=(N_("ended in deadlock"), lambda sheet: sheet.ending == "deadlock"),
    marks="factors",
    page=page,
    one_seed=lambda match: DUPLICATE_VERSION if match.options["duplicate"] else "",
    record=("hands", "actions", "won", "left", "scores=points", "end=ending"),
    head=lambda options: {"ruleset": options.pop("ruleset", "revised")},
)
