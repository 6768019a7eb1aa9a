"""How a duplicate game draws the pack of each deal."""

from typing import Final

from games.kit.deck import shuffle
from games.kit.duplicate import deal_seeds
from server.rules.game import Shuffle, Shuffled

OPTION: Final = "duplicate"
"""The option of a duplicate game, in every game that can be played so: one with a fixed number of deals."""


def draw(wanted: Shuffle, entropy: bytes) -> Shuffled:
    """Return the pack for a deal, from 32 random bytes; in a duplicate game those of the first deal decide all."""
    if wanted.duplicate is None:
        return Shuffled(shuffle(entropy, wanted.cards), entropy.hex())
    players, sets, known = wanted.duplicate.players, wanted.duplicate.sets, wanted.duplicate.seed
    seed = entropy if known is None else bytes.fromhex(known)
    return Shuffled(shuffle(deal_seeds(seed, players, sets)[wanted.deal - 1], wanted.cards), seed.hex())
