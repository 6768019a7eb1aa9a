"""A program at a real host in memory: it sits down, plays and leaves; its faults are said and give up the seat."""

import asyncio
import json
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from chwech_tui.bot import BotSession, Program, ProgramFault, Task
from chwech_tui.link import Door, Identity
from games.registry import GAMES
from protocol.aio import ClientChannel
from protocol.game import Answer
from protocol.messages import Act, Hello, JoinTable, ListTables, OpenTable, Tables, Welcome
from protocol.setup import Arrangement, Setup
from protocol.table import Rematch, SetReady, TablePhase
from server.host.terms import LOCAL, Terms
from tests.server.host.world import Guest, World, a_world
from tests.server.virtual_time import in_virtual_time

SHORT = Setup("chwech", 4, {"deals": 2})
FIRST = b'{"action": 0}\n'


class Script(Program):
    """A program in this process."""

    def __init__(self, answer: Callable[[dict[str, object]], bytes] = lambda _turn: FIRST) -> None:
        super().__init__(["script"], 1.0)
        self.turns: list[dict[str, object]] = []
        self.seconds = 0.0
        self.stopped = False
        self._answer = answer

    async def start(self) -> None:
        """Start nothing."""

    async def ask(self, line: bytes) -> bytes:
        """Answer a turn, after some time."""
        self.turns.append(json.loads(line))
        await asyncio.sleep(self.seconds)
        return self._answer(self.turns[-1])

    async def stop(self) -> None:
        self.stopped = True


class Desk:
    """A session, with what it says."""

    def __init__(self, world: World, task: Task, script: Script | None = None, terms: Terms = LOCAL) -> None:
        """Prepare it; one on this machine is not limited in haste."""
        self.script = script or Script()
        self.told: list[str] = []
        self.results: list[dict[str, object]] = []
        self.kept: list[Identity] = []
        self._world, self._terms = world, terms
        self.channels: list[ClientChannel] = []
        door = Door(self._dial, Identity("Ada", bot=True), keep=self.kept.append)
        self.session = BotSession(door, task, self.script, self.told.append)
        self.session.results = lambda line: self.results.append(json.loads(line))

    async def _dial(self) -> ClientChannel:
        self.channels.append((await self._world.stranger(self._terms)).channel)
        return self.channels[-1]


def opening(setup: Setup = SHORT, *bots: str, games: int = 1) -> Task:
    """Give the task to open tables."""
    return Task(OpenTable(1, setup, bots, 0.0), games)


async def begun(world: World, name: str = "Ann", arrangement: Arrangement | None = None) -> tuple[Guest, str]:
    """Give someone who has opened a table for four, with its code."""
    ann = await world.guest(name, terms=LOCAL)
    message = OpenTable(1, SHORT, ("random",), 0.0, arrangement=arrangement or Arrangement())
    await ann.ask(lambda number: replace(message, id=number))
    return ann, ann.view.table


@in_virtual_time
async def test_a_program_plays_as_many_games_as_are_asked_for() -> None:
    """Each at a table of its own, with bots of the house; the result of each is told as JSON."""
    async with a_world(games=GAMES) as world:
        desk = Desk(world, opening(SHORT, "random", games=2))
        assert await desk.session.run() == 0
        assert [result["game"] for result in desk.results] == [1, 2]
        assert len({str(result["table"]) for result in desk.results}) == 2
        assert all(len(list(result["totals"])) == 4 for result in desk.results)  # type: ignore[call-overload]
        assert desk.told == [f"Ada (bot) sits down at {result['table']}" for result in desk.results]
        assert desk.script.stopped


@in_virtual_time
async def test_a_program_hears_all_that_was_told() -> None:
    """Between two turns it is told every event once, its own among them, and no card of anybody else."""
    async with a_world(games=GAMES) as world:
        desk = Desk(world, opening())
        await desk.session.run()
        turns = desk.script.turns
        events = [event for turn in turns for event in turn["events"] if event["type"] == "game.answered"]  # type: ignore[attr-defined]
        told = [what for event in events for what, _about in event["told"]]
        assert told.count("dealt") == 2
        own = {what for event in events if event.get("seat") == 0 for what, _about in event["told"]}
        assert own >= {"led", "played"}
        hands = [turn["view"]["fields"]["hands"] for turn in turns]  # type: ignore[index]
        assert all([isinstance(hand, list) for hand in each] == [True, False, False, False] for each in hands)
        assert all(turn["view"]["viewer"] == 0 for turn in turns)  # type: ignore[index]


