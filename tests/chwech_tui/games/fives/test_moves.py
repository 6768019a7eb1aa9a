"""The moves of Twenty-Five and Forty-Five: what is asked, what the keys do, and why they do nothing."""

import pytest
from msgspec.structs import replace

from chwech_tui.games.registry import GAMES
from chwech_tui.model.cards import card_words
from protocol.cards import Card, read_card
from protocol.fives.actions import DECLINE, Play, Rob, TakeJoker
from protocol.fives.views import FivesView
from protocol.setup import OptionValue
from protocol.vocabulary import Action
from server.rules.fives.deal import State
from tests.server.rules.fives.position import FORTY_FIVE, REST, TWENTY_FIVE, begun, play
from tests.server.rules.fives.position import GAMES as RULES

KIND = GAMES[TWENTY_FIVE]
BLACK = "KS QS 2S 3S 4S"


def seen(state: State) -> FivesView:
    """Give the view of whose turn it is."""
    assert state.turn is not None
    return RULES[TWENTY_FIVE].view(state, state.turn)


def at(hands: list[str], turned: str, moves: str = "", game: str = TWENTY_FIVE, **options: OptionValue) -> FivesView:
    """Give the view of whose turn it is after these moves."""
    return seen(play(begun(game, hands, turned, (), **options), moves)[0])


def keys(view: FivesView, card: str = "") -> dict[str, tuple[str, Action]]:
    """Give what each key does with a chosen card."""
    found = KIND.moves(view, read_card(card) if card else None)
    assert all(len(move.choices) == 1 for move in found)
    return {move.key: (move.label, move.choices[0].action) for move in found}


def why(view: FivesView, key: str, card: str = "") -> str:
    """Give why a key does nothing."""
    chosen = read_card(card) if card else None
    assert all(move.key != key for move in KIND.moves(view, chosen))
    return KIND.refusal(view, key, chosen)


def card(text: str) -> Card:
    """Read a card."""
    return read_card(text)


def test_any_card_can_be_led() -> None:
    """Enter plays the chosen card; without one there is nothing to do."""
    view = at(["KD 3C 5H 9H JD", BLACK, "2C 4C 6C 7C 8C"], "9S")
    assert KIND.turn_words(view) == "Lead a card"
    assert KIND.usable(view) == view.hand
    assert keys(view, "3C") == {"enter": ("play 3♣", Play(card("3C")))}
    assert keys(view) == {}


def test_a_plain_suit_is_followed_or_trumped() -> None:
    """Who has a card of the suit led may also play a trump, but nothing else."""
    view = at(["KD 3C 5H 9H JC", "2D 5C 2S 3S 4S", "2C 4C 6C 7C 8C"], "9C", "KD")
    assert KIND.turn_words(view) == "Follow diamonds or play a trump"
    assert set(KIND.usable(view)) == {card("2D"), card("5C")}
    assert why(view, "enter", "2S") == "Diamonds were led, and you have some: play one or a trump, not 2♠."


def test_a_plain_suit_is_followed_without_trumps() -> None:
    """Trumps are named only to who has some."""
    view = at(["KD 3C 5H 9H JC", "2D 5D 2S 3S 4S", "2C 4C 6C 7C 8C"], "9C", "KD")
    assert KIND.turn_words(view) == "Follow diamonds"
    assert why(view, "enter", "2S") == "Diamonds were led, and you have some: play one, not 2♠."


def test_who_has_none_of_the_suit_plays_anything() -> None:
    """The Ace of hearts is no heart."""
    view = at(["KH 3C 5C 9C JC", "AH 5D 2D 3D 4D", "2C 4C 6C 7C 8C"], "9S", "KH")
    assert KIND.turn_words(view) == "Play any card"
    assert KIND.usable(view) == view.hand


def test_a_trump_is_followed_by_a_trump() -> None:
    """The refusal names the trumps that cannot be kept back."""
    view = at(["KC 3D 5H 9H JH", "5C 2C 3C 3S 4S", "4C 6C 7C 8C 9S"], "9C", "KC")
    assert KIND.turn_words(view) == "Play a trump"
    assert why(view, "enter", "3S") == "K♣ is a trump: play one; you cannot keep back 2♣ or 3♣."


