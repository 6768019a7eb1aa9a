"""What was worked out last is not worked out again, and never mistaken for anything else."""

from server.rules.game import Lately


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


def test_an_equal_object_is_another_one() -> None:
    """Only the very same object is known again, so that nothing need be compared."""
    lately = Lately(list[int].copy)
    hand, twin = [1], [1]
    first = lately(hand)
    assert lately(twin) is not first
    assert lately(hand) is not first
