"""The options of Auction Forty-Fives, and the rules of one table as values that the rules read."""

from typing import Final

from msgspec import Struct

from protocol.cards import FACES, Rank
from protocol.setup import OptionOffer, Setup
from server.rules.options import Options

NAME: Final = "auction-forty-fives"
"""The name of the game in setups and records."""

HAND: Final = 5
"""The number of cards of a hand, and of tricks in a deal."""

TRICK: Final = 5
"""The points of a trick, and of the highest trump."""

TARGET: Final = 120
"""The score that wins, where the number of deals is not fixed."""

MOST_DEALS: Final = 100
"""The number of deals after which a game is over at the latest, so that none goes on for ever."""

SIDES: Final = 2

OPTIONS: Final = Options(
    "Auction Forty-Fives",
    (4, 6),
    (
        OptionOffer("lowest_bid", "the lowest number that can be bid", (5, 15, 20)),
        OptionOffer("hold", "who may hold a bid: the next in turn, or only the dealer", ("next", "dealer")),
        OptionOffer("forced_dealer", "what the dealer has to bid if all others pass; 0 for a new deal", (0, 15, 20)),
        OptionOffer("kitty", "the cards laid apart for who names trumps", (0, 3, 4)),
        OptionOffer("most_drawn", "the most cards that a seat may draw", (5, 3), players=(6,)),
        OptionOffer("dealer_looks", "whether the dealer picks from all cards that are left", (False, True)),
        OptionOffer("lead", "who leads first: left of the bidder, or of the dealer", ("bidder", "dealer")),
        OptionOffer("both_out", "who wins if both have 120: the bidders, or the higher", ("bidders", "higher")),
        OptionOffer("deals", "a fixed number of deals; 0 for a game to 120", (0, 6, 10, 12, 20)),
        OptionOffer(
            "renege_strict", "whether a top trump may be kept back only by who holds no other trump", (False, True)
        ),
    ),
)
"""The options of the game."""


class Variant(Struct, frozen=True, gc=False):
    """The complete rules of a table, as its options decide them."""

    players: int
    """The number of seats."""

    lowest_bid: int
    """The lowest number that can be bid."""

    dealer_holds: bool
    """True if only the dealer may hold a bid; otherwise the next in turn may."""

    forced_bid: int
    """What the dealer has to bid at least if all others pass; 0 if the cards are dealt again."""

    kitty: int
    """The number of cards laid apart for the bidder."""

    most_drawn: int
    """The most cards that a seat may draw."""

    dealer_looks: bool
    """True if the dealer picks from all cards that are left."""

    dealer_leads: bool
    """True if the seat left of the dealer leads first; otherwise the one left of the bidder."""

    higher_wins: bool
    """True if of two sides that reach the target the higher wins; otherwise the bidders do."""

    deals: int
    """The number of deals; 0 if the game goes to the target."""

    renege_strict: bool
    """True if only a player without other trumps may keep back a top trump."""

    def side(self, seat: int) -> int:
        """Return the side of a seat; partners sit so that the sides alternate."""
        return seat % SIDES

    @property
    def most_deals(self) -> int:
        """The number of deals after which the game is over at the latest."""
        return self.deals or MOST_DEALS


PACK: Final = tuple(card for card in FACES if card.rank not in (Rank.ELEVEN, Rank.TWELVE, Rank.THIRTEEN, Rank.JOKER))
"""The unshuffled pack, by suit and then by rank from the Two up."""


def read_variant(setup: Setup) -> Variant:
    """Return the variant of a setup.

    Raises:
        InvalidSetup: the game does not support the setup; the text names both sides.
    """
    values = OPTIONS.complete(setup.players, setup.options)
    return Variant(
        players=setup.players,
        lowest_bid=int(values["lowest_bid"]),
        dealer_holds=values["hold"] == "dealer",
        forced_bid=int(values["forced_dealer"]),
        kitty=int(values["kitty"]),
        most_drawn=int(values["most_drawn"]),
        dealer_looks=bool(values["dealer_looks"]),
        dealer_leads=values["lead"] == "dealer",
        higher_wins=values["both_out"] == "higher",
        deals=int(values["deals"]),
        renege_strict=bool(values["renege_strict"]),
    )
