"""Records of Twenty-Five and Forty-Five: written from events, read from hostile lines, replayed and compared."""

import pytest

from protocol.setup import OptionValue, Setup
from server.host.limits import RECORD_PAGE
from server.rules.fives.record import DealRecord, Record
from server.rules.fives.variant import read_variant
from tests.conformance.fives import FivesSubject
from tests.conformance.kit import Laws
from tests.server.rules.fives.position import FORTY_FIVE, TWENTY_FIVE
from tests.server.rules.recorded import RECORDED, RecordedGame, longest

PLAYED = RECORDED["fives"]
PARTNERS = RecordedGame(
    Setup(TWENTY_FIVE, 4, {"partners": True, "double_stake": True}), Laws(FivesSubject(TWENTY_FIVE))
)


@pytest.mark.parametrize(("played", "chips"), [(PLAYED, False), (PARTNERS, True)])
def test_a_record_has_the_keys_of_the_format_and_holds(played: RecordedGame, *, chips: bool) -> None:
    """Chips are written where there is a pool."""
    record = played.record()
    assert played.fault(record) == ""
    assert ("chips" in record) == chips
    assert {"dealer", "hands", "turned", "actions", "won", "scores", "end"} <= set(record["deals"][0])


def test_games_with_jokers_and_robbers_hold() -> None:
    """Whatever happens in a game can be written and played again."""
    records = [RecordedGame(PLAYED.setup, PLAYED.laws, seed).record() for seed in (51, 19)]
    assert [PLAYED.fault(record) for record in records] == ["", ""]
    actions = [action for record in records for deal in record["deals"] for _, action in deal["actions"]]
    assert {"rob", "joker", "-"} <= {action.split(" ")[0] for action in actions}


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("game", "twenty-five", "game: this is a record of twenty-five, not of forty-five"),
        ("game", "spoil-seven", "game: Invalid enum value"),
        ("players", 11, "players: Invalid enum value 11, write 3 to 10"),
        ("players", 4, "names: 3 for 4 seats"),
        ("options", {"joker": "third"}, "options: joker has its default, and only the others are written"),
        ("options", {"pool": False}, "options: 'pool' is no option of Forty-Five"),
        ("chips", [1, 2, 3], "chips: [1, 2, 3] is said, and the rules give None"),
    ],
)
def test_what_does_not_hold_is_named(key: str, value: object, words: str) -> None:
    """Each key is checked."""
    assert PLAYED.fault(PLAYED.record() | {key: value}).startswith(words)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("won", [5, 5, 5], "deal 1: won: [5, 5, 5] is said, and the rules give ["),
        ("scores", [0, 0, 0], "deal 1: scores: [0, 0, 0] is said, and the rules give ["),
        ("end", "won", "deal 1: end: won is said, and the rules give played"),
        ("end", "out", "deal 1: end: Invalid enum value 'out', write played, won, swept, jinked, spoilt, shared"),
        ("best", [0, "2H"], "deal 1: best: [0, '2H'] is said, and the rules give ["),
        ("turned", ["JK"], "deal 1: turned: one card is turned up, and after the Joker one more"),
        ("turned", ["11C"], "deal 1: hands: the pack has no 11C, or not as often"),
        ("turned", ["XX"], "deal 1: hands: 'XX' is no card"),
    ],
)
def test_a_deal_that_the_rules_do_not_give_is_named(key: str, value: object, words: str) -> None:
    """With its number, and the action where it is about one."""
    record = PLAYED.record()
    record["deals"][0][key] = value
    assert PLAYED.fault(record).startswith(words)


def test_hands_are_checked() -> None:
    """Five cards each, and those that the seed gives."""
    record = PLAYED.record()
    hands = record["deals"][0]["hands"]
    hands[0].reverse()
    assert PLAYED.fault(record) == "", "in any order"
    hands[0][0] = next(f"{rank}S" for rank in range(2, 10) if f"{rank}S" not in str(record["deals"][0]))
    assert PLAYED.fault(record) == "deal 1: hands: the seed gives other ones, or another card is turned up"
    assert PLAYED.fault(record | {"players": 4, "names": ["x"] * 4}) == "deal 1: hands: 3 for 4 seats"
    hands[0].pop()
    assert PLAYED.fault(record) == "deal 1: hands: seat 0 has 4 cards, and 5 are dealt"


def test_actions_are_checked() -> None:
    """Each by its rules."""
    record = PLAYED.record()
    actions = record["deals"][0]["actions"]
    actions[0][1] = "what"
    assert PLAYED.fault(record).startswith("deal 1, action 1: 'what' is no action: write a card (QH)")
    actions[0][1] = "JK"
    assert PLAYED.fault(record).startswith("deal 1, action 1: you do not hold JK")


def test_the_longest_record_fits_into_a_message() -> None:
    """The most deals of the most people, each with the most that can happen in it: so every game can be kept."""
    options: dict[str, OptionValue] = {
        "trick_scores": "majority",
        "joker": "fourth",
        "unrobbed_ace": "lowest",
        "renege_strict": True,
    }
    deals = read_variant(FORTY_FIVE, Setup(FORTY_FIVE, 10, options)).most_deals
    actions = (*[(9, "10C")] * 50, (9, "take 10C"), (9, "rob 10C"), (9, "decline"))
    deal = DealRecord(9, (("10C",) * 5,) * 10, ("JK", "10C"), actions, (5,) * 10, (45,) * 10, "played", (9, "10C"))
    size = longest(Record, deal, deals, game="forty-five", players=10, options=options, totals=(45,) * 10)
    assert size <= RECORD_PAGE
