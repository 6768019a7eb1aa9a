"""The laws of the deals in which bots try their choices, for every game at moments by chance."""

from collections import Counter
from copy import copy
from dataclasses import replace
from functools import partial
from random import Random
from statistics import fmean
from typing import Any

import pytest
from msgspec.msgpack import decode, encode
from msgspec.structs import replace as replace_struct

from games.bots import BOTS, KNOWLEDGE
from games.kit.asking import Ask, AskAny, Choice
from games.kit.records import decoded
from games.kit.review import NoReview
from games.kit.run import Run, fork
from games.kit.sampler import Knowledge, Unseen, Worlds, look_at, observe, play_out
from games.kit.secrets import masked
from games.registry import GAMES
from games.why import explain
from protocol.game import Temper
from protocol.setup import Setup
from server.simulation.series import Series, play_game
from tests.games.kit.test_laws import another_world, experience, runs
from tests.games.position import go_on, start

every_game = pytest.mark.parametrize("name", GAMES)


def knowledge(name: str) -> Knowledge[Any]:
    """Return what bots know of a game; where they know nothing, a plain hand does anything."""
    return KNOWLEDGE.get(name) or Knowledge(plain=lambda _table, _seat, offer, rng: rng.choice(list(offer.choices)))


def asked(run: Run, chance: Random) -> int:
    """Return a seat that may act."""
    assert isinstance(run.asks, Ask | AskAny)
    seats: list[int] = sorted({*run.asks.asked, *run.asks.free})
    return chance.choice(seats)


def fits(known: Unseen, run: Run) -> bool:
    """Return True if the deal as it is fits."""
    order, pack = run.order, run.game.pack(run.match)
    aside = {seat: number for seat, (number, _) in known.aside.items()}
    spare = dict(aside)
    for seat, at, places in known.denied:
        spare[seat] = min(spare.get(seat, 0), aside.get(seat, 0) - sum(order[slot] in places for slot in at))
    return (
        all(pack[order[slot]] is pack[place] for slot, place in known.fixed.items())
        and all(pack[place] in [pack[order[slot]] for slot in at] for place, at in known.bound)
        and all(number >= 0 for number in spare.values())
    )


@every_game
def test_worlds_are_as_the_seat_sees_them(name: str) -> None:
    """In each world it sees and has heard the same, and knows no more; the deal as it is, is one of them."""
    tried = found = 0
    for run, chance in runs(name, 12):
        seat, bots = asked(run, chance), knowledge(name)
        seen = observe(run, seat, bots)
        known = seen.unseen()
        assert fits(known, run)
        worlds = Worlds(seen, bots, chance, 1)
        for _ in range(5):
            tried += 1
            if (world := worlds.world()) is not None:
                found += 1
                assert masked(world.table, seat) == masked(run.table, seat)
                assert experience(world, seat) == experience(run, seat)
                assert look_at(world, seat, bots) == known
    assert found > tried / 60


@every_game
def test_what_a_seat_has_not_seen_changes_nothing_that_it_knows(name: str) -> None:
    """It is the same in two deals that the seat cannot tell apart."""
    for run, chance in runs(name, 12, 30):
        seat, bots = asked(run, chance), knowledge(name)
        other = another_world(run, seat, chance)
        if other is not None and experience(other, seat) == experience(run, seat):
            assert look_at(other, seat, bots) == look_at(run, seat, bots)


@pytest.mark.parametrize("name", ["twenty-five", "bete", "dudak"])
def test_of_deals_those_are_tried_in_which_others_would_have_answered_as_they_have(name: str) -> None:
    """Each answer that a plain hand would not have given makes a deal less likely."""
    tried, found = [0.0], [0.0]
    for run, chance in runs(name, 6):
        seat = asked(run, chance)
        worlds = Worlds(observe(run, seat, KNOWLEDGE[name]), KNOWLEDGE[name], chance, 40, 0.2)
        likely = [worlds.likely for _ in range(40) if worlds.world() is not None]
        if likely and min(likely) < max(likely):
            found.append(fmean(likely) / max(likely))
            tried.append(fmean([worlds.likely for _ in worlds] or [0.0]) / max(likely))
    assert sum(tried) > 1.2 * sum(found) > 0


