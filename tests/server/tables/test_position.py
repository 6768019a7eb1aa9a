"""The laws of positions over every game: views, tables that are woken, records."""

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest
from msgspec.structs import replace

from games.kit.deck import derive
from games.kit.options import InvalidSetup
from games.kit.secrets import masked
from games.kit.view import choices_of, fields_of, table_of
from games.registry import GAMES
from protocol.codec import Codec
from protocol.connection import connection_of_client, connection_of_server
from protocol.game import Answer, Answered, Stage, View
from protocol.message import Seat
from protocol.messages import CHANGES, FromServer, Happened, Hello, Seated, Welcome
from protocol.setup import Delay, OptionValue, Setup
from protocol.table import TablePhase, TableView
from server.tables.chairs import Chair
from server.tables.log import DamagedLog, LogRecord, Opened
from server.tables.position import BETWEEN, IllegalAction, Position, counted, first_position, replay
from server.tables.seating import convene
from tests.server.tables.desk import fold

CODEC: Final = Codec()


def setups(name: str, number: int) -> Setup:
    """Return a setup of a game, by chance; options that do not fit together are left out."""
    chance = Random(f"{name} {number}")
    game = GAMES[name]
    players = chance.choice(game.players)
    while True:
        options: dict[str, OptionValue] = {
            one.name: chance.choice(one.values) for one in game.options if one.values and chance.random() < 0.4
        }
        try:
            game.start(players, options)
        except ValueError:
            continue
        return Setup(name, players, options, Seat(chance.randrange(players)))


def play(setup: Setup, deals: int = 3) -> Iterator[tuple[Answered | None, Position]]:
    """Yield every position of a game that is played by chance, with the event before it, for a few deals."""
    state, chance = first_position(GAMES[setup.game], setup), Random(repr(setup))
    yield None, state
    while state.stage is not Stage.OVER and state.deals < deals:
        if state.seats:
            seat = chance.choice(sorted(state.seats))
            event = state.decide(seat, chance.choice(state.legal(seat)))
        else:
            event = state.shuffle(derive(repr(setup), 1, state.deals + 1))
        state = state.evolve(event)
        yield event, state


def looked_at(number: int, state: Position) -> bool:
    """Say whether a position is looked at: in the long deals of some games, later ones are much alike."""
    return number < 60 or number % 5 == 0 or not state.seats


def viewers(setup: Setup) -> list[Seat | None]:
    """Return every seat, and a spectator."""
    return [None, *map(Seat, range(setup.players))]


class Wire:
    """Both sides of a connection."""

    def __init__(self, features: tuple[str, ...]) -> None:
        self.server, self.client = connection_of_server(CODEC), connection_of_client(CODEC)
        self.server.receive_data(self.client.send(Hello((1, 1), features=features)))
        assert self.server.next_message() is not None
        self.bytes = 0
        self.brings(Welcome(1, "test", "Ann", ()))

    def brings(self, message: FromServer) -> Any:  # noqa: ANN401
        """Return what the client reads of a message."""
        data = self.server.send(message)
        self.bytes += len(data)
        self.client.receive_data(data)
        return self.client.next_message()


def through_the_wire(view: View) -> View:
    """Return a view as a client reads it."""
    return CODEC.unpack(View, CODEC.pack(view))


def seen(state: Position) -> list[bytes]:
    """Return all views of a position in bytes, and all that is awaited and may be done."""
    seats = [None, *map(Seat, range(state.run.match.players))]
    legal = [state.legal(seat) for seat in seats if seat is not None]
    return [CODEC.pack(state.view(seat)) for seat in seats] + [
        CODEC.pack([legal, state.stage.value, *map(sorted, (state.seats, state.asked, state.bots))])
    ]


