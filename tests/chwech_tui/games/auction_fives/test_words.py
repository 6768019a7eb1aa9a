"""Auction Forty-Fives in words: events, rules, choices, reasons, scores."""

import pytest
from msgspec.structs import replace

from chwech_tui.games.auction_fives.deal import action_words, moves, premove_refusal, refusal, turn_words
from chwech_tui.games.auction_fives.table import consequence, news, reason, shown_trick
from chwech_tui.games.auction_fives.words import call_words
from chwech_tui.games.registry import GAMES
from chwech_tui.model.game import Middle
from chwech_tui.model.ink import plain
from protocol.auction_fives.actions import DRAW, HOLD, PASS, Bid, Discard, Name, Pick, Play
from protocol.auction_fives.events import (
    BidMade,
    DealEnded,
    DealSheet,
    Dealt,
    Discarded,
    Drawn,
    Ending,
    GameEnded,
    Held,
    Passed,
    Picked,
    Played,
    StockOpened,
    TrickTaken,
    TrumpNamed,
)
from protocol.auction_fives.views import AuctionFivesView, Call
from protocol.cards import Suit, read_card
from protocol.catalogues import catalogue
from protocol.language import speaking
from protocol.setup import Setup
from protocol.vocabulary import Action, Event, Seat
from tests.chwech_tui.games.auction_fives.stage import FOUR, people
from tests.server.rules.auction_fives.position import KEPT, NAMED, begun, play, seen

KIND = GAMES["auction-forty-fives"]
CARD = read_card("QH")
SHEET = DealSheet(
    Seat(1),
    Ending.MADE,
    (3, 1, 1, 0),
    (25, 5, 25, 5),
    (25, 5, 25, 5),
    (25, 5, 25, 5),
    Seat(0),
    20,
    Suit.CLUBS,
    read_card("5C"),
    Seat(1),
)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Dealt(2, Seat(1), ()), "Deal 2: Owain deals."),
        (Passed(Seat(1)), "Owain passes."),
        (BidMade(Seat(0), 15), "You bid 15."),
        (Held(Seat(1), 15), "Owain holds the bid at 15."),
        (TrumpNamed(Seat(1), Suit.CLUBS), "Owain makes ♣ Clubs trump"),
        (Discarded(Seat(0), CARD), "You lay Q♥ aside"),
        (Discarded(Seat(1)), ""),
        (Drawn(Seat(1), 0), "Owain keeps all five cards"),
        (Drawn(Seat(1), 1), "Owain draws 1 card"),
        (Drawn(Seat(0), 3), "You draw 3 cards"),
        (StockOpened(Seat(1), 2), "Owain picks 2 cards from those left"),
        (Picked(Seat(0), CARD), "You pick Q♥"),
        (Picked(Seat(1)), ""),
        (Played(Seat(1), CARD), "Owain plays Q♥"),
        (TrickTaken(Seat(0), ()), "You take the trick."),
        (DealEnded(SHEET), "You bid 20, and your side took 25: made."),
        (DealEnded(replace(SHEET, bidder=Seat(1), ending=Ending.FAILED)), "Owain bid 20, and took 5: lost."),
        (DealEnded(replace(SHEET, bidder=None, ending=Ending.PASSED)), "Everybody has passed."),
        (GameEnded((120, 5) * 2, (Seat(0), Seat(2))), "Side A (Siân Llewellyn-Hughes and you) wins with 120 points."),
        (GameEnded((5, 5) * 2, tuple(map(Seat, range(4)))), "Both sides end with 5 points, and share the game."),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_happens_is_told(event: Event, words: str) -> None:
    """Each event has its sentence, in both languages; nobody is told of a card that another lays aside."""
    assert plain(KIND.sentence(event, people())) == words
    with speaking("cy", catalogue):
        assert (plain(KIND.sentence(event, people())) != words) == bool(words)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (PASS, "pass"), (Bid(15), "bid 15"), (HOLD, "hold"), (Name(Suit.CLUBS), "make clubs trump"),
        (Discard(CARD), "lay Q♥ aside"), (DRAW, "draw"), (Pick(CARD), "pick Q♥"), (Play(CARD), "Q♥"),
    ],
)  # fmt: skip
def test_an_action_is_named(action: Action, words: str) -> None:
    """As part of a sentence."""
    assert action_words(action) == words


