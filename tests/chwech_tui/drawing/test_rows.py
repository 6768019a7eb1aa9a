"""Cards in the middle that lie before no seat, what seats say in place of a card, and hands of many cards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from chwech_tui.drawing.cards import draw_hand, draw_row, draw_trick
from chwech_tui.drawing.line import measure
from chwech_tui.drawing.plan import Needs
from chwech_tui.drawing.round import draw_place
from chwech_tui.drawing.round_plan import round_plan
from chwech_tui.model.cards import LARGE, MIDDLE, SMALL, TINY, CardLook, Group, Laid, ShownTrick, Strokes, face_of
from chwech_tui.model.ink import Ground, Pick, plain
from protocol.cards import FACES, Rank
from protocol.message import Seat
from tests.chwech_tui.burying import bury
from tests.chwech_tui.values import DRAWN, VIEW, board, cards, seen

PACK = (
    tuple(
        card for card in FACES[:-1] if card.rank not in {Rank.TWO, Rank.THREE, Rank.ELEVEN, Rank.TWELVE, Rank.THIRTEEN}
    )
    * 2
)
looks = st.builds(CardLook, st.sampled_from([TINY, SMALL, MIDDLE, LARGE]), st.sampled_from(Strokes))


def group(text: str, caption: str = "", mark: str = "") -> Group:
    """Give a group of cards."""
    return Group(caption, tuple(map(face_of, cards(text))), mark)


@given(st.lists(st.integers(0, 12), min_size=1, max_size=20), st.integers(40, 200), looks)
def test_a_row_is_as_wide_as_it_may_be(sizes: list[int], width: int, look: CardLook) -> None:
    """Every line has exactly the width, and there are as many lines as a card has, with two for words."""
    row = tuple(Group("Megan", tuple(map(face_of, PACK[:size])), "▴ top") for size in sizes)
    drawn = draw_row(row, width, look)
    assert {measure(line) for line in drawn} == {width}
    assert len(drawn) == look.size.height + 2


def test_where_a_row_is_too_wide_cards_cover_one_another() -> None:
    """Rank and suit of each stay in sight."""
    drawn = draw_row((group("2S 3S 4S 10S 6S"), group("7H")), 30, DRAWN)
    assert plain(drawn[1]).split("│")[1:6] == ["2♠ ", "3♠ ", "4♠ ", "10♠", "6♠ "]


def test_of_a_long_row_the_last_groups_are_shown() -> None:
    """A number says how many are left out."""
    drawn = draw_row(tuple(group(f"{rank}C") for rank in (2, 3, 4, 5, 6, 7, 8)), 40, DRAWN)
    assert plain(drawn[1]).split() == ["+2", *(part for rank in range(4, 9) for part in ("│" + f"{rank}♣", "│"))]


def test_a_seat_may_say_something_in_place_of_a_card() -> None:
    """A bid stands where its card would lie, in lines and round the table."""
    shown = ShownTrick((), Laid(((Seat(1), "95"), (Seat(2), None), (Seat(3), "I hold it"))), Seat(1))
    lines = [plain(line) for line in draw_trick(shown, board().people, 70, DRAWN)]
    assert lines[1].split() == ["95", "pass", "I", "hold", "it"]
    assert lines[3].split() == ["Owain", "Rhys", "Nia"]
    assert "95" in plain(draw_place(shown, Seat(1), 9, DRAWN)[1])


def test_a_game_of_rows_has_no_round_table() -> None:
    """However big the screen is."""
    needs = Needs(4, 8, seats=4)
    assert round_plan(160, 50, needs) is not None
    assert round_plan(160, 50, needs._replace(round=False)) is None


@given(st.integers(1, 52), st.integers(76, 200), looks, st.booleans())
def test_any_number_of_cards_has_room(number: int, width: int, look: CardLook, centred: bool) -> None:
    """Every card can be clicked and its rank read, in the height of a hand; every line has the width."""
    held = bury(view=seen(VIEW, hand=PACK[:number]))
    drawn = draw_hand(held, width, look, centred=centred)
    assert {measure(line) for line in drawn} == {width}
    assert len(drawn) <= max(5, look.size.height + 2)
    aims = {span.aim for line in drawn for span in line}
    assert {Pick(place) for place in range(number)} <= aims
    text = " ".join(plain(line) for line in drawn)
    assert all(text.count(card.rank.value) for card in PACK[:number])


@pytest.mark.parametrize(("number", "lines"), [(16, 5), (26, 4), (52, 3)])
def test_many_cards_fan_or_lie_bare(number: int, lines: int) -> None:
    """A fan keeps edges and numbers, two lines of bare cards keep the numbers, three keep the cards alone."""
    held = replace(bury(view=seen(VIEW, hand=PACK[:number], legal="")), chosen=2, marked=(PACK[4],))
    drawn = draw_hand(held, 76, DRAWN)
    assert len(drawn) == lines
    text = "\n".join(plain(line) for line in drawn)
    assert ("│" in text, "▴3" in text, "✓" in text) == (number == 16, number <= 26, number <= 26)
    lit = {span.aim for line in drawn for span in line if span.ground is Ground.CHOSEN}
    assert Pick(2) in lit
    assert (Pick(4) in lit) == (number == 52)


def test_a_marked_card_stands_higher() -> None:
    """With a tick below it; the chosen one has its arrow too."""
    held = replace(bury(), chosen=0, marked=cards("KC QH"))
    drawn = [plain(line) for line in draw_hand(held, 40, DRAWN)]
    assert drawn[-1].split() == ["▴✓", "·", "✓", "4", "5"]
    assert drawn[0].split() == ["╔═══╗", "┌───┐"]
