"""The referee knows the rules: every ruling and every example of sections 8 and 10, without the program."""

import pytest

from tests.referee.fives.deal import Question, Result, tell
from tests.referee.fives.table import Table, every_table

TWENTY_FIVE = Table("twenty-five", 3)
FORTY_FIVE = Table("forty-five", 3)


def play(
    table: Table, hands: list[str], turned: str, actions: str, standing: list[int] | None = None
) -> Question | Result:
    """Give the next question after these actions, or how the deal came out; seat 2 deals, and commas part actions."""
    dealt = [hand.split() for hand in hands]
    story = tell(table, table.players - 1, dealt, turned.split(), standing or [0] * table.sides())
    question = next(story)
    for action in filter(None, actions.split(",")):
        assert action.strip() in question.answers, (action, sorted(question.answers))
        try:
            question = story.send(action.strip())
        except StopIteration as end:
            result: Result = end.value
            return result
    return question


def answers(table: Table, hands: list[str], turned: str, actions: str) -> set[str]:
    """Give what the next seat may do."""
    question = play(table, hands, turned, actions)
    assert isinstance(question, Question)
    return set(question.answers)


REST = "2D 3D 4D 6D 7D"


@pytest.mark.parametrize(
    ("led", "hand", "allowed"),
    [
        ("KD", "2D 3C AH 4S 5H", "2D 3C AH"),
        ("KD", "2S 3C AH 4S 5H", "2S 3C AH 4S 5H"),
        ("KC", "5C 2S 3S 4S 6S", "5C 2S 3S 4S 6S"),
        ("KC", "5C JC AH 4S 6S", "5C JC AH 4S 6S"),
        ("KC", "5C 2C AH 4S 6S", "5C 2C AH"),
        ("AH", "JC 2S 3S 4S 6S", "JC 2S 3S 4S 6S"),
        ("JC", "AH 2S 3S 4S 6S", "AH"),
        ("JC", "AH 5C 3S 4S 6S", "AH 5C"),
        ("5C", "JC 2S 3S 4S 6S", "JC"),
        ("2H", "AH 3H 3S 4S 6S", "AH 3H"),
        ("2H", "AH 2S 3S 4S 6S", "AH 2S 3S 4S 6S"),
    ],
)
def test_what_may_be_played_to_a_lead(led: str, hand: str, allowed: str) -> None:
    """Source: section 8, legal play; clubs are trumps, and the Ace of hearts is no heart."""
    hands = [f"{led} 9D 10D JD QD", hand, REST]
    assert answers(TWENTY_FIVE, hands, "9C", led) == set(allowed.split())


def test_strictly_only_one_top_trump_may_be_kept_back() -> None:
    """Source: section 8, the table of ambiguities: "the only one you hold"."""
    strict = Table("twenty-five", 3, {"renege_strict": True})
    assert answers(strict, ["KC 9D 10D JD QD", "5C JC 3S 4S 6S", REST], "9C", "KC") == {"5C", "JC"}
    assert len(answers(strict, ["KC 9D 10D JD QD", "5C 2S 3S 4S 6S", REST], "9C", "KC")) == 5


def test_who_was_dealt_the_ace_robs_at_the_first_turn_or_not_at_all() -> None:
    """Source: section 8, robbing and its timing."""
    hands = ["9D 10D JD QD KD", "AC 2S 3S 4S 6S", REST]
    assert answers(TWENTY_FIVE, hands, "9C", "") == set(hands[0].split())
    rob = {f"rob {card}" for card in hands[1].split()}
    assert answers(TWENTY_FIVE, hands, "9C", "9D") == {*rob, *hands[1].split()}
    assert answers(TWENTY_FIVE, hands, "9C", "9D,rob 2S") == {"AC", "9C", "3S", "4S", "6S"}
    assert not {*rob} & answers(TWENTY_FIVE, hands, "9C", "9D,2S,2D,10D")


def test_the_dealer_may_take_an_ace_that_is_turned_up_before_the_lead() -> None:
    """Source: section 8; the Ace of hearts is meant only where hearts are turned up."""
    hands = ["9D 10D JD QD KD", "2C 2S 3S 4S 6S", REST]
    assert answers(TWENTY_FIVE, hands, "AC", "") == {"-", *(f"rob {card}" for card in REST.split())}
    assert answers(TWENTY_FIVE, hands, "AC", "-") == set(hands[0].split())
    hearts = ["9D 10D JD QD KD", "AH 2S 3S 4S 6S", REST]
    assert "rob 2S" in answers(TWENTY_FIVE, hearts, "9H", "9D")
    assert "rob 2S" not in answers(TWENTY_FIVE, hearts, "9C", "9D")


def test_a_joker_that_is_turned_up_is_the_dealers() -> None:
    """Source: section 10; the next card is turned, and may be an Ace."""
    hands = ["9D 10D JD QD KD", "2C 2S 3S 4S 6S", REST]
    assert answers(FORTY_FIVE, hands, "JK 9C", "") == {f"joker {card}" for card in REST.split()}
    assert "rob JK" in answers(FORTY_FIVE, hands, "JK AC", "joker 2D")


