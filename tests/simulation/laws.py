"""The laws that a simulation is held against, once it is over; where one is broken, an assertion says which."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from protocol.codec import to_plain
from protocol.messages import Happened, Refused, Seated, TableChanged
from protocol.setup import TableTime
from protocol.table import Paused, Said, StoodIn, TablePhase, TimedOut, seen
from server.tables.clock import BREATH_SECONDS, GRACE_SECONDS
from server.tables.log import LogRecord, Whispered
from server.tables.position import BETWEEN, Position
from server.tables.projection import happened
from server.tables.table import STILL, Progress, Step, Table, unfold
from tests.games.kit.test_laws import cards
from tests.server.lots import revealed
from tests.server.tables.desk import table_view
from tests.simulation.people import Connection, Spectator
from tests.simulation.simulation import CLOCK, Simulation

DAWDLER = "Cat"  # Who lets the time run out.

ADVANCE_SECONDS = max(CLOCK.seconds + CLOCK.bank, GRACE_SECONDS, BREATH_SECONDS) + 5
"""By then something happens at a table where someone is, once nothing goes wrong any more."""

SET_BACK_SECONDS = 0.5  # By so much a clock may be set back besides: people are not always listening.
OLD_SECONDS = 1.5  # No clock is older when it is heard, where people listen.
SAMPLE = 7  # One in so many tables in memory is compared with the log.


def check(simulation: Simulation) -> None:
    """Hold everything against the laws."""
    log = simulation.log()
    after = list(unfold(simulation.games, log))
    steps = {step.table.seq: step for progress in after for step in progress.steps}
    assert after[-1].table.phase is TablePhase.OVER, "the game does not end"
    check_commands(simulation, log, after)
    check_epochs(simulation, steps)
    check_memory(simulation, after)
    for person in simulation.people:
        check_order(person.connections)
        for connection in person.connections:
            check_told(simulation, steps, connection)
    check_cards(steps)
    check_progress(simulation, after)
    check_times(simulation, log, after[-1].table)
    check_countdowns(simulation)
    check_talk(simulation, log, simulation.spectator)


def check_commands(simulation: Simulation, log: list[LogRecord], after: list[Progress]) -> None:
    """What was accepted is in the log once, at the number told; what was refused or given up is not."""
    done = [record.cause.id for record in log if record.cause]
    seqs = {record.cause.id: step.table.seq for record, step in zip(log, after, strict=True) if record.cause}
    assert len(done) == len(set(done)), "a command was carried out twice"
    assert simulation.accepted.keys() <= set(done), "an accepted command is not in the log"
    whispered = {record.cause.id for record in log if record.cause and isinstance(record.facts[0], Whispered)}
    for number, seq in simulation.accepted.items():
        assert seq == seqs[number] or number in whispered, "another number was told"
    assert simulation.refused.isdisjoint(done), "a refused command is in the log"
    for number, connection in simulation.given_up.items():
        late = connection.seated_at is not None and seqs.get(number, 0) > connection.seated_at
        assert not late, "a connection acted that had been taken over"


def check_epochs(simulation: Simulation, steps: dict[int, Step]) -> None:
    """Events are numbered without a gap, and no server writes once another has begun."""
    assert list(steps) == list(range(1, len(steps) + 1)), "the numbers have gaps"
    epochs = simulation.disk.epochs[simulation.code]
    assert epochs == sorted(epochs), "a server that was killed has written"


def check_memory(simulation: Simulation, after: list[Progress]) -> None:
    """The table in memory is what its log tells, whenever something is accepted."""
    for records, live in simulation.live[::SAMPLE]:
        assert isinstance(live, Table)
        assert lasting(live) == lasting(after[records - 1].table), "the table is not what its log tells"


def lasting(table: Table) -> Table:
    """Give a table without what is in no log, and its position by what can be seen of it."""
    state = place_of(table.state)
    return replace(table, state=state, present=frozenset(), watchers=(), ratings=(), moment=STILL, settled=True)


def place_of(state: Position) -> object:
    """Give all that a position tells, whatever course it is in: two of the same game need not share one."""
    run, course = state.run, state.course
    lies = {name: value for name, value in vars(run.table).items() if name != "match"} if run.table else {}
    dealt = state.deals + (state.answers != BETWEEN)
    secrets = course.seeds[:dealt], course.commitments[:dealt], course.left[: state.deals]
    return (
        state.deals,
        state.answers,
        state.told,
        state.seats,
        state.asked,
        state.bots,
        run.order,
        run.answers,
        lies,
        state.sheets,
        secrets,
    )


def check_order(connections: list[Connection]) -> None:
    """Whoever comes back is told what they missed, once and in order, or the present state; nothing skips back."""
    told = [seq for connection in connections for seq in connection.told]
    assert told == sorted(set(told)), "something was told twice or out of order"
    for connection in connections:
        assert all(second == first + 1 for first, second in pairwise(connection.told)), "something was not told"
        shown = [
            message.view.seq for message in connection.heard if isinstance(message, Happened | Seated | TableChanged)
        ]
        assert shown == sorted(shown), "a picture skips back"


def check_told(simulation: Simulation, steps: dict[int, Step], connection: Connection) -> None:
    """What a connection was told and shown is what the log holds, as its seat may know it, and nothing more."""
    for message in connection.heard:
        if isinstance(message, Happened):
            (right,) = happened([steps[message.seq]], message.view.viewer)
            assert plain(message.event) == plain(right.event), "an event was told that is not in the log"
            assert shown(message) == shown(right), "a picture is not what the log tells"
        elif isinstance(message, Seated | TableChanged) and message.view.seq:
            table = steps[message.view.seq].table
            assert shown(message) == shown(Seated(0, table_view(table, message.view.viewer))), "a picture is wrong"
            assert message.view.viewer is not None or connection.who != simulation.players[0].name


def plain(value: object) -> str:
    """Give a value as text, which is the same before and after the wire."""
    return json.dumps(to_plain(value))


def shown(message: Happened | Seated | TableChanged) -> object:
    """Give the part of a picture that only the log decides."""
    return plain(seen(message.view, message.own).game), message.view.seq


def check_cards(steps: dict[int, Step]) -> None:
    """Every card is in exactly one place, after every event."""
    for step in steps.values():
        run = step.table.state.run
        if run.game.name in {"lots", "chwech"} and run.table is not None:
            table = run.table
            places = cards([table.hands, table.gone, table.trick])
            assert Counter(places) == Counter(run.game.pack(table.match)), "a card is gone or doubled"


def check_progress(simulation: Simulation, after: list[Progress]) -> None:
    """Once nothing goes wrong any more, something happens soon, and again and again."""
    stored = simulation.disk.stored_at[simulation.code]
    playing = [at for at, progress in zip(stored, after, strict=True) if at > simulation.calm_at and progress.steps]
    for before, then in pairwise([simulation.calm_at, *playing]):
        assert then - before <= ADVANCE_SECONDS, f"nothing happens for {then - before:.0f} seconds"


def check_times(simulation: Simulation, log: list[LogRecord], table: Table) -> None:
    """No clock runs while the server stands still or writes, and whoever plays on is never late nor away."""
    stored = simulation.disk.stored_at[simulation.code]
    for (before, at), record in zip(pairwise(stored), log[1:], strict=True):
        still = within(simulation.stalls, before, at)
        assert record.spent <= at - before - still + 0.3, "a clock has run while the server stood still"
    names = [chair.name if chair else "" for chair in table.chairs]
    facts = (fact for record in log for fact in record.facts)
    late = {names[fact.seat] for fact in facts if isinstance(fact, TimedOut | StoodIn)}
    assert late <= {DAWDLER}, f"{late} played on and were late"


def check_countdowns(simulation: Simulation) -> None:
    """Every picture shows the clock of its moment; none is set back but for what the server stood still or wrote."""
    stood = [*simulation.stalls, *simulation.disk.busy]
    listening = (person for person in simulation.people if person.name != DAWDLER)
    for connection in (connection for person in listening for connection in person.connections):
        clocks = list(countdowns(connection, simulation.set_at))
        for heard, _, time in clocks:
            late = heard - time.now - within(simulation.stalls, time.now, heard) if time else 0.0
            assert late <= OLD_SECONDS, f"a clock is {late:.1f} seconds old"
        for (then, seq, before), (now, same, after) in pairwise(clocks):
            if before and after and seq == same:
                jump = after.left - before.left + now - then - within(stood, then, now)
                assert jump <= SET_BACK_SECONDS, f"a clock was set back by {jump:.1f} seconds"


def within(spans: Sequence[tuple[float, float]], since: float, until: float) -> float:
    """Give how much of some spans lies between two moments."""
    return sum(max(0.0, min(end, until) - max(start, since)) for start, end in spans)


def countdowns(connection: Connection, set_at: Sequence[float]) -> Iterator[tuple[float, int, TableTime | None]]:
    """Give every clock that was heard, and when, and after which event; None where one stood or a count ended."""
    for message, at, skew in zip(connection.heard, connection.times, connection.skews, strict=True):
        if isinstance(message, Happened | Seated | TableChanged):
            time, sure = message.view.time, not any(0 <= at - changed <= OLD_SECONDS for changed in set_at)
            runs = time is not None and time.deadline is not None and sure and not connection.wire.hung
            yield at, message.view.seq, replace(time, now=time.now - skew) if time and runs else None
        elif isinstance(message, Refused) and message.id is None:
            # The store has failed: the table is read anew, with what was left at its last record.
            yield at, 0, None


def check_talk(simulation: Simulation, log: list[LogRecord], spectator: Spectator) -> None:
    """What is whispered is heard once and in order by those who watch, and by nobody who plays."""
    whispers = [fact for record in log for fact in record.facts if isinstance(fact, Whispered)]
    lines = simulation.lines_of(spectator)
    numbers = [number for number, _, _ in lines]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else True, "lines are lost"
    assert all((whispers[number - 1].name, whispers[number - 1].text) == (name, text) for number, name, text in lines)
    assert not any(simulation.lines_of(player) for player in simulation.players), "a player hears whispers"


def before_the_end(simulation: Simulation) -> list[object]:
    """Give all that the spectator was told until the first secret was opened, and when."""
    after = unfold(simulation.games, simulation.log())
    steps = (step for progress in after for step in progress.steps)
    opened = next(told.seq for step in steps for told in happened([step], None) if revealed(told.event))
    heard: list[object] = []
    for connection in simulation.spectator.connections:
        for message, at in zip(connection.heard, connection.times, strict=True):
            if isinstance(message, Happened | Seated | TableChanged) and message.view.seq >= opened:
                return heard
            heard.append((message, at))
    return heard


def facts_of(simulation: Simulation) -> set[str]:
    """Give which kinds of facts there were: else nothing would be proven about them."""
    facts = [fact for record in simulation.log() for fact in record.facts]
    return {kind.__name__ for kind in {*map(type, facts)} & {TimedOut, StoodIn, Paused, Said, Whispered}}
