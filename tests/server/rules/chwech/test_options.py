"""The options of a table: what they may be, where they apply, and what is said of those that do not."""

import pytest

from protocol.setup import OptionValue, Setup
from server.rules.chwech.variant import CHWECH, Equals, Ruleset, Variant, differing, read_variant
from server.rules.game import InvalidSetup
from server.rules.options import write_value
from tests.server.rules.chwech.position import GAME


@pytest.mark.parametrize(("players", "deals"), [(4, 8), (5, 5), (6, 6), (7, 7)])
def test_a_table_without_options_is_the_usual_one(players: int, deals: int) -> None:
    """Each number of players has its own number of deals, revised rules and the first value of everything."""
    variant = read_variant(Setup(players=players))
    assert variant.deals == deals
    assert variant.ruleset is Ruleset.REVISED
    assert variant.equals is Equals.FIRST
    assert not variant.one_joker_a_trick


def test_every_option_reaches_the_variant() -> None:
    """Each option changes what the rules read."""
    seven: dict[str, OptionValue] = {"thirteens_as_jokers": True, "equal_cards": "last", "review_won": True, "deals": 3}
    assert read_variant(Setup(players=7, options=seven)) == Variant(
        players=7,
        deals=3,
        pack="five_hundred",
        thirteens_as_jokers=True,
        equals=Equals.LAST,
        review_won=True,
    )
    six: dict[str, OptionValue] = {"jokers_per_trick": "one", "joker_beats_last_ace": True}
    variant = read_variant(Setup(options=six))
    assert variant.one_joker_a_trick
    assert variant.joker_beats_last_ace
    assert read_variant(Setup(options={"ruleset": "original"})).one_joker_a_trick
    assert read_variant(Setup(players=5, options={"five_pack": "middle"})).pack == "middle"


@pytest.mark.parametrize(
    ("players", "options", "both_sides"),
    [
        (6, {"five_pack": "middle"}, ("five_pack=middle", "5 players", "players=6")),
        (6, {"seven_pack": "two_packs"}, ("seven_pack=two_packs", "7 players", "players=6")),
        (5, {"thirteens_as_jokers": True}, ("thirteens_as_jokers=true", "7 players", "players=5")),
        (
            7,
            {"thirteens_as_jokers": True, "seven_pack": "two_packs"},
            ("thirteens_as_jokers=true", "seven_pack=five_hundred", "seven_pack=two_packs"),
        ),
        (4, {"jokers_per_trick": "one"}, ("jokers_per_trick=one", "5 to 7 players", "players=4")),
        (
            6,
            {"jokers_per_trick": "one", "ruleset": "original"},
            ("jokers_per_trick=one", "ruleset=revised", "ruleset=original"),
        ),
        (
            6,
            {"joker_beats_last_ace": True, "ruleset": "original"},
            ("joker_beats_last_ace=true", "ruleset=revised", "ruleset=original"),
        ),
        (5, {"equal_cards": "last"}, ("equal_cards=last", "6 to 7 players", "players=5")),
    ],
    ids=lambda value: ",".join(value) if isinstance(value, dict) else None,
)
def test_an_option_that_does_not_apply_is_refused(
    players: int, options: dict[str, OptionValue], both_sides: tuple[str, ...]
) -> None:
    """The refusal names the option as it was set, where it would apply, and what the table has instead."""
    with pytest.raises(InvalidSetup) as refusal:
        GAME.start(Setup(players=players, options=options))
    assert all(side in str(refusal.value) for side in both_sides)


@pytest.mark.parametrize(
    ("players", "options", "words"),
    [
        (3, {}, "players: 3 do not fit, Chwech is for 4, 5, 6 or 7"),
        (6, {"colour": "red"}, "'colour' is no option of Chwech, which has ruleset, deals"),
        (6, {"ruleset": "new"}, "ruleset: 'new' is not one of its values, which are revised, original"),
        (6, {"deals": 0}, "deals: '0' is not one of its values, which are the whole numbers 1 to 24"),
        (6, {"deals": 25}, "deals: '25'"),
        (6, {"deals": True}, "deals: 'True'"),
        (6, {"review_won": 1}, "review_won: '1' is not one of its values, which are false, true"),
    ],
    ids=str,
)
def test_what_no_table_has_is_refused(players: int, options: dict[str, OptionValue], words: str) -> None:
    """The refusal says what is wrong and what there is."""
    with pytest.raises(InvalidSetup) as refusal:
        read_variant(Setup(players=players, options=options))
    assert words in str(refusal.value)


def test_a_first_dealer_must_sit_at_the_table() -> None:
    """A seat that the table does not have cannot deal."""
    with pytest.raises(InvalidSetup, match="first_dealer: 6 is no seat of 6"):
        GAME.start(Setup(first_dealer=6))  # type: ignore[arg-type]


def test_a_default_that_is_named_does_not_count_as_a_difference() -> None:
    """Only what differs from the default is kept, in the order of the rules; the usual number of deals is a default."""
    assert differing(6, {"review_won": True, "deals": 6, "ruleset": "original", "equal_cards": "first"}) == {
        "ruleset": "original",
        "review_won": True,
    }
    assert differing(6, {"deals": 5}) == {"deals": 5}


def test_values_are_read_as_they_are_written() -> None:
    """A command line writes values in small letters and digits."""
    assert CHWECH.read_value("review_won", write_value(True)) is True
    assert CHWECH.read_value("deals", "24") == 24
    assert CHWECH.read_value("five_pack", "middle") == "middle"


@pytest.mark.parametrize(
    ("name", "text"), [("review_won", "yes"), ("deals", "-1"), ("deals", "99"), ("deals", "9" * 5000), ("x", "1")]
)
def test_values_that_cannot_be_read_are_refused(name: str, text: str) -> None:
    """The refusal is short, whatever was written."""
    with pytest.raises(InvalidSetup) as refusal:
        CHWECH.read_value(name, text)
    assert len(str(refusal.value)) < 200
