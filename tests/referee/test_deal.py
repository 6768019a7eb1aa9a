"""The course of a deal: leads, passed leads, both endings and the score."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.referee.deal import Question, Result, score, tell
from tests.referee.table import Table

FOUR = Table("revised", 4)
SUITS_BY_SEAT = [[rank + suit for rank in ["A", "K", "Q", "J", "10", "9", "8", "7", "6"]] for suit in "CDHS"]
"""A deal for four in which nobody can follow anybody."""


def course(table: Table, dealer: int, hands: list[list[str]], actions: str) -> tuple[list[Question], Result | None]:
    """Tell a deal with these answers; return all questions asked, and the result if it came to one."""
    story = tell(table, dealer, hands)
    questions = [next(story)]
    for action in actions.split():
        assert action in questions[-1].answers
        try:
            questions.append(story.send(action))
        except StopIteration as end:
            result: Result = end.value
            return questions, result
    return questions, None


def asked(table: Table, hands: list[str], actions: str, dealer: int | None = None) -> Question:
    """Give the question after some actions; the first seat of the list leads where no dealer is named."""
    dealer = table.players - 1 if dealer is None else dealer
    padded = [hand.split() + ["9C"] * (9 - len(hand.split())) for hand in hands]
    return course(table, dealer, padded, actions)[0][-1]


@pytest.mark.parametrize(
    ("left", "won", "points"),
    [(0, 1, 9), (0, 9, 81), (0, 0, 81), (0, 8, 72), (9, 0, 0), (3, 3, 18), (1, 19, 8), (4, 17, 40), (1, 27, 72)],
)
def test_score_table(left: int, won: int, points: int) -> None:
    """Each column of the score table of the rules comes out."""
    assert score(won, left) == points


def test_the_designers_score_table() -> None:
    """The designer's own table of cards won and left comes out, whole."""
    for beyond in range(1, 10):
        for left in range(10):
            for won in range(beyond, 55, 9):
                assert score(won, left) == (9 - left) * beyond


def test_the_first_leader_must_lead() -> None:
    """The seat left of the dealer is asked first and may lead anything but not pass."""
    first = asked(FOUR, ["KC QD", "", "", ""], "", dealer=3)
    assert first == Question(0, frozenset({"KC", "QD", "9C"}))


def test_following_is_never_forced() -> None:
    """A seat may play the suit led or pass, and it may only pass where it has nothing to play."""
    hands = ["KH QD", "AH 7H 8S JK", "8S 9S", "6H"]
    assert asked(FOUR, hands, "KH") == Question(1, frozenset({"AH", "7H", "JK", "-"}))
    assert asked(FOUR, ["KH", "8S 9S", "", ""], "KH").answers == {"-"}


def test_everybody_is_asked_once_and_the_taker_first() -> None:
    """A trick ends when every seat has acted once, and the taker is then asked to lead or pass."""
    hands = ["KH QD", "AH 7H", "10H 8S", "6H 6D"]
    questions, _ = course(FOUR, 3, [hand.split() + ["9C"] * 7 for hand in hands], "KH 7H - 6H")
    assert [question.seat for question in questions] == [0, 1, 2, 3, 0]
    assert questions[-1].answers == {"QD", "9C", "-"}


def test_a_passed_lead_goes_clockwise_and_shuts_out() -> None:
    """Seats that passed the lead get no turn in the trick, and the seat before the taker has the last turn."""
    hands = ["KH QD", "7H 7D", "10H 8D", "6H 6D"]
    dealt = [hand.split() + ["9C"] * 7 for hand in hands]
    questions, _ = course(FOUR, 3, dealt, "KH - - - - - 8D 6D")
    assert [question.seat for question in questions] == [0, 1, 2, 3, 0, 1, 2, 3, 2]
    assert questions[7].answers == {"6D", "-"}


def test_the_last_seat_asked_leads_a_trick_of_one() -> None:
    """Where everybody else has passed the lead the last seat may still lead, and takes its own card."""
    questions, result = course(FOUR, 3, SUITS_BY_SEAT, "KC - - - - - - KS - - - -")
    assert [question.seat for question in questions] == [0, 1, 2, 3, 0, 1, 2, 3, 3, 0, 1, 2]
    assert result is not None
    assert [len(trick) for trick in result.tricks] == [1, 1]
    assert result.won == [1, 0, 0, 1]


def test_deadlock_takes_every_seat() -> None:
    """The deal ends in deadlock when all have passed the lead in a row, not before."""
    assert course(FOUR, 3, SUITS_BY_SEAT, "KC - - - - - -")[1] is None
    result = course(FOUR, 3, SUITS_BY_SEAT, "KC - - - - - - -")[1]
    assert result is not None
    assert (result.end, result.won, result.left, result.scores) == (
        "deadlock",
        [1, 0, 0, 0],
        [8, 9, 9, 9],
        [1, 0, 0, 0],
    )


def test_the_trick_is_completed_before_a_seat_is_out() -> None:
    """A last card does not end the deal before every seat has had its turn in the trick."""
    cards = ["AC", "KC", "QC", "JC", "10C", "9C", "8C", "7C", "6C"]
    before = " ".join(f"{card} - - -" for card in cards)
    questions, result = course(FOUR, 3, SUITS_BY_SEAT, before)
    assert questions[-1].seat == 3
    assert result is not None
    assert (result.end, result.won, result.left) == ("out", [9, 0, 0, 0], [0, 9, 9, 9])
    assert result.scores == [81, 0, 0, 0]


