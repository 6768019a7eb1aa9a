"""The options of Chwech, and the rules of one table as values that the rules read."""

from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache, lru_cache
from typing import Final

from msgspec import Struct

from protocol.cards import FACES, Card, Rank, Suit
from protocol.chwech.actions import PASS, AceHeight, Pass, Play
from protocol.chwech.order import OrderRules, make_order
from protocol.chwech.pack import FIVE_PACKS, PACKS
from protocol.language import N_, sentence
from protocol.setup import OptionOffer, OptionValue, Setup
from protocol.vocabulary import Seat
from server.rules.game import InvalidSetup
from server.rules.options import Options


class Ruleset(Enum):
    """The rules for Aces and Jokers."""

    REVISED = "revised"
    """Their rank depends on their place in the trick."""

    ORIGINAL = "original"
    """As first published: the player says whether an Ace is high or low; a Joker ranks between Eight and Seven."""


class Equals(Enum):
    """The rule that decides which of two equal cards ranks higher."""

    FIRST = "first"
    LAST = "last"


class Variant(Struct, frozen=True):
    """The complete rules of a table, as its options decide them."""

    players: int
    ruleset: Ruleset = Ruleset.REVISED
    deals: int = 6
    pack: str = "six"
    """The name of the pack in ``PACKS``."""

    thirteens_as_jokers: bool = False
    """True if both red Thirteens are Jokers in all respects."""

    one_joker_a_trick: bool = False
    """True if only one Joker may be played to a trick; always so in the original rules."""

    joker_beats_last_ace: bool = False
    """True if a Joker that was not last beats an Ace that was."""

    equals: Equals = Equals.FIRST
    review_won: bool = False
    duplicate: bool = False
    """True if a few sets of hands are dealt, each once by every dealer."""


def read_variant(setup: Setup) -> Variant:
    """Return the variant of a setup.

    Raises:
        InvalidSetup: Chwech does not support the setup; the text names both sides.
    """
    players = setup.players
    values = CHWECH.complete(players, setup.options)
    ruleset = Ruleset(values["ruleset"])
    packs = {4: "four", 5: str(values["five_pack"]), 6: "six", 7: str(values["seven_pack"])}
    return Variant(
        players=players,
        ruleset=ruleset,
        deals=_deals(players, values),
        pack=packs[players],
        thirteens_as_jokers=bool(values["thirteens_as_jokers"]),
        one_joker_a_trick=ruleset is Ruleset.ORIGINAL or values["jokers_per_trick"] == "one",
        joker_beats_last_ace=bool(values["joker_beats_last_ace"]),
        equals=Equals(values["equal_cards"]),
        review_won=bool(values["review_won"]),
        duplicate=bool(values["duplicate"]),
    )


def _deals(players: int, values: Mapping[str, OptionValue]) -> int:
    """Return the number of deals.

    Raises:
        InvalidSetup: a duplicate game cannot have so many.
    """
    deals = int(values["deals"]) or usual_deals(players, values)
    fitting = range(LEAST_SETS * players, MOST_DEALS + 1, players)
    if values["duplicate"] and deals not in fitting:
        *others, most = map(str, fitting)
        why = N_("deals: {deals} do not fit, a duplicate game for {players} has {others} or {most}")
        raise InvalidSetup(sentence(why, deals=deals, players=players, others=", ".join(others), most=most))
    return deals


def usual_deals(players: int, values: Mapping[str, OptionValue]) -> int:
    """Return the usual number of deals with these options."""
    return LEAST_SETS * players if values.get("duplicate") else DEALS[players]


PLAYERS: Final = (6, 4, 5, 7)

DEALS: Final = {4: 8, 5: 5, 6: 6, 7: 7}
"""The usual number of deals in a game that is not duplicate, by number of players."""

MOST_DEALS: Final = 24

LEAST_SETS: Final = 2
"""The sets of hands in a duplicate game, at least: of a single one everybody would know every card after one deal."""