@pytest.mark.parametrize("name", GAMES)
def test_a_table_is_the_same_on_the_other_side_of_the_wire(name: str) -> None:
    """What a client makes of a view is the masked table itself, and the choices are those of the offer."""
    for number, (_event, state) in enumerate(play(setups(name, 1), 2)):
        run = state.run
        for seat in (None, Seat(number % run.match.players)) if looked_at(number, state) else ():
            view = through_the_wire(state.view(seat))
            made = table_of(run.game, view)
            assert list(choices_of(run.game, view)) == list(run.legal(seat))
            assert view.legal == (state.legal(seat) if seat is not None else ())
            assert (made is None) == (run.table is None)
            if made is not None:
                mask = masked(run.table, seat)
                assert fields_of(made) == fields_of(mask)
                assert {**vars(made), "match": 0, "told": 0} == {**vars(mask), "match": 0, "told": 0}
                assert made.match.sheets == run.match.sheets


@pytest.mark.parametrize("name", GAMES)
def test_the_changes_of_views_make_up_the_whole_views(name: str) -> None:
    """Every viewer who is sent changes has read the same as one who is sent every view whole."""
    setup = setups(name, 4)
    whole, short = ({seat: Wire(features) for seat in viewers(setup)} for features in ((), (CHANGES,)))
    for number, (event, state) in enumerate(play(setup, 2)):
        for seat in viewers(setup) if looked_at(number, state) else ():
            table = TableView("t", number, setup, TablePhase.PLAYING, (), game=state.view(None))
            own = state.own(seat) if seat is not None else None
            told = state.tell(event, seat) if event else None
            message = Happened(number, told, table, own) if told else Seated(1, table, own)
            read = short[seat].brings(message)
            assert read == whole[seat].brings(message)
            assert read.view == replace(table, viewer=seat, game=through_the_wire(state.view(seat)))
    assert sum(one.bytes for one in short.values()) * 1.5 < sum(one.bytes for one in whole.values())


@pytest.mark.parametrize("name", GAMES)
def test_older_positions_stay_what_they_were(name: str) -> None:
    """A position shows the same when the game has gone on, asked in any order, and another game can go on from it."""
    setup = setups(name, 1)
    past = [(event, state, seen(state)) for event, state in play(setup, 2)]
    # Each has to be played again from its beginning, so those of a long deal are drawn.
    for _event, state, was in Random(name).sample(past, min(len(past), 60)):
        assert seen(state) == was
    pairs = list(itertools.pairwise(past))
    for (_event, state, _was), (event, _next, after) in Random(name).sample(pairs, min(len(pairs), 60)):
        assert event is not None
        assert seen(state.evolve(event)) == after


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_is_folded_from_its_log_is_the_same(name: str) -> None:
    """The events go through bytes, and the positions are equal all along; at the end so is the record, replayed."""
    setup = setups(name, 2)
    game, log, last = GAMES[name], list[Answered](), None
    woken = first_position(game, setup)
    for number, (event, state) in enumerate(play(setup)):
        if event is not None:
            stored = CODEC.unpack(Answered, CODEC.pack(event))
            log.append(stored)
            woken = woken.evolve(stored)
        assert not looked_at(number, state) or seen(woken) == seen(state)
        last = state
    assert last is not None
    replayed = list(replay(game, woken.record(("a",) * setup.players, "1")))
    for event, (again, _state) in zip(log, replayed, strict=True):
        assert again == Answered(event.seat, event.said, again.told)
    end = replayed[-1][1]
    assert end.totals == last.totals
    shown = end.reveal()
    assert shown.sheets == last.view(None).sheets
    assert all(hand.left == shown.left or not shown.left for hand in shown.hands[-1:])


@pytest.mark.parametrize(("name", "option", "value"), [("challenge", "cards", 24), ("dudak", "trumps", "drawn")])
def test_the_hands_as_dealt_are_all_cards(name: str, option: str, value: OptionValue) -> None:
    """Even where they follow from no shuffle alone, or a card of each lies face down."""
    *_, (_event, state) = play(Setup(name, 2, {"deals": 1, "limit": 100, option: value}), 1)
    (deal,) = state.view(None).hands
    match = state.run.match
    assert sorted(map(repr, sum(deal.dealt, ()))) == sorted(map(repr, match.game.pack(match)))
    assert [*map(len, deal.left)] == [*match.sheets[0].left]