@pytest.mark.parametrize(
    ("played", "words"),
    [
        ("", "Bid, or pass"),
        ("bid 10", "Bid more than 10, hold it, or pass"),
        ("bid 10, hold", "Bid more than 10, or pass"),
        ("bid 30", "Hold 30, or pass"),
        ("bid 30, hold", "Only a pass is left"),
        ("bid 20, pass, pass, pass", "Name the trump suit"),
        (NAMED, "Lay cards aside, or keep them"),
        (KEPT, "Lead a card"),
        (f"{KEPT}, 2D", "Play any card"),
        (f"{KEPT}, 2D, QC", "Follow diamonds"),
        (f"{KEPT}, 2D, QC, 8D", "Play any card"),
        (f"{KEPT}, 2D, QC, 8D, AC, 5C, 3D", "Play a trump"),
    ],
)
def test_what_is_asked(played: str, words: str) -> None:
    """Of the seat whose turn it is."""
    state, _ = play(begun(), played)
    assert turn_words(seen(state, state.turn)) == words


def test_what_is_asked_of_who_has_more_than_five_cards_or_has_to_bid() -> None:
    """Down to five cards; the dealer who cannot pass; and who picks."""
    state, _ = play(begun(kitty=3), NAMED)
    assert turn_words(seen(state, 0)) == "Lay cards aside, down to five"
    state, _ = play(begun(forced_dealer=15), "pass, pass, pass")
    assert turn_words(seen(state, 3)) == "All others have passed: you have to bid"
    state, _ = play(begun(dealer_looks=True), f"{NAMED}, draw, draw, draw, discard 8D, draw")
    assert turn_words(seen(state, 3)) == "Pick 1 card from those left"
    assert refusal(seen(state, 3), "enter", None).startswith("First pick")
    hands = ("5C JC AC KC 2H", "2D 3D 4D 6D 7D", "QC 2D 3S 4S 6S".replace("2D", "KD"), "8D 9D 10D JD QD")
    state, _ = play(begun(hands), f"{KEPT}, 2D")
    assert turn_words(seen(state, 2)) == "Follow diamonds or play a trump"
    assert (
        refusal(seen(state, 2), "enter", read_card("3S"))
        == "Diamonds were led, and you have some: play one or a trump, not 3♠."
    )


@pytest.mark.parametrize(
    ("played", "key", "words"),
    [
        ("", "g", "You cannot hold. Bid, or pass."),
        ("", "enter", "The auction comes first. Bid, or pass."),
        ("bid 30", "b", "Hold 30, or pass."),
        ("bid 30, hold", "b", "Only a pass is left."),
        ("bid 30, hold", "g", "You cannot hold. Only a pass is left."),
        ("bid 20, pass, pass, pass", "enter", "First name the trump suit."),
        (NAMED, "enter", "Mark the cards to lay aside with the space bar; Enter then draws."),
        (KEPT, "b", "The auction is over: play a card."),
        (KEPT, "enter", "You cannot play Q♥ now."),
        (f"{KEPT}, 2D, QC", "enter", "Diamonds were led, and you have some: play one, not Q♥."),
        (f"{KEPT}, 2D, QC, 8D, AC, 5C, 3D", "enter", "5♣ is a trump, and you have to play one: not Q♥."),
    ],
)
def test_why_a_key_does_nothing(played: str, key: str, words: str) -> None:
    """In each phase of a deal."""
    state, _ = play(begun(), played)
    assert refusal(seen(state, state.turn), key, CARD) == words


def test_a_forced_dealer_is_told_to_bid() -> None:
    """A key that would pass or hold says what is left: no pass."""
    state, _ = play(begun(forced_dealer=15), "pass, pass, pass")
    for key in ("p", "g", "enter"):
        assert refusal(seen(state, state.turn), key, CARD).endswith("All others have passed: you have to bid.")


def test_a_premove_is_a_card_to_a_trick() -> None:
    """Nothing else is chosen before the turn."""
    state, _ = play(begun(), KEPT)
    assert premove_refusal(seen(state, 1), read_card("2D")).startswith("The lead is yours")
    assert premove_refusal(seen(state, 0), read_card("5C")) == ""
    state, _ = play(state, "2D, QC")
    assert premove_refusal(seen(state, 3), read_card("8D")) == ""
    assert premove_refusal(seen(state, 3), CARD).startswith("Diamonds were led")
    assert premove_refusal(seen(state, 3), None) == ""


def test_a_bid_that_is_the_only_one_needs_no_question() -> None:
    """Its key names it."""
    state, _ = play(begun(), "bid 25")
    (bid, *_rest) = moves(seen(state, 1), None)
    assert (bid.key, bid.label, len(bid.choices)) == ("b", "bid 30", 1)


