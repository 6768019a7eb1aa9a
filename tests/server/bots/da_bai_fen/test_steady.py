"""What the bot ``steady`` of Da Bai Fen does in positions where it is plain what is right."""

from itertools import pairwise, permutations
from random import Random

import pytest
from msgspec.structs import replace

from protocol.cards import read_card
from protocol.da_bai_fen.actions import CLAIM, PASS, Bury, DaBaiFenAction, Expose, Lay, Play
from protocol.da_bai_fen.events import Claimed
from protocol.da_bai_fen.views import DaBaiFenView
from protocol.setup import Setup
from protocol.temper import Temper
from protocol.vocabulary import Seat
from server.bots.bot import Sight
from server.bots.da_bai_fen import Odds, play_easily, play_steadily, several
from server.rules.da_bai_fen.deal import Burying, State
from server.rules.da_bai_fen.variant import NAME
from server.simulation.series import Series, play_game
from tests.server.rules.da_bai_fen.position import GAME, deal, dealing, play, playing, sheet

VOID = "3C 4C 5C 6C 7C 8C 3D 4D 5D 6D 7D 8D"


def chosen(state: State, seat: int, temper: Temper = Temper.EVEN) -> DaBaiFenAction:
    """Give what the bot on a seat does."""
    sight = Sight(Setup(NAME, 4), GAME.view(state, Seat(seat)), temper=temper)
    for bot in (play_easily, play_steadily):
        action = bot(sight, Random(1))
        assert action in sight.view.legal
    return action  # type: ignore[return-value]


def test_a_card_of_a_long_suit_is_exposed() -> None:
    """And one of a short suit is not; who is careful waits for more, and holds back without a suitable card."""
    later = dealing([sheet(leader=1)], draw=3)
    state, _ = deal(later, {3: "2H AH KH", 1: "2C 3H 4H", 0: "3C 4C 5C"})
    assert chosen(state, 3) == Expose(read_card("2H"))
    assert chosen(state, 1) == PASS
    assert chosen(state, 0) == PASS
    short, _ = deal(later, {3: "2H AH 3C"})
    assert chosen(short, 3, Temper.CAREFUL) == PASS
    assert chosen(short, 3, Temper.BOLD) == Expose(read_card("2H"))


def test_low_plain_cards_are_laid_aside() -> None:
    """No trump and no Ace; a hand without a trump is shown."""
    hand = "2H AH KH QH JH 10H AC AD AS 3C KD QS"
    state, _ = deal(dealing(), {0: hand}, "3H 4H 5H 6H 7H 8H")
    state, _ = play(state, "0 expose 2H")
    assert chosen(state, 0) == Bury(read_card("3C"))
    state, _ = deal(dealing([sheet(leader=1)], first=3), {3: VOID, 0: "2H"}, "9C 10C JC 9D 10D JD")
    state, _ = play(state, "3 -,2 -,1 -,0 expose 2H")
    assert chosen(state, 3) == CLAIM


@pytest.mark.parametrize("level", ["easy", "steady"])
def test_a_hand_without_a_trump_is_shown_whenever_the_rules_allow(level: str) -> None:
    """By whoever holds it, also unasked; every deal in which it comes is annulled, and the game goes on."""
    series = Series(Setup(NAME, 4, {"most_deals": 4}), (level,) * 4, "void")
    moments = [moment for number in (11, 12) for moment in GAME.replay(play_game(series, number).record.decode())]
    claims = [
        any(isinstance(event, Claimed) for event in after.events)
        for before, after in pairwise(moments)
        if isinstance(before.state, Burying) and before.state.claiming()
    ]
    assert claims
    assert all(claims)


def test_certain_cards_are_led_together() -> None:
    """One after the other, the last one closes the lead."""
    state: State = playing(["AH KH 3C", "4H 5H 3S", "7H 4S 5S", "QH JH 9C"])
    first = chosen(state, 0)
    assert isinstance(first, Lay)
    state, _ = play(state, f"0 {first.card.text}+")
    assert isinstance(chosen(state, 0), Play)


@pytest.mark.parametrize("suits", [*permutations(("AC KC", "AD KD", "AH KH", "RJ BJ"), 2)])
def test_of_equally_long_suits_the_first_in_the_hand_is_led(suits: tuple[str, str]) -> None:
    """What is led never depends on where in memory a suit lies, nor where that lies which the trumps have for one."""
    hand = " ".join(suits)
    state: State = playing([hand, "4H 5H 3S 5C", "7H 4S 5S 6C", "QH JH 9C 7C"])
    view = GAME.view(state, Seat(0))
    assert isinstance(view, DaBaiFenView)
    held = tuple(read_card(card) for card in hand.split())
    assert several(Odds(replace(view, hand=held))) == list(held[:2])


@pytest.mark.parametrize(
    ("hand", "rest", "what"),
    [
        ("10C 3C", "0 AH+,0 KH,3 QH,3 JH", "10C"),  # the partner takes it: what counts
        ("3C KC", "3 AH+,3 KH", "3C"),  # the others take it: what does not
        ("3S 4S 10C", "3 AH+,3 KH", "3S"),  # two trumps beat two cards
    ],
)
def test_what_is_laid_to_several_cards(hand: str, rest: str, what: str) -> None:
    """Points go to the own side, and trumps where they take points."""
    starts = int(rest[0])
    state: State = playing(
        [
            "AH KH 9C" if starts == 0 else "3H 4H 5H",
            "4H 5H 6H",
            hand + " 6D" * (3 - len(hand.split())),
            "QH JH 8C" if starts == 0 else "AH KH 8C",
        ],
        starts=starts,
    )
    state, _ = play(state, rest)
    assert chosen(state, 2) == Play(read_card(what))


def test_points_go_to_a_partner_who_certainly_takes_the_trick() -> None:
    """The last to play gives a Ten to the partner's Joker, and to the others' Joker the lowest card."""
    hands = ["RJ 3C", "10H 3H", "4D 5D", "8H 7H"]
    state, _ = play(playing(hands, starts=0), "0 RJ,3 8H,2 4D")
    assert chosen(state, 1) == Play(read_card("3H"))
    state, _ = play(playing(["8H 7H", "4D 5D", "10H 3H", "RJ 3C"], starts=1), "1 4D,0 8H,3 RJ")
    assert chosen(state, 2) == Play(read_card("3H"))
    state, _ = play(playing(["10H 3H", "4D 5D", "RJ 3C", "8H 7H"], starts=3), "3 8H,2 RJ,1 4D")
    assert chosen(state, 0) == Play(read_card("10H"))
