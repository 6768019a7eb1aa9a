"""The moves of Bête: what is asked, what the keys do, and why they do nothing."""

import pytest
from msgspec.structs import replace

from chwech_tui.games.registry import GAMES
from protocol.bete.actions import PASS, TAKE_PART, Play
from protocol.bete.events import DealEnded, Ending, GameEnded
from protocol.bete.views import Phase, SeatView, Trick, Turn
from protocol.cards import Card, Rank, Suit, read_card
from protocol.catalogues import catalogue
from protocol.errors import RemoteProtocolError
from protocol.language import speaking
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat
from tests.chwech_tui.games.bete.test_words import sheet
from tests.chwech_tui.games.bete.views import PEOPLE, at

KIND = GAMES["bete"]
PLAYED = "in, in, -, -"
VOID = ("KD QD JC 9C 7H", "10C 8H 9H 7S 10S", "10D 9D 8D 10H KH", "7D 8S 9S QH JS")


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("", "Take part or pass"),
        (PLAYED, "Lead a card"),
        (f"{PLAYED}, 7H", "Follow hearts"),
        (f"{PLAYED}, KD", "Play a trump"),
        ("in, in, in, -, KD, 10C, 10D, 8H", "Play any card"),
    ],
)
def test_what_is_asked(moves: str, words: str) -> None:
    """In a few words, in each phase, in both languages."""
    view = next(view for view in (at(moves, viewer, VOID) for viewer in range(4)) if view.legal)
    if words != "Play any card":
        assert KIND.turn_words(view) == words
    with speaking("cy", catalogue):
        assert KIND.turn_words(view) != words


def test_taking_part_and_passing_have_their_keys() -> None:
    """As going along and passing have in every game."""
    moves = KIND.moves(at(), None)
    assert [(move.key, move.choices[0].action) for move in moves] == [("g", TAKE_PART), ("p", PASS)]
    (play,) = KIND.moves(at(PLAYED), read_card("KC"))
    assert (play.key, play.label) == ("enter", "play K♣")
    assert [KIND.action_words(action) for action in (TAKE_PART, PASS, Play(read_card("KC")))] == [
        "take part",
        "pass",
        "K♣",
    ]


@pytest.mark.parametrize(
    ("moves", "viewer", "key", "card", "words"),
    [
        ("", 0, "enter", "KD", "Say first whether you take part or pass."),
        (PLAYED, 0, "g", "KD", "Everybody has said whether they take part: play a card."),
        (PLAYED, 0, "enter", "AD", "Choose a card to play."),
        (f"{PLAYED}, 7H", 1, "enter", "7S", "Hearts were led, and you have some: play one, not 7♠."),
        (f"{PLAYED}, KD", 1, "enter", "7S", "You cannot follow suit: play a trump, not 7♠."),
    ],
)
def test_a_key_that_does_nothing_says_why(moves: str, viewer: int, key: str, card: str, words: str) -> None:
    """In a sentence that says what would be right."""
    assert KIND.refusal(at(moves, viewer, VOID), key, read_card(card)) == words


def test_a_trick_that_has_to_be_beaten_is_told_of() -> None:
    """In the suit led where the table plays so, and with trumps in any case."""
    head = at("in, in, -, 7H", 1, ("7H KC QC JC AC", "8H KH 9C 7S 8S", "7D 8D 9D 10D JD"), "10S", head=True)
    assert KIND.refusal(head, "enter", read_card("8H")) == "You can beat the trick, so you have to: not 8♥."
    hands = ("KD 7H KS QS JS", "10C 8H 9H 7S 10S", "9C QC AH JH QH")
    over = at("in, in, in, KD, 10C", 2, hands)
    assert KIND.refusal(over, "enter", read_card("9C")) == "You can play a higher trump, so you have to: not 9♣."


def test_a_premove_is_for_a_card_that_follows() -> None:
    """What is chosen at the turn cannot be chosen before."""
    card = read_card("7S")
    view = at(f"{PLAYED}, 7H", 1, VOID)
    assert KIND.premove_refusal(at(PLAYED, 1, VOID), card) == ""
    assert KIND.premove_refusal(view, read_card("8H")) == ""
    assert "not 7♠" in KIND.premove_refusal(view, card)
    assert KIND.premove_refusal(at(PLAYED, 0, VOID), card) == "The turn is another one: 7♠ was not meant for that."


