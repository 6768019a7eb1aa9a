"""The options of the Fives, and the rules of one table as values that the rules read."""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Final

from msgspec import Struct

from protocol.cards import FACES, Card, Rank
from protocol.colour_order import JokerPlace
from protocol.fives.events import DealSheet, Ending
from protocol.language import N_
from protocol.setup import OptionOffer, OptionValue, Setup
from server.rules.options import Options

TWENTY_FIVE: Final = "twenty-five"
"""The name of Twenty-Five in setups and records."""

FORTY_FIVE: Final = "forty-five"
"""The name of Forty-Five in setups and records."""

SPOIL_FIVE: Final = "spoil-five"
"""The name of Spoil Five in setups and records."""

ABOUT: Final = {
    TWENTY_FIVE: N_("five cards each, the five of trumps on top; five tricks take the pool"),
    FORTY_FIVE: N_("Twenty-Five with a Joker, and points for the best card of each deal"),
    SPOIL_FIVE: N_("Twenty-Five for a pool: three of the five tricks take it, or it grows"),
}
"""What kind of game each is, marked for translation."""

MINUTES: Final = {TWENTY_FIVE: 5, FORTY_FIVE: 10, SPOIL_FIVE: 25}
"""About how long each takes."""

PLAYERS: Final = (5, 3, 4, 6, 7, 8, 9, 10)
"""The supported numbers of players, the default first; Parlett calls five ideal."""

_STRICT: Final = OptionOffer(
    "renege_strict", "whether a top trump may be kept back only by who holds no other trump", (False, True)
)

_BOTH: Final = (
    OptionOffer("partners", "whether people play in sides", (False, True), players=(4, 6)),
    OptionOffer(
        "sides", "two sides of three, or three of two", ("two", "three"), players=(6,), needs={"partners": True}
    ),
    _STRICT,
)

OPTIONS: Final = {
    TWENTY_FIVE: Options(
        "Twenty-Five",
        PLAYERS,
        (
            *_BOTH,
            OptionOffer("pool", "whether everybody puts chips into a pool, which the winner takes", (True, False)),
            OptionOffer(
                "double_stake",
                "whether a win by all five tricks of a deal pays the stakes twice",
                (False, True),
                needs={"pool": True},
            ),
        ),
    ),
    FORTY_FIVE: Options(
        "Forty-Five",
        PLAYERS,
        (
            *_BOTH,
            OptionOffer("target", "the score that wins", (45, 31)),
            OptionOffer("best_card", "what the best card of a deal scores; 0 for nothing", (5, 6, 0)),
            OptionOffer("joker", "the rank of the Joker among the trumps, or no Joker", ("third", "fourth", "none")),
            OptionOffer(
                "trick_scores",
                "5 a trick; 5 for most, 10 for all; or 15 for 3, 20 for 4, 5 win",
                ("each", "majority", "game"),
            ),
            OptionOffer(
                "unrobbed_ace",
                "whether an Ace of trumps that neither robs nor declines ranks lowest",
                ("usual", "lowest"),
            ),
        ),
    ),
    SPOIL_FIVE: Options(
        "Spoil Five",
        PLAYERS,
        (
            OptionOffer("pools", "how many pools are played, unless somebody runs out of chips before", (5, 1, 3, 10)),
            OptionOffer("stake", "the chips that everybody puts into a new pool", (1, 2, 5)),
            OptionOffer("top_up", "the chips that everybody adds to the pool after a spoilt deal", (1, 2)),
            OptionOffer(
                "two_tricks", "whether two tricks take the pool, not three", (False, True), players=(5, 6, 7, 8, 9, 10)
            ),
            OptionOffer("must_rob", "whether an Ace of trumps that does not rob cannot take the pool", (False, True)),
            _STRICT,
        ),
    ),
}
"""The options of each game."""


HAND = 5
"""The number of cards dealt to each seat, and of tricks in a deal."""

CHIPS = 20
"""The number of chips that each player begins with (Parlett)."""

TRICK = 5
"""The points for a trick, if each trick scores."""

MOST_DEALS = 100
"""The number of deals after which the highest score wins, where deals may score nothing."""


class TrickScores(Enum):
    """The ways to score tricks."""

    EACH = "each"
    """Five each, at once."""

    MAJORITY = "majority"
    """Five for three or four tricks of a deal, ten for all."""

    GAME = "game"
    """Fifteen for three, twenty for four, and the game for all."""


class Spoil(Struct, frozen=True, gc=False):
    """What the options of Spoil Five decide."""

    stake: int
    """The chips that everybody puts into a new pool."""

    top_up: int
    """The chips that everybody adds after a spoilt deal."""

    needed: int
    """The number of tricks that take the pool."""

    must_rob: bool
    """True if the Ace of trumps in a hand that does not rob bars it from the pool."""


