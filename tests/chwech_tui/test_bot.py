"""The program of a user: how it is started and asked, and how it sits down at a real host in memory and plays."""

import asyncio
import json
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from chwech import main
from chwech_tui import bot as session
from chwech_tui.bot import (
    LONGEST_ANSWER,
    BotSession,
    InvalidAnswer,
    Program,
    ProgramFault,
    Task,
    name_of,
    read_answer,
    write_turn,
)
from chwech_tui.link import Identity, Route
from games.registry import GAMES
from protocol.aio import ClientChannel
from protocol.game import Answer
from protocol.messages import Act, Hello, JoinTable, ListTables, OpenTable, Tables, Welcome
from protocol.setup import Arrangement, Setup
from protocol.table import Rematch, SetReady, TablePhase
from server.host.terms import LOCAL, Terms
from tests.chwech_tui.values import hearts_led, seen, table, told
from tests.server.host.world import Guest, World, a_world
from tests.server.virtual_time import in_virtual_time

SECONDS = 20.0
ECHO = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"


def python(text: str, seconds: float = SECONDS) -> Program:
    """Give a program in Python."""
    return Program([sys.executable, "-c", text], seconds)


async def fault_of(child: Program) -> str:
    """Ask a program that fails, and give why."""
    await child.start()
    try:
        with pytest.raises(ProgramFault) as told:
            await child.ask(b"{}\n")
    finally:
        await child.stop()
    return str(told.value)


async def test_a_line_for_a_line() -> None:
    """The program is asked as often as there are turns, and ends with its input."""
    child = python(ECHO)
    await child.start()
    assert [await child.ask(line) for line in (b"a\n", b"b\n")] == [b"a\n", b"b\n"]
    await child.stop()
    await child.stop()


async def test_a_program_that_cannot_be_started() -> None:
    """It is named."""
    with pytest.raises(ProgramFault, match="/nowhere/bot cannot be started: No such file"):
        await Program(["/nowhere/bot"], SECONDS).start()
    with pytest.raises(ProgramFault, match="cannot be started"):
        await Program(["a\0b"], SECONDS).start()


async def test_a_program_that_ends() -> None:
    """Its exit status is said, also where it ends in the midst of a line."""
    assert await fault_of(python("raise SystemExit(3)")) == "it has ended with status 3"
    assert await fault_of(python("print('{', end='')")) == "it has ended with status 0"


async def test_a_program_that_is_silent() -> None:
    """After its time it is asked no more."""
    assert await fault_of(python("import sys; sys.stdin.read()", 0.05)) == "it has not answered for 0 seconds"


async def test_a_program_that_writes_without_end() -> None:
    """A line longer than any answer is not read to its end."""
    endless = "import sys\ntry:\n while True: sys.stdout.write('x' * 9999)\nexcept OSError: pass"
    assert await fault_of(python(endless)) == f"its line is longer than {LONGEST_ANSWER} bytes"


