"""What a table of a game of one pile shows besides goldens: titles, columns, scores, results, and deals as text."""

import json

import pytest
from msgspec.structs import replace

from chwech_tui.games.piles.deal import PilesDeal
from chwech_tui.games.registry import GAMES
from chwech_tui.model.game import Middle
from chwech_tui.model.ink import plain
from chwech_tui.model.people import People
from protocol.piles.views import PilesView
from protocol.setup import Setup
from protocol.vocabulary import Seat
from server.rules.piles.deal import State
from tests.chwech_tui.games.piles.stage import CHALLENGE as OPEN
from tests.chwech_tui.games.piles.stage import SVOYI, record_of
from tests.chwech_tui.games.stage import NAMES, people
from tests.server.rules.piles.position import CHALLENGE, DUDAK, begun, dealing, play, shuffled, standing
from tests.server.rules.piles.position import GAMES as RULES
from tests.server.rules.piles.position import SVOYI as NAME

KIND = GAMES[NAME]
SETUP = Setup(NAME, 3)


def seen(state: State, seat: int | None = 0) -> PilesView:
    """Give what a viewer sees."""
    return RULES[NAME].view(state, None if seat is None else Seat(seat))


def titles(view: PilesView, setup: Setup = SETUP, *, looking_back: bool = False) -> list[str]:
    """Give the lines above the pile."""
    middle = Middle(setup, view, looking_back, People(NAMES[: len(view.seats)], view.viewer))
    return [plain(line).rstrip() for line in KIND.shown_trick(middle, 78).titles]


def test_the_title_says_who_does_what() -> None:
    """And below it what all know of other hands."""
    state = standing(NAME, ["9C 7H", "8D QD", "KC"], "H D C", "8C")
    assert titles(seen(state)) == ["You beat 8♣ or take up 1 card", ""]
    taken, _ = play(state, "take")
    assert titles(seen(taken)) == ["You took up 1 card   Owain begins a pile", ""]
    assert titles(seen(taken, 1)) == ["Megan took up 1 card   You begin a pile", "known:   Megan ♣ 8"]
    adding, _ = play(state, "9C")
    assert titles(seen(adding, 1))[0] == "Megan adds a card"
    choosing, _ = shuffled(dealing(CHALLENGE, 2), ())
    assert titles(seen(choosing))[0] == "Owain names a suit"


def test_a_draw_that_is_near_is_told() -> None:
    """By the moves left, or by a position that was there before."""
    state = standing(NAME, ["9C 7H", "8D QD", "KC"], "H D C", "8C")
    assert titles(seen(replace(state, moves=390)))[0].endswith("10 moves left")
    again = standing(CHALLENGE, ["7C KC", "8C 7D"], "H S", taker_leads=True)
    back, _ = play(again, "7C, take, 7C, take")
    assert titles(seen(back))[0] == "this position was there before: a third time draws"


def test_open_hands_have_a_line_each() -> None:
    """One above the pile for a player; two for who watches."""
    state = standing(CHALLENGE, ["7C KC", "8C 7D"], "H S")
    assert titles(seen(state))[1] == "Owain        ♣ 8  ♦ 7"
    assert titles(seen(state, None)) == ["Megan        ♣ K 7", "Owain        ♣ 8  ♦ 7"]


@pytest.mark.parametrize("step", [1, 2])
def test_columns_are_as_wide_as_their_heading(step: int) -> None:
    """Whatever stands in them, also a note of absence and a trump that lies face down."""
    for setup, state in (
        (SETUP, standing(NAME, ["9C 7H", "", "KC"], "H D C")),
        (Setup(DUDAK, 3, {"trumps": "drawn"}), begun(DUDAK, ["", "", ""], trumps="drawn")),
        (OPEN, standing(CHALLENGE, ["7C KC", "8C 7D"], "H S")),
    ):
        width = KIND.columns_width(setup, step)
        assert len(KIND.draw_heading(setup, step)) == width
        for seat in range(2):
            for away in ("", "away", "disconnected 2:00"):
                assert len(plain(KIND.draw_columns(seen(state), Seat(seat), step, away))) == width


def test_the_sum_of_a_deal_says_who_was_out_and_who_was_left() -> None:
    """Then the points, and the total."""
    state, _ = play(standing(NAME, ["QS", "9C 7C", "", ""], "D H C S", "7S", deals=2), "QS")
    view = seen(state)
    assert plain(KIND.draw_sum(view, Seat(0), 30)).split() == ["out", "3", "→", "1", "1"]
    assert plain(KIND.draw_sum(view, Seat(1), 30)).split() == ["2", "cards", "left", "→", "0", "0"]
    assert KIND.points(view, 0) == (1, 0, 1, 1)
    assert KIND.sides(view) == ()
    score = KIND.deal_score(view, 0, people(4))
    assert "Owain is left with 2 cards" in plain(score.title)
    assert len(score.rows) == 4