class Variant(Struct, frozen=True, gc=False):
    """The complete rules of a table, as its options decide them."""

    game: str
    """The name of the game."""

    players: int
    """The number of seats."""

    sides: int
    """The number of sides; equal to the number of seats if each plays alone."""

    target: int
    """The score that wins; in Spoil Five the number of pools."""

    joker: JokerPlace
    """The rank of the Joker, or its absence."""

    best_card: int
    """The points for the best card; 0 if it does not score."""

    trick_scores: TrickScores
    """The way to score tricks."""

    renege_strict: bool
    """True if only a player without other trumps may keep back a top trump."""

    low_ace: bool
    """True if the Ace of trumps becomes the lowest trump when its holder neither robs nor declines."""

    pool: bool
    """True if the game is played for chips."""

    double_stake: bool
    """True if all five tricks of one deal win a double stake."""

    spoil: Spoil | None
    """What Spoil Five adds; None in the other games."""

    def side(self, seat: int) -> int:
        """Return the side of a seat; partners sit so that the sides alternate."""
        return seat % self.sides

    @property
    def pack(self) -> tuple[Card, ...]:
        """The unshuffled pack, by suit and then by rank from the Two up, the Joker last."""
        return _PACKS[self.joker is not JokerPlace.NONE]

    @property
    def most_deals(self) -> int:
        """The largest number of deals in a game.

        It follows from the points that every deal without a winner scores at least, while no side reaches the target;
        where that may be none, the highest score wins after ``MOST_DEALS``.
        In Spoil Five nobody can pay into one pool for ever: after each pool somebody has no more than the chips of the
        beginning.
        """
        if self.spoil is not None:
            return self.target * ((CHIPS - self.spoil.stake) // self.spoil.top_up + 1)
        tricks = _LEAST[self.trick_scores] if self.trick_scores is TrickScores.EACH or self.sides == PAIR else 0
        least = tricks + self.best_card
        return self.sides * (self.target - 1) // least + 1 if least else MOST_DEALS


PAIR = 2
"""The number of sides of which one always has most tricks."""

_LEAST = {TrickScores.EACH: HAND * TRICK, TrickScores.MAJORITY: 5, TrickScores.GAME: 15}
"""What the tricks of a deal score at least, where one side has most of them."""

_STRANGE = (Rank.ELEVEN, Rank.TWELVE, Rank.THIRTEEN)
_PACKS = {
    True: tuple(card for card in FACES if card.rank not in _STRANGE),
    False: tuple(card for card in FACES if card.rank not in (*_STRANGE, Rank.JOKER)),
}


def read_variant(game: str, setup: Setup) -> Variant:
    """Return the variant of a setup.

    Raises:
        InvalidSetup: the game does not support the setup; the text names both sides.
    """
    values = OPTIONS[game].complete(setup.players, setup.options)
    spoil = _read_spoil(values) if game == SPOIL_FIVE else None
    partners = 3 if values.get("sides") == "three" else 2
    return Variant(
        game=game,
        players=setup.players,
        sides=partners if values.get("partners") else setup.players,
        target=int(values.get("target", values.get("pools", 25))),
        joker=JokerPlace(values.get("joker", "none")),
        best_card=int(values["best_card"]) if game == FORTY_FIVE else 0,
        trick_scores=TrickScores(values.get("trick_scores", "each")),
        renege_strict=bool(values["renege_strict"]),
        low_ace=values.get("unrobbed_ace") == "lowest",
        pool=bool(values.get("pool", spoil is not None)),
        double_stake=bool(values.get("double_stake", False)),
        spoil=spoil,
    )


def _read_spoil(values: Mapping[str, OptionValue]) -> Spoil:
    return Spoil(
        stake=int(values["stake"]),
        top_up=int(values["top_up"]),
        needed=2 if values["two_tricks"] else 3,
        must_rob=bool(values["must_rob"]),
    )


TAKEN = frozenset({Ending.SWEPT, Ending.JINKED})
"""The endings of a deal in which somebody takes the pool."""


def payment(spoil: Spoil, sheets: Sequence[DealSheet]) -> int:
    """Return the chips that each seat puts into the pool for the deal after these."""
    return spoil.top_up if sheets and sheets[-1].ending is Ending.SPOILT else spoil.stake


def carried(sheets: Sequence[DealSheet]) -> int:
    """Return the chips in the pool between two deals."""
    return (sheets[-1].pool or 0) if sheets and sheets[-1].ending is Ending.SPOILT else 0


def pools_taken(sheets: Sequence[DealSheet]) -> int:
    """Return the number of pools that have been taken."""
    return sum(sheet.ending in TAKEN for sheet in sheets)


def is_over(variant: Variant, spoil: Spoil, sheets: Sequence[DealSheet]) -> bool:
    """True if the last pool has been taken, or if somebody cannot pay for the next deal."""
    if not sheets or sheets[-1].ending is Ending.SHARED:
        return bool(sheets)
    poorest = CHIPS + min(sheets[-1].totals)
    return pools_taken(sheets) == variant.target or poorest < payment(spoil, sheets)
