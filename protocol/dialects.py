"""The dialects of all games that this program speaks, in one place for servers and clients."""

from typing import Final

from protocol.auction_fives import AUCTION_FIVES
from protocol.fives import FIVES
from protocol.game import KIT
from protocol.vocabulary import Dialect

DIALECTS: Final[tuple[Dialect, ...]] = (KIT, FIVES, AUCTION_FIVES)
"""One for each game, or for each family of games."""