def test_the_game_ends_at_once() -> None:
    """Source: section 8, "the game ends the instant a player reaches 25, in mid-deal"."""
    hands = ["5C JC KC QC 9S", "2C 2S 3S 4S 6S", REST]
    result = play(TWENTY_FIVE, hands, "9C", "5C,2C,2D,JC,2S,3D", [15, 20, 20])
    assert result == Result([2, 0, 0], [10, 0, 0], None, "won")


def test_the_best_card_scores_when_it_is_played() -> None:
    """Source: section 10; a game may end by it in the middle of a trick, and before it."""
    hands = ["5C JC KC QC 9S", "2C 2S 3S 4S 6S", REST]
    assert play(FORTY_FIVE, hands, "9C", "5C", [40, 0, 0]) == Result([0, 0, 0], [5, 0, 0], [0, "5C"], "won")
    won = play(FORTY_FIVE, hands, "9C", "JC,2C,2D", [40, 0, 0])
    assert won == Result([1, 0, 0], [5, 0, 0], None, "won")


def test_a_card_is_best_only_once_nobody_can_rob_a_better_one() -> None:
    """Source: section 10, "after robbing, find the highest trump in any hand"."""
    hands = ["JC 9D 10D QD KD", "2C 2S 3S 4S 6S", REST]
    assert isinstance(play(FORTY_FIVE, hands, "5C", "JC", [40, 0, 0]), Question)
    assert play(FORTY_FIVE, hands, "5C", "JC,2C,2D", [40, 0, 0]) == Result([0, 0, 0], [5, 0, 0], [0, "JC"], "won")
    robbed = ["JC 9D 10D QD KD", "AC 2S 3S 4S 6S", REST]
    result = play(FORTY_FIVE, robbed, "5C", "JC,rob 2S,5C", [40, 40, 0])
    assert result == Result([0, 0, 0], [0, 5, 0], [1, "5C"], "won")


def test_without_a_trump_the_highest_winning_card_is_best() -> None:
    """Source: section 10; places in the own plain order are compared, and of equal ones the first counts."""
    hands = ["KD QD 9H 9S 8S", "2D 3D 4D KH 7S", "6D 7D 8D 2H 6S"]
    result = play(FORTY_FIVE, hands, "9C", "KD,2D,6D,QD,3D,7D,9H,KH,2H,4D,8D,8S,6S,9S,7S")
    assert isinstance(result, Result)
    assert result.best == [0, "KD"]


@pytest.mark.parametrize(
    ("way", "scores"),
    [("each", [20, 10, 0]), ("majority", [5, 5, 0]), ("game", [20, 5, 0])],
)
def test_the_ways_to_score_tricks(way: str, scores: list[int]) -> None:
    """Source: section 10, the Canadian variants; four tricks against one, whose winner held the best card."""
    table = Table("forty-five", 3, {} if way == "each" else {"trick_scores": way})
    hands = ["JC KC QC 7C 9D", "5C 2S 3S 4S 6S", "2D 3D 4D 6D 7D"]
    result = play(table, hands, "9C", "JC,2S,2D,KC,3S,3D,QC,4S,4D,7C,6S,6D,9D,5C,7D")
    assert isinstance(result, Result)
    assert result.scores == scores


def test_an_ace_that_does_not_rob_can_be_the_lowest() -> None:
    """Source: section 10, the rule of Bicycle: it is said at the first turn, or the Ace sinks at once."""
    table = Table("forty-five", 3, {"unrobbed_ace": "lowest"})
    hands = ["2H 9D 10D QD KD", "AH 2S 3S 4S 6S", REST]
    asked = answers(table, hands, "9H", "2H")
    assert {"-", "AH"} < asked
    assert "2S" not in asked
    assert "2S" in answers(table, hands, "9H", "2H,-")
    clubs = ["2C 9D 10D QD KD", "AC 2S 3S 4S 6S", REST]
    question = play(table, clubs, "9C", "2C,AC,2D")
    assert isinstance(question, Question)
    assert question.seat == 0


def test_partners_share_a_score() -> None:
    """Source: section 8; four as two sides."""
    table = Table("twenty-five", 4, {"partners": True})
    hands = ["5C 2S 3S 4S 6S", "2D 3D 4D 6D 7D", "AH JC 3H 4H 6H", "9D 10D JD QD KD"]
    result = play(table, hands, "9C", "5C,2D,AH,9D,2S,3D,JC,10D", [15, 0])
    assert result == Result([1, 0, 1, 0], [10, 0, 10, 0], None, "won")


def test_every_table_is_there() -> None:
    """Twenty-Five has 66 tables and Forty-Five 2,376, with what goes together for each number of players."""
    tables = [table.game for table in every_table()]
    assert (tables.count("twenty-five"), tables.count("forty-five")) == (66, 2376)