def test_what_a_card_does() -> None:
    """To the trick as it lies, as far as the seat can know."""
    state, _ = play(begun(), f"{KEPT}, 2D, QC")
    view = seen(state, 3)
    assert consequence(view, Play(read_card("8D"))) == "Q♣ still takes it"
    state, _ = play(state, "8D")
    view = seen(state, 0)
    assert consequence(view, Play(read_card("2H"))) == "Q♣ still takes it, for your side"
    assert consequence(view, Play(read_card("KC"))) == "you take it"
    assert consequence(view, PASS) == ""
    first = seen(play(begun(lead="dealer"), KEPT)[0], 0)
    assert consequence(first, Play(read_card("5C"))) == "you take it"
    assert consequence(first, Play(read_card("KC"))) == "you take it, unless it is beaten"
    assert reason(first) == ""
    after, _ = play(state, "AC")
    assert reason(seen(after)) == "A♣ is the highest trump"


def test_news_is_that_a_bid_is_made() -> None:
    """When the tricks alone are worth it."""
    view = seen(play(begun(), f"{KEPT}, 2D, QC, 8D, AC")[0], 1)
    before = replace(view, seats=tuple(replace(seat, tricks=0) for seat in view.seats), bid=5)
    assert [plain(line) for line in news(before, replace(view, bid=5))] == ["Side A has made its bid."]
    assert news(view, view) == ()
    assert news(view, replace(view, bidder=None)) == ()


def title(view: AuctionFivesView, width: int = 120, *, looking_back: bool = False) -> str:
    """Give the first line above what is shown in the middle."""
    middle = Middle(FOUR, view, looking_back=looking_back, people=people())
    return plain(shown_trick(middle, width).titles[0])


@pytest.mark.parametrize(
    ("played", "words"),
    [
        ("", "Auction: nobody has bid yet   you bid or pass"),
        ("bid 10", "Auction: you have 10   Owain bids or passes"),
        ("pass, bid 10, pass, pass", "Auction: Owain has 10   Owain names trumps"),
        ("pass, pass, pass, pass", "Everybody has passed"),
        (NAMED, "♣ Clubs are trump   your bid is 20   32 cards left   you lay cards aside"),
        (KEPT, "♣ Clubs are trump   your bid is 20   32 cards left   Owain leads the first trick"),
        (f"{KEPT}, 2D", "♣ Clubs are trump   your bid is 20   ♦ led   as it stands Owain takes it"),
        (
            f"{KEPT}, 2D, QC, 8D, AC",
            "♣ Clubs are trump   your bid is 20, has 5   ♦ led   You take it: A♣ is the highest trump",
        ),
    ],
)
def test_the_middle_of_the_table_is_titled(played: str, words: str) -> None:
    """In each phase of a deal."""
    assert title(seen(play(begun(), played)[0], 0)) == words


def test_the_middle_of_the_table_when_one_looks_back_or_picks() -> None:
    """And before the first deal there is nothing."""
    state, _ = play(begun(), f"{KEPT}, 2D, QC, 8D, AC, 5C")
    assert title(seen(state, 0), looking_back=True).startswith("Last trick   ♣ Clubs are trump")
    assert len(title(seen(state, 0), 40, looking_back=True)) <= 60
    state, _ = play(begun(dealer_looks=True, kitty=3), "bid 5, pass, pass, pass")
    assert title(seen(state, 0)) == "Auction: you have 5   you name trumps"
    middle = Middle(FOUR, seen(state, 0), looking_back=False, people=people())
    assert plain(shown_trick(middle, 78).titles[1]) == "kitty of 3 cards"
    state, _ = play(begun(dealer_looks=True), f"{NAMED}, draw, draw, draw, discard 8D, draw")
    assert title(seen(state, 0)).endswith("Rhys picks")


def test_calls_are_shown_as_the_table_says_them() -> None:
    """A number, a hold, a pass."""
    calls = (Call(Seat(0), 15), Call(Seat(1), 15, held=True), Call(Seat(2)))
    assert [call_words(call) for call in calls] == ["15", "hold 15", "pass"]


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (Setup("auction-forty-fives", 4), "two sides of two"),
        (Setup("auction-forty-fives", 6, {"kitty": 3, "deals": 10}), "two sides of three, a kitty of three, ten deals"),
    ],
)
def test_the_rules_in_words(setup: Setup, words: str) -> None:
    """The options that a table names."""
    assert KIND.rules_words(setup) == words
    assert (KIND.rules_sign(setup), len(KIND.crib(setup))) == ("45" if setup.options else "120", 4)
    assert KIND.piles_closed(setup) == ""
