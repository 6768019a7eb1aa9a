"""What is left of a person in what is stored of a table."""

from typing import Any

import pytest

from server.tables.erasing import SILENCE, Erasing, erased, free_name, names_of, seats_of

ANN = Erasing("a1", "z9", frozenset({"Ann"}))


def test_accounts_are_replaced_wherever_they_stand() -> None:
    """As a value, in a list and in a pair, but not where a text of another kind happens to be the same."""
    before = {"account": "a1", "barred": ["a1", "b2"], "hurried": [["a1", 7]], "code": "a1", "text": "a1", "n": 1}
    after = {"account": "z9", "barred": ["z9", "b2"], "hurried": [["z9", 7]], "code": "a1", "text": "a1", "n": 1}
    assert erased(before, ANN) == after


def test_what_a_person_has_said_is_gone() -> None:
    """Their words and the phrases they have used go with the name; what others said stays."""
    record = {
        "facts": [
            {"type": "table.said", "name": "Ann", "text": "hello"},
            {"type": "whispered", "name": "Ben", "text": "Ann, hello"},
        ]
    }
    assert erased(record, ANN) == {
        "facts": [
            {"type": "table.said", "name": "somebody", "text": SILENCE},
            {"type": "whispered", "name": "Ben", "text": "Ann, hello"},
        ]
    }


def test_a_stand_in_is_a_guest() -> None:
    """Whoever sat down without an account any more is a guest, whom no game rates."""
    sat = {"type": "person_sat", "seat": 0, "account": "a1", "name": "Ann"}
    assert erased(sat, ANN) == {**sat, "account": "z9", "name": "somebody", "guest": True}
    chairs: list[Any] = [None, {"name": "Ann", "account": "", "resigned": "a1"}, {"name": "Ben", "account": "b2"}]
    after = erased({"chairs": chairs, "guests": ["b2"]}, ANN)
    assert after == {
        "chairs": [None, {"name": "somebody", "account": "", "resigned": "z9"}, {"name": "Ben", "account": "b2"}],
        "guests": ["b2", "z9"],
    }
    assert erased({"chairs": chairs[:1]}, ANN) == {"chairs": [None]}
    assert seats_of({"chairs": chairs}, "a1") == (1,)
    assert seats_of({}, "a1") == ()


@pytest.mark.parametrize(
    ("plain", "names"),
    [
        ([{"account": "a1", "name": "Ann"}, {"account": "b2", "name": "Ben"}], {"Ann"}),
        ({"resigned": "a1", "name": "Ann"}, {"Ann"}),
        ({"account": "a1", "name": None}, set()),
        ({"cause": {"account": "a1"}, "facts": [{"name": "Ann", "text": "hi"}, {"name": "Ben"}]}, {"Ann"}),
        ({"cause": {"account": "b2"}, "facts": [{"name": "Ben", "text": "hi"}]}, set()),
        ({"cause": {"account": "a1"}, "facts": [{"name": 3, "text": "hi"}]}, set()),
    ],
)
def test_the_names_of_a_person(plain: object, names: set[str]) -> None:
    """Names are found beside the account, and in what was said by its command."""
    assert names_of(plain, "a1") == names


def test_two_stand_ins_at_one_table() -> None:
    """The second one is numbered, as two people have two names."""
    assert free_name([{"name": "Ann"}]) == "somebody"
    assert free_name([{"name": "somebody"}, {"name": "somebody 2"}]) == "somebody 3"