@pytest.mark.parametrize("name", KNOWLEDGE)
def test_a_bot_says_why(name: str) -> None:
    """By figures of deals or by reasons, the same each time; it says what else it could have done, if there was."""
    players = min(GAMES[name].players)
    record = play_game(Series(Setup(name, players), ("easy",) * players, "why"), 1).record.decode()
    actions = decoded(record.encode()).deals[0].actions
    for number in Random(name).sample(range(1, len(actions) + 1), 2):
        for level in ("steady", "easy", "random"):
            one = explain(record, 1, number, level)
            assert (one.turn, one.seat, one.action) == (number, *actions[number - 1])
            assert one == explain(record, 1, number, level)
            assert one.other != one.action
            assert one.reasons or one.trials
            assert one.trials is None or 0 < one.trials.better + one.trials.worse + 1 <= one.trials.deals + 1
    with pytest.raises(NoReview, match="there is no action"):
        explain(record, 1, len(actions) + 1, "steady")


@pytest.mark.parametrize("name", KNOWLEDGE)
def test_a_temper_shows(name: str) -> None:
    """Bold and careful ones differ at some of the same positions; of tricks the bold ones take no fewer, or hardly."""
    apart, taken = 0, Counter[Temper]()
    for run, chance in runs(name, 24):
        seat = asked(run, chance)
        seen = observe(run, seat, KNOWLEDGE[name])
        made = {
            one: BOTS[name]["steady"](replace(seen, temper=one), Random(1)) for one in (Temper.BOLD, Temper.CAREFUL)
        }
        apart += len({*made.values()}) > 1
        taken.update({temper: tricks_after(fork(run), seat, choice) for temper, choice in made.items()})
    assert apart
    assert taken[Temper.BOLD] >= 0.95 * taken[Temper.CAREFUL]


def tricks_after(run: Run, seat: int, choice: Choice) -> int:
    """Return how many tricks a seat has at the end of the deal after a choice."""
    run.act(seat, choice)
    if run.order:
        play_out(run, KNOWLEDGE[run.game.name], Random(1))
    tricks: int = run.table.takers.count(seat)
    return tricks


@pytest.mark.parametrize("name", KNOWLEDGE)
def test_a_bot_chooses_what_is_legal_and_the_same_by_the_same_chance(name: str) -> None:
    """Also from what a worker is sent: plain data, from which it reads what the seat knows."""
    for run, chance in runs(name, 1):
        seat = asked(run, chance)
        seen = observe(run, seat, KNOWLEDGE[name])
        sent = decode(encode(seen.unseen()), type=Unseen)
        assert sent == seen.unseen()
        for level, seed in (("steady", 1), ("easy", 1), ("easy", 2), ("random", 1)):
            choice = BOTS[name][level](seen, Random(seed))
            assert choice in seen.choices
            assert choice == BOTS[name][level](replace(seen, unseen=partial(copy, sent)), Random(seed))


@every_game
def test_a_deal_is_played_out_whoever_is_asked(name: str) -> None:
    """To its sheet, also where several are asked at once."""
    run = start(GAMES[name], Random(name))
    go_on(run, Random(name), 1)
    assert play_out(run, knowledge(name), Random(name)) is run.match.sheets[0]


def test_what_nobody_was_dealt_lies_in_no_hand_of_a_world() -> None:
    """The first attacker of Durak shows the lowest trump: nearly each attempt finds a deal that fits."""
    found = 0
    for chance in map(Random, range(12)):
        run = start(GAMES["durak-teams"], chance)
        go_on(run, chance, 1 + chance.randrange(20))
        seen = observe(run, asked(run, chance), KNOWLEDGE["durak-teams"])
        worlds = Worlds(seen, KNOWLEDGE["durak-teams"], chance, 5)
        found += sum(worlds.world() is not None for _ in range(5))
    assert found >= 50


def test_an_attempt_without_a_place_for_a_card_finds_no_deal() -> None:
    """Two cards that both lie at one place fit no deal, and nothing is made up."""
    run = start(GAMES["bete"], Random(1))
    go_on(run, Random(1), 1)
    seen = observe(run, asked(run, Random(1)), knowledge("bete"))
    known = seen.unseen()
    slot = min(set(range(len(run.game.pack(run.match)))) - known.fixed.keys())
    free = sorted(set(range(len(run.game.pack(run.match)))) - set(known.fixed.values()))
    both = replace_struct(known, bound=[(place, frozenset({slot})) for place in free[:2]])
    worlds = Worlds(replace(seen, unseen=lambda: both), knowledge("bete"), Random(1), 3)
    assert worlds.draw() is None
    assert list(worlds) == []