def test_a_top_trump_may_be_kept_back() -> None:
    """Who holds only such ones above the one led may play anything."""
    view = at(["KC 3D 5H 9H JH", "5C JC 2S 3S 4S", "4C 6C 7C 8C 9S"], "9C", "KC")
    assert KIND.turn_words(view) == "Play any card"
    assert KIND.usable(view) == view.hand


def test_at_a_strict_table_two_top_trumps_are_not_kept_back() -> None:
    """The sentence says that it is a matter of the table."""
    view = at(["KC 3D 5H 9H JH", "5C JC 2S 3S 4S", "4C 6C 7C 8C 9S"], "9C", "KC", renege_strict=True)
    assert KIND.turn_words(view) == "Play a trump"
    assert why(view, "enter", "2S") == ("K♣ is a trump: at this table, who holds several has to play one.")


def test_an_ace_that_may_become_the_lowest_trump_has_to_follow() -> None:
    """Where it is a top trump no more, the sentence says what would make it one."""
    hands = ["KH 3D 5S 9S JS", "AH 2S 3S 4S 6S", "2H 4C 6C 7C 8C", "9D 8D 7D 6D 4D"]
    view = at(hands, "9H", "KH", FORTY_FIVE, unrobbed_ace="lowest")
    assert why(view, "enter", "2S") == ("K♥ is a trump: play one; your Ace is the lowest, unless you rob.")


def test_who_holds_only_trumps_is_asked_for_one() -> None:
    """Anything they play is a trump, free or not."""
    view = at(["KC 3D 5H 9H JH", "5C JC 2C 3C 4C", "6C 7C 8C 9S 10S"], "9C", "KC")
    assert KIND.turn_words(view) == "Play a trump"


def test_who_has_no_trump_plays_anything_to_one() -> None:
    """The Joker is led as a trump, and has no suit to follow."""
    hands = ["JK 3D 5H 9H JH", BLACK, "6C 7C 8C 9S 10S", "2D 4D 6D 7D 8D"]
    view = at(hands, "9C", "JK", FORTY_FIVE)
    assert KIND.turn_words(view) == "Play any card"


def test_robbing_and_playing_are_two_keys_at_the_first_turn() -> None:
    """Both are named with their cards; the turn-up need not be left in words."""
    view = at(["AC 3D 5H 9H JH", BLACK, "6C 7C 8C 9S 10S"], "9C")
    assert keys(view, "3D") == {
        "enter": ("play 3♦", Play(card("3D"))),
        "d": ("take 9♣, lay 3♦ aside", Rob(card("3D"))),
    }
    assert why(view, "d") == "Choose the card to lay aside first: then this key takes 9♣."
    assert why(view, "p") == "You need not say that you leave 9♣: play a card, and it stays."


def test_a_card_that_cannot_be_played_can_be_laid_aside() -> None:
    """It is usable, and Enter says why it does nothing."""
    view = at(["KC 3D 5H 9H JH", "AC 2S 3S 4S 6S", "6C 7C 8C 9S 10S"], "9C", "KC")
    assert KIND.usable(view)[0] == card("AC")
    assert set(KIND.usable(view)) == set(view.hand)
    assert keys(view, "2S") == {"d": ("take 9♣, lay 2♠ aside", Rob(card("2S")))}
    assert why(view, "enter", "2S").endswith("you cannot keep back A♣.")


def test_leaving_the_turn_up_is_a_key_where_silence_costs_a_rank() -> None:
    """Then all three are there."""
    hands = ["AC 3D 5H 9H JH", BLACK, "6C 7C 8C 9S 10S", "2D 4D 6D 7D 8D"]
    view = at(hands, "9C", "", FORTY_FIVE, unrobbed_ace="lowest")
    assert set(keys(view, "3D")) == {"enter", "d", "p"}
    assert keys(view)["p"] == ("leave 9♣, your Ace stays high", DECLINE)
    assert KIND.turn_words(view).endswith(", or rob")


HANDS = ["KC 3D 5H 9H JH", BLACK, "6C 7C 8C 9S 10S", "AC 4D 6D 7D 8D"]


def test_only_who_holds_the_ace_can_rob() -> None:
    """Whoever does not is told who may, and nothing of who does."""
    view = at(HANDS, "9C", "")
    assert why(view, "d", "3D") == "Only who holds A♣ may take the turn-up, at the first turn."
    assert why(view, "p") == why(view, "d")


