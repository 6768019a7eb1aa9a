"""The dialects of all games that this program speaks, in one place for servers and clients."""

from typing import Final

from protocol.game import KIT
from protocol.vocabulary import Dialect

DIALECTS: Final[tuple[Dialect, ...]] = (KIT,)
"""One for each game, or for each family of games."""
