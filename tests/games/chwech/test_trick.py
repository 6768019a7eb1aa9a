"""What a seat can know of the end of a trick."""

from collections import Counter
from random import Random

import pytest

from games.chwech.reasons import Facts, Fate, facts_of, fate, next_leader
from games.chwech.rules import card_of
from games.chwech.steady import play_steadily
from games.kit.asking import Choice, read
from games.kit.sampler import play_at_random
from games.kit.tricks import PASS
from protocol.cards import JOKER
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


def ends(facts: Facts, choice: Choice, chance: Random) -> bool:
    """Say whether a card takes its trick if the others play any cards that they might hold, or pass."""
    book, card = facts.book, card_of(choice)
    named = choice[-1] if card in book.jokers and isinstance(choice, tuple) else card.suit
    following = book.following[facts.table.led or named]  # type: ignore[index]  # a Joker that is led names a suit
    cards = [one for one in facts.unseen if one in following]
    more = chance.sample(cards, min(len(cards), chance.randint(0, facts.after)))
    plays = [*facts.plays, choice, *(chance.choice(book.follows[one]) for one in more)]
    return book.taker([*enumerate(plays)]) == len(facts.plays)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_what_is_certain_is_so_however_the_others_play(setup: Setup) -> None:
    """A card that is said to take, or to lose, does so whatever is played after it; else both can come to pass."""
    chance, known = Random(1), Counter[Fate | None]()
    for _run, seen, choice in turns(setup, play_at_random, "certain"):
        facts = facts_of(seen)
        found = fate(facts, choice)
        known[found] += 1
        if found in {Fate.TAKES, Fate.LOSES}:
            assert {ends(facts, choice, chance) for _ in range(60)} == {found is Fate.TAKES}
    assert known[Fate.TAKES]
    assert known[Fate.LOSES]


def test_what_is_likely_mostly_happens() -> None:
    """Among bots that play to win, three of four cards that are likely to take do so, and few of the unlikely ones."""
    hits, all_ = Counter[Fate | None](), Counter[Fate | None]()
    for game in range(6):
        open_plays: list[tuple[int, Fate | None]] = []
        for run, seen, choice in turns(Setup("chwech", 6, {"deals": 4}), play_steadily, f"likely {game}"):
            facts = facts_of(seen)
            if not facts.plays:
                taken = open_plays if run.table.takers else []
                all_.update(found for _seat, found in taken)
                hits.update(found for seat, found in taken if seat == run.table.takers[-1])
                open_plays = []
            if choice != PASS:
                open_plays.append((seen.seat, fate(facts, choice)))
    assert all_[Fate.LIKELY] > 50
    assert hits[Fate.LIKELY] > 0.75 * all_[Fate.LIKELY]
    assert hits[Fate.UNLIKELY] < 0.2 * all_[Fate.UNLIKELY]


def test_the_hand_and_the_table_are_seen() -> None:
    """The unseen cards are those of the pack without one's own and without those that were played."""
    facts = facts_of(position("QH JK", "KH 9H"))
    assert len(facts.unseen) == 54 - 2 - 2
    assert facts.unseen.count(JOKER) == 1


def test_a_pass_takes_nothing() -> None:
    """A pass has no fate."""
    assert fate(facts_of(position("QH", "9H")), PASS) is None


@pytest.mark.parametrize(
    ("trick", "choice", "leader"),
    [("9H - - - -", "QH", 5), ("9H - KH - -", "QH", 2), ("9H - KH - -", "-", 2), ("9H AH - - -", "3H", 1)],
)
def test_the_last_to_act_knows_who_leads_next(trick: str, choice: str, leader: int) -> None:
    """Who acts last knows who takes the trick, after a card or a pass."""
    assert next_leader(facts_of(position("QH 3H", trick)), read(choice)) == leader


def test_nobody_else_knows_who_leads_next() -> None:
    """While others can still act, and before a lead, it is open."""
    assert next_leader(facts_of(position("QH 3H", "9H -")), PASS) is None
    assert next_leader(facts_of(position("QH 3H", ". . . . .")), PASS) is None
