"""What the keys of Da Bai Fen do in positions of chosen cards, and why they do nothing."""

from chwech_tui.games.da_bai_fen import deal as shown
from protocol.cards import read_card
from protocol.da_bai_fen.actions import CLAIM, FINISH, PASS, Bury, Expose, Lay, Play
from protocol.da_bai_fen.views import DaBaiFenView
from protocol.vocabulary import Seat
from server.rules.da_bai_fen.deal import State
from tests.server.rules.da_bai_fen.position import GAME, cards, deal, dealing, play, playing

VOID = "3C 4C 5C 6C 7C 8C 3D 4D 5D 6D 7D 8D"


def seen(state: State, seat: int = 0) -> DaBaiFenView:
    """Give what a seat sees."""
    return GAME.view(state, Seat(seat))


def test_an_action_is_part_of_a_sentence() -> None:
    """As the prompt and the replay have it."""
    said = {
        PASS: "pass",
        FINISH: "pass to the end",
        CLAIM: "annul the deal",
        Expose(read_card("2H")): "expose 2♥",
        Bury(read_card("RJ")): "lay red Joker aside",
        Lay(read_card("AH")): "A♥ and more",
        Play(read_card("BJ")): "black Joker",
    }
    assert {action: shown.action_words(action) for action in said} == said


def test_a_hand_without_a_trump_may_be_shown() -> None:
    """The key is there for who holds none, and another is told why not."""
    state, _ = deal(dealing(first=1), {1: "2H", 3: VOID})
    state, _ = play(state, "1 expose 2H")
    view = seen(state, 3)
    assert [move.key for move in shown.moves(view, None)] == ["g"]
    assert shown.turn_words(view) == "You hold no trump: you may annul the deal"
    assert shown.refusal(seen(state, 0), "g", None) == "Only a hand without a trump annuls the deal."


def test_cards_that_cannot_be_led_together_are_named() -> None:
    """Those of two suits, and those that another may beat."""
    view = seen(playing(["AH KH 9H AC", "4H 5H 6H 7H", "3D 4D 5D 6D", "QH JH 9C 8C"]))
    assert shown.several_action(view, cards("AH AC")) == (
        "Cards that are led together are of one suit; all trumps are one."
    )
    assert shown.several_action(view, cards("AH KH 9H")) == "9♥ is not certain: it is led alone."
    assert shown.several_action(view, cards("AH KH")) == Lay(read_card("AH"))
    assert shown.several_action(view, cards("9H")) == Play(read_card("9H"))


def test_what_is_asked_of_a_follower() -> None:
    """The suit, trumps, or any card; and how many where they are several."""
    state, _ = play(playing(["AH KH 2C", "4H 5H 6H", "3D 4D 5D", "QH JH 9C"]), "0 AH+,0 KH")
    assert shown.turn_words(seen(state, 3)) == "Follow hearts, 2 cards"
    state, _ = play(state, "3 QH,3 JH")
    assert shown.turn_words(seen(state, 2)) == "Play any card, 2 cards"
    state, _ = play(playing(["RJ", "3S", "4D", "5D"]), "0 RJ")
    assert shown.turn_words(seen(state, 3)) == "Play any card"
    state, _ = play(playing(["RJ", "3S", "4D", "5S"]), "0 RJ")
    assert shown.turn_words(seen(state, 3)) == "Follow trumps"
    assert shown.refusal(seen(playing(["RJ", "3S", "4D", "5S"])), "enter", None) == "Choose a card to play."
    assert shown.premove_refusal(seen(playing(["RJ", "3S", "4D", "5S"]), 1), read_card("3S")) == ""


def test_trumps_rank_above_all_others() -> None:
    """In a hand that is sorted by rank; before they are known, by the pack."""
    view = seen(playing(["RJ 2S AH 3S", "4H", "5H", "6H"]))
    hand = sorted(cards("RJ AH 3S 2S"), key=lambda card: shown.rank_height(view, card))
    assert tuple(hand) == cards("AH 3S 2S RJ")
    state, _ = deal(dealing(), {})
    assert shown.rank_height(seen(state), read_card("2C")) < shown.rank_height(seen(state), read_card("RJ"))
