"""Hints by words: what each choice is worth on demand or from the coach, and the costliest choice of a deal."""

from msgspec.structs import replace

from protocol.errors import ErrorCode
from protocol.game import Answer
from protocol.hints import Appraised, CostliestChoice, Hint, HintGiven, HintReason
from protocol.messages import Refused
from protocol.tableview import TableView
from tests.chwech_tui.plain.talk import Talk
from tests.chwech_tui.values import PASSES, answers, table, waiting_view

CHOICES = tuple(map(Appraised, answers("AH QH - JK"), (3.1, 0.0, -0.4, -12.3)))
VALUES = "A♥ +3.1, Q♥ 0.0, pass −0.4, Joker −12."
WHY = "It takes the trick."


def given(talk: Talk) -> str:
    """Let the server answer the hint that was asked for last, and give what is told."""
    reasons = (HintReason("it takes the trick"),)
    return talk.hear(HintGiven(talk.number(Hint), 7, CHOICES, reasons))


def seated(*lines: str) -> Talk:
    """Give the dialogue of Megan on her turn, after some lines."""
    talk = Talk()
    for line in lines:
        talk.write(line)
    talk.sit(table())
    return talk


def test_a_hint_on_demand() -> None:
    """All values are told, then why the best is the best; again without asking the server again."""
    talk = seated()
    assert talk.write("hint") == "A hint makes this game unrated for you: hint again."
    assert talk.write("hint") == ""
    assert talk.latest() == Hint(0, 7)
    assert given(talk) == f"Hint: {VALUES}\n{WHY}"
    asked = len(talk.sent)
    assert talk.write("hint") == f"Hint: {VALUES}\n{WHY}"
    assert len(talk.sent) == asked


def test_a_refused_hint_says_why() -> None:
    """In the words of the server; out of turn nothing is even asked."""
    talk = seated()
    talk.write("hint")
    talk.write("hint")
    refused: Refused = Refused(talk.number(Hint), ErrorCode.NOT_NOW, "this table is played without hints")
    assert talk.hear(refused) == "This table is played without hints."
    talk = Talk()
    talk.sit(table(waiting_view()))
    assert talk.write("hint") == "It is Rhys's turn."
    assert not [one for one in talk.sent if isinstance(one, Hint)]


def test_the_coach_asks_by_himself() -> None:
    """On each turn; what he says comes from the values, and a hint that comes too late is not told."""
    talk = seated("set coach on")
    assert given(talk) == f"Coach: {VALUES}\n{WHY}"
    after: TableView = replace(table(waiting_view()), seq=8)
    talk = seated("set coach on")
    talk.sit(after)
    assert given(talk) == ""


def test_the_coach_asks_no_more_where_there_are_no_hints() -> None:
    """One refusal is enough for a table; who then asks hears why."""
    talk = seated("set coach on")
    refused: Refused = Refused(talk.number(Hint), ErrorCode.NOT_NOW, "there are no hints here")
    assert talk.hear(refused).startswith("Coach: Nothing won")
    talk.sit(replace(table(waiting_view()), seq=8))
    talk.sit(replace(table(), seq=9))
    assert len([one for one in talk.sent if isinstance(one, Hint)]) == 1
    talk.write("hint")
    talk.write("hint")
    assert talk.hear(replace(refused, id=talk.number(Hint))) == "There are no hints here."


def test_after_a_deal_the_coach_tells_the_costliest_choice() -> None:
    """One sentence, and only with the coach."""
    costliest: CostliestChoice = CostliestChoice(1, 1, PASSES, Answer("QH"), 4.2)
    words = "Deal 1: with 1 card left you chose pass; Q♥ was worth 4.2 points more."
    assert seated("set coach on").hear(costliest) == words
    assert seated().hear(costliest) == ""
