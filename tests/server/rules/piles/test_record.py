"""Records of the games of one pile: written from events, read from hostile lines, replayed and compared."""

import pytest

from protocol.setup import Setup
from server.host.limits import RECORD_PAGE
from server.rules.piles.record import DealRecord, Record
from server.rules.piles.variant import OPTIONS
from tests.conformance.piles import EagerLaws, PilesSubject
from tests.server.rules.piles.position import CHALLENGE, SVOYI
from tests.server.rules.recorded import RECORDED, RecordedGame, longest


def game_of(setup: Setup, seed: int = 2) -> RecordedGame:
    """Give a random game of a table."""
    return RecordedGame(setup, EagerLaws(PilesSubject(setup)), seed)


PLAYED = RECORDED["piles"]
THREE = game_of(Setup(SVOYI, 3, {"deals": 2, "limit": 100}))
TWO = game_of(Setup(CHALLENGE, 2, {"cards": 24, "limit": 100}))


@pytest.mark.parametrize("played", [PLAYED, THREE, TWO])
def test_a_record_has_the_keys_of_the_format_and_holds(played: RecordedGame) -> None:
    """Also without the seeds; cards are drawn in one of the games."""
    record = played.record()
    assert played.fault(record) == played.fault(played.unproven()) == ""
    assert {"dealer", "hands", "actions", "out", "left", "taken", "scores", "end"} <= set(record["deals"][0])
    assert ("drawn" in record["deals"][0]) == (played is PLAYED)


def test_what_follows_by_itself_is_no_action() -> None:
    """The last suit of four seats, and a trump card that has to be turned up, stand in no record."""
    four = game_of(Setup(SVOYI, 4, {"deals": 1, "limit": 100}), 1)
    record = four.record()
    assert len([action for _, action in record["deals"][0]["actions"] if action.startswith("trump")]) == 3
    assert four.fault(record) == ""


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("game", "challenge", "game: this is a record of challenge, not of dudak"),
        ("game", "durak", "game: Invalid enum value"),
        ("players", 5, "players: Invalid enum value 5, write 2, 3 or 4"),
        ("players", 3, "names: 4 for 3 seats"),
        ("options", {"pickup": "all"}, "options: pickup has its default, and only the others are written"),
        ("options", {"sixes": False}, "options: 'sixes' is no option of Dudak"),
    ],
)
def test_what_does_not_hold_is_named(key: str, value: object, words: str) -> None:
    """Each key is checked."""
    assert PLAYED.fault(PLAYED.record() | {key: value}).startswith(words)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("left", [5, 5, 5, 5], "deal 1: left: [5, 5, 5, 5] is said, and the rules give ["),
        ("taken", [5, 5, 5, 5], "deal 1: taken: [5, 5, 5, 5] is said, and the rules give ["),
        ("out", [0, 1, 2, 3], "deal 1: out: [0, 1, 2, 3] is said, and the rules give ["),
        ("scores", [9, 0, 0, 0], "deal 1: scores: [9, 0, 0, 0] is said, and the rules give ["),
        ("end", "repetition", "deal 1: end: repetition is said, and the rules give "),
        ("end", "won", "deal 1: end: Invalid enum value 'won', write out, limit or repetition"),
        ("drawn", [], "deal 1: drawn: 0 for 4 seats"),
        ("drawn", ["6C"] * 4, "deal 1: hands: the pack has no 6C, or not as often"),
        ("drawn", ["XX"] * 4, "deal 1: hands: 'XX' is no card"),
    ],
)
def test_a_deal_that_the_rules_do_not_give_is_named(key: str, value: object, words: str) -> None:
    """With its number, and the action where it is about one."""
    record = PLAYED.record()
    record["deals"][0][key] = value
    assert PLAYED.fault(record).startswith(words)


def test_hands_are_checked() -> None:
    """The whole pack, dealt in equal parts, and as the seed gives it."""
    record = PLAYED.record()
    hands = record["deals"][0]["hands"]
    hands[0].reverse()
    assert PLAYED.fault(record) == "", "in any order"
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    assert PLAYED.fault(record) == "deal 1: hands: the seed gives other ones"
    card = hands[0].pop()
    assert PLAYED.fault(record) == "deal 1: hands: 1 cards of the pack are not dealt"
    hands[1].append(card)
    loose = PLAYED.unproven()
    loose["deals"][0]["hands"] = hands
    assert PLAYED.fault(loose) == "deal 1: hands: the pack is not dealt so, in equal parts"


def test_hands_of_challenge_are_mirror_images_in_a_record_too() -> None:
    """Other hands cannot come from any shuffle."""
    record = TWO.unproven()
    hands = record["deals"][0]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    why = "deal 1: hands: they are not mirror images with at least two cards of every suit"
    assert TWO.fault(record) == why
    record["deals"][0]["actions"][0][1] = "what"
    assert TWO.fault(record).startswith("deal 1, action 1: 'what' is no action")
    record["deals"][0]["actions"][0][1] = "take"
    assert TWO.fault(record).startswith("deal 1, action 1: name your trump suit first")


def test_actions_are_checked() -> None:
    """Each by its rules."""
    record = PLAYED.record()
    actions = record["deals"][0]["actions"]
    actions[0][1] = "what"
    assert PLAYED.fault(record).startswith("deal 1, action 1: 'what' is no action: write a card (QH)")
    actions[0][1] = "JK"
    assert PLAYED.fault(record).startswith("deal 1, action 1: you do not hold JK")


def test_the_longest_record_fits_into_a_message() -> None:
    """The most deals of the most people, each with the most moves: so every game can be kept."""
    most = {offer.name: max(offer.values) for offer in OPTIONS[SVOYI].offers if offer.name in ("deals", "limit")}
    deals, limit = int(most["deals"]), int(most["limit"])
    actions = ((3, "trump C"), *[(3, "take")] * limit)
    deal = DealRecord(3, (("10C",) * 9,) * 4, actions, (0, 1, 2), (36,) * 4, (9999,) * 4, (1,) * 4, "limit")
    size = longest(
        Record,
        deal,
        deals,
        game="svoyi-koziri",
        players=4,
        options={"pickup": "some", "plain": 2, "trump": 4, **most},
        totals=(10,) * 4,
    )
    assert size <= RECORD_PAGE
