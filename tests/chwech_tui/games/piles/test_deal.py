"""The moves of the games of one pile: what is asked, what an action would do, what is advised, and what is news."""

import pytest
from msgspec.structs import replace

from chwech_tui.games.registry import GAMES
from chwech_tui.model.ink import plain
from protocol.cards import JOKER, read_card
from protocol.errors import RemoteProtocolError
from protocol.piles.actions import TAKE, NameTrump, Play
from protocol.piles.events import (
    DealEnded,
    DealSheet,
    Dealt,
    Ending,
    GameEnded,
    PileKilled,
    Played,
    SixHanded,
    Taken,
    TrumpShown,
)
from protocol.piles.views import Phase, Pickup, PilesView, SeatView, Turn
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat
from server.rules.piles.deal import State
from tests.chwech_tui.games.stage import people
from tests.server.rules.piles.position import CHALLENGE, DUDAK, SVOYI, begun, dealing, play, shuffled, standing
from tests.server.rules.piles.position import GAMES as RULES

KIND = GAMES[SVOYI]
SETUP = Setup(SVOYI, 3)


def seen(state: State, seat: int = 0) -> PilesView:
    """Give what a seat sees."""
    return RULES[SVOYI].view(state, Seat(seat))


def asked(state: State) -> str:
    """Give what is asked of the seat whose turn it is."""
    assert state.turn is not None
    return KIND.turn_words(seen(state, state.turn))


def test_what_is_asked() -> None:
    """A suit, a card to begin with, to beat or to add; or the pile has to be taken up."""
    choosing, _ = shuffled(dealing(CHALLENGE, 2), ())
    assert asked(choosing) == "Name your trump suit: the cards are dealt then"
    side, _ = play(choosing, "trump S")
    assert asked(side) == "Name your second suit"
    hands = ["7C 8C", "9C QC 7H", "KC 8H"]
    assert asked(standing(SVOYI, hands, "D H C")) == "Begin a pile with any card"
    assert asked(standing(SVOYI, hands, "D H C", "7S 8C", 1)) == "Beat 8♣ or take up 2 cards"
    assert asked(standing(SVOYI, hands, "D H C", "AH", 1)) == "You cannot beat A♥: take up 1 card"
    assert asked(standing(DUDAK, hands, "- - -", "AH", 1)) == "Take up 1 card, or first make your trumps known"
    adding, _ = play(standing(SVOYI, hands, "D H C", "8C", 1), "9C")
    assert asked(adding) == "Add any card"


def test_a_suit_is_asked_for_unless_one_is_left() -> None:
    """The keys are the first letters of the suits; a drawn trump is turned up at once."""
    (naming,) = [move for move in KIND.moves(seen(standing(DUDAK, ["7C", "8C"], "- -")), None) if move.key == "m"]
    assert [choice.key for choice in naming.choices] == ["c", "d", "h", "s"]
    position = standing(DUDAK, ["7C", "8C", "9C", "10C"], "- D H S")
    (single,) = [move for move in KIND.moves(seen(position), None) if move.key == "m"]
    assert (len(single.choices), single.question) == (1, "")
    drawn = seen(begun(DUDAK, ["", ""], trumps="drawn"))
    (show,) = [move for move in KIND.moves(drawn, None) if move.key == "m"]
    assert drawn.drawn is not None
    assert show.label.startswith("turn up your trump, ")


@pytest.mark.parametrize(
    ("pile", "card", "said"),
    [
        ("8C", "9C", "it beats 8♣"),
        ("8C", "", "you hold 4 cards then"),
        ("", "9C", ""),
    ],
)
def test_what_an_action_would_do(pile: str, card: str, said: str) -> None:
    """As far as anybody can know."""
    view = seen(standing(SVOYI, ["9C 7H 8S", "8D", "KC"], "D H C", pile))
    action = Play(read_card(card)) if card else TAKE
    assert KIND.consequence(SETUP, view, action) == said


def test_a_last_card_and_one_that_cannot_be_beaten_are_told() -> None:
    """The second where all cards of the next player are known."""
    last = seen(standing(SVOYI, ["9C", "8D", "KC"], "D H C"))
    assert KIND.consequence(SETUP, last, Play(read_card("9C"))) == "your last card: you are out"
    view = seen(standing(CHALLENGE, ["9C AS", "8C 7D"], "S H"))
    assert KIND.consequence(SETUP, view, Play(read_card("AS"))) == "the next player cannot beat it"
    assert KIND.consequence(SETUP, view, Play(read_card("9C"))) == "the next player cannot beat it"
    weak = seen(standing(CHALLENGE, ["9C AS", "KC 7D"], "S H"))
    assert KIND.consequence(SETUP, weak, Play(read_card("9C"))) == ""


