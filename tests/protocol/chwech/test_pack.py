"""The packs that tables of Chwech deal from."""

import pytest

from protocol.chwech.pack import FIVE_PACKS, PACKS, pack_of
from protocol.setup import Setup


@pytest.mark.parametrize(
    ("players", "options", "pack"),
    [
        (4, {}, PACKS["four"]),
        (5, {}, FIVE_PACKS["low"]),
        (5, {"five_pack": "4+9"}, FIVE_PACKS["4+9"]),
        (6, {}, PACKS["six"]),
        (7, {}, PACKS["five_hundred"]),
        (7, {"seven_pack": "two_packs"}, PACKS["two_packs"]),
    ],
)
def test_a_table_deals_the_pack_of_its_players_and_options(
    players: int, options: dict[str, str], pack: tuple[object, ...]
) -> None:
    """The number of players names the pack, unless an option names another."""
    assert pack_of(Setup(game="chwech", players=players, options=dict(options))) == pack
