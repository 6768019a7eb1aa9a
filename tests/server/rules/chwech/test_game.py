"""Duplicate games: who holds what, what is refused, and what nobody may know before the end."""

import json
from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.kit.deck import commitment, shuffle
from games.kit.records import RecordFault
from lab.deals_by_chance import play_fast
from protocol.chwech.events import DealEnded, Dealt
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Event, Seat
from server.rules.chwech.deal import Dealing, InDeal, State, match_of
from server.rules.chwech.record import make_record, read_record, replay
from server.rules.chwech.variant import differing, read_variant
from server.rules.duplicate import draw
from server.rules.game import CHANCE, IllegalAction, InvalidSetup, Label, Shuffle, Shuffled
from server.rules.records import count_proven
from tests.conformance.kit import Laws, Step
from tests.conformance.test_chwech import LAWS, ChwechSubject
from tests.server.rules.chwech.position import GAME


def setup_of(players: int = 4, **options: OptionValue) -> Setup:
    """Give the setup of a duplicate game."""
    return Setup(players=players, options={"duplicate": True, **options})


def dealt(steps: Sequence[Step]) -> list[Dealt]:
    """Give the deals of a game."""
    return [step.event for step in steps if isinstance(step.event, Dealt)]


def record_of(setup: Setup, events: Sequence[Event]) -> str:
    """Give the record of a game."""
    return GAME.record(setup, events, Label(("x",) * setup.players, "1"))


WHOLE = [step.event for step in LAWS.play(setup_of(), Random(1))]
RECORD = record_of(setup_of(), WHOLE)


def fault(record: str) -> RecordFault:
    """Give what is wrong with a record."""
    with pytest.raises(RecordFault) as caught:
        list(replay(read_record(record.encode())))
    return caught.value


@settings(max_examples=8)
@given(st.sampled_from((4, 5, 6, 7)), st.integers(2, 3), st.integers(0, 2**32))
def test_every_seat_holds_the_same_hands(players: int, sets: int, seed: int) -> None:
    """Over a whole game each seat has had the same hands, each as often as any other seat."""
    setup = setup_of(players, deals=sets * players, **({"seven_pack": "two_packs"} if players == 7 else {}))
    deals = dealt(LAWS.play(setup, Random(seed)))
    held = [Counter(tuple(sorted(card.text for card in deal.hands[seat])) for deal in deals) for seat in range(players)]
    assert len(deals) == sets * players
    assert all(hands == held[0] for hands in held)


@settings(max_examples=4)
@given(st.sampled_from((4, 5, 6, 7)), st.integers(0, 2**32))
def test_a_record_gives_the_same_game(players: int, seed: int) -> None:
    """A record of a duplicate game holds, and its replay gives every event again, with the one seed at the end."""
    setup = setup_of(players)
    events = [step.event for step in LAWS.play(setup, Random(seed))]
    record = record_of(setup, events)
    again = [event for moment in GAME.replay(record) for event in moment.events]
    assert record_of(setup, again) == record
    sheets = [event.sheet for event in again if isinstance(event, DealEnded)]
    assert sheets == [event.sheet for event in events if isinstance(event, DealEnded)]
    assert count_proven(record) == 1


def test_one_commitment_stands_for_the_whole_game() -> None:
    """Every deal shows the same commitment; the seed is told with the last deal, and not before."""
    sheets = [event.sheet for event in WHOLE if isinstance(event, DealEnded)]
    assert len({sheet.commitment for sheet in sheets}) == 1
    assert [sheet.seed is None for sheet in sheets] == [True] * 7 + [False]
    assert sheets[-1].commitment == commitment(bytes.fromhex(str(sheets[-1].seed)))


def hidden(state: State, seed: str) -> State:
    """Give the same state of a game in which other sets are to come."""
    if isinstance(state, InDeal):
        deal = state.deal
        match = replace(deal.match, seed=deal.match.seed and seed)
        return replace(state, frame=replace(state.frame, deal=replace(deal, seed=seed, match=match)))
    assert isinstance(state, Dealing)
    return replace(state, match=replace(state.match, seed=state.match.seed and seed))


@settings(max_examples=10)
@given(st.integers(0, 2**32), st.binary(min_size=32, max_size=32))
def test_nobody_can_tell_which_set_comes(seed: int, other: bytes) -> None:
    """Two states that differ in the deals to come give everybody the same bytes, and no event tells the seed."""
    steps = LAWS.play(setup_of(), Random(seed))[:-2]
    step = Random(seed).choice(steps)
    changed = hidden(step.state, other.hex())
    for viewer in (None, *map(Seat, range(4))):
        assert LAWS.codec.pack(GAME.view(changed, viewer)) == LAWS.codec.pack(GAME.view(step.state, viewer))
        drawn = next(iter(dealt(steps))).seed
        assert drawn is not None
        assert drawn.encode() not in b"".join(LAWS.codec.pack(GAME.tell(each.event, viewer)) for each in steps)


def test_the_state_after_a_fold_deals_on_in_the_same_way() -> None:
    """What is to come follows from the events so far: a table that is folded again deals the same."""
    state: State = GAME.start(setup_of())
    for event in WHOLE:
        wanted = GAME.awaits(state)
        if isinstance(event, Dealt) and match_of(state).seed is not None:
            assert isinstance(wanted, Shuffle)
            assert GAME.decide(state, CHANCE, draw(wanted, bytes(32))) == (event,)
        state = GAME.evolve(state, event)