async def test_a_program_that_does_not_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that hears neither the end of its input nor a request to end is killed."""
    monkeypatch.setattr(session, "PATIENCE", 0.05)
    deaf = "import signal, sys\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint('1', flush=True)\nsignal.pause()"
    child = python(deaf + "\nsignal.pause()")
    await child.start()
    assert await child.ask(b"{}\n") == b"1\n"
    await child.stop()


VIEW = seen(hearts_led(ruleset="original"), legal="QH AH- -")


def test_a_turn_is_a_line_of_json() -> None:
    """It has the setup, the view and what was told, as messages write them, and one line end."""
    line = write_turn(table().setup, VIEW, [told("passed", 2)])
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    turn = json.loads(line)
    assert turn["setup"]["players"] == 5
    assert turn["view"]["choices"] == ["QH", ["AH", "-"], "-"]
    assert turn["view"]["fields"]["hands"][:2] == [["KC", "10D", "QH", "AH", "JK"], {"cards": 4}]
    assert turn["events"] == [{"type": "game.answered", "seat": 2, "told": [["passed", {"seat": 2}]]}]


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ('{"action": 0}', 0),
        ('{"action": 2, "why": "I know"}', 2),
        ("1", 1),
        ('{"action": "-"}', 2),
        ('"AH-"', 1),
        ('{"action": {"type": "game.answer", "said": "AH-"}}', 1),
        ('{"said": "QH", "type": "game.answer"}', 0),
    ],
)
def test_an_answer_is_a_place_or_an_action(line: str, place: int) -> None:
    """Either names one of the legal actions."""
    assert read_answer(line.encode() + b"\n", VIEW.legal) == VIEW.legal[place]


@pytest.mark.parametrize(
    "line",
    [
        b'{"action": 3}',
        b'{"action": -1}',
        b'{"action": true}',
        b'{"action": 0.0}',
        b'{"action": null}',
        b'{"type": "game.answer", "said": "AH"}',
        b'"2C"',
        b"[0]",
        b"{}",
    ],
)
def test_what_names_no_legal_action_is_refused(line: bytes) -> None:
    """The refusal says what would be right."""
    with pytest.raises(InvalidAnswer, match="write an action, or its index from 0 to 2"):
        read_answer(line, VIEW.legal)


@pytest.mark.parametrize("line", [b"", b"\n", b"hello", b"\xff", b"[" * 15_000, b'{"action": 0}{', b'"\xed\xa0\x80"'])
def test_what_is_no_json_is_refused(line: bytes) -> None:
    """Whatever bytes come, the user is told, in few words and without what would disturb a terminal."""
    with pytest.raises(InvalidAnswer, match="not a line of JSON") as told:
        read_answer(line, VIEW.legal)
    assert len(str(told.value)) < 120


def test_what_is_quoted_disturbs_no_terminal() -> None:
    """Escape sequences of a program are not passed on, and what draws nothing is named."""
    with pytest.raises(InvalidAnswer) as told:
        read_answer(b"\x1b[2Jhello", VIEW.legal)
    assert "\\x1b[2Jhello" in str(told.value)


EXAMPLE = Path(__file__).parents[2] / "docs" / "example_bot.py"


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["./mybot.py"], "mybot"),
        (["/opt/bots/ada"], "ada"),
        (["python3.11", "-u", "bots/ada.py", "--fast"], "ada"),
        (["python3", "-c", "import a.b\nprint(1)"], "python3"),
        (["node", "--x=1.js", "ada.mjs"], "ada"),
    ],
)
def test_a_program_is_called_as_its_file(words: list[str], name: str) -> None:
    """Not as what interprets it."""
    assert name_of(words) == name


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--open", "chwech"], "something is missing"),
        (["--exec", "x"], "--table CODE or --open GAME"),
        (["--exec", "x", "--open", "chwech", "--table", "quiet-nine"], "--table CODE or --open GAME"),
        (["--exec", "", "--open", "chwech"], "--exec names no program"),
        (["--exec", "'", "--open", "chwech"], "No closing quotation"),
        (["--exec", "x", "--open", "bridge"], "there is no game 'bridge'"),
        (["--exec", "x", "--open", "chwech", "udp://host"], "is not an address"),
        (["--exec", "x", "--open", "chwech", "--games", "0"], "no whole number from 1"),
        (["--exec", "x", "--open", "chwech", "--seconds", "soon"], "is no number from"),
    ],
)
def test_a_command_line_that_cannot_be_followed(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is told in a line, and nothing is started."""
    assert main(["bot", *words]) == 2
    assert said in capsys.readouterr().err


def test_a_program_is_tried_on_this_machine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a server the offline one is started, and stopped again; results go to standard output."""
    words = ["bot", "--exec", f"{sys.executable} {EXAMPLE}", "--open", "chwech", "--option", "deals=1", "--name", "Ada"]
    assert main([*words, "--players", "4", "--data", str(tmp_path)]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["game"] == 1
    assert err.startswith("chwech bot: Ada (bot) sits down at ")


def test_a_data_directory_that_cannot_be_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is told as elsewhere."""
    blocked = tmp_path / "file"
    blocked.write_text("no directory")
    assert main(["bot", "--exec", "cat", "--open", "chwech", "--data", str(blocked)]) == 2
    (tmp_path / "tokens.json").write_text("{")
    assert main(["bot", "--exec", "cat", "--open", "chwech", "--data", str(tmp_path), "tcp://127.0.0.1:1"]) == 2
    assert capsys.readouterr().err.count("\n") == 2


def test_a_server_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is told at once, over TCP and over SSH."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    words = ["bot", "--exec", "cat", "--open", "chwech", "--data", str(tmp_path)]
    assert main([*words, f"tcp://127.0.0.1:{port}"]) == 1
    assert "no server listens at" in capsys.readouterr().err
    assert main([*words, f"127.0.0.1:{port}"]) == 1
    assert "nothing listens at" in capsys.readouterr().err


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
        door = Route(self._dial, Identity("Ada", bot=True), keep=self.kept.append)
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