def test_why_a_key_does_nothing() -> None:
    """Each says what would be right."""
    view = seen(standing(SVOYI, ["9C 7H", "8D", "KC"], "H D C", "10H"))
    assert KIND.refusal(view, "enter", read_card("7H")) == (
        "7♥ does not beat 10♥, your own trump: only a higher one does."
    )
    assert KIND.refusal(view, "enter", read_card("9C")).startswith("9♣ does not beat 10♥, your own trump")
    other = seen(standing(SVOYI, ["9C 7H", "8D", "KC"], "S D C", "10H"))
    assert KIND.refusal(other, "enter", read_card("9C")).startswith("9♣ does not beat 10♥: play a higher one")
    assert KIND.refusal(other, "m", None) == "Your trumps are known, and stay as they are."
    leading = seen(standing(SVOYI, ["9C 7H", "8D", "KC"], "S D C"))
    assert KIND.refusal(leading, "p", None) == "There is nothing to take up: play a card."
    assert KIND.refusal(leading, "enter", None) == "You cannot play that card now."
    choosing, _ = shuffled(dealing(CHALLENGE, 2), ())
    assert KIND.refusal(seen(choosing, 1), "enter", None).startswith("First name your suit")


def test_nothing_is_chosen_before_ones_turn() -> None:
    """The pile changes until then."""
    state = standing(SVOYI, ["9C 7H", "8D", "KC"], "H D C", "10H")
    assert KIND.premove_refusal(seen(state, 1), None).startswith("Choose when it is your turn")
    assert KIND.premove_refusal(seen(state), None).startswith("The pile has changed")
    assert KIND.certain_rest(seen(state)) == ()


@pytest.mark.parametrize(
    ("hands", "pile", "advised"),
    [
        (["7H 9S", "8D 9D", "KC QC"], "8C", "Only a trump beats it: to take up 1 card costs little."),
        (["9C 9S", "8D 9D", "KC QC"], "8S 9D 10D JD QD 8C", "To take up 6 cards costs much: beat the top card"),
        (["9C 9S", "8D 9D", "KC QC"], "8C", ""),
        (["9S", "8D 9D", "KC QC"], "8C", ""),
        (["9C 9S", "8D", "KC QC"], "", "Owain has one card left: play what is hard to beat."),
        (["9C 9S", "8D 9D", "KC QC"], "", ""),
    ],
)
def test_the_coach_says_what_stands_out(hands: list[str], pile: str, advised: str) -> None:
    """Whether a pile is worth a trump, and who is near the end."""
    view = seen(standing(SVOYI, hands, "H D C", pile))
    said = KIND.advice(SETUP, view, people(3))
    assert said.startswith(advised)
    assert bool(said) == bool(advised)


def test_the_coach_knows_what_cannot_be_beaten() -> None:
    """Where hands lie open, the lowest such card."""
    view = seen(standing(CHALLENGE, ["9C 10S AS", "KC 7D"], "S H"))
    assert KIND.advice(SETUP, view, people(2)).startswith("10♠ cannot be beaten")
    weak = seen(standing(CHALLENGE, ["9C 8C", "KC 7C"], "S H"))
    assert KIND.advice(SETUP, weak, people(2)) == ""


def test_who_has_one_card_left_is_news() -> None:
    """Once, when it comes to that."""
    state = standing(SVOYI, ["9C 8H", "8D KC QC", "KH QH AH"], "H D C")
    after, _ = play(state, "9C")
    told = KIND.news(SETUP, seen(state), seen(after), people(3))
    assert [plain(line) for line in told] == ["You have one card left."]
    assert KIND.news(SETUP, seen(after), seen(after), people(3)) == ()


def test_own_trumps_rank_above_all_others() -> None:
    """For a hand that is sorted by rank."""
    view = seen(standing(SVOYI, ["9C 7H", "8D", "KC"], "H D C"))
    assert KIND.height(view, read_card("7H")) > KIND.height(view, read_card("AC")) > KIND.height(view, read_card("9C"))


