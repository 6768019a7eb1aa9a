"""One value or more of every message that a part of the protocol has in a file of its own, all together."""

from collections.abc import Mapping
from typing import Final

from protocol.messages import FromClient, FromServer
from tests.protocol import (
    examples_administration,
    examples_auction_fives,
    examples_bete,
    examples_contacts,
    examples_da_bai_fen,
    examples_daily,
    examples_durak,
    examples_fives,
    examples_hints,
    examples_piles,
    examples_ratings,
    examples_reviews,
    examples_roque,
    examples_settings,
    examples_talk,
    examples_tournaments,
)

FROM_CLIENT: Final[Mapping[str, FromClient]] = {
    **examples_settings.FROM_CLIENT,
    **examples_contacts.FROM_CLIENT,
    **examples_daily.FROM_CLIENT,
    **examples_talk.FROM_CLIENT,
    **examples_hints.FROM_CLIENT,
    **examples_reviews.FROM_CLIENT,
    **examples_fives.FROM_CLIENT,
    **examples_roque.FROM_CLIENT,
    **examples_bete.FROM_CLIENT,
    **examples_auction_fives.FROM_CLIENT,
    **examples_durak.FROM_CLIENT,
    **examples_piles.FROM_CLIENT,
    **examples_da_bai_fen.FROM_CLIENT,
    **examples_tournaments.FROM_CLIENT,
    **examples_ratings.FROM_CLIENT,
    **examples_administration.FROM_CLIENT,
}
"""What a client may send."""

FROM_SERVER: Final[Mapping[str, FromServer]] = {
    **examples_settings.FROM_SERVER,
    **examples_contacts.FROM_SERVER,
    **examples_daily.FROM_SERVER,
    **examples_talk.FROM_SERVER,
    **examples_hints.FROM_SERVER,
    **examples_reviews.FROM_SERVER,
    **examples_fives.FROM_SERVER,
    **examples_roque.FROM_SERVER,
    **examples_bete.FROM_SERVER,
    **examples_auction_fives.FROM_SERVER,
    **examples_durak.FROM_SERVER,
    **examples_piles.FROM_SERVER,
    **examples_da_bai_fen.FROM_SERVER,
    **examples_tournaments.FROM_SERVER,
    **examples_ratings.FROM_SERVER,
    **examples_administration.FROM_SERVER,
}
"""What a server may send."""
