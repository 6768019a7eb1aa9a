"""The rules of one table of Twenty-Five or Forty-Five: its options as values that the rules read."""

from enum import Enum

from msgspec import Struct

from protocol.cards import FACES, Card, Rank
from protocol.colour_order import JokerPlace
from protocol.setup import Setup
from server.rules.fives.options import OPTIONS, TWENTY_FIVE

HAND = 5
"""The number of cards dealt to each seat, and of tricks in a deal."""

TRICK = 5
"""The points for a trick, if each trick scores."""


class TrickScores(Enum):
    """The ways to score tricks."""

    EACH = "each"
    """Five each, at once."""

    MAJORITY = "majority"
    """Five for three or four tricks of a deal, ten for all."""

    GAME = "game"
    """Fifteen for three, twenty for four, and the game for all."""


class Variant(Struct, frozen=True, gc=False):
    """The complete rules of a table, as its options decide them."""

    game: str
    """The name of the game."""

    players: int
    """The number of seats."""

    sides: int
    """The number of sides; equal to the number of seats if each plays alone."""

    target: int
    """The score that wins."""

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

        It follows from the points that every deal without a winner scores at least, while no side reaches the target.
        """
        tricks = HAND * TRICK if self.trick_scores is TrickScores.EACH else 0
        return self.sides * (self.target - 1) // (tricks + self.best_card) + 1


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
    partners = {"two": 2, "three": 3}[str(values["sides"])]
    return Variant(
        game=game,
        players=setup.players,
        sides=partners if values["partners"] else setup.players,
        target=int(values.get("target", 25)),
        joker=JokerPlace(values.get("joker", "none")),
        best_card=0 if game == TWENTY_FIVE else int(values["best_card"]),
        trick_scores=TrickScores(values.get("trick_scores", "each")),
        renege_strict=bool(values["renege_strict"]),
        low_ace=values.get("unrobbed_ace") == "lowest",
        pool=bool(values.get("pool", False)),
        double_stake=bool(values.get("double_stake", False)),
    )
