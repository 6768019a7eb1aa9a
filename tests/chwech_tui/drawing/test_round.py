"""The pictures of a round table: seats, cards of the trick, last trick, scores, the cards to come."""

import pytest
from msgspec.structs import replace

from chwech_tui.drawing.cards import draw_backs, draw_card, draw_hand
from chwech_tui.drawing.line import measure
from chwech_tui.drawing.round import (
    PanelLook,
    draw_last,
    draw_own_seat,
    draw_panel,
    draw_place,
    draw_scores,
    draw_turn_up,
    draw_unseen,
    draw_words,
    trick_of,
)
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.model.cards import HUGE, SMALL, CardLook, ShownTrick, Strokes, TurnUp, face_of
from chwech_tui.model.ink import Ground, Hue, Picture, Span, plain
from protocol.cards import read_card
from protocol.message import Seat
from protocol.setup import Setup
from protocol.tableview import TablePhase
from tests.chwech_tui.games.stage import ByChance, find
from tests.chwech_tui.values import EMPTY, KIND, LOOK, SHEET, VIEW, board, dealing_view, seen, table

QUIET = PanelLook(Strokes.ROUND)


def shown(picture: Picture) -> list[str]:
    """Give a picture as text."""
    return [plain(line).rstrip() for line in picture]


def test_a_seat_is_a_frame_with_its_cards_meter_and_scores() -> None:
    """The name and the dealer stand in the frame, and a bot is named as such."""
    assert shown(draw_panel(board(), Seat(1), 25, QUIET)) == [
        "╭ Owain (bot) ────── D ─╮",
        "│ ▌▌▌▌ 4 cards          │",
        "│ ■■■■■■■■■        9 ×9 │",
        "│ now 45       total 18 │",
        "╰───────────────────────╯",
    ]


def test_the_seat_whose_turn_it_is_stands_out() -> None:
    """Its frame is double, its name has the mark."""
    rows = shown(draw_panel(board(), Seat(0), 25, QUIET))
    assert rows[0] == "╔ ▸Megan ═══════════════╗"
    assert rows[-1] == "╚═══════════════════════╝"
    assert shown(draw_panel(board(), Seat(1), 25, PanelLook(Strokes.DRAWN)))[0].startswith("┌ Owain")


def test_an_absence_takes_the_place_of_the_meter_and_a_bank_stands_in_the_frame() -> None:
    """Both are seen without a column of their own."""
    rows = shown(draw_panel(board(), Seat(2), 25, PanelLook(Strokes.ROUND, "offline 0:31", "4:07")))
    assert rows[2] == "│ offline 0:31          │"
    assert rows[4] == "╰─────────── bank 4:07 ─╯"


def test_a_short_seat_has_its_cards_in_the_lower_edge_and_its_bank_beside_the_name() -> None:
    """So it takes a line less, and says the same."""
    short = PanelLook(Strokes.ROUND, bank="4:07", short=True)
    assert shown(draw_panel(board(), Seat(1), 25, short)) == [
        "╭ Owain (bot)  4:07  D ─╮",
        "│ ■■■■■■■■■        9 ×9 │",
        "│ now 45       total 18 │",
        "╰ ▌▌▌▌ 4 cards ─────────╯",
    ]


def test_the_lower_edge_of_a_short_seat_has_its_side_too() -> None:
    """The edge goes on between the two; where each plays alone, it goes on to the corner."""
    short = PanelLook(Strokes.ROUND, short=True)
    sides = find(Setup("forty-five", 4, {"partners": True}), lambda view: bool(view.legal), play=ByChance)
    alone = find(Setup("forty-five", 10), lambda view: bool(view.legal), play=ByChance)
    assert shown(draw_panel(sides, Seat(1), 25, short))[-1] == "╰ ▌▌▌▌ 4 cards ─ side B ╯"
    assert shown(draw_panel(alone, Seat(1), 25, short))[-1] == "╰ ▌▌▌▌ 4 cards ─────────╯"


def test_before_the_game_a_short_seat_has_an_empty_edge() -> None:
    """It says who is there, in a line less."""
    waiting = boards.changed(EMPTY, table(None, TablePhase.GATHERING))
    assert shown(draw_panel(waiting, Seat(3), 25, PanelLook(Strokes.ROUND, short=True)))[1:] == [
        "│ (steady bot)          │",
        "│                       │",
        "╰───────────────────────╯",
    ]


