"""Records of Durak: written from events, read from hostile lines, replayed and compared."""

import pytest

from protocol.setup import OptionValue, Setup
from server.host.limits import RECORD_PAGE
from server.rules.durak.record import DealRecord, Record
from server.rules.durak.variant import MOST_DEALS, NAME
from tests.server.rules.recorded import RECORDED, RecordedGame, longest

PLAYED = RECORDED["durak"]
SIX = RecordedGame(Setup(NAME, 6, PLAYED.setup.options), PLAYED.laws)


@pytest.mark.parametrize("played", [PLAYED, SIX])
def test_a_record_has_the_keys_of_the_format_and_holds(played: RecordedGame) -> None:
    """In each deal, with actions of every kind."""
    record = played.record()
    assert played.fault(record) == ""
    keys = {"dealer", "hands", "turned", "stock", "actions", "left", "taken", "scores", "end"}
    assert set(record["deals"][0]) == keys
    actions = {action for deal in record["deals"] for _, action in deal["actions"]}
    assert {"up", "-", "done"} <= actions
    assert {action[0] for action in actions if ">" in action}
    assert {action for action in actions if action[0] == "+"}


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("game", "durak", "game: Invalid enum value 'durak', write durak-teams"),
        ("players", 5, "players: Invalid enum value 5, write 4 or 6"),
        ("players", 6, "names: 4 for 6 seats"),
        ("options", {"losses": 3}, "options: losses has its default, and only the others are written"),
    ],
)
def test_what_does_not_hold_is_named(key: str, value: object, words: str) -> None:
    """Each key is checked."""
    assert PLAYED.fault(PLAYED.record() | {key: value}).startswith(words)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("left", [5, 5, 5, 5], "deal 1: left: [5, 5, 5, 5] is said, and the rules give ["),
        ("taken", [99, 0, 0, 0], "deal 1: taken: [99, 0, 0, 0] is said, and the rules give ["),
        ("scores", [0, 0, 0, 0], "deal 1: scores: [0, 0, 0, 0] is said, and the rules give ["),
        ("end", "draw", "deal 1: end: draw is said, and the rules give lost"),
        ("end", "out", "deal 1: end: Invalid enum value 'out', write lost or draw"),
        ("turned", "2C", "deal 1: turned: 2C is said, and the rules give "),
        ("stock", [], "deal 1: stock: 0 cards, and 12 are left after the deal"),
        ("hands", [["6C"]] * 4, "deal 1: hands: seat 0 has 1 cards, and 6 are dealt"),
        ("hands", [["XX"] * 6] * 4, "deal 1: hands: 'XX' is no card"),
        ("hands", [["6C"] * 6] * 4, "deal 1: hands: the pack has no 6C, or not as often"),
    ],
)
def test_a_deal_that_the_rules_do_not_give_is_named(key: str, value: object, words: str) -> None:
    """With its number, and the action where it is about one."""
    record = PLAYED.record()
    record["deals"][0][key] = value
    assert PLAYED.fault(record).startswith(words)


def test_hands_are_checked() -> None:
    """In any order, but those that the seed gives; with six players the dealer has the card that shows trumps."""
    record = PLAYED.record()
    hands = record["deals"][0]["hands"]
    hands[0].reverse()
    assert PLAYED.fault(record) == ""
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    assert PLAYED.fault(record) == "deal 1: hands: the seed gives other ones, or another card is turned up"
    six = SIX.record()
    six["deals"][0]["hands"][six["deals"][0]["dealer"]].reverse()
    assert SIX.fault(six) == ""
    six["deals"][0]["turned"] = "2C"
    assert SIX.fault(six) == "deal 1: turned: the dealer was not dealt 2C"


def test_actions_are_checked() -> None:
    """Each by its rules, of whoever may act."""
    record = PLAYED.record()
    actions = record["deals"][0]["actions"]
    actions[0][1] = "what"
    assert PLAYED.fault(record).startswith("deal 1, action 1: 'what' is no action: write a card (6S)")
    actions[0][1] = "up"
    assert PLAYED.fault(record).startswith("deal 1, action 1: you attack: play the first card of the bout")


def test_the_longest_record_fits_into_a_message() -> None:
    """Nine deals of six people, each with twice the actions of any random game: so every game can be kept."""
    options: dict[str, OptionValue] = {"losses": 5, "first_bout": 5, "both_out": "attackers"}
    deals = 9
    actions = ((5, "10C>10C"),) * 600
    deal = DealRecord(5, (("10C",) * 6,) * 6, "10C", (), actions, (36,) * 6, (99,) * 6, (1,) * 6, "lost")
    size = longest(Record, deal, deals, game=NAME, players=6, options=options, totals=(5,) * 6)
    assert deals < MOST_DEALS
    assert size <= RECORD_PAGE
