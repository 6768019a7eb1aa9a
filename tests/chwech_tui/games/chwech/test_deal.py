"""The advice of the coach of Chwech, in each kind of moment."""

import pytest
from msgspec.structs import replace

from chwech_tui.drawing.line import cells, measure
from chwech_tui.games.chwech.deal import (
    ChwechDeal,
    advice,
    deal_score,
    moves,
    plays_of,
    premove_refusal,
    read_result,
    usable,
)
from chwech_tui.model.ink import plain
from chwech_tui.model.people import People
from protocol.catalogues import catalogue
from protocol.chwech.actions import PASS
from protocol.chwech.views import ChwechView, Phase, SeatView, Trick, Turn
from protocol.language import LANGUAGES, _, speaking
from protocol.vocabulary import Seat
from tests.chwech_tui.replays import record_of
from tests.chwech_tui.values import VIEW, actions, cards, trick
from tests.protocol.examples import shown

PEOPLE = People(("Megan", "Owain", "Rhys", "Nia"), Seat(0))


def following(won: int, cards: int = 4, turns: str = "5H", others: int = 5) -> ChwechView:
    """Megan is to follow, with so many cards won and in hand; cards of the trick come from the seats before her."""
    played = turns.split()
    seats = [(4 - len(played) + place, text) for place, text in enumerate(played)]
    shown = (SeatView(cards, won, 9, 0), *(SeatView(others, 3, 9, 0) for _ in range(3)))
    return replace(VIEW, seats=shown, trick=trick(seats, taker=3))


def leading(won: int, legal: str = "QH KC -", passed: int = 0) -> ChwechView:
    """Megan may lead, after some others have passed the lead."""
    turns = tuple(Turn(Seat(4 - passed + place)) for place in range(passed))
    view = following(won)
    phase = Phase.LEADING if "-" in legal else Phase.OPENING
    return replace(view, phase=phase, trick=Trick(turns), legal=actions(legal))


@pytest.mark.parametrize(
    ("view", "words"),
    [
        (following(0), "Nothing won counts as nine: play below the best card, or pass."),
        (following(0, cards=9), "Nothing won counts as nine, too: the worst is to take only a few cards."),
        (following(18), "You stand at nine: play below the best card, or pass."),
        (following(7), "Taking it makes nine, if nobody adds a card after you."),
        (following(5, turns="5H 6H 7H"), "Taking it makes exactly nine."),
        (following(8), "Taking it leads past nine, to × 1: play below the best card, or pass."),
        (following(4), "You want 5 more cards for nine; 1 lies here."),
        (following(13, turns="5H -"), "You want 5 more cards for nine; 1 lies here."),
        (following(4, others=1), "Others can go out now: what you still hold then scores nothing."),
        (leading(0), "Nothing won counts as nine: lead low, or pass the lead."),
        (leading(9, "QH KC"), "You stand at nine: lead low."),
        (leading(8), "One card short of nine: a trick with your own card alone is enough."),
        (leading(3), "6 cards short of nine: lead high to win some, low to win none."),
        (leading(3, passed=3), "All others have passed: a pass ends the deal, and you score 9."),
    ],
)
def test_the_advice_fits_the_moment(view: ChwechView, words: str) -> None:
    """It speaks of the next nine, of none, of the end of the deal; and it fits a line of the smallest screen."""
    assert advice(view, PEOPLE) == words
    for language in LANGUAGES:
        with speaking(language, catalogue):
            assert len(_("Coach: {advice}", advice=advice(view, PEOPLE))) <= 78


def test_one_player_who_can_go_out_is_named() -> None:
    """The coach says who may end the deal, while that still costs several cards."""
    view = following(4)
    seats = (view.seats[0], replace(view.seats[1], cards=1), *view.seats[2:])
    named = advice(replace(view, seats=seats), PEOPLE)
    assert named == "Owain can go out now: what you still hold then scores nothing."
    gone = replace(view, seats=(view.seats[0], *view.seats[1:3], replace(view.seats[3], cards=1)))
    assert "can go out" not in advice(gone, PEOPLE), "their turn in this trick is over"
    few = (replace(view.seats[0], cards=2), *seats[1:])
    assert "Owain" not in advice(replace(view, seats=few), PEOPLE)


