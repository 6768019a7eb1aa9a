"""The table of Twenty-Five and Forty-Five: the columns of a seat, the turn-up, the trick, how the cards rank."""

import pytest

from chwech_tui.drawing.cards import draw_trick
from chwech_tui.drawing.line import measure
from chwech_tui.games.fives.table import meter
from chwech_tui.games.registry import GAMES
from chwech_tui.model.cards import LARGE, SMALL, TINY, CardLook, Strokes
from chwech_tui.model.game import Middle
from chwech_tui.model.ink import Picture, plain
from chwech_tui.model.people import People
from protocol.catalogues import catalogue
from protocol.fives.views import FivesView, Phase
from protocol.language import speaking
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Seat
from server.rules.fives.deal import State
from tests.chwech_tui.games.fives.stage import SETUPS, TWENTY_FIVE, Stage, setup
from tests.server.rules.fives.position import FORTY_FIVE, REST, begun, dealing, play
from tests.server.rules.fives.position import GAMES as RULES

KIND = GAMES["forty-five"]
SMALL_LOOK = CardLook(SMALL, Strokes.COLOUR)
PEOPLE = People(("Megan", "Owain", "Rhys"), Seat(0))
HANDS = ["KD AC 5H 9H JD", "2D 3C 2S 3S 4S", "2C 4C 6C 7C 8C"]


def at(moves: str, hands: list[str] | None = None, turned: str = "9C", **options: OptionValue) -> FivesView:
    """Give Megan's view of a deal of Forty-Five by Rhys after these moves; Megan leads."""
    return seen(play(begun(FORTY_FIVE, hands or HANDS, turned, (), **options), moves)[0])


def seen(state: State) -> FivesView:
    """Give Megan's view."""
    return RULES[FORTY_FIVE].view(state, Seat(0))


def drawn(
    view: FivesView,
    *,
    back: bool = False,
    width: int = 78,
    look: CardLook = SMALL_LOOK,
    people: People = PEOPLE,
) -> list[str]:
    """Draw the middle of the table as text."""
    shown = KIND.shown_trick(Middle(TWENTY_FIVE, view, back, people), width)
    picture: Picture = draw_trick(shown, people, width, look)
    assert {measure(line) for line in picture} == {width}
    return [plain(line).rstrip() for line in picture]


def row(view: FivesView, seat: int = 0, step: int = 1, away: str = "") -> str:
    """Draw the columns of a seat as text."""
    return plain(KIND.draw_columns(view, Seat(seat), step, away))


@pytest.mark.parametrize("on", SETUPS)
@pytest.mark.parametrize("step", [1, 2])
def test_the_columns_are_as_wide_as_they_say(on: Setup, step: int) -> None:
    """At every table the heading and each row have the width for which the screen is laid out."""
    stage = Stage(on)
    width = KIND.columns_width(on, step)
    assert len(KIND.draw_heading(on, step)) == width
    for number, _ in enumerate(stage.turns()):
        if number % 10 == 0:
            view = stage.view(Seat(0))
            rows = [KIND.draw_columns(view, Seat(0), step, away) for away in ("", "away: bot", "offline 0:31")]
            assert {measure(line) for line in rows} == {width}


def test_the_columns_show_side_points_and_the_way_to_the_target() -> None:
    """Partners are told by a letter; a step of the meter is a trick."""
    hands = [*HANDS, "3D 4D 6D 7D 8D"]
    view = seen(begun(FORTY_FIVE, hands, "9C", (10, 25, 10, 25), partners=True))
    on = setup("forty-five", 4, partners=True)
    assert KIND.draw_heading(on, 1) == "  hand tricks side          to 45"
    assert row(view) == "     5      0    A  ■■·······  10"
    assert row(view, 1) == "     5      0    B  ■■■■■····  25"
    assert row(view, 1, away="offline 0:31") == "     5      0  offline 0:31    25"


def test_the_columns_show_chips_where_there_is_a_pool() -> None:
    """Where each plays alone no side is shown."""
    stage = Stage(TWENTY_FIVE)
    next(stage.turns())
    assert KIND.draw_heading(TWENTY_FIVE, 1) == "  hand tricks          to 25 chips"
    assert plain(KIND.draw_columns(stage.view(Seat(0)), Seat(0), 1, "")) == "     5      0  ·····       0    19"
    assert KIND.draw_heading(setup("twenty-five", 3, pool=False), 1) == "  hand tricks          to 25"


