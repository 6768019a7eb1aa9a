"""Chwech behind an interface like that of OpenSpiel."""

import json
from random import Random

import pytest
from msgspec.structs import replace

from games.kit.options import InvalidSetup
from games.registry import GAMES
from lab.research.observation import observe
from lab.research.state import CHANCE_PLAYER, SAMPLE, TERMINAL_PLAYER, ChwechGame, ChwechState
from protocol.setup import Setup
from server.tables.position import IllegalAction, first_position
from tests.games.kit.test_laws import elsewhere
from tests.lab.research.games import SETUPS, played

RULES = GAMES["chwech"]


def dealt(setup: Setup = SETUPS[0], seed: str = "a") -> ChwechState:
    """Give a state after the first deal."""
    state = ChwechGame(setup).new_initial_state(seed)
    state.apply_action(SAMPLE)
    return state


def test_a_game_says_how_large_it_is() -> None:
    """The usual table has six players; one that does not exist is refused."""
    assert (ChwechGame().num_players(), ChwechGame().num_distinct_actions()) == (6, 58)
    with pytest.raises(InvalidSetup):
        ChwechGame(Setup("chwech", 9))


def test_chance_deals() -> None:
    """It is a player of its own, with one outcome that is drawn by the seed."""
    state = ChwechGame(SETUPS[0]).new_initial_state("a")
    assert (state.current_player(), state.is_chance_node()) == (CHANCE_PLAYER, True)
    assert state.chance_outcomes() == [(SAMPLE, 1.0)]
    assert (state.legal_actions(), state.legal_actions(CHANCE_PLAYER), state.legal_actions(0)) == ([0], [0], [])
    state.apply_action(SAMPLE)
    assert not state.is_chance_node()
    assert state.chance_outcomes() == []
    assert all(len(state.view(seat).hand) == 9 for seat in range(6))
    assert state.get_game().setup == SETUPS[0]


def test_the_same_seed_gives_the_same_deals() -> None:
    """Another one gives others, and other first dealers."""
    assert dealt(seed="a").information_state_string(0) == dealt(seed="a").information_state_string(0)
    assert dealt(seed="a").information_state_string(0) != dealt(seed="b").information_state_string(0)
    assert len({dealt(seed=str(number)).current_player() for number in range(30)}) == 6


@pytest.mark.parametrize("setup", SETUPS)
def test_a_game_ends_with_what_each_has_scored_above_the_mean(setup: Setup) -> None:
    """Rewards come when a deal ends, are the scores less their mean, and add up to the returns."""
    rewards = [0.0] * setup.players
    final = None
    for state in played(setup, 1):
        rewards = [before + now for before, now in zip(rewards, state.rewards(), strict=True)]
        final = state
    assert (final.current_player(), final.is_terminal(), final.legal_actions()) == (TERMINAL_PLAYER, True, [])
    assert rewards == pytest.approx(final.returns())
    assert sum(rewards) == pytest.approx(0.0)
    totals = final.view(0).sheets[-1].totals
    assert rewards == pytest.approx([total - sum(totals) / len(totals) for total in totals])


def test_what_is_not_legal_is_refused() -> None:
    """Neither a number without an action, nor an action that the rules do not allow."""
    state = dealt()
    with pytest.raises(IllegalAction):
        state.apply_action(0)
    for number in (-1, 58):
        with pytest.raises(IndexError, match="from 0 to 57"):
            state.apply_action(number)
    acting = state.current_player()
    assert state.legal_actions() == state.legal_actions(acting)
    assert state.legal_actions((acting + 1) % 6) == []


def test_a_clone_goes_its_own_way() -> None:
    """What is done to it leaves the state as it was; both are dealt the same, unless the copy has another seed."""
    state = dealt(replace(SETUPS[0], options={"deals": 3}))
    before = state.information_state_string(0)
    ends: list[str] = []
    for copy in (state.clone(), state.clone(), state.reseeded("other")):
        while len(copy.view(0).sheets) < 1 or copy.is_chance_node():
            copy.apply_action(copy.legal_actions()[0])
        ends.append(copy.observation_string(0))
    assert ends[0] == ends[1] != ends[2]
    assert state.information_state_string(0) == before


def test_what_a_player_is_told_is_lines_of_json() -> None:
    """The information state remembers everything, the observation is what is seen now."""
    state = dealt()
    lines = state.information_state_string(2).splitlines()
    assert lines[0] == "2"
    assert json.loads(lines[1])["told"][0][0] == "dealt"
    seen = json.loads(state.observation_string(2))
    assert [isinstance(hand, list) for hand in seen["fields"]["hands"]] == [seat == 2 for seat in range(6)]
    assert (seen["viewer"], seen.get("commitment")) == (2, None)
    assert json.loads(state.public_string()).get("viewer") is None
    assert json.loads(state.action_to_string(2, 0)) == {"type": "game.answer", "said": "-"}
    assert json.loads(lines[1]).get("seed") is None


@pytest.mark.parametrize("setup", SETUPS)
def test_nothing_follows_from_what_a_player_may_not_know(setup: Setup) -> None:
    """Where the others hold other cards, a player's strings, arrays, legal actions and rewards are the same."""
    chance, compared = Random(4), 0
    for place, state in enumerate(played(setup, 2)):
        if place % 7 or state.current_player() < 0:
            continue
        for player in range(setup.players):
            other = disguised(state, player, chance)
            compared += other.information_state_string((player + 1) % setup.players) != state.information_state_string(
                (player + 1) % setup.players
            )
            assert known(other, player) == known(state, player)
    assert compared > setup.players


def disguised(state: ChwechState, player: int, chance: Random) -> ChwechState:
    """Give a state in which the others hold other cards."""
    now = state._now
    rules, setup = elsewhere(now.state.run, player, chance), state.get_game().setup
    other, events = first_position(rules, replace(setup, first_dealer=state.view(0).first_dealer)), []
    for event, _state in now.events:
        other = other.evolve(event)
        events.append((event, other))
    return ChwechState(state.get_game(), replace(now, state=other, events=tuple(events)))


def known(state: ChwechState, player: int) -> tuple[object, ...]:
    """Give all that a player is told of a state."""
    array = observe(state.get_game().numbering, state.view(player), state.told_of_deal(player))
    strings = (state.information_state_string(player), state.observation_string(player), state.public_string())
    return (*strings, array.tobytes(), state.legal_actions(player), state.rewards(), state.current_player())