def test_actions_are_named() -> None:
    """As parts of sentences."""
    view = seen(begun(DUDAK, ["", ""], trumps="drawn"))
    assert "turn up your trump" in [KIND.action_words(action) for action in view.legal]
    assert KIND.action_words(TAKE) == "take up the pile"


CHECKS_KIND = GAMES[SVOYI]
STATE, _ = play(standing(SVOYI, ["7C 8C KS", "9C 7H", "KC 8H"], "D H C", "7S 8C", 1), "take, KC")
VIEW = RULES[SVOYI].view(STATE, Seat(0))
SEAT = VIEW.seats[0]
SHEET = DealSheet(Seat(0), Ending.OUT, (Seat(1),), (1, 0, 2), (0, 0, 0), (0, 1, 0), (0, 1, 0))


def seats(changed: SeatView) -> tuple[SeatView, ...]:
    """Give the seats with another first one."""
    return (changed, *VIEW.seats[1:])


WRONG: dict[str, dict[str, object]] = {
    "another game": {"game": "chwech"},
    "a pack of odd size": {"pack": 30},
    "a pack too small": {"pack": 4},
    "no deals": {"deals": 0},
    "moves below none": {"moves": -1},
    "cards below none": {"seats": seats(replace(SEAT, cards=-1))},
    "points below none": {"seats": seats(replace(SEAT, total=-1))},
    "no such place": {"seats": seats(replace(SEAT, place=4))},
    "more known than held": {"seats": seats(replace(SEAT, cards=0, known=(read_card("7C"),)))},
    "a strange card known": {"seats": seats(replace(SEAT, known=(JOKER,)))},
    "over without a winner": {"phase": Phase.OVER},
    "nothing to beat": {"pile": (), "pickup": 0},
    "more taken up than there is": {"pickup": 9},
    "nothing taken up": {"last": Pickup(Seat(0), ())},
    "taken up by no seat": {"last": Pickup(Seat(9), (Turn(Seat(0), read_card("7C")),))},
    "a pile of no seat": {"pile": (Turn(Seat(5), read_card("7C")),)},
    "a strange card in the pile": {"pile": (Turn(Seat(0), read_card("2C")),)},
    "a strange card in hand": {"hand": (JOKER,)},
    "a strange card to play": {"legal": (Play(JOKER),)},
    "a strange trump": {"drawn": JOKER},
    "a strange card killed": {"killed": (JOKER,)},
    "a suit twice": {"phase": Phase.NAMING, "legal": (NameTrump(STATE.trumps[0]),) * 2},  # type: ignore[union-attr, arg-type]
    "a sheet of too few": {"sheets": (replace(SHEET, totals=(1, 2)),)},
    "a sheet of no seat": {"sheets": (replace(SHEET, out=(Seat(9),)),)},
    "out twice": {"sheets": (replace(SHEET, out=(Seat(1), Seat(1))),)},
    "nobody out": {"sheets": (replace(SHEET, out=()),)},
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_view_that_cannot_be_drawn_is_refused(wrong: str) -> None:
    """Each of these would draw nonsense, or fail while drawing."""
    view: PilesView = replace(VIEW, **WRONG[wrong])
    with pytest.raises(RemoteProtocolError):
        CHECKS_KIND.check_view(view, 3)


WRONG_EVENTS: tuple[Event, ...] = (
    DealEnded(replace(SHEET, left=(-1, 0, 0))),
    GameEnded((1, 0, 0), ()),
    GameEnded((1, 0, 0), (Seat(3),)),
    GameEnded((1, 0), (Seat(0),)),
    Dealt(((), ())),
    Dealt(((JOKER,), (), ())),
    SixHanded(Seat(3), Seat(0), read_card("6C")),
    Taken(Seat(0), ()),
    PileKilled((JOKER,)),
    Played(Seat(0), JOKER),
    TrumpShown(Seat(0), JOKER),
)


@pytest.mark.parametrize("event", WRONG_EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_that_cannot_be_told_is_refused(event: Event) -> None:
    """Of seats that there are not, of nobody, or with cards of no such pack."""
    with pytest.raises(RemoteProtocolError):
        CHECKS_KIND.check_event(event, 3)


def test_what_is_plausible_passes() -> None:
    """The view itself, and a sheet."""
    CHECKS_KIND.check_view(VIEW, 3)
    CHECKS_KIND.check_view(replace(VIEW, sheets=(SHEET,)), 3)
    CHECKS_KIND.check_event(DealEnded(SHEET), 3)
