"""The middle of the table of Bête, and the cards gone."""

import pytest
from msgspec.structs import replace

from chwech_tui.games.registry import GAMES
from chwech_tui.model.game import Middle
from chwech_tui.model.ink import plain
from protocol.bete.views import BeteView
from protocol.setup import Setup
from protocol.vocabulary import Seat
from tests.chwech_tui.games.bete.views import PEOPLE, at
from tests.server.rules.bete.position import GAME, cards, dealing

KIND = GAMES["bete"]
PLAYED = "in, in, -, -"
TRICK = f"{PLAYED}, KC, 9C"


def titles(view: BeteView, *, back: bool = False) -> list[str]:
    """Give the lines above the cards."""
    middle = Middle(Setup("bete", 4), view, back, PEOPLE)
    return [plain(line) for line in KIND.shown_trick(middle, 78).titles]


@pytest.mark.parametrize(
    ("moves", "lines"),
    [
        ("", ["♣ Clubs are trump   You take part or pass", "in the pool: 4 chips"]),
        ("in", ["♣ Clubs are trump   Owain takes part or passes", "in the pool: 4 chips"]),
        (PLAYED, ["♣ Clubs are trump   You lead the first trick", "in the pool: 4 chips"]),
        (f"{PLAYED}, KC", ["♣ Clubs are trump   trump led   as it stands you take it", "in the pool: 4 chips"]),
        (
            TRICK,
            [
                "♣ Clubs are trump   trump led   You take it: K♣ is the highest trump",
                "in the pool: 4 chips   you have the first trick",
            ],
        ),
        (
            f"{TRICK}, 7H, 8H",
            ["♣ Clubs are trump   ♥ led   Owain takes it: 8♥ is the highest of the hearts", "in the pool: 4 chips"],
        ),
        ("-, -, in, -", ["♣ Clubs are trump", "left in the pool: 0 chips"]),
    ],
)
def test_the_lines_above_the_cards(moves: str, lines: list[str]) -> None:
    """They tell what goes on, and what is in the pool."""
    assert titles(at(moves)) == lines


def test_a_trump_takes_another_suit() -> None:
    """Whether it was led, or played to it."""
    hands = ("KD 7H KS QS JS", "10C 8H 9H 7S 10S")
    assert titles(at("in, in, KD, 10C", 0, hands))[0].endswith("Owain takes it: 10♣ is a trump")
    led = at("in, in, KD, 10C, 8H, 7H, 9H, JS", 0, hands)
    assert titles(led)[0].endswith("♥ led   Owain takes it: 9♥ is the highest of the hearts")
    lone = at("in, in, 10C, KD", 0, ("10C 8H 9H 7S 10S", "KD 7H KS QS JS"))
    assert titles(lone)[0].endswith("You take it: nobody played a trump to it")


def test_the_card_turned_up_stands_with_who_takes_part() -> None:
    """Before the first trick; there is nothing before the first deal."""
    shown = KIND.shown_trick(Middle(Setup("bete", 4), at("in, -"), False, PEOPLE), 78)
    assert shown.turn_up is not None
    assert plain(shown.turn_up.words) == "turned up; taking part: You"
    nobody = KIND.shown_trick(Middle(Setup("bete", 4), at(), False, PEOPLE), 78)
    assert nobody.turn_up is not None
    assert plain(nobody.turn_up.words) == "turned up: nobody gets it"
    assert titles(GAME.view(dealing(4), Seat(0))) == ["", ""]


def test_the_last_trick_is_there_for_who_looks_back() -> None:
    """It says so; a long title is shortened."""
    view = at(f"{TRICK}, QC")
    assert KIND.has_last_trick(view)
    assert titles(view, back=True)[0] == "Last trick   ♣ trump   trump led   You take it: K♣ is the highest trump"


def test_tricks_won_lie_with_their_takers() -> None:
    """Each in the order played."""
    view = at(f"{TRICK}, 7H, 8H, QD, JC, QC, 7S")
    assert plain(KIND.draw_pile(view, Seat(0))) == "3    K♣ 9♣   Q♦ J♣   Q♣ 7♠"
    assert plain(KIND.draw_pile(view, Seat(1))) == "1    7♥ 8♥"
    assert plain(KIND.draw_pile(at(), Seat(1))).strip() == "0"
    assert KIND.piles_closed(Setup("bete", 4)) == ""


def test_the_card_turned_up_is_gone() -> None:
    """As are those of all tricks."""
    gone = KIND.cards_gone(at(f"{TRICK}, 7H"), Setup("bete", 4))
    assert gone.gone == cards("KC 9C 8C")
    assert gone.table == cards("7H")
    assert len(gone.pack) == 32


def test_the_rest_is_certain_where_nothing_beats_it() -> None:
    """Trumps first; a plain card only once no trump can be out."""
    view = at(PLAYED)
    assert KIND.certain_rest(view) == ()
    assert KIND.certain_rest(at()) == ()
    high = replace(view, hand=cards("KC QC JC"))
    assert KIND.certain_rest(high) == cards("KC QC JC")
    assert KIND.certain_rest(replace(view, hand=cards("KC KD"))) == ()
    drawn = replace(view, hand=cards("KD KC"), gone=cards("QC JC AC 10C 9C 7C"))
    assert KIND.certain_rest(drawn) == cards("KC KD")
