"""Auction Forty-Fives in words: events, rules, choices, reasons, scores."""

import json

import pytest
from msgspec.structs import replace

from chwech_tui.games.auction_fives.moves import action_words, moves, premove_refusal, refusal, turn_words
from chwech_tui.games.auction_fives.table import shown_trick
from chwech_tui.games.auction_fives.tricks import consequence, news, reason
from chwech_tui.games.auction_fives.words import call_words, ending
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
from protocol.auction_fives.views import AuctionFivesView, Call, Phase, Trick, Turn
from protocol.cards import JOKER, Suit, read_card
from protocol.catalogues import catalogue
from protocol.errors import RemoteProtocolError
from protocol.language import speaking
from protocol.setup import Setup
from protocol.vocabulary import Action, Event, Seat
from tests.chwech_tui.games.auction_fives.stage import FOUR, SIX, people, record_of, sight
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
        (Passed(Seat(1)), "Owain passes"),
        (BidMade(Seat(0), 15), "You bid 15"),
        (Held(Seat(1), 15), "Owain holds, at 15"),
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
        ("", "g", "You cannot hold: bid, or pass."),
        ("", "enter", "The auction comes first: bid, or pass."),
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
    assert [plain(line) for line in news(before, replace(view, bid=5), people())] == ["Side A has made its bid."]
    assert news(view, view, people()) == ()
    assert news(view, replace(view, bidder=None), people()) == ()


def title(view: AuctionFivesView, width: int = 120, *, looking_back: bool = False) -> str:
    """Give the first line above what is shown in the middle."""
    middle = Middle(FOUR, view, looking_back=looking_back, people=people())
    return plain(shown_trick(middle, width).titles[0])


