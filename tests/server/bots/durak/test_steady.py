"""What the bot ``steady`` does in Durak, in positions that a player would agree about."""

from random import Random

import pytest

from protocol.durak.actions import GIVE_UP, PASS, Add, Attack, Beat, read_action
from protocol.setup import Setup
from protocol.temper import Temper
from protocol.vocabulary import Action, Seat
from server.bots.bot import Sight
from server.bots.durak import Worth, play_easily, play_steadily
from server.rules.durak.deal import State
from server.rules.durak.variant import NAME
from tests.server.rules.durak.position import GAME, bout, play

STOCK = "KC KD 6H"


def choice(state: State, seat: int, temper: Temper = Temper.EVEN) -> Action:
    """Give what the bot does."""
    sight = Sight(Setup(NAME, 4), GAME.view(state, Seat(seat)), (), temper)
    return play_steadily(sight, Random(1))


def test_it_attacks_low_and_keeps_its_trumps() -> None:
    """While there is a stock."""
    state = bout(["7S KD AH 6H", "8S 9S 10S JS QS KS", "6C", "9C"], turn_up="8H", stock=STOCK)
    assert choice(state, 0) == Attack(read_action("7S").card)  # type: ignore[union-attr]


def test_it_beats_as_cheaply_as_it_can() -> None:
    """With the lowest card that will do, not a trump."""
    state, _ = play(bout(["7S 6D", "8S AS 6H 9D", "6C", "9C"], turn_up="8H", stock=STOCK), "0 7S")
    assert choice(state, 1) == read_action("8S>7S")


def test_it_gives_up_what_it_cannot_beat() -> None:
    """At once: to beat one of two cards would only show another card to match."""
    state, _ = play(bout(["7S 7D", "8S 6C 9C", "6D", "9D"], turn_up="8H", stock=STOCK), "0 7S, 0 +7D")
    assert choice(state, 1) == GIVE_UP
    beatable, _ = play(bout(["7S 7D", "8S 8D 9C", "6D", "9D"], turn_up="8H", stock=STOCK), "0 7S, 0 +7D")
    assert isinstance(choice(beatable, 1), Beat)


def test_each_card_is_beaten_by_a_card_of_its_own() -> None:
    """One trump does not beat two attack cards."""
    state, _ = play(bout(["7S 7D", "6H 6C 9C", "6D", "9D"], turn_up="8H", stock=STOCK), "0 7S, 0 +7D")
    assert choice(state, 1) == GIVE_UP


def test_it_throws_in_low_cards_and_no_trumps() -> None:
    """Least of all for somebody who picks them up."""
    state, _ = play(bout(["7S 8D", "8S 6C 9C", "7C", "9D"], turn_up="8H", stock=STOCK), "0 7S, 1 8S>7S")
    assert isinstance(choice(state, 2), Add)
    trump = bout(["7S 7H AH", "9S 6C 9C", "7C", "9D"], turn_up="8H", stock=STOCK)
    given, _ = play(trump, "0 7S, 1 up")
    assert choice(given, 0) == PASS


@pytest.mark.parametrize("temper", Temper)
def test_a_temper_decides_how_dear_good_cards_are(temper: Temper) -> None:
    """A careful player spares them more than a bold one."""
    state, _ = play(bout(["7S", "8S 6H AH 9D", "6C", "9C"], turn_up="8H", stock=STOCK), "0 7S")
    view = GAME.view(state, Seat(1))
    ace = read_action("AH>7S")
    assert isinstance(ace, Beat)
    even = Worth(view, Temper.EVEN).price(ace.card)
    other = Worth(view, temper).price(ace.card)
    assert (other > even) == (temper is Temper.CAREFUL)
    assert (other < even) == (temper is Temper.BOLD)


def test_easy_plays_what_is_legal_and_not_always_the_best() -> None:
    """It often does what seems a little worse."""
    state, _ = play(bout(["7S 6D", "8S 9S 10S JS", "6C", "9C"], turn_up="8H", stock=STOCK), "0 7S")
    sight = Sight(Setup(NAME, 4), GAME.view(state, Seat(1)))
    chosen = {play_easily(sight, Random(seed)) for seed in range(60)}
    assert len(chosen) > 1
    assert chosen <= set(sight.view.legal)