@pytest.mark.parametrize("name", GAMES)
def test_an_answer_that_is_not_asked_for_is_refused_with_the_answers_that_are(name: str) -> None:
    """Nothing else refuses, and nothing has changed."""
    for number, (_event, state) in enumerate(play(setups(name, 3), 1)):
        if not looked_at(number, state):
            continue
        was = seen(state)
        for seat in range(state.run.match.players):
            with pytest.raises(IllegalAction):
                state.decide(Seat(seat), Answer("nonsense"))
        assert seen(state) == was


@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_of_a_game_follows_from_its_sheets(name: str) -> None:
    """Totals, counts, progress and what is done for someone late, wherever the game stands."""
    setup = setups(name, 4)
    for event, state in play(setup, 2):
        assert len(state.totals) == setup.players
        assert len(state.counts) == (setup.players if state.deals else 0)
        assert len(state.sheets) == state.deals
        over = state.stage is Stage.OVER
        assert state.summary.startswith("over after " if over else f"deal {state.deals + 1}")
        assert event is None or (state.ends(event) is Delay.DEAL) is (state.answers == BETWEEN)
        if state.answers != BETWEEN:
            (opened,) = state.reveal().hands
            assert len(opened.dealt) == setup.players
        for seat in state.seats:
            assert state.fallback(seat) in state.legal(seat)


def test_a_shuffle_at_the_wrong_moment_is_refused() -> None:
    """And so is a setup that the game does not have."""
    game = GAMES["bete"]
    state = first_position(game, Setup("bete", 4))
    state = state.evolve(state.shuffle(bytes(32)))
    with pytest.raises(IllegalAction, match="only before a deal"):
        state.shuffle(bytes(32))
    with pytest.raises(InvalidSetup, match="first_dealer: 4 is no seat of 4"):
        first_position(game, Setup("bete", 4, {}, Seat(4)))
    with pytest.raises(InvalidSetup, match="has 12, 18 or 24"):
        first_position(GAMES["chwech"], Setup("chwech", 6, {"duplicate": True, "deals": 7}))


@pytest.mark.parametrize(
    ("facts", "rules", "why"),
    [
        ((), 2, "the log is of version 2 of the rules, and this server plays version 1"),
        ((Answered(Seat(0), "QH"),), 1, "the rules of bete, version 1, do not take the next answer at act:"),
        ((Answered(seed="5e" * 32), Answered(Seat(0), "2H")), 1, r"at deal:\d+ \(Illegal\)"),
        ((Answered(),), 1, "do not take the next answer"),
    ],
    ids=["version", "before the deal", "in the deal", "no answer"],
)
def test_a_log_that_the_rules_do_not_take_rests_its_table_with_a_sentence(
    facts: tuple[Answered, ...], rules: int, why: str
) -> None:
    """It says where the deal waits, and names no card."""
    setup = Setup("bete", 4)
    opened = Opened("code", setup, ("steady",) * 4, "ann")
    record = convene(GAMES["bete"], opened, (Chair("Ann", account="ann"), None, None, None), 0.0).record
    (first, *others), played = record.facts, LogRecord(facts, 1.0)
    assert isinstance(first, Opened)
    with pytest.raises(DamagedLog, match=why) as fault:
        fold(GAMES, (replace(record, facts=(replace(first, rules=rules), *others)), played))
    assert "QH" not in str(fault.value)
    assert "2H" not in str(fault.value)


def test_what_a_game_counts_has_a_name() -> None:
    """Besides points, for the statistics."""
    assert {counted(game) for game in GAMES.values()} == {"tricks", "cards taken up", "exact multiples of nine"}


def test_the_run_before_an_answer_is_found_again() -> None:
    """In a deal, and at its end the one before the last answer of it."""
    for event, state in play(setups("bete", 1), 2):
        if event is not None and event.said is not None:
            run = state.course.before(state.deals, state.answers)
            assert run.match.deal == state.deals + (state.answers != BETWEEN)
            assert run.legal(event.seat)
