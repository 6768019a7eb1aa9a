"""The moves of Roque: what is asked, what the keys do, and why they do nothing."""

import pytest
from msgspec.structs import replace

from chwech_tui.credible import _check_event
from chwech_tui.games.registry import GAMES
from chwech_tui.games.roque.deal import RoqueDeal
from chwech_tui.model.game import Several
from protocol.cards import Card, Rank, Suit, read_card
from protocol.catalogues import catalogue
from protocol.errors import RemoteProtocolError
from protocol.language import speaking
from protocol.roque.actions import PASS, Bid, Bury, Play
from protocol.roque.events import BidMade, DealEnded, Ending, GameEnded, TrickTaken, WidowTaken
from protocol.roque.views import Phase, SeatView, Trick, Turn
from protocol.vocabulary import Action, Event, Seat
from tests.chwech_tui.games.roque.test_words import sheet
from tests.chwech_tui.games.roque.views import AUCTION, BURIED, at
from tests.server.rules.roque.position import GAMES as RULES
from tests.server.rules.roque.position import THREE, begun, play

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


CHECKS_KIND = GAMES["roque"]
STRANGE = Card(Rank.THIRTEEN, Suit.HEARTS)
VIEW = at(f"{BURIED}, 3C, AC, 4S, 5D, 10H")
SEAT = VIEW.seats[0]


def seats(changed: SeatView) -> tuple[SeatView, ...]:
    """Give the seats with another first one."""
    return (changed, *VIEW.seats[1:])


def trick(*cards: Card) -> Trick:
    """Give a trick of cards that seat 0 played."""
    return Trick(tuple(Turn(Seat(0), card) for card in cards), Seat(0))


ACE = Card(Rank.ACE, Suit.CLUBS)
GOOD = sheet(Ending.MADE, 135)

WRONG: dict[str, dict[str, object]] = {
    "another game": {"game": "chwech"},
    "no target": {"target": 0},
    "deals below none": {"last_deal": -1},
    "a widow below none": {"widow_cards": -1},
    "a bid below none": {"bid": -5},
    "a side too many": {"seats": seats(replace(SEAT, side=4))},
    "cards below none": {"seats": seats(replace(SEAT, cards=-1))},
    "absurd points": {"seats": seats(replace(SEAT, total=-(10**9)))},
    "a declarer of no seat": {"declarer": Seat(4)},
    "no declarer": {"declarer": None},
    "tricks without a declarer": {"declarer": None, "phase": Phase.BIDDING},
    "over without a winner": {"phase": Phase.OVER},
    "a sheet of too few": {"sheets": (replace(GOOD, totals=(1, 2)),)},
    "a sheet of no seat": {"sheets": (replace(GOOD, declarer=Seat(9)),)},
    "a sheet of an absurd bid": {"sheets": (replace(GOOD, bid=-5),)},
    "no trump suit": {"trump": None},
    "nothing to follow": {"trick": Trick()},
    "a trick that is too long": {"trick": trick(*[ACE] * 5)},
    "a trick of nothing": {"last_trick": Trick()},
    "a taker of no seat": {"last_trick": Trick((Turn(Seat(0), ACE),), Seat(7))},
    "a trick that was not full": {"gone": VIEW.gone[1:]},
    "a strange card in hand": {"hand": (STRANGE,)},
    "a strange card to play": {"legal": (Play(STRANGE),)},
    "a strange card aside": {"buried": (STRANGE,)},
    "an absurd bid to make": {"legal": (Bid(-5),)},
}


@pytest.mark.parametrize("name", WRONG)
def test_a_view_that_cannot_be_is_refused(name: str) -> None:
    """Whatever server it comes from."""
    CHECKS_KIND.check_view(VIEW, 4)
    with pytest.raises(RemoteProtocolError):
        CHECKS_KIND.check_view(replace(VIEW, **WRONG[name]), 4)


def test_a_table_of_another_size_is_refused() -> None:
    """There is no such game."""
    with pytest.raises(RemoteProtocolError):
        CHECKS_KIND.check_view(replace(VIEW, seats=VIEW.seats * 2), 8)


@pytest.mark.parametrize(
    "event",
    [
        BidMade(Seat(0), -5),
        WidowTaken(Seat(0), -5),
        TrickTaken(Seat(0), (ACE,), -5),
        DealEnded(replace(GOOD, points=(1,))),
        GameEnded((0,) * 4, ()),
    ],
    ids=lambda event: type(event).__name__,
)
def test_an_event_that_cannot_be_is_refused(event: Event) -> None:
    """So is what is told."""
    with pytest.raises(RemoteProtocolError):
        CHECKS_KIND.check_event(event, 4)


def test_scores_below_zero_are_plausible() -> None:
    """In views, in the sheets of deals, and at the end."""
    below = replace(GOOD, points=(-125, 50) * 2, totals=(-500, 50) * 2)
    CHECKS_KIND.check_view(replace(VIEW, seats=seats(replace(SEAT, total=-500)), sheets=(below,)), 4)
    CHECKS_KIND.check_event(DealEnded(below), 4)
    _check_event(GameEnded((-500, 50) * 2, (Seat(1), Seat(3))), 4, CHECKS_KIND)


NAMES = ("Megan", "Owain", "Rhys", "Nia")


def deal(moves: str, game: str = "roque") -> RoqueDeal:
    """Give the public part of a deal."""
    shown = GAMES[game].public_deal(at(moves, None, game))
    assert isinstance(shown, RoqueDeal)
    return shown


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("", "Deal 1, to 505, dealt by Owain. Megan bids or passes."),
        ("bid 85", "Deal 1, to 505, dealt by Owain. Megan has bid 85. Nia bids or passes."),
        (AUCTION, "Deal 1, to 505, dealt by Owain. Megan has bid 85. Megan lays cards aside."),
        (f"{BURIED}, 3C", "Deal 1, to 505, dealt by Owain. Megan has bid 85. Clubs are trump. Nia follows."),
        ("-, -, -, -", "Deal 2, to 505, comes next, dealt by Megan."),
    ],
)
def test_the_state_in_words(moves: str, words: str) -> None:
    """What a script or plain mode tells."""
    assert deal(moves).sentence(NAMES) == words


def test_the_numbers_of_a_seat() -> None:
    """With a side where there are sides."""
    shown = deal(f"{BURIED}, 3C, AC, 4S, 5D, 10H")
    assert shown.titles == ("Side", "Cards", "Bid", "Tricks", "Took", "Total")
    assert shown.numbers(0) == ("A", "11", "85", "0", "0", "0")
    assert shown.numbers(3) == ("B", "10", "-", "1", "20", "0")
    assert len(deal("", THREE).titles) == 5
    last, now = shown.tricks(NAMES)
    assert (last.taker, now.taker) == ("taken by Nia", "so far to Nia")
    assert last.turns[1] == "Nia AC"


def test_the_end_names_who_has_won() -> None:
    """With their total, which may be below zero."""
    state, _ = play(begun({}, most_deals=1), "-, -, -, -")
    shown = GAMES["roque"].public_deal(RULES["roque"].view(state, None))
    assert shown.sentence(NAMES) == "The game is over. With 0: Megan, Owain, Rhys, Nia."
