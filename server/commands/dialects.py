"""The codec of a server, which encodes and decodes every game that is played here."""

from protocol.codec import Codec
from server.rules.registry import GAMES


def codec_of_all() -> Codec:
    """Return a codec for all games."""
    return Codec([game.dialect for game in GAMES.values()])
