"""What the records of all games have in common."""

import pytest

from server.rules.records import count_deals, count_proven
from tests.chwech_tui.replays import record_of


@pytest.mark.parametrize(
    ("record", "deals"), [('{"deals": []}', 0), ("{}", 0), ("[1]", 0), ("{", 0), ('{"deals": 3}', 0)]
)
def test_what_is_no_record_has_no_deals(record: str, deals: int) -> None:
    """Another format says nothing of its deals."""
    assert count_deals(record) == deals


def test_the_deals_of_a_record_are_counted() -> None:
    """Without reading what is in them."""
    assert count_deals(record_of(deals=3)) == 3


@pytest.mark.parametrize(
    ("keys", "proven"),
    [('"seed":"s","commitment":"c",', 2), ('"seed":"s",', 0), ('"commitment":"c",', 0), ("", 0)],
)
def test_a_deal_is_proven_by_its_seed_and_its_commitment(keys: str, proven: int) -> None:
    """One without the other proves nothing."""
    assert count_proven(f'{{{keys}"deals":[{{}},{{}}]}}') == proven
