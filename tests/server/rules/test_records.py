"""What the records of all games have in common."""

import pytest

from games.kit.records import RecordFault
from protocol.catalogues import catalogue
from protocol.language import sentence, speaking
from server.rules.records import count_deals, count_proven, name_of_game
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


def test_a_record_says_which_game_it_is_of() -> None:
    """What says none is refused."""
    assert name_of_game(record_of(deals=1).encode()) == "chwech"
    with pytest.raises(RecordFault, match="game"):
        name_of_game(b"{}")


@pytest.mark.parametrize(
    ("keys", "proven"),
    [('"seed":"v s s","commitment":"c",', 2), ('"seed":"s",', 0), ('"commitment":"c",', 0), ("", 0)],
)
def test_a_deal_is_proven_by_its_seed_and_its_commitment(keys: str, proven: int) -> None:
    """One without the other proves nothing."""
    assert count_proven(f'{{{keys}"deals":[{{}},{{}}]}}') == proven


def test_a_fault_is_told_in_the_language_of_the_reader() -> None:
    """With its place; what has no other form than one stays as it is."""
    fault = RecordFault(sentence("the game was over before this deal"), 2)
    assert str(fault) == "deal 2: the game was over before this deal"
    with speaking("cy", catalogue):
        assert str(fault) == "rhaniad 2: roedd y gêm ar ben cyn y rhaniad hwn"
        assert str(RecordFault("Expected `int`", 1, 3)) == "rhaniad 1, gweithred 3: Expected `int`"