@pytest.mark.parametrize(
    ("total", "target", "picture"), [(0, 25, "·····"), (15, 25, "■■■··"), (29, 31, "■■■■■··"), (31, 31, "■■■■■■■")]
)
def test_the_meter_is_full_at_the_target(total: int, target: int, picture: str) -> None:
    """A target that is no number of tricks is not reached before."""
    assert plain(meter(total, target, 1, 9)) == picture.ljust(9)


def test_before_the_first_lead_the_turn_up_is_shown() -> None:
    """The trump suit, the order of the trumps, and who may take the card."""
    assert drawn(at("")) == [
        "♣ Clubs are trump   You lead the first trick",
        "♣ 5 J JK A♥ A K Q 2 3 4 6 7 8 9 10   others K Q J, high in red, low in black",
        "▄▄▄▄▄",
        " 9♣    turned up: who holds A♣ may take it before playing to the first trick",
        "▀▀▀▀▀",
    ]


def test_in_a_tiny_place_the_turn_up_is_a_line() -> None:
    """Nothing is drawn beyond it."""
    assert drawn(at(""), look=CardLook(TINY, Strokes.COLOUR))[2:] == [
        " 9♣    turned up: who holds A♣ may take it before playing to the first trick"
    ]


def test_the_words_stand_beside_the_middle_of_a_large_card() -> None:
    """They wrap where they are too long."""
    lines = drawn(at(""), look=CardLook(LARGE, Strokes.COLOUR), width=60)
    assert len(lines) == 7
    assert lines[4].endswith("turned up: who holds A♣ may take it before")


@pytest.mark.parametrize(
    ("hands", "turned", "moves", "title", "words"),
    [
        (HANDS, "9C", "rob 9H", "♣ Clubs are trump   You lead the first trick", "turned up; you rob the pack of it"),
        (
            [*HANDS[:2], REST.replace("2D", "9D")],
            "AS",
            "",
            "♠ Spades are trump   Rhys decides about the Ace",
            "turned up: the dealer may take it and lay a card aside",
        ),
        (
            [*HANDS[:2], REST.replace("2D", "9D")],
            "AS",
            "-",
            "♠ Spades are trump   You lead the first trick",
            "turned up; it stays",
        ),
        (
            HANDS,
            "JK 9C",
            "",
            "Rhys takes the Joker",
            "turned up: the dealer puts a card under the pack for it, and turns",
        ),
    ],
)
def test_what_has_become_of_the_turn_up_is_said(
    hands: list[str], turned: str, moves: str, title: str, words: str
) -> None:
    """Before the first lead, in every phase."""
    lines = drawn(at(moves, hands, turned))
    assert lines[0] == title
    assert lines[3].endswith(words)


def test_the_open_trick_is_shown_with_what_was_led() -> None:
    """The title says who takes it, and the line below how the trumps and the suit led rank."""
    assert drawn(at("KD, 2D")) == [
        "♣ Clubs are trump   9♣ turned up   ♦ led   as it stands you take it",
        "♣ 5 J JK A♥ A K Q 2 3 4 6 7 8 9 10   ♦ K Q J 10 9 8 7 6 5 4 3 2 A",
        "     ▄▄▄▄▄            ▄▄▄▄▄",
        "      K♦               2♦",
        "     ▀▀▀▀▀            ▀▀▀▀▀",
        "      You             Owain",
        "    ▴ so far",
    ]


ROBBER = ["2D 3C 2S 3S 4S", "KD AC 5H 9H JD", "2C 4C 6C 7C 8C"]


@pytest.mark.parametrize(
    ("moves", "hands", "title"),
    [
        ("rob 9H, KD", HANDS, "♣ Clubs are trump   9♣ robbed by you   ♦ led   as it stands you take it"),
        ("AC", HANDS, "♣ Clubs are trump   9♣ not robbed   trump led   as it stands you take it"),
        ("2D, rob 9H, KD", ROBBER, "♣ Clubs are trump   9♣ robbed by Owain   ♦ led   as it stands Owain takes it"),
    ],
)
def test_the_title_tells_the_fate_of_the_turn_up(moves: str, hands: list[str], title: str) -> None:
    """It is open, robbed by somebody, or not robbed in time."""
    assert drawn(at(moves, hands))[0] == title


def test_a_long_title_is_shortened_in_steps() -> None:
    """The trump suit and the taker stay to the last."""
    view = at("2D, rob 9H, KD", ROBBER)
    named = People(("Megan", "Siân Llewellyn-Hughes", "Rhys"), Seat(0))
    name = "Siân Llewellyn-Hughes"
    assert drawn(view, width=110, people=named)[0].endswith(f"   as it stands {name} takes it")
    assert drawn(view, width=90, people=named)[0] == f"♣ trump   9♣ robbed by {name}   ♦ led   {name} takes it"
    assert drawn(view, width=70, people=named)[0] == f"♣ trump   9♣ robbed   ♦ led   {name} takes it"
    assert drawn(view, width=96, people=named)[0].startswith("♣ Clubs are trump   9♣ robbed by")
    assert drawn(view, width=52, people=named)[0] == f"♣ trump   ♦ led   {name} takes it"


