"""Options of any game: how they are read from a command line, and why they are refused."""

import pytest

from games.kit.options import InvalidSetup, Options
from protocol.setup import OptionOffer

OPTIONS = Options(
    title="Tarot",
    players=(4, 3, 5, 9),
    options=(
        OptionOffer("deals", "how many", (0,), least=1, most=24, step=1),
        OptionOffer("poignee", "whether", (False, True), players=(3, 4, 5)),
        OptionOffer("chelem", "which", ("small", "grand"), needs={"poignee": True}),
        OptionOffer("points", "to what", (500, 1000), least=105, most=2000, step=5),
        OptionOffer("dog", "which", tuple(f"{number}A" for number in range(78))),
    ),
)


def test_defaults_are_added_and_left_out() -> None:
    """A number is 0 where it is as usual."""
    complete = {"deals": 0, "poignee": True, "chelem": "small", "points": 500, "dog": "0A"}
    assert OPTIONS.complete(4, {"poignee": True}) == complete
    chosen = OPTIONS.complete(4, {"poignee": True, "chelem": "small", "deals": 3})
    assert OPTIONS.differing(chosen) == {"deals": 3, "poignee": True}


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("deals", "7", 7),
        ("poignee", "true", True),
        ("chelem", "grand", "grand"),
        ("points", "1000", 1000),
        ("points", "1995", 1995),
        ("dog", "3A", "3A"),
        ("dog", "3a", "3A"),
    ],
)
def test_values_are_read_as_they_are_written(name: str, text: str, value: object) -> None:
    """Truth values and names in small letters, numbers in digits."""
    assert OPTIONS.read_value(name, text) == value


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("deals", "9999", "deals: '9999' is not one of its values, which are 1–24"),
        ("deals", "x", "deals: 'x' is not one of its values"),
        ("poignee", "True", "poignee: 'True' is not one of its values, which are false, true"),
        ("slam", "x", "'slam' is no option of Tarot, which has deals, poignee, chelem"),
        ("points", "100", "points: '100' is not one of its values, which are 105, 110, …, 2000"),
        ("points", "501", "points: '501' is not one of its values"),
        ("points", "2005", "points: '2005' is not one of its values"),
        ("dog", "80", "dog: '80' is not one of its values, which are 0A, 1A, 2A"),
    ],
)
def test_other_texts_are_refused(name: str, text: str, words: str) -> None:
    """The sentence says what would be right."""
    with pytest.raises(InvalidSetup, match=words):
        OPTIONS.read_value(name, text)


def test_what_does_not_go_together_is_refused() -> None:
    """Both sides are named."""
    with pytest.raises(InvalidSetup, match="players: Tarot is for 3, 4, 5, 9, not 6"):
        OPTIONS.complete(6, {})
    with pytest.raises(InvalidSetup, match="poignee=true applies to 3–5 players, and this table has players=9"):
        OPTIONS.complete(9, {"poignee": True})
    with pytest.raises(InvalidSetup, match="chelem=grand applies where poignee=true, and this table has poignee=false"):
        OPTIONS.complete(4, {"chelem": "grand"})