def test_a_counted_seat_shows_how_its_score_was_made() -> None:
    """The cards won with their factor, the cards played, the score, the total."""
    over = board(replace(dealing_view(), sheets=(SHEET,)))
    rows = shown(draw_panel(over, Seat(3), 25, PanelLook(Strokes.ROUND, counted=True)))
    assert rows[2:4] == ["│ won 8 ×8     played 7 │", "│ score 56     total 56 │"]


@pytest.mark.parametrize("width", [25, 29, 33])
@pytest.mark.parametrize("counted", [False, True])
@pytest.mark.parametrize("short", [False, True])
def test_every_line_of_a_seat_is_as_wide_as_its_place(width: int, *, counted: bool, short: bool) -> None:
    """Long names are cut, and wide seats have wide meters."""
    now = board(replace(VIEW, sheets=(SHEET,)))
    named = replace(now, people=replace(now.people, names=("日本語日本語日本語日本語", *now.people.names[1:])))
    for seat in range(4):
        picture = draw_panel(named, Seat(seat), width, PanelLook(Strokes.ROUND, "away: bot", "12:00", counted, short))
        assert {measure(line) for line in picture} == {width}
        assert len(picture) == (4 if short else 5)


def test_before_the_game_a_seat_says_who_is_there() -> None:
    """Who sits there, how they are, whom it is kept for, and which one the host has chosen."""
    seats = table().seats
    gathering = replace(
        table(None, TablePhase.GATHERING), seats=(seats[0], None, None, seats[3]), kept=("", "Rhys", "", "")
    )
    now = replace(boards.changed(EMPTY, gathering), place=Seat(2))
    assert shown(draw_panel(now, Seat(1), 25, QUIET))[0].startswith("╭ kept for Rhys")
    assert shown(draw_panel(now, Seat(2), 25, QUIET))[0].startswith("╭ ▸empty")
    assert shown(draw_panel(now, Seat(3), 25, QUIET))[1] == "│ (steady bot)          │"
    assert shown(draw_own_seat(now, 40, QUIET))[0].split() == ["Megan", "host"]


def test_an_ignored_person_is_named_as_such() -> None:
    """What they say is not heard, so that it is worth knowing."""
    people = replace(board().people, bots=frozenset())
    now = replace(board(), people=people, ignored=frozenset({"Owain"}))
    assert shown(draw_panel(now, Seat(1), 29, QUIET))[0].startswith("╭ Owain (ignored) ")


def test_the_own_seat_is_one_line() -> None:
    """Its cards are seen in the hand, so that the line says the rest; a bank too."""
    row = plain(draw_own_seat(board(), 78, PanelLook(Strokes.ROUND, bank="4:07"))[0])
    assert row.split() == ["▸", "Megan", *["□□□□□□□□□", "0", "×9", "now", "36", "total", "81", "bank", "4:07"]]


def test_before_the_first_snapshot_there_is_nothing() -> None:
    """No picture stumbles over an empty board."""
    empty = Board()
    assert draw_panel(empty, Seat(0), 25, QUIET) == draw_own_seat(empty, 60, QUIET) == ()
    assert draw_scores(empty, 34) == ()
    assert shown(draw_last(empty, 34, 5)) == ["No trick has been taken yet"]
    assert trick_of(empty, 60) == ShownTrick(())


def test_a_card_of_the_trick_lies_at_its_seat() -> None:
    """Below it stands whether it takes the trick; a pass is a word, and nothing is there before the turn."""
    now = trick_of(board(seen(VIEW, trick="1 -, 3 5H")), 60)
    assert shown(draw_place(now, Seat(3), 9, LOOK)) == ["  ▄▄▄▄▄", "   5♥", "  ▀▀▀▀▀", "▴ so far"]
    assert shown(draw_place(now, Seat(1), 9, LOOK)) == ["", "  pass", "", ""]
    assert draw_place(now, Seat(0), 9, LOOK) == ()


