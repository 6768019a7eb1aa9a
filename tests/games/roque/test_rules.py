"""The twisted cases of Roque and of Roque for three."""

from collections.abc import Mapping, Sequence

import pytest

from games.kit.game import Game
from games.roque.rules import BATCHES, PACKS, ROQUE, RoqueTable, Sheet, score, winners
from protocol.cards import Rank
from protocol.setup import OptionValue


def scored(
    game: Game[RoqueTable], options: Mapping[str, OptionValue], bid: int, tricks: Mapping[int, Sequence[int]], last: int
) -> Sheet:
    """Return the sheet of a deal in which seats took these tricks, the last one a given seat, and seat 1 all others.

    The tricks lie in the order Ace, Ten, Five and what counts nothing; seat 0 declares, and lays low cards aside.
    """
    table = game.table(game.start(game.players[0], options), 1)
    height = {Rank.ACE: 0, Rank.TEN: 1, Rank.FIVE: 2}
    cards = sorted(PACKS[table.players], key=lambda card: height.get(card.rank, 3))
    number = sum(BATCHES[table.players])
    dealt = number * table.players
    table.gone, table.buried, table.declarer = cards[:dealt], cards[dealt:], 0
    owners = {trick: seat for seat, taken in tricks.items() for trick in taken}
    table.takers = [owners.get(trick, 1) for trick in range(number - 1)] + [last]
    return score(table, 0, bid)


@pytest.mark.parametrize(
    ("tricks", "took", "points", "ending"),
    [
        ((0, 1, 2, 3, 4, 5), (135, 30), (135, 30), "made"),
        ((0, 1, 3, 4, 5, 6), (115, 50), (-125, 50), "failed"),
        ((0, 2), (75, 90), (-250, 90), "doubled"),
    ],
)
def test_a_bid_of_125(tricks: Sequence[int], took: tuple[int, int], points: tuple[int, int], ending: str) -> None:
    """Parlett: made 135 to the opponents' 30, made only 115, made only 75."""
    sheet = scored(ROQUE, {}, 125, {2: tricks}, 1)
    assert (sheet.took, sheet.points, sheet.ending) == (took * 2, points * 2, ending)
    aside = scored(ROQUE, {"discards": "last_trick"}, 125, {2: tricks}, 1)
    assert aside.took == (took[0] - 5, took[1] + 5) * 2


@pytest.mark.parametrize(
    ("options", "totals", "declarer", "won"),
    [
        ({}, (500, -90, 500, -90), 0, ()),
        ({}, (505, 90, 505, 90), 0, (0, 2)),
        ({}, (510, 520, 510, 520), 0, (1, 3)),
        ({}, (510, 510, 510, 510), 0, ()),
        ({"target": 255}, (255, 0, 255, 0), 0, (0, 2)),
        ({"both_past": "declarer"}, (510, 520, 510, 520), 2, (0, 2)),
        ({"both_past": "declarer"}, (500, 520, 500, 520), 2, (1, 3)),
        ({"both_past": "declarer"}, (510, 520, 510, 520), None, (1, 3)),
        ({"most_deals": 1}, (70, 70, 70, 70), 0, (0, 1, 2, 3)),
    ],
)
def test_who_wins(
    options: Mapping[str, OptionValue], totals: tuple[int, ...], declarer: int | None, won: tuple[int, ...]
) -> None:
    """The higher total, or another deal if it is equal; the declarer's side may count first; a last deal decides."""
    match, none = ROQUE.start(4, options), (0,) * 4
    match.sheets.append(
        Sheet(dealer=0, ending="made", points=none, totals=totals, tricks=none, took=none, declarer=declarer)
    )
    assert winners(match) == won