@pytest.mark.parametrize(
    ("moves", "viewer", "card", "words"),
    [
        (PLAYED, 0, "KC", "you take it"),
        (PLAYED, 0, "QC", "you take it, unless it is beaten"),
        (PLAYED, 0, "7H", "you take it, unless it is beaten"),
        (f"{PLAYED}, KC", 1, "9C", "K♣ still takes it"),
        (f"{PLAYED}, 7H", 1, "8H", "you take it"),
    ],
)
def test_what_a_card_would_do(moves: str, viewer: int, card: str, words: str) -> None:
    """As far as anybody can know."""
    hands = ("KC QC JC AC 7H", "KD QD 9C 8H 7S", "10D 9D 8D 10H 9H", "7D 8S 9S 10S JS")
    view = at(moves, viewer, hands)
    if card == "QC":
        view = at(moves, viewer, ("10C QC JC AC 7H", *hands[1:]))
    assert KIND.consequence(Setup("bete", 4), view, Play(read_card(card))) == words
    assert KIND.consequence(Setup("bete", 4), view, PASS) == ""


def test_trumps_rank_above_all_others() -> None:
    """For a hand that is sorted by rank; the Ace is below the Jack."""
    cards = [read_card(card) for card in ("7D", "AD", "JD", "KD", "7C", "KC")]
    assert sorted(cards, key=lambda card: KIND.height(at(), card)) == cards


@pytest.mark.parametrize(
    ("moves", "viewer", "words"),
    [
        ("", 0, "Take part with two sure tricks and hope of a third: you risk 4 chips."),
        (PLAYED, 0, ""),
        (f"{PLAYED}, KC, 9C, QC, 7S", 0, "One more trick wins you the pool: lead your best card."),
        (f"{PLAYED}, KC, 9C, QC, 7S, 7H, 8H", 0, ""),
        (f"{PLAYED}, KC, 9C, QC, 7S, JC", 1, "Somebody needs one more trick for the pool: take this one if you can."),
        ("", 1, ""),
    ],
)
def test_advice_for_the_moment(moves: str, viewer: int, words: str) -> None:
    """In one line; nothing where nothing stands out."""
    assert KIND.advice(Setup("bete", 4), at(moves, viewer), PEOPLE) == words


def test_three_tricks_are_news() -> None:
    """For the pool is won then."""
    moves = f"{PLAYED}, KC, 9C, QC, 7S, JC"
    before, after = at(moves, 0), at(f"{moves}, QD", 0)
    (line,) = KIND.news(Setup("bete", 4), before, after, PEOPLE)
    assert line[0].text == "You have three tricks, and with them the pool."
    assert KIND.news(Setup("bete", 4), after, after, PEOPLE) == ()


CHECKS_KIND = GAMES["bete"]
STRANGE = Card(Rank.TWO, Suit.HEARTS)
VIEW = at("in, in, -, -, KC, 9C, QC")
SEAT = VIEW.seats[0]
ACE = Card(Rank.ACE, Suit.CLUBS)
GOOD = sheet(Ending.MOST)


def seats(changed: SeatView) -> tuple[SeatView, ...]:
    """Give the seats with another first one."""
    return (changed, *VIEW.seats[1:])


WRONG: dict[str, dict[str, object]] = {
    "deals below none": {"deals": -1},
    "a strange direction": {"step": 2},
    "an absurd pool": {"pool": 10**19},
    "absurd chips": {"seats": seats(replace(SEAT, total=-(10**19)))},
    "cards below none": {"seats": seats(replace(SEAT, cards=-1))},
    "over without a winner": {"phase": Phase.OVER},
    "no card turned up": {"turn_up": None},
    "another trump suit": {"trump": Suit.HEARTS},
    "nothing to follow": {"trick": Trick()},
    "a trick of nothing": {"last_trick": Trick()},
    "more takers than cards": {"takers": (Seat(0),) * 3},
    "a taker of no seat": {"takers": (Seat(9),)},
    "a trick that is too long": {"trick": Trick((Turn(Seat(0), ACE),) * 5)},
    "a turn of no seat": {"trick": Trick((Turn(Seat(9), ACE),))},
    "a strange card in hand": {"hand": (STRANGE,)},
    "a strange card to play": {"legal": (Play(STRANGE),)},
    "a sheet of too few": {"sheets": (replace(GOOD, totals=(1, 2)),)},
    "a sheet of no seat": {"sheets": (replace(GOOD, active=(Seat(9),)),)},
    "a sheet of an absurd pool": {"sheets": (replace(GOOD, carried=10**19),)},
}


@pytest.mark.parametrize("name", WRONG)
def test_a_view_that_cannot_be_is_refused(name: str) -> None:
    """Whatever server it comes from."""
    CHECKS_KIND.check_view(VIEW, 4)
    with pytest.raises(RemoteProtocolError):
        CHECKS_KIND.check_view(replace(VIEW, **WRONG[name]), 4)


@pytest.mark.parametrize(
    "event", [DealEnded(replace(GOOD, points=(1,))), GameEnded((0,) * 4, ())], ids=lambda event: type(event).__name__
)
def test_an_event_that_cannot_be_is_refused(event: Event) -> None:
    """So is what is told."""
    CHECKS_KIND.check_event(DealEnded(GOOD), 4)
    with pytest.raises(RemoteProtocolError):
        CHECKS_KIND.check_event(event, 4)
