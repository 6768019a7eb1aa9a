"""One way to play Twenty-Five or Forty-Five: the options of a table turned into values that the rules read."""

from enum import Enum

from msgspec import Struct

from protocol.cards import FACES, Card, Rank
from protocol.fives.order import JokerPlace
from protocol.setup import Setup
from server.rules.fives.options import OPTIONS, TWENTY_FIVE

HAND = 5
"""Cards dealt to each seat, and tricks in a deal."""

TRICK = 5
"""Points for a trick, where each scores."""


class TrickScores(Enum):
    """What tricks score."""

    EACH = "each"
    """Five each, at once."""

    MAJORITY = "majority"
    """Five for three or four tricks of a deal, ten for all."""

    GAME = "game"
    """Fifteen for three, twenty for four, and the game for all."""


class Variant(Struct, frozen=True, gc=False):
    """Everything that the options of a table decide."""

    game: str
    """The name of the game."""

    players: int
    """How many seats."""

    sides: int
    """How many sides; as many as seats where each plays alone."""

    target: int
    """The score that wins."""

    joker: JokerPlace
    """Where the Joker ranks, if there is one."""

    best_card: int
    """What the best card scores; 0 where nothing is scored for it."""

    trick_scores: TrickScores
    """What tricks score."""

    renege_strict: bool
    """Whether a top trump may be kept back only by who holds no other trump."""

    low_ace: bool
    """Whether the Ace of trumps becomes the lowest trump if its holder neither robs nor declines."""

    pool: bool
    """Whether there are chips."""

    double_stake: bool
    """Whether all five tricks of one deal win a double stake."""

    def side(self, seat: int) -> int:
        """Name the side of a seat; partners sit so that the sides alternate."""
        return seat % self.sides

    @property
    def title(self) -> str:
        """The name of the game, as sentences have it."""
        return OPTIONS[self.game].title

    @property
    def pack(self) -> tuple[Card, ...]:
        """The unshuffled pack, by suit and then by rank from the Two up, the Joker last."""
        return _PACKS[self.joker is not JokerPlace.NONE]

    @property
    def most_deals(self) -> int:
        """The most deals that a game can have.

        Each deal that does not end the game scores so many points at the least, and no side reaches the target by it.
        """
        tricks = HAND * TRICK if self.trick_scores is TrickScores.EACH else 0
        return self.sides * (self.target - 1) // (tricks + self.best_card) + 1


_STRANGE = (Rank.ELEVEN, Rank.TWELVE, Rank.THIRTEEN)
_PACKS = {
    True: tuple(card for card in FACES if card.rank not in _STRANGE),
    False: tuple(card for card in FACES if card.rank not in (*_STRANGE, Rank.JOKER)),
}


def read_variant(game: str, setup: Setup) -> Variant:
    """Turn the setup of a table into a variant.

    Raises:
        InvalidSetup: the setup asks for what the game does not have; the text names both sides.
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
