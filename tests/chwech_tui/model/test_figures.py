"""Whole numbers on the screen."""

from chwech_tui.model.ink import change, figure


def test_a_number_below_zero_has_a_minus() -> None:
    """A minus, as wide as the figures, stands before a number below zero, and no hyphen."""
    assert [figure(number) for number in (125, 0, -15)] == ["125", "0", "−15"]


def test_a_change_has_its_sign() -> None:
    """What was won has a plus, what was lost a minus, nothing has neither."""
    assert [change(number) for number in (7, 0, -1)] == ["+7", "0", "−1"]
