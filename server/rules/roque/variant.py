"""The options of Roque, and the rules of one table as values that the rules read."""

from enum import Enum
from typing import Final

from msgspec import Struct

from protocol.cards import Card
from protocol.language import N_
from protocol.roque.order import PACKS, STEP, TRICK, count
from protocol.setup import OptionOffer, Setup
from server.rules.options import Options

ROQUE: Final = "roque"
"""The name of Roque in setups and records."""

ROQUE_THREE: Final = "roque-three"
"""The name of Roque for three in setups and records."""

ABOUT: Final = {
    ROQUE: N_("two sides bid what they will take; the first card led is trump"),
    ROQUE_THREE: N_("Roque with fifteen cards each, where the bidder plays against two"),
}
"""What kind of game each is, marked for translation."""

MINUTES: Final = {ROQUE: 35, ROQUE_THREE: 45}
"""About how long each takes."""


def _target(*usual: int) -> OptionOffer:
    """Return the offer of a score to win: a usual one, or any from what a deal or two bring."""
    return OptionOffer("target", "the score that wins", usual, least=105, most=10_000, step=5)


_BOTH: Final = (
    OptionOffer("forced_dealer", "whether the dealer plays at the lowest bid where everybody passes", (False, True)),
    OptionOffer(
        "discards", "who has the cards laid aside: the declarer, or the last trick", ("declarer", "last_trick")
    ),
    OptionOffer("both_past", "who wins if several reach the target in one deal", ("highest", "declarer")),
    OptionOffer("most_deals", "after how many deals the game ends at the latest", (20, 1, 4, 8, 12, 40)),
)

OPTIONS: Final = {
    ROQUE: Options(
        "Roque",
        (4,),
        (
            _target(505, 255, 1005),
            OptionOffer("lowest_bid", "the lowest bid", (85, 100)),
            OptionOffer("slam", "what a contract scores with every trick", (250, 300, 330)),
            *_BOTH,
        ),
    ),
    ROQUE_THREE: Options(
        "Roque for three",
        (3,),
        (
            _target(650, 325, 1300),
            OptionOffer(
                "defenders", "what each of the defenders scores: the own tricks, or those of both", ("own", "both")
            ),
            OptionOffer(
                "doubled_below",
                "what a failed bid is doubled below: both defenders, or the better one",
                ("both", "better"),
            ),
            *_BOTH,
        ),
    ),
}
"""The options of each game."""


class Discards(Enum):
    """Who has the cards that the declarer has laid aside."""

    DECLARER = "declarer"
    """The declarer's side."""

    LAST_TRICK = "last_trick"
    """Who takes the last trick."""


class BothPast(Enum):
    """Who wins if several sides have reached the target."""

    HIGHEST = "highest"
    """The highest total; where it is equal another deal is played."""

    DECLARER = "declarer"
    """The declarer's side if it is among them, otherwise the highest."""


class DefenderScores(Enum):
    """What each of two defenders scores who are not partners."""

    OWN = "own"
    """What that player took."""

    BOTH = "both"
    """What both took together."""


class DoubledBelow(Enum):
    """What a declarer who fails has to have taken to lose the bid only once."""

    BOTH = "both"
    """As much as the defenders together."""

    BETTER = "better"
    """As much as the better one of them."""


class Variant(Struct, frozen=True, gc=False):
    """The complete rules of a table, as its options decide them."""

    game: str
    """The name of the game."""

    players: int
    """The number of seats."""

    hand: int
    """The number of cards dealt to each seat, and of tricks in a deal."""

    batch: int
    """The number of cards dealt at a time."""

    lowest_bid: int
    slam: int
    """What a contract scores with every trick."""

    target: int
    """The score that wins."""

    most_deals: int
    """The largest number of deals in a game."""

    forced_dealer: bool
    """True if the dealer plays at the lowest bid where everybody passes."""

    discards: Discards
    """Who has the cards laid aside."""

    both_past: BothPast
    """Who wins if several sides reach the target in one deal."""

    defender_scores: DefenderScores
    """What each of two defenders scores who are not partners."""

    doubled_below: DoubledBelow
    """What a failed bid is doubled below."""

    @property
    def sides(self) -> int:
        """The number of sides: partners sit opposite, and of three everybody is a side."""
        return 2 if self.game == ROQUE else self.players

    def side(self, seat: int) -> int:
        """Return the side of a seat."""
        return seat % self.sides

    @property
    def title(self) -> str:
        """The name of the game, as used in sentences."""
        return OPTIONS[self.game].title

    @property
    def pack(self) -> tuple[Card, ...]:
        """The unshuffled pack, by suit and then by rank from the Two up."""
        return PACKS[self.players]

    @property
    def widow(self) -> int:
        """The number of cards of the widow, and of those laid aside."""
        return len(self.pack) - self.players * self.hand

    @property
    def aside(self) -> int:
        """What the cards laid aside count besides their points: as many tricks as they make, in the number of four."""
        return TRICK if self.game == ROQUE else 2 * TRICK

    @property
    def highest_bid(self) -> int:
        """The highest bid: all points of a deal."""
        return self.hand * TRICK + self.aside + count(self.pack)

    @property
    def bids(self) -> range:
        """Every bid."""
        return range(self.lowest_bid, self.highest_bid + STEP, STEP)


def read_variant(game: str, setup: Setup) -> Variant:
    """Return the variant of a setup.

    Raises:
        InvalidSetup: the game does not support the setup; the text names both sides.
    """
    values = OPTIONS[game].complete(setup.players, setup.options)
    four = game == ROQUE
    return Variant(
        game=game,
        players=setup.players,
        hand=12 if four else 15,
        batch=4 if four else 5,
        lowest_bid=int(values.get("lowest_bid", 95)),
        slam=int(values.get("slam", 350)),
        target=int(values["target"]),
        most_deals=int(values["most_deals"]),
        forced_dealer=bool(values["forced_dealer"]),
        discards=Discards(values["discards"]),
        both_past=BothPast(values["both_past"]),
        defender_scores=DefenderScores(values.get("defenders", "own")),
        doubled_below=DoubledBelow(values.get("doubled_below", "both")),
    )