@pytest.mark.parametrize(
    "view",
    [
        replace(following(4), legal=actions("-")),
        replace(following(4), legal=()),
        replace(following(4), viewer=None),
    ],
)
def test_without_a_choice_there_is_no_advice(view: ChwechView) -> None:
    """Who can only pass, waits or watches is told nothing."""
    assert advice(view, PEOPLE) == ""


@pytest.mark.parametrize(
    ("view", "words"),
    [
        (following(13), "Mae angen 5 cerdyn arall arnoch am naw; mae un yma."),
        (following(6), "Mae angen 3 cherdyn arall arnoch am naw; mae un yma."),
        (following(4, turns="5H 6H"), "Mae angen 5 cerdyn arall arnoch am naw; mae dau yma."),
        (leading(8), "Un cerdyn yn brin o naw: mae tric â'ch cerdyn chi'n unig yn ddigon."),
        (leading(7), "2 gerdyn yn brin o naw: uchel i ennill rhai, isel i ennill dim."),
        (leading(3), "6 cherdyn yn brin o naw: uchel i ennill rhai, isel i ennill dim."),
    ],
)
def test_the_coach_speaks_welsh(view: ChwechView, words: str) -> None:
    """Cards are counted as Welsh counts them."""
    with speaking("cy", catalogue):
        assert advice(view, PEOPLE) == words


def test_the_ways_to_play_a_card_are_the_legal_ones() -> None:
    """An Ace can have two ways, a card that is not legal has none."""
    view = replace(VIEW, legal=actions("- AH+ AH-"))
    assert plays_of(view, cards("AH")[0]) == actions("AH+ AH-")
    assert plays_of(view, cards("KC")[0]) == ()
    assert set(usable(view)) == set(cards("AH"))


def test_a_move_acts_or_asks() -> None:
    """One way to play acts at once, two ask; a pass is a move where it is legal."""
    view = replace(VIEW, legal=actions("- QH AH+ AH-"))
    plain, pass_ = moves(view, cards("QH")[0])
    assert ([choice.action for choice in plain.choices], plain.key) == (list(actions("QH")), "enter")
    assert ([choice.action for choice in pass_.choices], pass_.key) == ([PASS], "p")
    ace = moves(view, cards("AH")[0])[0]
    assert [(choice.key, choice.label, choice.action) for choice in ace.choices] == [
        ("h", "high", actions("AH+")[0]),
        ("l", "low", actions("AH-")[0]),
    ]
    assert [move.key for move in moves(view, None)] == ["p"]
    assert moves(replace(view, legal=actions("AH+")), None) == ()


def test_a_card_that_may_count_as_a_joker_waits_for_its_turn() -> None:
    """Whether a red Thirteen follows any suit is decided by the table, so only the legal actions refuse it."""
    thirteen = cards("13D")[0]
    waits = replace(VIEW, legal=(), hand=cards("13D"))
    assert premove_refusal(waits, thirteen) == ""
    assert premove_refusal(replace(waits, legal=actions("- 13D")), thirteen) == ""
    assert premove_refusal(replace(waits, legal=actions("-")), thirteen) == "Hearts were led: 13♦ cannot follow."


PUBLIC_DEAL_PEOPLE = ("Megan", "Dylan", "Cerys", "Ifan")
PUBLIC_DEAL_VIEW = shown("happened, with the game").game
DEAL = ChwechDeal(replace(PUBLIC_DEAL_VIEW, viewer=None, hand=(), legal=()))


