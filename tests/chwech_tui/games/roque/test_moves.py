"""The moves of Roque: what is asked, what the keys do, and why they do nothing."""

import pytest

from chwech_tui.games.registry import GAMES
from chwech_tui.model.game import Several
from protocol.cards import read_card
from protocol.catalogues import catalogue
from protocol.language import speaking
from protocol.roque.actions import PASS, Bid, Bury, Play
from protocol.vocabulary import Action
from tests.chwech_tui.games.roque.views import AUCTION, BURIED, at

KIND = GAMES["roque"]
FOLLOWING = f"{BURIED}, 3C"


@pytest.mark.parametrize(
    ("moves", "words", "welsh"),
    [
        ("", "Bid 85 or more, or pass", "Cynnig 85 neu fwy, neu basio"),
        ("bid 165", "Nobody can bid more: pass", "Ni all neb gynnig mwy: pasiwch"),
        (AUCTION, "Lay cards aside", "Rhowch o'r neilltu"),
        (BURIED, "Lead a card of the trump suit", "Arwain cerdyn o'r siwt drwmp"),
        (FOLLOWING, "Follow clubs", "Dilynwch y clybiau"),
        (f"{FOLLOWING}, AC", "Play any card", "Chwaraewch unrhyw gerdyn"),
        (f"{FOLLOWING}, AC, 4S, 5D", "Lead a card", "Arweiniwch gerdyn"),
    ],
)
def test_what_is_asked(moves: str, words: str, welsh: str) -> None:
    """In a few words, in each phase."""
    view = next(view for view in (at(moves, viewer) for viewer in range(4)) if view.legal)
    assert KIND.turn_words(view) == words
    with speaking("cy", catalogue):
        assert KIND.turn_words(view).startswith(welsh[:6])


def test_bids_are_stepped_through_and_a_pass_has_its_key() -> None:
    """The lowest bid comes first."""
    bid, passes = KIND.moves(at("bid 85, bid 150", 2), None)
    assert (bid.key, bid.question, [choice.label for choice in bid.choices]) == (
        "b",
        "Your bid:",
        ["155", "160", "165"],
    )
    assert {choice.key for choice in bid.choices} == {""}
    assert (passes.key, passes.choices[0].action) == ("p", PASS)


def test_cards_are_laid_aside_together() -> None:
    """As many as the widow has, sent one after the other."""
    assert KIND.several(at(AUCTION)) == Several(4, 4, "Lay cards aside")
    assert KIND.several(at(f"{AUCTION}, bury 4C")) == Several(3, 3, "Lay cards aside")
    assert KIND.several(at(AUCTION, 1)) is None
    assert KIND.several(at()) is None
    cards = (read_card("2S"), read_card("3S"))
    assert KIND.several_action(at(AUCTION), cards) == Bury(cards[0])
    assert KIND.several_action(at(AUCTION), ()) == "Mark the cards to lay aside, with the space bar."


@pytest.mark.parametrize(
    ("moves", "viewer", "key", "words"),
    [
        ("bid 165", 3, "b", "Nobody can bid more than 165: you can only pass."),
        ("", 0, "enter", "The auction is on: bid or pass first."),
        (AUCTION, 0, "p", "Mark the cards to lay aside with the space bar: Enter then lays them aside."),
        (BURIED, 0, "b", "The auction is over: play a card."),
        (BURIED, 0, "enter", "Choose a card to play."),
        (FOLLOWING, 3, "enter", "Clubs were led, and you have some: play one, not 10♥."),
    ],
)
def test_a_key_that_does_nothing_says_why(moves: str, viewer: int, key: str, words: str) -> None:
    """In a sentence that says what would be right."""
    assert KIND.refusal(at(moves, viewer), key, read_card("10H")) == words


def test_a_premove_is_for_a_card_that_follows() -> None:
    """What is chosen at the turn cannot be chosen before."""
    card = read_card("10H")
    assert KIND.premove_refusal(at(FOLLOWING, 2), card) == ""
    assert KIND.premove_refusal(at(FOLLOWING, 3), None) == ""
    assert KIND.premove_refusal(at(FOLLOWING, 3), read_card("AC")) == ""
    assert "not 10♥" in KIND.premove_refusal(at(FOLLOWING, 3), card)
    assert KIND.premove_refusal(at(BURIED), card) == "The turn is another one: 10♥ was not meant for that."


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Bid(125), "bid 125"),
        (PASS, "pass"),
        (Bury(read_card("10H")), "lay 10♥ aside"),
        (Play(read_card("10H")), "10♥"),
    ],
)
def test_an_action_in_words(action: Action, words: str) -> None:
    """As part of a sentence."""
    assert KIND.action_words(action) == words


def test_trumps_rank_above_all_others() -> None:
    """For a hand that is sorted by rank."""
    view = at(FOLLOWING)
    cards = [read_card(card) for card in ("2D", "AD", "2C", "AC")]
    assert sorted(cards, key=lambda card: KIND.height(view, card)) == cards
