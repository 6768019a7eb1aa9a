"""What was worked out lately is not worked out again, and never mistaken for anything else."""

from server.rules.values import LATELY, Lately


def test_the_same_object_is_asked_about_twice() -> None:
    """It is worked out once."""
    asked: list[str] = []

    def work(key: str) -> int:
        asked.append(key)
        return len(asked)

    lately = Lately(work)
    hand = "QH"
    assert [lately(hand), lately(hand)] == [1, 1]
    assert asked == ["QH"]


def test_a_few_objects_are_asked_about_in_turn() -> None:
    """Each viewer is told all events of a record, so its few tables come round again and again."""
    asked: list[list[int]] = []

    def work(key: list[int]) -> list[int]:
        asked.append(key)
        return key.copy()

    lately = Lately(work)
    tables = [[number] for number in range(LATELY)]
    first = [lately(table) for table in tables]
    assert all(lately(table) is answer for table, answer in zip(tables, first, strict=True))
    assert asked == tables


def test_no_more_than_a_few_are_kept() -> None:
    """What many others came after is worked out anew: nothing is kept for good."""
    lately = Lately(list[int].copy)
    old, others = [0], [[number] for number in range(1, LATELY + 1)]
    first = lately(old)
    for other in others:
        lately(other)
    assert lately(old) is not first


def test_an_equal_object_is_another_one() -> None:
    """Only the very same object is known again, so that nothing need be compared."""
    lately = Lately(list[int].copy)
    hand, twin = [1], [1]
    assert lately(twin) is not lately(hand)