def test_a_deal_in_words() -> None:
    """Which deal it is, who dealt, and whose turn it is."""
    assert DEAL.sentence(PUBLIC_DEAL_PEOPLE) == "Deal 2 of 2, dealt by Megan. Megan follows or passes."
    assert (
        ChwechDeal(replace(PUBLIC_DEAL_VIEW, turn=None)).sentence(PUBLIC_DEAL_PEOPLE) == "Deal 2 of 2, dealt by Megan."
    )


def test_between_two_deals_the_next_dealer_is_told() -> None:
    """Nobody is asked for a card then."""
    assert (
        ChwechDeal(replace(PUBLIC_DEAL_VIEW, phase=Phase.DEALING)).sentence(PUBLIC_DEAL_PEOPLE)
        == "Deal 2 of 2 comes next, dealt by Megan."
    )


def test_the_winners_are_told() -> None:
    """With their total; no trick is left to be told of."""
    deal = ChwechDeal(replace(PUBLIC_DEAL_VIEW, phase=Phase.OVER, turn=None, winners=(Seat(0),), trick=Trick()))
    assert deal.sentence(PUBLIC_DEAL_PEOPLE) == f"The game is over. With {PUBLIC_DEAL_VIEW.seats[0].total}: Megan."
    assert deal.tricks(PUBLIC_DEAL_PEOPLE) == ()


def test_the_hand_is_not_in_it() -> None:
    """A player's view and a spectator's have the same public part."""
    own = ChwechDeal(PUBLIC_DEAL_VIEW)
    assert (own.sentence(PUBLIC_DEAL_PEOPLE), own.tricks(PUBLIC_DEAL_PEOPLE)) == (
        DEAL.sentence(PUBLIC_DEAL_PEOPLE),
        DEAL.tricks(PUBLIC_DEAL_PEOPLE),
    )
    assert [*map(own.numbers, range(4))] == [*map(DEAL.numbers, range(4))]


def test_a_deal_in_welsh() -> None:
    """The sentences and the headings follow the language of the reader."""
    with speaking("cy", catalogue):
        assert DEAL.sentence(PUBLIC_DEAL_PEOPLE) == "Rhaniad 2 o 2; Megan sy'n rhannu. Megan sy'n dilyn neu'n pasio."
        assert DEAL.titles == ("Cardiau", "Ennill", "Pwyntiau", "Cyfanswm")


SCORES_PEOPLE = People(("Megan", "Owain", "Rhys", "Nia"), Seat(0))
NAME = 20
"""The width of the column of names before the scores, in cells."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_figure_ends_below_the_end_of_its_title(language: str) -> None:
    """The columns are as wide as their titles, and fit beside the names on a narrow screen."""
    with speaking(language, catalogue):
        score = deal_score(VIEW, 0, SCORES_PEOPLE)
    assert {measure(row) for row in score.rows} == {cells(score.heading)}
    assert cells(score.heading) + NAME <= 78
    for sign in "×=":
        places = {plain(row).index(sign) for row in score.rows}
        assert places == {score.heading.index(sign)}


def test_the_titles_are_in_the_language_of_the_reader() -> None:
    """English as ever, and Welsh with wider columns where its words are longer."""
    assert deal_score(VIEW, 0, SCORES_PEOPLE).heading == "  left   won      played × factor = score      total"
    with speaking("cy", catalogue):
        score = deal_score(VIEW, 0, SCORES_PEOPLE)
    assert score.heading == " ar ôl ennill  chwaraewyd × ffactor =  sgôr   cyfanswm"
    assert plain(score.title) == "Rhaniad 1 o 8   Rydych chi allan: daw'r rhaniad i ben."


def test_the_rules_of_a_record_are_in_the_language_of_the_reader() -> None:
    """The record itself is the same in every language."""
    record = record_of(deals=1)
    with speaking("cy", catalogue):
        result = read_result(record)
    assert result is not None
    assert result.rules == "rheolau diwygiedig"