@pytest.mark.parametrize(
    ("played", "words"),
    [
        ("", "Auction   no bid yet   you speak"),
        ("bid 10", "Auction   your 10 stands   Owain speaks"),
        ("pass, bid 10, pass, pass", "Auction   10 of Owain stands   Owain names trumps"),
        ("pass, pass, pass, pass", "Auction   everybody has passed"),
        (NAMED, "♣ Clubs are trump   your bid is 20   32 cards left   you lay cards aside"),
        (KEPT, "♣ Clubs are trump   your bid is 20   32 cards left   Owain leads the first trick"),
        (f"{KEPT}, 2D", "♣ Clubs are trump   your bid is 20   ♦ led   Owain takes it"),
        (f"{KEPT}, 2D, QC, 8D, AC", "♣ Clubs are trump   your bid is 20, has 5   You take it: A♣ is the highest trump"),
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
    assert title(seen(state, 0)) == "Auction   your 5 stands   you name trumps"
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


def test_the_score_of_a_deal_tells_how_it_was_made() -> None:
    """With the card that was worth five more."""
    view = sight(SIX, lambda view: len(view.sheets) == 1 and view.sheets[0].bidder is not None)
    score = KIND.deal_score(view, 0, people(6))
    assert len(score.rows) == 6
    assert any("worth 5 more" in note for note in score.notes)
    assert KIND.points(view, 0) == view.sheets[0].points
    assert KIND.sides(view) == (0, 1, 0, 1, 0, 1)
    passed = replace(view, sheets=(replace(view.sheets[0], ending=Ending.PASSED, best=None, bidder=None),))
    assert len(KIND.deal_score(passed, 0, people(6)).notes) == 1
    assert ending(passed.sheets[0], people(6)) == "Everybody has passed."


def test_a_record_tells_the_result() -> None:
    """Names, totals and the score of every deal are those of the game; a broken one is not read."""
    record = record_of(SIX)
    known, result = json.loads(record), KIND.read_result(record)
    assert result is not None
    assert (list(result.names), list(result.totals)) == (known["names"], known["totals"])
    assert [[int(score) for score in deal] for deal in result.deals] == [deal["scores"] for deal in known["deals"]]
    assert KIND.read_result("{}") is None
    assert KIND.read_result(json.dumps(known | {"game": "chwech"})) is None
    assert KIND.read_result(json.dumps(known | {"deals": [known["deals"][0] | {"scores": [1]}]})) is None


def test_the_public_deal_tells_all_that_everybody_sees() -> None:
    """In numbers and sentences, from the auction to the end."""
    names = ("A", "B", "C", "D")
    told = {said: KIND.public_deal(seen(play(begun(), said)[0])) for said in ("", "bid 10", NAMED, f"{KEPT}, 2D")}
    assert told[""].sentence(names) == "Deal 1, dealt by D. No bid yet. A speaks."
    assert told["bid 10"].sentence(names) == "Deal 1, dealt by D. A bids 10. B speaks."
    assert told[NAMED].sentence(names) == "Deal 1, dealt by D. A bids 20. Clubs are trump. A lays cards aside."
    assert [trick.turns for trick in told[f"{KEPT}, 2D"].tricks(names)] == [("B 2D",)]
    assert told[""].titles == ("Side", "Cards", "Tricks", "Points")
    assert told[""].numbers(1) == ("B", "5", "0", "0")
    between = KIND.public_deal(seen(play(begun(), "pass, pass, pass, pass")[0]))
    assert between.sentence(names) == "Deal 2 comes next, dealt by A."
    over = KIND.public_deal(sight(SIX, lambda view: bool(view.winners)))
    assert over.sentence((*names, "E", "F")).startswith("The game is over. With ")


def test_the_coach_speaks_in_each_phase() -> None:
    """And says nothing where there is nothing to decide."""
    for said, words in (
        ("", "Three trumps"),
        ("bid 20, pass, pass, pass", "Name the suit"),
        (NAMED, "Keep trumps"),
        (f"{KEPT}, 2D, QC, 8D", ""),
    ):
        state, _ = play(begun(), said)
        advice = KIND.advice(seen(state, state.turn), people())
        assert advice[: len(words)] == words
        assert bool(advice) == bool(words)
    state, _ = play(begun(lead="dealer"), KEPT)
    assert KIND.advice(seen(state, 0), people()) == "5♣ is the best trump left: it takes any trick it is played to."
    assert KIND.advice(seen(state, 1), people()) == ""
    state, _ = play(begun(dealer_looks=True), f"{NAMED}, draw, draw, draw, discard 8D, draw")
    assert KIND.advice(seen(state, 3), people()) == ""


def test_the_rest_is_certain_with_the_highest_trumps_alone() -> None:
    """And the cards gone are those that everybody has seen, and the viewer's discards."""
    hands = ("5C JC AC KC AH", "2D 3D 4D 6D 7D", "QC 2C 3S 4S 6S", "8D 9D 10D JD QD")
    state, _ = play(begun(hands, lead="dealer"), KEPT)
    assert [card.text for card in KIND.certain_rest(seen(state, 0))] == ["5C", "JC", "AH", "AC", "KC"]
    assert KIND.certain_rest(seen(state, 1)) == ()
    plain_hands, _ = play(begun(lead="dealer"), KEPT)
    assert KIND.certain_rest(seen(plain_hands, 0)) == ()
    gone = KIND.cards_gone(seen(play(state, "5C, 2D")[0], 0), FOUR)
    assert len(gone.table) == 2


ABSURD: tuple[tuple[dict[str, object], str], ...] = (
    ({"target": -1}, "absurd"),
    ({"deals": 0}, "absurd"),
    ({"stock": -1}, "absurd"),
    ({"bidder": Seat(9)}, "no seat"),
    ({"calls": (Call(Seat(9)),)}, "no seat"),
    ({"trump": None}, "trump"),
    ({"bidder": None}, "nobody has named"),
    ({"first": None}, "nobody leads"),
    ({"phase": Phase.OVER}, "nobody has won"),
    ({"trick": Trick()}, "nobody has led"),
    ({"last_trick": Trick()}, "no cards"),
    ({"gone": (CARD,)}, "before all"),
    ({"hand": (JOKER,)}, "does not have"),
    ({"trick": Trick((Turn(Seat(0), CARD),) * 9)}, "more people"),
)


@pytest.mark.parametrize(("change", "words"), ABSURD, ids=str)
def test_an_absurd_view_is_refused(change: dict[str, object], words: str) -> None:
    """Nothing of it is drawn."""
    view = seen(play(begun(), f"{KEPT}, 2D")[0], 2)
    KIND.check_view(view, 4)
    with pytest.raises(RemoteProtocolError, match=words):
        KIND.check_view(replace(view, **change), 4)


@pytest.mark.parametrize(
    "event",
    [
        BidMade(Seat(0), -5),
        GameEnded((0,) * 4, ()),
        DealEnded(replace(SHEET, taken=(1,))),
        DealEnded(replace(SHEET, bid=-5)),
    ],
    ids=str,
)
def test_an_absurd_event_is_refused(event: Event) -> None:
    """Nothing of it is told."""
    with pytest.raises(RemoteProtocolError):
        KIND.check_event(event, 4)


def test_the_words_of_the_rules_are_explained_in_both_languages() -> None:
    """In small letters and the singular; the game has no course."""
    assert {"bid", "hold", "kitty"} <= set(KIND.glossary)
    with speaking("cy", catalogue):
        assert {"cynnig", "dal", "pot"} <= set(KIND.glossary)
    assert (KIND.lessons(), KIND.farewell) == ((), "")
    assert KIND.shared_act(Passed(Seat(0))) is None


@pytest.mark.parametrize("counted", [False, True])
@pytest.mark.parametrize("away", ["", "away 0:30"])
def test_a_seat_fits_in_welsh(away: str, *, counted: bool) -> None:
    """At the least width nothing runs together, and the headings fit their columns."""
    view = sight(FOUR, lambda view: len(view.sheets) == 1 and view.phase is Phase.FOLLOWING)
    with speaking("cy", catalogue):
        lines = [plain(line) for line in KIND.draw_panel(view, Seat(0), 21, away, counted=counted)]
        headings = {step: KIND.draw_heading(FOUR, step) for step in (1, 2)}
    assert "…" not in "".join(lines)
    assert {step: len(heading) for step, heading in headings.items()} == {
        step: KIND.columns_width(FOUR, step) for step in (1, 2)
    }
    assert len(plain(KIND.draw_columns(view, Seat(0), 1, away))) == KIND.columns_width(FOUR, 1)
