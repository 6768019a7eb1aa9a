"""Options of any game: how they are read from a command line, and why they are refused."""

import pytest

from protocol.setup import OptionOffer
from server.rules.game import InvalidSetup
from server.rules.options import Options

OPTIONS = Options(
    "Tarot",
    (4, 3, 5, 9),
    (
        OptionOffer("deals", "how many", (), least=1, most=24),
        OptionOffer("poignee", "whether", (False, True), players=(3, 4, 5)),
        OptionOffer("chelem", "which", ("small", "grand"), needs={"poignee": True}),
    ),
)


def test_defaults_are_added_and_left_out() -> None:
    """A number is 0 where it is as usual."""
    assert OPTIONS.complete(4, {"poignee": True}) == {"deals": 0, "poignee": True, "chelem": "small"}
    assert OPTIONS.differing(4, {"poignee": True, "chelem": "small", "deals": 3}) == {"deals": 3, "poignee": True}


@pytest.mark.parametrize(
    ("name", "text", "value"), [("deals", "7", 7), ("poignee", "true", True), ("chelem", "grand", "grand")]
)
def test_values_are_read_as_they_are_written(name: str, text: str, value: object) -> None:
    """Truth values and names in small letters, numbers in digits."""
    assert OPTIONS.read_value(name, text) == value


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("deals", "0", "deals: '0' is not one of its values, which are the whole numbers 1 to 24"),
        ("deals", "9999", "deals: '9999' is not one of its values"),
        ("deals", "x", "deals: 'x' is not one of its values"),
        ("poignee", "True", "poignee: 'True' is not one of its values, which are false, true"),
        ("slam", "x", "'slam' is no option of Tarot, which has deals, poignee, chelem"),
    ],
)
def test_other_texts_are_refused(name: str, text: str, words: str) -> None:
    """The sentence says what would be right."""
    with pytest.raises(InvalidSetup, match=words):
        OPTIONS.read_value(name, text)


def test_what_does_not_go_together_is_refused() -> None:
    """Both sides are named."""
    with pytest.raises(InvalidSetup, match="players: 6 do not fit, Tarot is for 3, 4, 5 or 9"):
        OPTIONS.complete(6, {})
    with pytest.raises(InvalidSetup, match="poignee=true applies to 3 to 5 players, and this table has players=9"):
        OPTIONS.complete(9, {"poignee": True})
    with pytest.raises(InvalidSetup, match="chelem=grand applies where poignee=true, and this table has poignee=false"):
        OPTIONS.complete(4, {"chelem": "grand"})