def test_chance_cannot_deal_what_is_not_due() -> None:
    """A third set, and a set that this dealer has dealt, are refused."""
    state: State = GAME.start(setup_of())
    orders = iter(range(100))
    for number in range(8):
        order = shuffle(bytes([number % 2]) * 32, 36)
        if number >= 2:
            with pytest.raises(IllegalAction, match="each dealer once"):
                GAME.decide(state, CHANCE, Shuffled(shuffle(bytes([9 + next(orders)]) * 32, 36)))
        if number == 4:
            with pytest.raises(IllegalAction, match="each dealer once"):
                GAME.decide(state, CHANCE, Shuffled(order))
        if number >= 4:
            order = shuffle(bytes([(number + 1) % 2]) * 32, 36)
        for event in GAME.decide(state, CHANCE, Shuffled(order)):
            state = GAME.evolve(state, event)
        state = played_out(state)


def played_out(state: State) -> State:
    """Give the state at the end of a deal, in which everybody passes as soon as they may."""
    while state.turn is not None:
        for event in GAME.decide(state, state.turn, GAME.fallback(state, state.turn)):
            state = GAME.evolve(state, event)
    return state


def test_a_record_without_a_seed_must_have_turned_hands() -> None:
    """Where no seed proves the deals, hands that are not those of a set are found, at their deal."""
    record = json.loads(RECORD)
    del record["seed"], record["commitment"]
    list(GAME.replay(json.dumps(record)))
    last = record["deals"][-1]["hands"]
    last[0][0], last[1][0] = last[1][0], last[0][0]
    found = fault(json.dumps(record))
    assert (found.deal, found.action) == (8, None)
    assert "each dealer once" in str(found)


def test_a_record_with_another_seed_is_refused() -> None:
    """The seed must have the name of duplicate, be one, fit its commitment, and give the hands."""
    record = json.loads(RECORD)
    seed, hashed = record["seed"].split(" ")[1], record["commitment"].split(" ")[1]
    for wrong in (f"deal-v1 {seed}", f"duplicate-v1 {seed} {seed}", "duplicate-v1"):
        assert "write duplicate-v1 and 64 hex digits" in str(fault(json.dumps({**record, "seed": wrong})))
    other = "00" * 32
    assert "SHA-256" in str(fault(json.dumps({**record, "seed": f"duplicate-v1 {other}"})))
    fitting = {"seed": f"duplicate-v1 {other}", "commitment": f"sha256 {commitment(bytes(32))}"}
    assert "the seed gives other ones" in str(fault(json.dumps({**record, **fitting})))
    assert "write sha256" in str(fault(json.dumps({**record, "commitment": f"sha256 {hashed} {hashed}"})))


def test_a_game_broken_off_keeps_its_seed() -> None:
    """The record of an unfinished game has the commitment, and no seed; that of one without a deal has neither."""
    ends = [place for place, event in enumerate(WHOLE, start=1) if isinstance(event, DealEnded)]
    record = make_record(setup_of(), WHOLE[: ends[2]])
    assert (len(record.deals), record.complete, record.seed) == (3, False, None)
    assert record.commitment == json.loads(RECORD)["commitment"]
    assert len([moment for moment in replay(record) if isinstance(moment.events[0], Dealt)]) == 3
    none = make_record(setup_of(), ())
    assert (none.seed, none.commitment, list(replay(none))) == (None, None, [])


@pytest.mark.parametrize(("players", "deals"), [(4, 8), (5, 10), (6, 12), (7, 14)])
def test_a_duplicate_game_usually_has_two_sets(players: int, deals: int) -> None:
    """Without a number of deals there are two for each player, which is then no option of its own."""
    assert read_variant(setup_of(players)).deals == deals
    assert differing(players, {"duplicate": True, "deals": deals}) == {"duplicate": True}


@pytest.mark.parametrize(("players", "deals", "right"), [(6, 6, "12, 18 or 24"), (7, 20, "14 or 21"), (4, 4, "8, 12,")])
def test_the_deals_must_be_a_multiple(players: int, deals: int, right: str) -> None:
    """A number of deals that is no multiple of the players, or a single set, is refused with those that fit."""
    with pytest.raises(InvalidSetup, match=f"a duplicate game for {players} has {right}"):
        read_variant(setup_of(players, deals=deals))


def test_no_compiled_code_plays_duplicate() -> None:
    """Fast simulations say that they have no duplicate games."""
    with pytest.raises(InvalidSetup, match="no compiled code for duplicate"):
        play_fast(setup_of(), 1, 1)


STEPS = Laws(ChwechSubject()).play(Setup(players=4, options={"deals": 2}), Random(1))
"""A random game."""


@pytest.mark.parametrize("seat", [None, Seat(0), Seat(3)])
def test_a_seat_is_told_its_own_cards_alone(seat: Seat | None) -> None:
    """The hands of others and the seed are left out of a deal; every other event is told as it is."""
    for event in [step.event for step in STEPS]:
        told = GAME.tell(event, seat)
        if isinstance(event, Dealt):
            assert isinstance(told, Dealt)
            assert event.seed is not None
            assert told.seed is None
            assert told.hands == tuple(hand if holder == seat else () for holder, hand in enumerate(event.hands))
        else:
            assert told is event


def test_the_summary_says_how_far_the_game_is() -> None:
    """It counts the deals, and says when the last of them is over."""
    first, *_, last = [GAME.summary(step.state) for step in STEPS]
    second = next(GAME.summary(step.state) for step in STEPS if isinstance(step.event, Dealt) and step.event.deal == 2)
    assert [first, second, last] == ["deal 1 of 2", "deal 2 of 2", "over after 2 deals"]