@in_virtual_time
async def test_a_program_sits_down_where_others_play() -> None:
    """It is ready at once, plays with a person, comes along to the rematch, and then is done."""
    async with a_world(games=GAMES) as world:
        ann, code = await begun(world)
        desk = Desk(world, Task(JoinTable(1, code), 2))
        playing = asyncio.create_task(desk.session.run())
        await ann.until(lambda view: any(sits is not None and sits.ready for sits in view.seats))
        await ann.ask(lambda number: SetReady(number, ready=True))
        for _ in range(2):
            await played(ann)
            if len(desk.results) < 2:
                await ann.ask(Rematch)
        assert await playing == 0
        assert [result["seat"] for result in desk.results] == [1, 1]


async def played(ann: Guest) -> None:
    """Let a person play to the end of a game: always what is first."""
    while True:
        view = await ann.until(
            lambda view: (
                view.phase is TablePhase.OVER
                or view.viewer in view.waits_for
                or (view.game is not None and bool(view.game.legal))
            )
        )
        if view.phase is TablePhase.OVER:
            return
        if view.viewer in view.waits_for:
            await ann.go_on()
            continue
        game = view.game
        await act(ann, game.legal[0])


async def act(ann: Guest, action: Answer) -> None:
    """Take a turn."""
    await ann.ask(lambda number: Act(number, ann.view.seq, action))


@pytest.mark.parametrize("answer", [b"hello\n", b'{"action": 99}\n'])
@in_virtual_time
async def test_a_program_that_plays_badly_gives_up_its_seat(answer: bytes) -> None:
    """Its fault is told, and at a table of others a bot of the house plays on for it."""
    async with a_world(games=GAMES) as world:
        ann, code = await begun(world)
        desk = Desk(world, Task(JoinTable(1, code)), Script(lambda _turn: answer))
        playing = asyncio.create_task(desk.session.run())
        await ann.until(lambda view: sum(sits is not None for sits in view.seats) == 2)
        await ann.begin()
        await ann.until(lambda view: bool(view.seats[1] and view.seats[1].away) or bool(view.game and view.game.legal))
        while not (ann.view.seats[1] and ann.view.seats[1].away):
            await act(ann, ann.view.game.legal[0])
            await ann.until(
                lambda view: bool(view.seats[1] and view.seats[1].away) or bool(view.game and view.game.legal)
            )
        assert await playing == 1
        assert desk.told[-1].startswith("the program stopped playing: not a")


@in_virtual_time
async def test_a_table_of_its_own_ends_with_a_program_that_fails() -> None:
    """Nobody is left there, so nothing unfinished stays behind."""

    class Failing(Script):
        async def ask(self, line: bytes) -> bytes:
            raise ProgramFault("it has ended with status 7")

    async with a_world(games=GAMES) as world:
        desk = Desk(world, opening(), Failing())
        assert await desk.session.run() == 1
        assert desk.told[-1] == "the program stopped playing: it has ended with status 7"
        ada = await world.stranger(LOCAL)
        await ada.channel.send(Hello((1, 1), name="Ada", bot=True))
        assert isinstance(await ada.hear(), Welcome)
        tables = await ada.ask(ListTables)
        assert isinstance(tables, Tables)
        assert tables.tables == ()


@in_virtual_time
async def test_a_program_that_is_interrupted_leaves() -> None:
    """Its seat is played by a bot of the house at once, not after the time for lost connections."""
    async with a_world(games=GAMES) as world:
        script = Script()
        script.seconds = 1000.0
        ann, code = await begun(world)
        playing = asyncio.create_task(Desk(world, Task(JoinTable(1, code)), script).session.run())
        await ann.until(lambda view: bool(view.seats[1]))
        await ann.begin()
        before = world.now()
        playing.cancel()
        await ann.until(lambda view: bool(view.seats[1] and view.seats[1].away))
        assert world.now() - before < 1.0
        with pytest.raises(asyncio.CancelledError):
            await playing


@in_virtual_time
async def test_a_lost_connection_is_made_again() -> None:
    """The program goes on in its seat, and hears nothing of it."""
    async with a_world(games=GAMES) as world:
        script = Script()
        script.seconds = 5.0
        desk = Desk(world, opening(), script)
        playing = asyncio.create_task(desk.session.run())
        await asyncio.sleep(7.0)
        desk.channels[0].close()
        assert await playing == 0
        assert len(desk.channels) == 2
        assert any("connection" in line.lower() for line in desk.told)
