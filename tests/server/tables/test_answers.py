"""Repeated commands get their recorded answer."""

from msgspec.structs import replace

from server.tables.log import KEPT, Answers, Cause, Novelty, newest, overtaken, recall, remember


def cause(id: int, account: str = "ann", verb: str = "Act", seq: int | None = 4) -> Cause:
    """Give a command."""
    return Cause(account, id, verb, seq)


def test_a_new_command_is_fresh() -> None:
    """A command of somebody who has sent none, or with a greater id, is fresh."""
    assert recall({}, cause(1)) is Novelty.FRESH
    assert recall(remember({}, cause(1), 5), cause(2)) is Novelty.FRESH


def test_a_repeated_command_has_its_answer() -> None:
    """A repeated command gets the number that it was answered with, whatever came after it."""
    answers = remember(remember({}, cause(1), 5), cause(2), 6)
    assert recall(answers, cause(1)) == 5
    assert recall(answers, cause(2)) == 6


def test_an_id_is_used_for_one_command() -> None:
    """Another command under a used id is neither done nor answered as if it had been."""
    answers = remember({}, cause(1), 5)
    assert recall(answers, cause(1, seq=5)) is Novelty.SPENT
    assert recall(answers, cause(1, verb="Begin")) is Novelty.SPENT
    assert recall(remember({}, replace(cause(1), asked=7), 5), replace(cause(1), asked=8)) is Novelty.SPENT


def test_a_smaller_id_is_spent() -> None:
    """An id below one that was carried out is spent, also when it was never seen."""
    assert recall(remember({}, cause(7), 5), cause(3)) is Novelty.SPENT


def test_accounts_count_for_themselves() -> None:
    """The ids of one account mean nothing for another."""
    assert recall(remember({}, cause(7), 5), cause(3, "ben")) is Novelty.FRESH


def test_only_the_last_answers_are_kept() -> None:
    """The answers of a long game take no more room than those of a short one."""
    answers: Answers = {}
    for number in range(1, 3 * KEPT):
        answers = remember(answers, cause(number), number)
    assert len(answers["ann"]) == KEPT
    assert recall(answers, cause(3 * KEPT - 1)) == 3 * KEPT - 1
    assert recall(answers, cause(1)) is Novelty.SPENT


def test_the_newest_id_of_each_account() -> None:
    """An account is told beyond which id it has to go, and nothing of what others have sent."""
    answers = remember(remember({}, cause(7), 5), cause(3, account="ben"), 6)
    assert [newest(answers, account) for account in ("ann", "ben", "cat")] == [7, 3, 0]


def test_a_command_is_overtaken_by_a_later_one() -> None:
    """A command that was carried out is overtaken once the same account has had another one carried out."""
    answers = remember(remember({}, cause(7), 5), cause(9, account="ben"), 6)
    assert not overtaken(answers, cause(7))
    assert overtaken(remember(answers, cause(8), 6), cause(7))
    assert not overtaken(remember(answers, cause(8), 6), cause(6))
