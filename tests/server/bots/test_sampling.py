"""Actions are tried in deals that fit what is known, and the best is found in a number of trials that is bounded."""

from random import Random

import pytest

from server.bots.sampling import Holder, Worth, choose_by_trials, deal_unseen


@pytest.mark.parametrize("actions", [1, 2, 3, 5, 10])
def test_the_best_action_is_found_in_few_trials(actions: int) -> None:
    """Whichever it is, where chance matters less than the actions; no more is tried than was said."""
    for best in range(actions):
        tried, chance = list[int](), Random(7)

        def draw(best: int = best, tried: list[int] = tried, chance: Random = chance) -> Worth:
            luck = chance.random()

            def worth(action: int) -> float:
                tried.append(action)
                return (action == best) + luck

            return worth

        assert choose_by_trials(actions, 40, draw) == best
        assert len(tried) <= 40


def test_actions_are_tried_in_the_same_deals() -> None:
    """So luck that is the same for all decides nothing."""
    chance = Random(1)

    def draw() -> Worth:
        luck = 1000 * chance.random()
        return lambda action: luck + action

    assert choose_by_trials(4, 8, draw) == 3


def test_unseen_cards_are_dealt_once_each() -> None:
    """As many as each seat holds, and none of those that it cannot hold."""
    chance = Random(3)
    for _ in range(50):
        hands = deal_unseen(range(10), [Holder(3), Holder(4, lacking=0b11_1110_0000), Holder(2)], chance)
        assert [hand.bit_count() for hand in hands] == [3, 4, 2]
        assert not hands[0] & hands[1] | hands[0] & hands[2] | hands[1] & hands[2]
        assert not hands[1] & 0b11_1110_0000


def test_every_way_to_deal_them_comes_up() -> None:
    """One seat of two gets each card equally often."""
    chance, first = Random(5), [0] * 4
    for _ in range(400):
        for card in range(4):
            first[card] += deal_unseen(range(4), [Holder(2), Holder(2)], chance)[0] >> card & 1
    assert all(150 < number < 250 for number in first)


def test_cards_that_fit_nobody_are_dealt_all_the_same() -> None:
    """A seat that seems to lack all suits has cards nevertheless."""
    hands = deal_unseen(range(4), [Holder(2, lacking=0b1111), Holder(2)], Random(1))
    assert hands[0] | hands[1] == 0b1111
