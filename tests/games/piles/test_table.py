"""What is said at a pile: what is asked, what a card would do, what is advised, and which hands lie open."""

from copy import deepcopy

import pytest

from chwech_tui.model.people import People
from games.kit.say import prose
from games.kit.secrets import masked
from games.kit.words import Seen
from games.piles.rules import TAKE, PilesTable
from games.piles.table import WORDS, advice, beating, consequence, zones
from protocol.cards import read_card
from tests.games.piles.test_rules import act, asked, standing

READER = People(("Megan", "Owain", "Siân"), None)


def seen(table: PilesTable, viewer: int | None = 0) -> Seen[PilesTable]:
    """Return what a seat sees, and may do if it is its turn."""
    turn = viewer == table.mover
    choices = asked(table) if turn else ()
    return Seen(WORDS[0], masked(table, viewer), viewer, (table.mover,), table.phase if turn else "", choices)


@pytest.mark.parametrize(
    ("game", "pile", "said"),
    [
        (0, "7S 8C", "Beat 8♣ or take up 2 cards"),
        (0, "AC", "You cannot beat A♣: take up 1 card"),
        (1, "AC", "Take up 1 card, or first make your trumps known"),
    ],
)
def test_what_is_asked_of_a_seat_that_has_to_beat(game: int, pile: str, said: str) -> None:
    """It is told what can be done, and how many cards it would take up."""
    table = standing(game, ["9C QC 8S", "8D", "KC"], "- D C" if game else "H D C", pile)
    assert prose(beating(seen(table)), READER) == said


@pytest.mark.parametrize(
    ("hands", "pile", "choice", "said"),
    [
        (["9C 7H 8S", "8D", "KC"], "8C", "9C", "it beats 8♣"),
        (["9C 7H 8S", "8D", "KC"], "8C", TAKE, "you hold 4 cards then"),
        (["9C 7H 8S", "8D 9D", "KC"], "", "9C", ""),
        (["9C", "8D", "KC"], "", "9C", "your last card: you are out"),
    ],
)
def test_what_a_choice_would_do(hands: list[str], pile: str, choice: str, said: str) -> None:
    """As far as anybody can know."""
    one = choice if choice == TAKE else read_card(choice)
    assert prose(consequence(seen(standing(0, hands, "H D C", pile)), one), READER) == said


@pytest.mark.parametrize(
    ("hands", "pile", "advised"),
    [
        (["7H 9S", "8D 9D", "KC QC"], "8C", "Only a trump beats it: taking up 1 card costs little."),
        (
            ["9C 9S", "8D 9D", "KC QC"],
            "8S 9D 10D JD QD 8C",
            "Taking up 6 cards is costly: beat the top card if you can.",
        ),
        (["9C 9S", "8D 9D", "KC QC"], "8C", ""),
        (["9S", "8D 9D", "KC QC"], "8C", ""),
        (["9C 9S", "8D", "KC QC"], "", "Owain has one card left: play what is hard to beat."),
        (["9C 9S", "8D 9D", "KC QC"], "", ""),
    ],
)
def test_the_coach_says_what_stands_out(hands: list[str], pile: str, advised: str) -> None:
    """Whether a pile is worth a trump, and who is near the end."""
    assert prose(advice(seen(standing(0, hands, "H D C", pile))), READER) == advised


def test_where_hands_lie_open_it_is_said_what_cannot_be_beaten() -> None:
    """The lowest such card is advised; the other hand stands above the pile, by suit."""
    now = seen(standing(2, ["9C 10S AS", "KC 7D"], "S H"))
    assert prose(advice(now), READER) == "10♠ cannot be beaten: whoever comes next takes it up."
    assert prose(consequence(now, read_card("AS")), READER) == "the next player cannot beat it"
    assert consequence(now, read_card("9C")) is None
    assert [(seat, prose(cards, READER)) for seat, cards in zones(now, back=False).hands] == [(1, "♣ K  ♦ 7")]


def test_what_was_taken_up_stays_known_and_who_has_one_card_left_is_news() -> None:
    """All that is known of hands stands in a line; the pile that was taken up lies there until another is begun."""
    table = standing(0, ["9C 8H", "8D KC QC", "KH QH AH"], "H D C", "7S AS", 2)
    before = deepcopy(masked(table, 0))
    act(table, "take")
    shown = zones(seen(table, 0), back=False)
    assert prose(shown.status[0], READER) == "seen in hand:   Siân ♠ A 7"
    assert ([row.cards[0].text for row in shown.rows], shown.taker) == (["7S", "AS"], 2)
    act(table, "9C")
    assert [prose(one, READER) for one in WORDS[0].news(before, masked(table, 0))] == ["Megan has one card left."]