OPTIONS: Final = (
    OptionOffer("ruleset", N_("how Aces and Jokers count"), ("revised", "original")),
    OptionOffer("deals", N_("how many deals make a game, if not the usual number"), (), least=1, most=MOST_DEALS),
    OptionOffer("duplicate", N_("whether everybody plays the same hands, turned from seat to seat"), (False, True)),
    OptionOffer(
        "five_pack",
        N_("left out: low, Twos and Threes; middle, Sevens and Eights; or as 4+9"),
        tuple(FIVE_PACKS),
        players=(5,),
    ),
    OptionOffer(
        "seven_pack",
        N_("the pack of Five Hundred, or one pack with every Two and Three twice"),
        ("five_hundred", "two_packs"),
        players=(7,),
    ),
    OptionOffer(
        "thirteens_as_jokers",
        N_("whether both red Thirteens are Jokers"),
        (False, True),
        players=(7,),
        needs={"seven_pack": "five_hundred"},
    ),
    OptionOffer(
        "jokers_per_trick",
        N_("how many Jokers may be played to one trick"),
        ("any", "one"),
        players=(5, 6, 7),
        needs={"ruleset": "revised"},
    ),
    OptionOffer(
        "joker_beats_last_ace",
        N_("whether a Joker that was not last beats an Ace that was"),
        (False, True),
        players=(5, 6, 7),
        needs={"ruleset": "revised"},
    ),
    OptionOffer("equal_cards", N_("which of two equal cards ranks higher"), ("first", "last"), players=(6, 7)),
    OptionOffer("review_won", N_("whether anyone may look through the cards already won"), (False, True)),
)
"""Every option except the number of players, in the order of the rules, with their texts marked for translation."""

CHWECH: Final = Options("Chwech", PLAYERS, OPTIONS)


def differing(players: int, chosen: dict[str, OptionValue]) -> dict[str, OptionValue]:
    """Return only the options that differ from their default; the usual number of deals counts as one.

    Raises:
        InvalidSetup: Chwech does not support these options.
    """
    values = CHWECH.differing(players, chosen)
    if values.get("deals") == usual_deals(players, values):
        del values["deals"]
    return values


HAND: Final = 9


class Pack(Struct, frozen=True):
    """The cards of one variant."""

    cards: tuple[Card, ...]
    copies: dict[Card, int]
    """The places of each distinct card, as bits."""

    suits: dict[Suit, int]
    """The places of each suit, as bits, without cards that count as Jokers."""

    jokers: int
    """The places of the cards that count as Jokers, as bits."""

    everything: int
    octets: tuple[tuple[tuple[Card, ...], ...], ...]
    """For each eight places the cards at every choice of them: a pack has up to 64 cards."""

    def faces(self, places: int) -> tuple[Card, ...]:
        """Return the cards at these places, in the order of the pack."""
        # Every view has a hand, so this is written for speed: a loop over the cards takes more than twice the time.
        one, two, three, four, five, six, seven, eight = self.octets
        return (
            one[places & 255]
            + two[places >> 8 & 255]
            + three[places >> 16 & 255]
            + four[places >> 24 & 255]
            + five[places >> 32 & 255]
            + six[places >> 40 & 255]
            + seven[places >> 48 & 255]
            + eight[places >> 56]
        )


def each_place(places: int) -> Iterator[int]:
    """Yield the indices of the set bits, lowest first."""
    while places:
        lowest = places & -places
        yield lowest.bit_length() - 1
        places ^= lowest


def make_pack(variant: Variant) -> Pack:
    """Return the pack of a variant."""
    faces = PACKS[variant.pack]
    jokers = [card for card in faces if counts_as_joker(card, variant)]
    plain = [card for card in faces if card not in jokers]
    cards = tuple(sorted(plain, key=FACES.index) + sorted(jokers, key=FACES.index))
    places = dict.fromkeys(cards, 0)
    for place, card in enumerate(cards):
        places[card] |= 1 << place
    return Pack(
        cards=cards,
        copies=places,
        suits={suit: sum(places[card] for card in places if card.suit is suit and card not in jokers) for suit in Suit},
        jokers=sum(places[card] for card in places if card in jokers),
        everything=(1 << len(cards)) - 1,
        octets=tuple(_choices(cards[first : first + 8]) for first in range(0, 64, 8)),
    )