def test_two_seats_out_in_one_trick() -> None:
    """Several seats may play their last card to the same trick."""
    hands = [
        ["KH", "QH", "JH", "10H", "KS", "QS", "JS", "10S", "KC"],
        ["9H", "8H", "7H", "6H", "9S", "8S", "7S", "6S", "9C"],
        ["AC", "QC", "JC", "10C", "8C", "7C", "AD", "KD", "QD"],
        ["AH", "AS", "6C", "JD", "10D", "9D", "8D", "7D", "6D"],
    ]
    actions = " ".join(f"{high} {low} - -" for high, low in zip(hands[0], hands[1], strict=True))
    result = course(FOUR, 3, hands, actions)[1]
    assert result is not None
    assert (result.end, result.won, result.left) == ("out", [18, 0, 0, 0], [0, 0, 9, 9])
    assert result.scores == [81, 81, 0, 0]


def test_original_aces_are_named_high_or_low() -> None:
    """An Ace is led and followed as high or as low, and never plainly, under the original rules."""
    table = Table("original", 4)
    assert asked(table, ["AH KH", "", "", ""], "").answers == {"AH+", "AH-", "KH", "9C"}
    assert asked(table, ["KH", "AH AS", "", ""], "KH").answers == {"AH+", "AH-", "-"}


def test_an_original_low_ace_led_is_beaten() -> None:
    """A low Ace leads its suit and loses to the first card that follows."""
    table = Table("original", 4)
    assert asked(table, ["AH", "6H", "", ""], "AH- 6H - -").seat == 1
    assert asked(table, ["AH", "KH", "", ""], "AH+ KH - -").seat == 0


def test_an_original_joker_is_not_led() -> None:
    """A seat with nothing but Jokers has to pass the lead under the original rules."""
    assert asked(Table("original", 6), ["JK KH", *[""] * 5], "").answers == {"KH", "9C"}
    hands = [["KH", "QH", "JH", "10H", "9H", "8H", "7H", "6H", "JK"], ["5H"] * 9, *[["4S"] * 9] * 4]
    lead_all_but_the_joker = " ".join(f"{card} - - - - -" for card in hands[0][:8])
    questions, _ = course(Table("original", 6), 5, hands, lead_all_but_the_joker)
    assert questions[-1] == Question(0, frozenset({"-"}))


@pytest.mark.parametrize(
    ("ruleset", "options", "again"),
    [("original", {}, False), ("revised", {}, True), ("revised", {"jokers_per_trick": "one"}, False)],
)
def test_jokers_to_one_trick(ruleset: str, options: Mapping[str, object], again: bool) -> None:
    """A second Joker to a trick is refused by the original rules and by the option, not by the revised rules."""
    table = Table(ruleset, 6, options)
    question = asked(table, ["KH", "JK", "JK QH", "", "", ""], "KH JK")
    assert question.answers == ({"QH", "JK", "-"} if again else {"QH", "-"})


def test_a_revised_joker_is_led_with_a_suit() -> None:
    """A led Joker names any suit, also in the first trick, and the others follow that suit."""
    table = Table("revised", 6)
    hands = ["JK KH", "5S 6H JK", *[""] * 4]
    assert asked(table, hands, "").answers == {"JK=C", "JK=D", "JK=H", "JK=S", "KH", "9C"}
    assert asked(table, hands, "JK=S").answers == {"5S", "JK", "-"}


def test_a_led_joker_counts_where_only_one_may_be_played() -> None:
    """Under the option of one Joker a trick no Joker follows a led one."""
    table = Table("revised", 6, {"jokers_per_trick": "one"})
    assert asked(table, ["JK", "JK 6H", *[""] * 4], "JK=H").answers == {"6H", "-"}


def test_thirteens_as_jokers_are_led_and_follow_anything() -> None:
    """A red Thirteen that is a Joker is led with a suit and may be played to every suit."""
    table = Table("revised", 7, {"thirteens_as_jokers": True})
    hands = ["13H KS", "13D JK 5S 5D", *[""] * 5]
    assert asked(table, hands, "").answers == {"13H=C", "13H=D", "13H=H", "13H=S", "KS", "9C"}
    assert asked(table, hands, "13H=S").answers == {"13D", "JK", "5S", "-"}


def test_original_thirteens_as_jokers_are_not_led() -> None:
    """A red Thirteen that is a Joker may not be led, and is the one Joker of its trick, under the original rules."""
    table = Table("original", 7, {"thirteens_as_jokers": True})
    hands = ["13H KS", "13D 5S", "JK 6S", *[""] * 4]
    assert asked(table, hands, "").answers == {"KS", "9C"}
    assert asked(table, hands, "KS 13D").answers == {"6S", "-"}


def test_plain_thirteens_are_cards_of_their_suit() -> None:
    """A red Thirteen that is no Joker is led and follows like any card of its suit."""
    hands = ["13H KS", "13D 5H", *[""] * 5]
    assert asked(Table("revised", 7), hands, "").answers == {"13H", "KS", "9C"}
    assert asked(Table("revised", 7), hands, "13H").answers == {"5H", "-"}


def test_one_of_two_equal_cards_leaves_the_hand() -> None:
    """A seat that plays one of two equal Twos still holds the other."""
    table = Table("revised", 7, {"seven_pack": "two_packs"})
    assert asked(table, ["2H 2H", *[""] * 6], "2H - - - - - -") == Question(0, frozenset({"2H", "9C", "-"}))
