"""What the keys do in Durak: attack, beat, throw in one card or several, take up, pass, be done."""

import pytest
from msgspec.structs import replace

from chwech_tui.games.durak.game import DurakScreens
from chwech_tui.model.board import Asking
from chwech_tui.model.game import Several
from chwech_tui.model.keys import press
from chwech_tui.model.picking import forced_pass
from chwech_tui.model.settings import Settings, Switch
from chwech_tui.model.times import asked, waits_for_viewer
from protocol.cards import Suit, read_card
from protocol.durak.actions import FINISH, GIVE_UP, PASS, Add, Attack, Beat
from protocol.durak.views import Bout, DurakView, Pair, Phase
from protocol.vocabulary import Seat
from tests.chwech_tui.games.durak.stage import FOUR, find, seen

KIND = DurakScreens()
SIX, SEVEN = read_card("6S"), read_card("7S")


def defending() -> DurakView:
    """Give a view in which the viewer has two cards to beat, hearts being trump."""
    view = seen(FOUR, lambda view: GIVE_UP in view.legal)
    six, diamond, trump, low = SIX, read_card("6D"), read_card("8H"), SEVEN
    pairs = (Pair(Seat(3), six), Pair(Seat(3), diamond))
    return replace(
        view,
        trump=Suit.HEARTS,
        hand=(trump, low),
        bout=Bout(Seat(3), Seat(0), 4, pairs),
        legal=(Beat(six, trump), Beat(diamond, trump), Beat(six, low), GIVE_UP),
    )


def test_a_card_that_beats_several_asks_which() -> None:
    """Each has a number; one that beats a single card does so at once."""
    view = defending()
    (enter, pick_up) = KIND.moves(view, read_card("8H"))
    assert [choice.key for choice in enter.choices] == ["1", "2"]
    assert (enter.question, enter.hint) == ("Which card does 8♥ beat?", "1 to 2")
    assert (pick_up.key, pick_up.label) == ("p", "take up")
    (enter, _) = KIND.moves(view, SEVEN)
    assert (enter.label, enter.choices[0].action) == ("beat 6♠ with 7♠", Beat(SIX, SEVEN))
    assert KIND.turn_words(view) == "Beat them all, or take up"
    assert KIND.several(view) is None


def test_the_question_is_answered_by_a_number() -> None:
    """On the table as it is, with the card that was chosen."""
    board = find(FOUR, lambda view: GIVE_UP in view.legal)
    assert board.table is not None
    board = replace(board, table=replace(board.table, game=defending()), chosen=0)
    board, nothing = press(board, "enter")
    assert (board.asking, nothing) == (Asking.MOVE, None)
    assert press(board, "2")[1] == Beat(read_card("6D"), read_card("8H"))


def test_what_cannot_beat_is_refused_with_the_reason() -> None:
    """A trump may be too low, and any other card of no use."""
    view = defending()
    assert KIND.refusal(view, "enter", read_card("AC")) == (
        "A♣ does not beat 6♠, 6♦: play a higher card of the suit, or a trump."
    )
    assert view.bout is not None
    trumped = replace(view, bout=replace(view.bout, pairs=(Pair(Seat(3), read_card("9H")),)))
    assert KIND.refusal(trumped, "enter", read_card("8H")) == (
        "8♥ is too low: a trump is beaten by a higher trump alone."
    )


def test_several_cards_begin_a_bout_together() -> None:
    """Those of one rank: the first attacks, the others are thrown in after it; others are refused."""
    view = seen(FOUR, lambda view: view.phase is Phase.ATTACKING and bool(view.legal))
    assert view.bout is not None
    assert KIND.several(view) == Several(1, view.bout.limit, "Attack with", alone=True)
    diamond = read_card("6D")
    assert KIND.several_action(view, (SIX, diamond)) == Attack(SIX)
    assert KIND.several_action(view, (SIX, SEVEN)) == "Only cards of one rank can begin a bout together."
    after = replace(view, phase=Phase.DEFENDING, legal=(Add(diamond), FINISH))
    assert KIND.several_action(after, (diamond,)) == Add(diamond)
    assert KIND.several_action(after, ()) == ""
    assert KIND.several_action(after, (SEVEN,)) == "7♠ cannot be thrown in: only  can, which lie in the bout."
    assert KIND.refusal(view, "p", None) == "You attack: the first card of a bout has to be played."


def test_marked_cards_are_sent_one_after_another() -> None:
    """Space marks, Enter sends the first; without marks Enter plays the chosen card alone."""
    board = find(FOUR, lambda view: view.phase is Phase.ATTACKING and bool(view.legal))
    assert board.game is not None
    first = board.game.hand[0]
    chosen, _ = press(board, "1")
    assert press(chosen, "enter")[1] == Attack(first)
    marked, _ = press(chosen, "space")
    assert marked.marked == (first,)
    sent, action = press(marked, "enter")
    assert (action, sent.lays) == (Attack(first), True)


@pytest.mark.parametrize(
    ("action", "label", "words"),
    [(PASS, "pass", "Throw in, or pass"), (FINISH, "done for this bout", "You may throw in")],
)
def test_p_passes_when_asked_and_is_done_for_the_bout_unasked(action: object, label: str, words: str) -> None:
    """One key, and the prompt says which of the two it is."""
    view = seen(FOUR, lambda view: action in view.legal and len(view.legal) > 1)
    (move,) = KIND.moves(view, None)
    assert (move.key, move.label, move.choices[0].action) == ("p", label, action)
    assert KIND.turn_words(view) == words


def test_who_may_act_unasked_is_not_called() -> None:
    """Nothing waits for them, and nothing is done for them; who can only pass when asked may have it done."""
    board = replace(find(FOUR, lambda view: view.legal == (FINISH,)), settings=Settings(auto_pass=Switch.ON))
    assert not asked(board)
    assert waits_for_viewer(board) == ""
    assert forced_pass(board) is None
    board = replace(find(FOUR, lambda view: view.legal == (PASS,)), settings=Settings(auto_pass=Switch.ON))
    assert waits_for_viewer(board) == "your turn"
    assert forced_pass(board) == PASS


def test_nothing_is_chosen_beforehand() -> None:
    """A premove would be about cards that are not there yet."""
    board = find(FOUR, lambda view: bool(view.hand) and not view.legal and bool(view.awaited))
    board, action = press(replace(board, chosen=0), "enter")
    assert (board.premove, action) == (None, None)
    assert board.notice.startswith("In Durak wait until you can play")


def test_actions_have_words() -> None:
    """For hints and questions, as part of a sentence."""
    actions = (Attack(SIX), Add(SIX), Beat(SIX, SEVEN), GIVE_UP, PASS, FINISH)
    words = [KIND.action_words(action) for action in actions]
    assert words == ["6♠", "6♠", "7♠ on 6♠", "take up", "pass", "done for this bout"]


def test_trumps_rank_above_all() -> None:
    """In a hand sorted by rank; before the deal no suit is trump."""
    view = defending()
    assert KIND.height(view, read_card("6H")) > KIND.height(view, read_card("AS"))
    bare = replace(view, trump=None)
    assert KIND.height(bare, read_card("6H")) < KIND.height(bare, read_card("AS"))
    assert KIND.height(view, read_card("JK")) == 0