def test_a_trick_that_was_taken_shades_the_other_cards() -> None:
    """Its taker is marked."""
    view = seen(VIEW, trick="", last="3 5H, 1 9H")
    taken = trick_of(board(view), 60)
    assert shown(draw_place(taken, Seat(1), 9, LOOK))[-1] == "▴ took it"
    assert {span.ground for span in draw_place(taken, Seat(3), 9, LOOK)[1] if span.text.strip()} == {Ground.SHADED}


def test_the_words_about_the_trick_stand_in_the_middle() -> None:
    """They wrap where they are long, and those about a card turned up stand below them."""
    now = trick_of(board(), 60)
    (row,) = draw_words(now, 60, 2)
    text = plain(row)
    assert text.strip() == "♥ Hearts led   as it stands Nia takes it"
    assert len(text) - len(text.lstrip()) == len(text) - len(text.rstrip())
    assert [plain(line).strip() for line in draw_words(now, 24, 3)] == ["♥ Hearts led   as it", "stands Nia takes it"]


def test_a_card_turned_up_lies_in_the_middle() -> None:
    """What becomes of it stands below the titles."""
    turned = TurnUp(face_of(read_card("9H")), is_open=True, words=(Span("who may take it"),))
    now = ShownTrick(((Span("Hearts are trump"),), ()), turn_up=turned)
    assert [plain(line).strip() for line in draw_words(now, 60, 3)] == ["Hearts are trump", "who may take it"]
    assert shown(draw_turn_up(now, 9, LOOK))[1].strip() == "9♥"
    assert draw_turn_up(trick_of(board(), 60), 9, LOOK) == ()


def test_the_last_trick_says_who_took_it_and_lists_its_cards() -> None:
    """In the order played; passes are left out."""
    last = "3 5H, 0 -, 1 9H"
    rows = shown(draw_last(board(seen(VIEW, last=last)), 34, 6))
    assert rows[0].startswith("Last trick")
    assert rows[-1] == "Nia 5♥  ▴Owain 9♥"


def test_the_scores_name_each_deal_and_the_leader() -> None:
    """The total comes first, then the deals; only the last ones where there are too many."""
    now = board(replace(VIEW, sheets=(SHEET,) * 12))
    rows = shown(draw_scores(now, 34))
    assert rows[0] == "Scores       total   9  10  11  12"
    assert rows[1] == "You             81  81  81  81  81"
    totals = [line[1] for line in draw_scores(now, 34)[1:]]
    assert [total.hue for total in totals] == [Hue.ACCENT, *[Hue.STRONG] * 4]
    assert shown(draw_scores(board(replace(VIEW, sheets=())), 34))[1] == "You              0"


def test_the_cards_to_come_are_listed_by_suit() -> None:
    """A dot stands for a card that was seen, the viewer's own cards are lit."""
    rows = draw_unseen(KIND.cards_gone(seen(VIEW, last="3 9H"), Setup("chwech", 5)), 34)
    hearts = next(line for line in rows if plain(line).startswith("♥"))
    assert plain(hearts).split() == ["♥", *["A", "K", "Q", "J", "10", "·", "8", "7", "6", "·", "4"]]
    assert [span.text.strip() for span in hearts if span.hue is Hue.ACCENT] == ["A", "Q"]


def test_the_backs_of_a_hand_are_counted() -> None:
    """Where they do not fit, the number is enough; one card and none are words of their own."""
    assert [plain(draw_backs(cards, 21)) for cards in (9, 1, 0, 15)] == [
        "▌" * 9 + " 9 cards",
        "▌ 1 card",
        "no cards",
        "15 cards",
    ]


@pytest.mark.parametrize("strokes", Strokes)
def test_a_huge_card_has_its_symbol_in_the_middle(strokes: Strokes) -> None:
    """Its corners name it twice."""
    rows = shown(draw_card(face_of(read_card("10H")), CardLook(HUGE, strokes), Ground.CARD))
    assert len(rows) == 7
    assert "♥" in rows[3]
    assert rows[1].strip("│ ").startswith("10♥")
    assert rows[5].strip("│ ").endswith("10♥")


def test_a_hand_can_stand_in_the_middle() -> None:
    """Then it has as much room on its left as on its right."""
    look = CardLook(SMALL, Strokes.COLOUR)
    rows = [plain(draw_hand(board(), 79, look, centred=centred)[1]) for centred in (False, True)]
    assert [len(row) - len(row.lstrip()) for row in rows] == [0, 22]