TRICK = "KD, 2D, 2C"


def test_the_last_trick_stays_until_the_next_lead() -> None:
    """And it is there for who looks back."""
    view = at(TRICK)
    assert drawn(view)[0] == "♣ Clubs are trump   9♣ not robbed   ♦ led   Rhys takes it: 2♣ is a trump"
    assert drawn(view)[-1].strip() == "▴ took it"
    later = at(f"{TRICK}, 4C")
    assert drawn(later)[0].endswith("   trump led   as it stands Rhys takes it")
    long = "Last trick   ♣ Clubs are trump   9♣ not robbed   ♦ led   Rhys takes it: 2♣ is a trump"
    assert drawn(later, back=True, width=90)[0] == long
    assert (
        drawn(later, back=True, width=78)[0]
        == "Last trick   ♣ trump   9♣ not robbed   ♦ led   Rhys takes it: 2♣ is a trump"
    )
    assert drawn(later, back=True, width=68)[0] == "Last trick   ♣ trump   9♣ not robbed   Rhys takes it: 2♣ is a trump"


def test_between_deals_the_deal_that_ended_stays() -> None:
    """Its last trick stays with the trumps by which it was taken; before the first deal there is none."""
    stage = Stage(SETUPS[3], seed="stays")
    views = (stage.view(stage.viewer) for _ in stage.turns())
    between = next(view for view in views if view.phase is Phase.DEALING and view.sheets)
    title = drawn(between, width=110)[0]
    assert " trump" in title
    assert " take" in title
    assert drawn(seen(dealing(FORTY_FIVE, 3))) == [""]


def test_the_order_of_the_trumps_is_that_of_the_deal() -> None:
    """In hearts the Ace of hearts is written as any other."""
    view = at("", HANDS, "3H", joker="none")
    assert drawn(view)[1].startswith("♥ 5 J A K Q 10 9 8 7 6 4 3 2   others")


def test_a_place_that_is_too_narrow_leaves_out_what_is_said_elsewhere() -> None:
    """Which end is the high one is known from the first card."""
    assert drawn(at("KD, 2D"), width=79)[1].endswith("4 3 2 A   high to low")
    assert drawn(at("KD, 2D"), width=78)[1].endswith("4 3 2 A")


def test_the_tricks_taken_are_open() -> None:
    """Each seat has its own, in the order played."""
    view = at(f"{TRICK}, 4C, AC, 3C")
    assert [plain(KIND.draw_pile(view, Seat(seat))) for seat in range(3)] == [
        "1    4♣ A♣ 3♣",
        "0   ",
        "1    K♦ 2♦ 2♣",
    ]
    assert KIND.piles_closed(TWENTY_FIVE) == ""
    between = seen(dealing(FORTY_FIVE, 3))
    assert plain(KIND.draw_pile(between, Seat(0))) == "0   "


@pytest.mark.parametrize("on", SETUPS)
@pytest.mark.parametrize("step", [1, 2])
def test_the_headings_of_the_columns_fit_in_welsh(on: Setup, step: int) -> None:
    """Each word is whole, and parted from the next one."""
    with speaking("cy", catalogue):
        heading = KIND.draw_heading(on, step)
    known = {"llaw", "tric", "ochr", "hyd", "at", "25", "31", "45", "sglod"}
    assert len(heading) == KIND.columns_width(on, step)
    assert {"llaw", "tric"} <= set(heading.split()) <= known


@pytest.mark.parametrize("counted", [False, True])
@pytest.mark.parametrize("on", [on for on in SETUPS if on.game != "spoil-five"])
def test_a_seat_in_three_lines_fits_in_welsh(on: Setup, *, counted: bool) -> None:
    """At the least width nothing runs together."""
    stage = Stage(on)
    views = (stage.view(Seat(0)) for _ in stage.turns())
    view = next(view for view in views if len(view.sheets) == 1 or (view.sheets and not counted))
    with speaking("cy", catalogue):
        lines = [plain(line) for line in KIND.draw_panel(view, Seat(0), 21, "", counted=counted)]
    assert "…" not in "".join(lines)
    last = lines[2].split()
    assert last[0] == "pwyntiau" if counted else last[1] in {"tric", "dric", "thric"}
    assert "sgôr" in last if counted else f"o {view.target}" in lines[1]
