"""The coach at a table by words: advice, what a card would do, and why a trick went as it did."""

import pytest
from msgspec.structs import replace

from chwech_tui.errand import Greet
from protocol.errors import ErrorCode
from protocol.hints import Hint
from protocol.messages import Act, Happened, Refused
from protocol.tableview import TablePhase
from tests.chwech_tui.plain.talk import Talk
from tests.chwech_tui.values import VIEW, hearts_led, seen, table, told, waiting_view

ADVICE = "Coach: Nothing won counts as nine: play below the best card, or pass."
TURN = "Your turn. Follow hearts or pass: Q♥, A♥, Joker."


def coached(*, opened: bool = False) -> Talk:
    """Give the dialogue of Megan at her table with the coach: by her settings, or at the end of the course."""
    talk = Talk(Greet(learn=opened))
    if opened:
        talk.write("coach")
    else:
        talk.write("set coach on")
    return talk


def refuse_hint(talk: Talk) -> str:
    """Let the server refuse the hint that the coach has asked for, and give what is told then."""
    return talk.hear(Refused(talk.number(Hint), ErrorCode.NOT_NOW, "there are no hints here"))


def taken(talk: Talk) -> str:
    """Give what is told of a trick that Megan takes."""
    after = seen(waiting_view(), last="3 5H, 0 QH, 1 -, 2 -", trick="")
    return talk.hear(Happened(8, told("took", 0, cards=2), replace(table(after), seq=8)))


@pytest.mark.parametrize("opened", [False, True])
def test_the_coach_speaks_on_ones_turn(opened: bool) -> None:
    """One line after what is asked, and again on demand."""
    talk = coached(opened=opened)
    assert talk.sit(table()).splitlines()[-1] == TURN
    assert refuse_hint(talk) == ADVICE
    assert talk.write("t") == f"{TURN}\n{ADVICE}"
    assert taken(talk) == "You take 2 cards. Q♥ is the highest card."


def test_nobody_else_hears_the_coach() -> None:
    """Without the setting there is neither advice nor a reason, but the reason is told with the last trick."""
    talk = Talk()
    assert talk.sit(table()).splitlines()[-1] == talk.write("t") == TURN
    assert taken(talk) == "You take 2 cards."
    assert talk.write("l").endswith("taken by you. Q♥ is the highest card.")


def test_the_coach_is_silent_where_nothing_is_asked() -> None:
    """On another's turn, and where nothing can be chosen."""
    talk = coached()
    assert ADVICE not in talk.sit(table(waiting_view()))
    talk = coached()
    assert talk.sit(table(seen(VIEW, legal="-", prompt="no_follow"))).endswith(
        "Your turn. You cannot follow hearts: pass."
    )


def test_the_coach_stays_for_another_game_and_no_longer() -> None:
    """A rematch has the coach as well; a table that one comes to from the menu has not."""
    talk = coached(opened=True)
    talk.sit(table(phase=TablePhase.OVER))
    talk.sit(replace(table(), table="deep-sea"))
    assert ADVICE in talk.write("t")
    talk.write("q")
    talk.write("yes")
    talk.sit(replace(table(), table="old-oak"))
    assert talk.write("t") == TURN


def test_the_coach_can_be_sent_away() -> None:
    """The setting holds at this table as well."""
    talk = coached(opened=True)
    talk.sit(table())
    talk.write("set coach off")
    assert talk.write("t") == TURN


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("what queen of hearts", "You take it, unless it is beaten: 0 + 2 = 2, × 2."),
        ("what 3", "You take it, unless it is beaten: 0 + 2 = 2, × 2."),
        ("what pass", "5♥ still takes it."),
        ("what kc", "That card does not follow: play hearts or a Joker, or pass."),
        ("what 2s", "You do not hold that card: h tells your hand."),
        ("what", "Write what and a card of your hand: you hear what it would do, and nothing is done."),
        ("what next", "Write what and a card of your hand: you hear what it would do, and nothing is done."),
    ],
)
def test_what_a_card_would_do_is_told_before(line: str, words: str) -> None:
    """With the coach or without; nothing is sent, and no card is chosen."""
    talk = Talk()
    talk.sit(table())
    assert talk.write(line) == words
    assert Act not in map(type, talk.sent)
    assert talk.now.board.chosen is None
    assert talk.write("t") == TURN


def test_each_way_to_play_a_card_is_told() -> None:
    """Where they differ; or the one that is named."""
    talk = Talk()
    original = hearts_led(ruleset="original")
    talk.sit(table(seen(original, legal="AH+ AH- -")))
    high, low = talk.write("what ah high"), talk.write("what ah low")
    assert high != low
    assert talk.write("what ah") == f"high: {high} low: {low}"
    lead = seen(original, prompt="lead", trick="", legal="KC -")
    talk.hear(Happened(8, told("took", 3, cards=1), replace(table(lead), seq=8)))
    assert talk.write("what pass") == "Nobody can know yet what it does."


def test_nothing_would_be_done_now() -> None:
    """On another's turn, before the game, and for who watches, what holds is told."""
    talk = Talk()
    talk.sit(table(waiting_view()))
    assert talk.write("what qh") == "It is Rhys's turn."
    talk = Talk()
    talk.sit(table(None, TablePhase.GATHERING))
    assert talk.write("what qh") == "The game has not begun yet."
    talk = Talk()
    talk.sit(replace(table(seen(VIEW, viewer=None, legal="")), viewer=None))
    assert talk.write("what qh") == "You watch: you have no cards."
