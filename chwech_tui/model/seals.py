"""The commitments that a client has received for the deals of a game: the first one of each, which proves it later."""

from protocol.game import Stage, View

Seals = tuple[tuple[int, str], ...]
"""The number of each deal seen, with the first commitment received for it."""


def with_seal(known: Seals, game: View | None) -> Seals:
    """Keep the first commitment received for the present deal; later ones prove nothing."""
    if game is None or game.commitment is None or game.stage is Stage.DEALING or game.deal in dict(known):
        return known
    return (*known, (game.deal, game.commitment))