def test_a_panel_has_three_lines() -> None:
    """The cards with the trumps, what is known or an absence, and the points; after a deal how it came out."""
    view = seen(standing(NAME, ["9C 7H", "8D QD", "KC"], "H D C"))
    assert len(KIND.draw_panel(view, Seat(1), 30, "away", counted=False)) == 3
    assert KIND.draw_pile(view, Seat(1)) == ()
    assert KIND.piles_closed(SETUP).endswith(".")
    assert KIND.reason(SETUP, view) == ""
    assert not KIND.has_last_trick(view)


def test_cards_gone_are_those_killed_and_those_known_in_other_hands() -> None:
    """The others that are not seen may be anywhere."""
    state, _ = play(standing(DUDAK, ["7C 8C", "9C QC", "KC 8H 9H", "AS"], "D H C S", "7S 8C", 1), "take")
    gone = KIND.cards_gone(seen(state), Setup(DUDAK, 4))
    assert [card.text for card in gone.gone] == ["8C", "7S"]
    assert len(gone.pack) == 32


@pytest.mark.parametrize("setup", [SVOYI, OPEN], ids=lambda setup: setup.game)
def test_a_finished_game_is_read_from_its_record(setup: Setup) -> None:
    """With a mark where a deal was drawn; what is not such a record is none."""
    record = record_of(setup)
    result = GAMES[setup.game].read_result(record)
    assert result is not None
    assert (result.rules, result.names) == (GAMES[setup.game].title, NAMES[: setup.players])
    drawn = [deal["end"] != "out" for deal in json.loads(record)["deals"]]
    assert [deal[0].endswith("*") for deal in result.deals] == drawn
    assert bool(result.note) == any(drawn)
    for wrong in ("{}", record.replace(setup.game, "chwech"), record.replace('"scores":[', '"scores":[9,')):
        assert KIND.read_result(wrong) is None


def test_a_deal_is_told_without_a_screen() -> None:
    """As numbers of each seat, and in sentences."""
    state, _ = play(standing(NAME, ["9C 7H", "8D QD", "KC"], "H D C", "8C"), "take, 8D")
    deal = PilesDeal(seen(state, None))
    assert len(deal.titles) == len(deal.numbers(0))
    assert deal.numbers(0) == ("3", "hearts", "1", "0")
    said = deal.sentence(NAMES)
    assert said.startswith("Deal 1 of 4, dealt by Siân")
    assert said.endswith("beats the top card or takes up the pile. Known in hand: Megan 8C.")
    assert deal.trumps(NAMES).startswith("Trumps: Megan has hearts; Owain has diamonds")
    taken, pile = deal.tricks(NAMES)
    assert (taken.title, taken.turns, taken.taker) == (
        "Last taken up",
        ("Siân Llewellyn-Hughes 8C",),
        "taken up by Megan",
    )
    assert (pile.title, pile.turns) == ("The pile", ("Owain 8D",))
    over, _ = play(standing(CHALLENGE, ["9S", "AC"], "H S"), "9S")
    assert PilesDeal(seen(over, None)).sentence(NAMES) == "The game is over. With 1: Megan."
    between, _ = play(standing(CHALLENGE, ["9S", "AC"], "H S", deals=2), "9S")
    assert PilesDeal(seen(between, None)).sentence(NAMES) == "Deal 2 of 2 comes next, dealt by Megan."
    assert PilesDeal(seen(dealing(DUDAK, 3), None)).trumps(NAMES) == ""


def test_words_of_the_rules_are_explained() -> None:
    """In place, in a sentence each; there is no course."""
    assert {"pile", "beat", "top card", "trump"} <= set(KIND.glossary)
    assert all(text.endswith(".") for text in KIND.glossary.values())
    assert KIND.lessons() == ()


def test_a_note_of_absence_is_read_whole() -> None:
    """Also with the time left; the trumps of who is away stay in sight."""
    for state in (standing(NAME, ["9C 7H", "8D QD", "KC"], "H D C"), standing(CHALLENGE, ["7C KC", "8C 7D"], "H S")):
        for away in ("away: bot", "offline 0:38", "offline 12:38"):
            drawn = plain(KIND.draw_columns(seen(state), Seat(0), 1, away))
            assert away in drawn
            assert "♥" in drawn
