"""Records of Da Bai Fen: written from events, read from hostile lines, replayed and compared."""

import json

import pytest

from protocol.setup import OptionValue, Setup
from server.host.limits import RECORD_PAGE
from server.rules.da_bai_fen.record import DealRecord, Record
from server.rules.da_bai_fen.variant import NAME
from server.rules.game import Label, Over
from server.simulation.series import Series, play_game
from tests.server.rules.da_bai_fen.position import deal, dealing, play
from tests.server.rules.recorded import RECORDED, longest

PLAYED = RECORDED["da_bai_fen"]


def test_a_record_has_the_keys_of_the_format() -> None:
    """In each deal, with actions of every kind."""
    record = PLAYED.record()
    assert set(record["deals"][0]) == {"dealer", "hands", "six", "actions", "won", "took", "scores", "end"}
    actions = [action for deal in record["deals"] for _, action in deal["actions"]]
    assert {"-", "--"} <= set(actions)
    assert {action.split(" ")[0] for action in actions if " " in action} == {"expose", "bury"}
    assert any(action.endswith("+") for action in actions)


def test_an_annulled_deal_is_recorded() -> None:
    """The claim is an action as any other."""
    state, events = deal(dealing(first=1), {1: "2H", 3: "3C 4C 5C 6C 7C 8C 3D 4D 5D 6D 7D 8D"})
    _, others = play(state, "1 expose 2H,3 void")
    (recorded,) = json.loads(PLAYED.line_of([*events, *others]))["deals"]
    assert recorded["actions"] == [[1, "expose 2H"], [3, "void"]]
    assert (recorded["end"], recorded["scores"]) == ("annulled", [0, 0, 0, 0])


def test_a_game_of_forty_deals_that_names_no_limit_is_verified_as_ever() -> None:
    """Once every game had that limit, and did not name it; any other game without a limit is played to its end."""
    setup = Setup(NAME, 4, {"most_deals": 40})
    record = json.loads(play_game(Series(setup, ("random",) * 4, "long"), 3).record)
    assert (record["options"], len(record["deals"]), record["complete"]) == ({"most_deals": 40}, 40, True)
    assert PLAYED.fault(record) == ""
    assert PLAYED.fault(record | {"options": {}}) == ""
    longer = record | {"options": {}, "deals": [*record["deals"], record["deals"][-1]]}
    assert PLAYED.fault(longer)
    shorter = {"options": {}, "deals": record["deals"][:39], "totals": record["totals"]}
    assert PLAYED.fault(record | shorter)


@pytest.mark.parametrize("complete", [True, False])
def test_a_game_that_an_annulled_deal_ended_is_verified_as_ever(*, complete: bool) -> None:
    """When annulled deals counted, a single claim ended a game of one deal; today it goes on."""
    state, events = deal(dealing(first=1, most_deals=1), {1: "2H", 3: "3C 4C 5C 6C 7C 8C 3D 4D 5D 6D 7D 8D"})
    _, others = play(state, "1 expose 2H,3 void")
    setup = Setup(NAME, 4, {"most_deals": 1})
    record = json.loads(PLAYED.game.record(setup, [*events, *others], Label(("x",) * 4, "1")))
    assert record["complete"] is False
    moments = list(PLAYED.game.replay(json.dumps(record | {"complete": complete, "seed": None, "commitment": None})))
    assert isinstance(PLAYED.game.awaits(moments[-1].state), Over) is complete


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("game", "durak", "game: Invalid enum value 'durak', write da-bai-fen"),
        ("players", 5, "players: Invalid enum value 5, write 4"),
        ("options", {"draw": 1}, "options: draw has its default, and only the others are written"),
    ],
)
def test_what_does_not_hold_is_named(key: str, value: object, words: str) -> None:
    """Each key is checked."""
    assert PLAYED.fault(PLAYED.record() | {key: value}).startswith(words)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("won", [9, 9, 9, 9], "deal 1: won: [9, 9, 9, 9] is said, and the rules give ["),
        ("took", 999, "deal 1: took: 999 is said, and the rules give "),
        ("scores", [9, 0, 0, 0], "deal 1: scores: [9, 0, 0, 0] is said, and the rules give ["),
        ("end", "annulled", "deal 1: end: annulled is said, and the rules give "),
        ("end", "out", "deal 1: end: Invalid enum value 'out', write played, revoked or annulled"),
        ("six", [], "deal 1: six: 0 is said, and the rules give 6"),
        ("hands", [["6C"]] * 4, "deal 1: hands: seat 0 has 1 cards, and 12 are dealt"),
        ("hands", [["XX"] * 12] * 4, "deal 1: hands: 'XX' is no card"),
        ("hands", [["6C"] * 12] * 4, "deal 1: hands: the pack has no 6C, or not as often"),
        ("actions", [[0, "what"]], "deal 1, action 1: 'what' is no action: write a card (QH)"),
        ("actions", [[0, "QH"]], "deal 1, action 1: cards are still drawn"),
    ],
)
def test_a_deal_that_the_rules_do_not_give_is_named(key: str, value: object, words: str) -> None:
    """With its number, and the action where it is about one."""
    record = PLAYED.record()
    record["deals"][0][key] = value
    assert PLAYED.fault(record).startswith(words)


def test_cards_that_the_seed_does_not_give_are_found() -> None:
    """Two cards are exchanged."""
    record = PLAYED.record()
    hands = record["deals"][0]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    assert PLAYED.fault(record) == "deal 1: hands: the seed gives other ones, or other last cards"


def test_the_longest_record_fits_into_a_message() -> None:
    """Eighty deals in which everybody is asked after each card; most games without a limit have some forty."""
    options: dict[str, OptionValue] = {"draw": 3, "exposing": "time", "leads": "at_risk", "win_as": "declarers"}
    actions = (((3, "expose 10C"),) * 4 + ((3, "--"),) * 49 + ((3, "bury 10C"),) * 6 + ((3, "10C+"),) * 48)[:107]
    deal = DealRecord(3, (("10C",) * 12,) * 4, ("10C",) * 6, actions, (12,) * 4, 160, (2,) * 4, "annulled")
    size = longest(Record, deal, 80, game="da-bai-fen", players=4, options=options, totals=(13,) * 4)
    assert size <= RECORD_PAGE