@cache
def _choices(cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """Return all choices of up to eight cards, by the bits that stand for them; variants of one pack share them."""
    return tuple(tuple(cards[place] for place in each_place(bits)) for bits in range(1 << len(cards)))


def rules_of_order(variant: Variant) -> OrderRules:
    """Return the rules of a variant on which the order of its cards depends."""
    return OrderRules(
        aces_choose=variant.ruleset is Ruleset.ORIGINAL,
        thirteens_as_jokers=variant.thirteens_as_jokers,
        joker_beats_last_ace=variant.joker_beats_last_ace,
        last_of_equals=variant.equals is Equals.LAST,
    )


def counts_as_joker(card: Card, variant: Variant) -> bool:
    """True if a card counts as a Joker: with an option, the red Thirteens do."""
    return rules_of_order(variant).counts_as_joker(card)


def following(card: Card, variant: Variant) -> tuple[Play, ...]:
    """Return the plays of a card when another seat leads.

    In the original rules the player of an Ace says whether it is high or low.
    """
    if variant.ruleset is Ruleset.ORIGINAL and card.rank is Rank.ACE:
        return Play(card, ace=AceHeight.HIGH), Play(card, ace=AceHeight.LOW)
    return (Play(card),)


def leading(card: Card, variant: Variant) -> tuple[Play, ...]:
    """Return the plays of a card as a lead.

    A Joker may be led in the revised rules only, for a suit that its player names (Parlett, revised point 3).
    """
    if not counts_as_joker(card, variant):
        return following(card, variant)
    if variant.ruleset is Ruleset.ORIGINAL:
        return ()
    return tuple(Play(card, suit=suit) for suit in Suit)


_REMEMBERED: Final = 1 << 16


class Plays:
    """The plays of any set of cards, given by their places; equal cards count once.

    Results are cached, because the same sets recur; the cache is emptied when it is full.
    """

    def __init__(self, pack: Pack, plays: Mapping[Card, tuple[Play, ...]], *more: Pass) -> None:
        self.known: dict[int, tuple[Pass | Play, ...]] = {}
        """The cache. It is a plain dictionary, because one with ``__missing__`` is several times slower to read."""
        self._pack = pack
        self._plays = plays
        self._more = more

    def work_out(self, places: int) -> tuple[Pass | Play, ...]:
        """Compute and cache the plays for these places."""
        if len(self.known) >= _REMEMBERED:
            self.known.clear()
        found: list[Pass | Play] = []
        rest = places
        while rest:
            card = self._pack.cards[(rest & -rest).bit_length() - 1]
            found += self._plays[card]
            rest &= ~self._pack.copies[card]
        self.known[places] = plays = (*found, *self._more)
        return plays


class Rulebook:
    """The lookup tables of one variant; one object per variant, so that states compare it by identity."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.pack = make_pack(variant)
        self.places = frozenset(range(len(self.pack.cards)))
        seats = [Seat(seat) for seat in range(variant.players)]
        self.rounds = tuple((*seats[first:], *seats[:first], None) for first in seats)
        """For each seat, all seats in turn from it, and None after the last."""
        self.only = {card: places for card, places in self.pack.copies.items() if places.bit_count() == 1}
        """The place of each card that the pack has once."""
        self.only_or_none = {card: self.only.get(card, 0) for card in self.pack.copies}
        """The same, with no place for every other card."""
        self.single = self.pack.jokers if variant.one_joker_a_trick else 0
        """The places of the cards of which only one may be played to a trick."""
        self.order = make_order(rules_of_order(variant), self.pack.copies)
        cards = self.pack.copies
        self.follow = Plays(self.pack, {card: following(card, variant) for card in cards}, PASS)
        """The actions of a follower, by the cards in hand that fit the trick."""
        self._lead_part = Plays(self.pack, {card: leading(card, variant) for card in cards})
        self._parts = (*self.pack.suits.values(), self.pack.jokers)

    def first_copy(self, card: Card, hand: int) -> int:
        """Return the first place, in a hand, of a card that the pack has several times."""
        copies = self.pack.copies[card] & hand
        return copies & -copies

    def places_open_to(self, suit: Suit, led: int) -> int:
        """Return the places of all cards playable to a trick in this suit; ``led`` is the place of the lead."""
        return self.pack.suits[suit] if led & self.single else self.pack.suits[suit] | self.pack.jokers

    def lead(self, hand: int) -> tuple[Pass | Play, ...]:
        """Return the actions of a seat with this hand when it may lead or pass the lead."""
        known = self._lead_part.known
        clubs, diamonds, hearts, spades, jokers = self._parts
        try:
            return (
                *known[hand & clubs],
                *known[hand & diamonds],
                *known[hand & hearts],
                *known[hand & spades],
                *known[hand & jokers],
                PASS,
            )
        except KeyError:
            parts = [self._lead_part.work_out(hand & part) for part in self._parts]
            return (*(play for plays in parts for play in plays), PASS)

    def open(self, hand: int) -> tuple[Pass | Play, ...]:
        """Return the actions of a seat with this hand for the first lead, which must not be passed."""
        return self.lead(hand)[:-1]


rulebook = lru_cache(maxsize=256)(Rulebook)