@pytest.mark.parametrize(
    ("moves", "sentence", "options"),
    [
        ("KC, KS, 6C, rob 4D, AC", "The turn-up has been taken in this deal.", {}),
        ("KC, KS, 6C, AC", "The turn-up can be taken no more: nobody did so in time.", {}),
        (
            "KC, KS, 6C, -, AC",
            "The turn-up stays: who might have taken it has left it.",
            {"unrobbed_ace": "lowest"},
        ),
    ],
)
def test_a_turn_up_that_is_gone_cannot_be_taken(moves: str, sentence: str, options: dict[str, OptionValue]) -> None:
    """The sentence says what has become of it."""
    view = at(HANDS, "9C", moves, FORTY_FIVE, **options)
    assert [why(view, key) for key in "dp"] == [sentence] * 2


def test_an_ace_that_is_turned_up_is_offered_to_the_dealer() -> None:
    """Enter takes it for the chosen card, and p leaves it."""
    view = at([BLACK, "6C 7C 8C 9S 10S", REST], "AC")
    assert KIND.turn_words(view) == "Take A♣ for a card, or leave it"
    assert keys(view, "2D") == {
        "enter": ("take A♣, lay 2♦ aside", Rob(card("2D"))),
        "p": ("leave A♣", DECLINE),
    }
    assert set(KIND.usable(view)) == set(view.hand)
    assert why(view, "d", "2D") == "Choose a card to lay aside; Enter then takes A♣."


def test_a_joker_that_is_turned_up_goes_to_the_dealer() -> None:
    """There is no way to leave it."""
    view = at([BLACK, "6C 7C 8C 9S 10S", REST], "JK 9C", "", FORTY_FIVE)
    assert KIND.turn_words(view) == "Take the Joker for a card"
    assert keys(view, "2D") == {"enter": ("put 2♦ under the pack", TakeJoker(card("2D")))}
    assert why(view, "p") == "Choose a card: Enter puts it under the pack, and you take the Joker for it."


def test_cards_are_called_as_people_call_them() -> None:
    """A Joker is no ``JK`` in a button."""
    view = at(["JK 3D 5H 9H JH", BLACK, "6C 7C 8C 9S 10S"], "9C", "", FORTY_FIVE)
    assert keys(view, "JK")["enter"][0] == f"play {card_words(card('JK'))}"


def test_a_lead_that_the_server_does_not_allow_is_refused_in_words() -> None:
    """No such table is known, but no key may be silent."""
    view = replace(at(HANDS, "9C"), legal=())
    assert why(view, "enter", "KC") == "You cannot play K♣ now."


def test_a_premove_leaves_robbing_and_leading_to_the_turn() -> None:
    """Before the turn any card can wait; at the turn a lead and a turn-up that may be taken are said."""
    lead = at(["KD 3C 5H 9H JD", BLACK, "2C 4C 6C 7C 8C"], "9S")
    assert KIND.premove_refusal(replace(lead, legal=()), card("3C")) == ""
    assert KIND.premove_refusal(lead, card("3C")) == "The lead is yours: 3♣ was not meant for that."
    robs = at([REST, "AS KS QC 7C 8C", "2C 4C 6C 3C 5C"], "9S", "2D")
    assert KIND.premove_refusal(robs, card("7C")) == "You may take 9♠ first: 7♣ waits."


def test_a_premove_that_does_not_follow_is_refused_in_words() -> None:
    """A card that follows is played, and without a card there is nothing that could wait."""
    view = at(["5H KD 3C 9H JD", "2H 9C 10C JC QC", "2C 4C 6C 7C 8C"], "9S", "5H")
    assert KIND.premove_refusal(view, card("2H")) == ""
    assert KIND.premove_refusal(view, card("9C")) == "Hearts were led, and you have some: play one, not 9♣."
    assert KIND.premove_refusal(view, None) == ""


def test_a_hand_by_rank_has_its_trumps_last() -> None:
    """Cards rank as in this deal; before the trump suit is known all are alike."""
    view = at(["KD 3C 5H 9H JD", BLACK, "2C 4C 6C 7C 8C"], "9S")
    heights = [KIND.height(view, card(text)) for text in ("9H", "KD", "6S", "AH", "5S")]
    assert heights == sorted(heights)
    assert KIND.height(replace(view, trump=None), card("5S")) == 0
