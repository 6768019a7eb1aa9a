"""The columns, panels and scores of a seat of Bête."""

import pytest
from msgspec.structs import replace

from chwech_tui.drawing.line import measure
from chwech_tui.games.registry import GAMES
from chwech_tui.model.game import Middle
from chwech_tui.model.ink import plain
from protocol.bete.views import BeteView
from protocol.setup import Setup
from protocol.vocabulary import Seat
from tests.chwech_tui.games.bete.views import PEOPLE, at
from tests.server.rules.bete.position import GAME, cards, dealing

KIND = GAMES["bete"]
SETUP = Setup("bete", 4)
PLAYED = "in, in, -, -"
ENDED = f"{PLAYED}, KC, 9C, QC, 7S, JC, QD, AC, KD, 7H, 8H"


@pytest.mark.parametrize("step", [1, 2])
def test_the_columns_fit_their_heading(step: int) -> None:
    """Also with a long note of absence, and many chips."""
    width = KIND.columns_width(SETUP, step)
    assert len(KIND.draw_heading(SETUP, step)) == width
    view = at(alone="play")
    rich = replace(view, seats=(replace(view.seats[0], total=-(6**12)), *view.seats[1:]))
    for away in ("", "away", "a bot plays until they are back"):
        assert measure(KIND.draw_columns(rich, Seat(0), step, away)) == width


def test_what_a_seat_does_stands_in_its_row() -> None:
    """Once it has said so."""
    view = at("in, -")
    rows = [plain(KIND.draw_columns(view, Seat(seat), 1, "")).split() for seat in range(3)]
    assert rows == [["5", "takes", "part", "0", "0"], ["5", "out", "0", "0"], ["5", "0", "0"]]
    against = at("in, -, -, -", alone="play")
    assert "against" in plain(KIND.draw_columns(against, Seat(1), 1, ""))
    panel = [plain(line) for line in KIND.draw_panel(view, Seat(0), 25, "", counted=False)]
    assert panel[1] == "takes part"
    assert panel[2].split() == ["0", "tricks", "chips", "0"]
    assert plain(KIND.draw_panel(view, Seat(0), 25, "away", counted=False)[1]) == "away"


def test_what_a_deal_has_brought() -> None:
    """The pool, a payment, or nothing but the stake and the chip for the King."""
    view = at(ENDED)
    sums = [plain(KIND.draw_sum(view, Seat(seat), 40)).split() for seat in range(3)]
    assert sums == [["the", "pool", "→", "+6", "+6"], ["bête", "→", "−6", "−6"], ["out", "→", "−2", "−2"]]
    panel = [plain(line) for line in KIND.draw_panel(view, Seat(1), 25, "", counted=True)]
    assert panel[1] == "bête"
    assert panel[2].split() == ["→", "−6", "chips", "−6"]
    assert KIND.points(view, 0) == (6, -6, -2, -2)


def test_the_sheet_of_a_deal() -> None:
    """With what was in the pool, and what becomes of it."""
    score = KIND.deal_score(at(ENDED), 0, PEOPLE)
    assert plain(score.title) == "Deal 1   You win the pool of 4 chips."
    assert score.heading.split() == ["took", "part", "tricks", "chips", "total"]
    assert plain(score.rows[0]).split() == ["✓", "4", "+6", "+6"]
    assert score.notes == (
        "In the pool: 4 chips.",
        "You held the King of trumps: every other player pays you a chip.",
        "For the next pool: 4 chips.",
    )
    last = KIND.deal_score(at(ENDED, deals=1), 0, PEOPLE)
    assert last.notes[-1] == "What was left in the pool has been shared out."
    alone = KIND.deal_score(at("-, in, -, -", 0), 0, PEOPLE)
    assert len(alone.notes) == 2


MIDDLE_KIND = GAMES["bete"]
MIDDLE_PLAYED = "in, in, -, -"
TRICK = f"{PLAYED}, KC, 9C"


def titles(view: BeteView, *, back: bool = False) -> list[str]:
    """Give the lines above the cards."""
    middle = Middle(Setup("bete", 4), view, back, PEOPLE)
    return [plain(line) for line in MIDDLE_KIND.shown_trick(middle, 78).titles]


@pytest.mark.parametrize(
    ("moves", "lines"),
    [
        ("", ["♣ Clubs are trump   You take part or pass", "in the pool: 4 chips"]),
        ("in", ["♣ Clubs are trump   Owain takes part or passes", "in the pool: 4 chips"]),
        (MIDDLE_PLAYED, ["♣ Clubs are trump   You lead the first trick", "in the pool: 4 chips"]),
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
    shown = MIDDLE_KIND.shown_trick(Middle(Setup("bete", 4), at("in, -"), False, PEOPLE), 78)
    assert shown.turn_up is not None
    assert plain(shown.turn_up.words) == "turned up; taking part: You"
    nobody = MIDDLE_KIND.shown_trick(Middle(Setup("bete", 4), at(), False, PEOPLE), 78)
    assert nobody.turn_up is not None
    assert plain(nobody.turn_up.words) == "turned up: nobody gets it"
    assert titles(GAME.view(dealing(4), Seat(0))) == ["", ""]


def test_the_last_trick_is_there_for_who_looks_back() -> None:
    """It says so; a long title is shortened."""
    view = at(f"{TRICK}, QC")
    assert MIDDLE_KIND.has_last_trick(view)
    assert titles(view, back=True)[0] == "Last trick   ♣ trump   trump led   You take it: K♣ is the highest trump"


def test_tricks_won_lie_with_their_takers() -> None:
    """Each in the order played."""
    view = at(f"{TRICK}, 7H, 8H, QD, JC, QC, 7S")
    assert plain(MIDDLE_KIND.draw_pile(view, Seat(0))) == "3    K♣ 9♣   Q♦ J♣   Q♣ 7♠"
    assert plain(MIDDLE_KIND.draw_pile(view, Seat(1))) == "1    7♥ 8♥"
    assert plain(MIDDLE_KIND.draw_pile(at(), Seat(1))).strip() == "0"
    assert MIDDLE_KIND.piles_closed(Setup("bete", 4)) == ""


def test_the_card_turned_up_is_gone() -> None:
    """As are those of all tricks."""
    gone = MIDDLE_KIND.cards_gone(at(f"{TRICK}, 7H"), Setup("bete", 4))
    assert gone.gone == cards("KC 9C 8C")
    assert gone.table == cards("7H")
    assert len(gone.pack) == 32


def test_the_rest_is_certain_where_nothing_beats_it() -> None:
    """Trumps first; a plain card only once no trump can be out."""
    view = at(MIDDLE_PLAYED)
    assert MIDDLE_KIND.certain_rest(view) == ()
    assert MIDDLE_KIND.certain_rest(at()) == ()
    high = replace(view, hand=cards("KC QC JC"))
    assert MIDDLE_KIND.certain_rest(high) == cards("KC QC JC")
    assert MIDDLE_KIND.certain_rest(replace(view, hand=cards("KC KD"))) == ()
    drawn = replace(view, hand=cards("KD KC"), gone=cards("QC JC AC 10C 9C 7C"))
    assert MIDDLE_KIND.certain_rest(drawn) == cards("KC KD")
