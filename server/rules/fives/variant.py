"""The rules of one table of the Fives: its options as values that the rules read."""

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct

from protocol.cards import FACES, Card, Rank
from protocol.colour_order import JokerPlace
from protocol.setup import OptionValue, Setup
from server.rules.fives.options import FORTY_FIVE, OPTIONS, SPOIL_FIVE

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
    def title(self) -> str:
        """The name of the game, as used in sentences."""
        return OPTIONS[self.game].title

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
