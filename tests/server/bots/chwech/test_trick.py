"""What a seat can know of the end of a trick."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from games.chwech.reasons import Fate
from protocol.cards import JOKER, Card, Suit
from protocol.chwech.actions import PASS, Pass, Play, read_action
from protocol.setup import Setup
from protocol.vocabulary import Seat
from server.bots.bot import play_at_random
from server.bots.chwech.reasons import TrickFacts, fate, next_leader, trick_facts
from server.bots.chwech.steady import play_steadily
from tests.server.bots.chwech.sights import position, turns

SETUPS = (
    Setup("chwech", 4, {"deals": 2}),
    Setup("chwech", 6, {"deals": 1}),
    Setup("chwech", 6, {"deals": 1, "ruleset": "original"}),
    Setup("chwech", 6, {"deals": 1, "joker_beats_last_ace": True, "equal_cards": "last"}),
    Setup("chwech", 7, {"deals": 1, "seven_pack": "two_packs"}),
    Setup("chwech", 7, {"deals": 1, "thirteens_as_jokers": True}),
)


class Laid:
    """A card in a trick."""

    def __init__(self, play: Play) -> None:
        """Note what was played."""
        self.play = play


def fits(facts: TrickFacts, card: Card, suit: Suit | None) -> bool:
    """Say whether a card may follow a suit."""
    return card.suit is suit or facts.rules.counts_as_joker(card)


def ends(facts: TrickFacts, play: Play, chance: Random) -> bool:
    """Say whether a card takes its trick if the others play any cards that they might hold, or pass."""
    suit = facts.view.trick.suit or play.suit or play.card.suit
    cards = [card for card in facts.unseen if fits(facts, card, suit)]
    more = chance.sample(cards, min(len(cards), chance.randint(0, facts.after)))
    laid: Sequence[Laid] = [*(Laid(one.play) for one in facts.laid), Laid(play), *(Laid(Play(card)) for card in more)]
    return facts.order.best(laid) == len(facts.laid)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_what_is_certain_is_so_however_the_others_play(setup: Setup) -> None:
    """A card that is said to take, or to lose, does so whatever is played after it; else both can come to pass."""
    chance, seen = Random(1), Counter[Fate | None]()
    for _state, _seat, sight, action in turns(setup, play_at_random, "certain"):
        facts = trick_facts(sight)
        known = fate(facts, action) if isinstance(action, Play) else None
        seen[known] += 1
        if isinstance(action, Play) and known in {Fate.TAKES, Fate.LOSES}:
            assert {ends(facts, action, chance) for _ in range(60)} == {known is Fate.TAKES}
    assert seen[Fate.TAKES]
    assert seen[Fate.LOSES]


def test_what_is_likely_mostly_happens() -> None:
    """Among bots that play to win, three of four cards that are likely to take do so, and few of the unlikely ones."""
    hits, all_ = Counter[Fate | None](), Counter[Fate | None]()
    for game in range(6):
        open_plays: list[tuple[Seat, Fate | None]] = []
        for _state, seat, sight, action in turns(Setup("chwech", 6, {"deals": 4}), play_steadily, f"likely {game}"):
            facts = trick_facts(sight)
            if not facts.laid and open_plays and facts.view.last_trick is not None:
                taker = facts.view.last_trick.taker
                all_.update(known for _seat, known in open_plays)
                hits.update(known for played, known in open_plays if played == taker)
            if not facts.laid:
                open_plays = []
            if isinstance(action, Play):
                open_plays.append((seat, fate(facts, action)))
    assert all_[Fate.LIKELY] > 50
    assert hits[Fate.LIKELY] > 0.75 * all_[Fate.LIKELY]
    assert hits[Fate.UNLIKELY] < 0.2 * all_[Fate.UNLIKELY]


def test_the_hand_and_the_table_are_seen() -> None:
    """The unseen cards are those of the pack without one's own and without those that were played."""
    facts = trick_facts(position("QH JK", "KH 9H"))
    assert len(facts.unseen) == 54 - 2 - 2
    assert facts.unseen.count(JOKER) == 1


def test_a_pass_takes_nothing() -> None:
    """A pass has no fate."""
    facts = trick_facts(position("QH", "9H"))
    assert fate(facts, PASS) is None


@pytest.mark.parametrize(
    ("trick", "action", "leader"),
    [("9H - - - -", "QH", 5), ("9H - KH - -", "QH", 2), ("9H - KH - -", "-", 2), ("9H AH - - -", "3H", 1)],
)
def test_the_last_to_act_knows_who_leads_next(trick: str, action: str, leader: int) -> None:
    """Who acts last knows who takes the trick, after a card or a pass."""
    chosen = read_action(action)
    assert isinstance(chosen, Pass | Play)
    assert next_leader(trick_facts(position("QH 3H", trick)), chosen) == leader


def test_nobody_else_knows_who_leads_next() -> None:
    """While others can still act, and before a lead, it is open."""
    assert next_leader(trick_facts(position("QH 3H", "9H -")), PASS) is None
    assert next_leader(trick_facts(position("QH 3H", ". . . . .")), PASS) is None
