"""What a seat can know of the end of a trick, and what the bot ``easy`` counts of it."""

from collections import Counter
from random import Random

import pytest

from games.chwech.reasons import Weighed
from games.chwech.rules import suit_of
from games.chwech.steady import play_easily, score_as_it_stands
from games.kit.asking import read, text
from games.kit.sampler import play_at_random
from games.kit.tricks import PASS
from protocol.setup import Setup
from tests.games.chwech.sights import position, turns

SETUPS = (
    Setup("chwech", 4, {"deals": 2}),
    Setup("chwech", 6, {"deals": 1}),
    Setup("chwech", 6, {"deals": 1, "ruleset": "original"}),
    Setup("chwech", 6, {"deals": 1, "joker_beats_last_ace": True, "equal_cards": "last"}),
    Setup("chwech", 7, {"deals": 1, "seven_pack": "two_packs"}),
    Setup("chwech", 7, {"deals": 1, "thirteens_as_jokers": True}),
)


def ends(one: Weighed, chance: Random) -> bool:
    """Say whether a card takes its trick if the others play any cards that they might hold, or pass."""
    book, table = one.book, one.seen.table
    suit = table.led or suit_of(one.choice)
    assert suit is not None
    cards = [card for card in one.unseen if card in book.following[suit]]
    more = chance.sample(cards, min(len(cards), chance.randint(0, one.after)))
    plays = [*(play for _, play in table.trick), one.choice, *(chance.choice(book.follows[card]) for card in more)]
    return book.taker([*enumerate(plays)]) == len(table.trick)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_what_is_certain_is_so_however_the_others_play(setup: Setup) -> None:
    """A card that is said to take, or to lose, does so whatever is played after it; else both can come to pass."""
    chance, known = Random(1), Counter[float]()
    for _run, seen, choice in turns(setup, play_at_random, "certain"):
        one = Weighed(seen, choice)
        if choice != PASS and one.takes in {0, 1}:
            known[one.takes] += 1
            assert {ends(one, chance) for _ in range(60)} == {one.takes == 1}
    assert known[1]
    assert known[0]


@pytest.mark.parametrize(
    ("hand", "trick", "options", "choice", "score"),
    [
        ("KH 6H AC", "9H", {}, "KH", 7 * 2),
        ("KH 6H AC", "9H", {}, "6H", 7 * 9),
        ("KH 6H AC", "9H", {}, "-", 6 * 9),
        ("6C 7C JK", "9H -", {}, "JK", 7 * 2),
        ("6C 7C JK", "10H -", {"ruleset": "original"}, "JK", 7 * 9),
    ],
)
def test_it_counts_the_trick_as_it_lies(
    hand: str, trick: str, options: dict[str, str], choice: str, score: int
) -> None:
    """A higher card takes the cards of the trick, a lower one or a pass none; a Joker does in the revised rules."""
    assert score_as_it_stands(position(hand, trick, options=options), read(choice)) == score


def test_what_seems_better_is_taken_more_often() -> None:
    """To duck here is worth far more than to take."""
    seen, whims = position("KH 6H AC", "9H"), Random(1)
    chosen = Counter(text(play_easily(seen, whims)) for _ in range(500))
    assert chosen["6H"] > chosen["-"] > chosen["KH"]
    assert chosen["6H"] + chosen["-"] > 450
