"""The bots of a table, in this process or in workers, and the hints that they give."""

import asyncio
import contextlib
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Iterable
from random import Random
from typing import Any, Final

from msgspec import Struct

from games.chwech.kernel.compiling import ASKED
from games.kit.asking import text
from games.kit.sampler import Advice, Observation
from protocol.errors import ErrorCode
from protocol.game import Answer
from protocol.language import sentence
from protocol.message import Seat
from protocol.messages import Act, FromServer, refused, wording
from protocol.setup import Delay
from protocol.table import Appraised, CostliestChoice, Hint, HintGiven, HintReason
from server.bots.registry import Slow, shown_to
from server.bots.worker import HEADER, write_question
from server.host.limits import HINTS, TokenBucket
from server.host.services import HostServices
from server.host.subscribers import Subscribers
from server.tables.chairs import seat_of
from server.tables.clock import AskBot
from server.tables.commands import Asked, BotMove, Command, Denied, denied, not_now
from server.tables.handle import NOT_YOURS
from server.tables.log import Cause
from server.tables.seating import seat_temper, whims_of_day
from server.tables.table import Progress, Table

QUEUE: Final = 64  # Questions that wait for a worker; more are not answered.

MOST_WORKERS: Final = 4

START_SECONDS: Final = 300.0
"""The longest time that a process takes to load its bots, and to compile them the first time."""

GRACE_SECONDS: Final = 1.0  # Seconds after its deadline at which a worker that is still thinking is killed.

SHORTEST_REST: Final = 1.0
"""Seconds before a worker that was lost is started again; doubled each time until one answers."""

LONGEST_REST: Final = 60.0

Thought = asyncio.Future[bytes | None]
"""The bytes of an action, or None."""


class _Job(Struct, frozen=True):
    question: bytes
    until: float
    answer: Thought


class Workers:
    """The worker processes of a host; none is started before the first use."""

    def __init__(self, bots: str, count: int = 0) -> None:
        """Begin without a process; the workers, by default half of the cores, ask the ``BOTS`` of this module."""
        self._command = (sys.executable, "-P", "-m", "server.bots.worker", bots)
        self._count = count or max(1, min(MOST_WORKERS, (os.cpu_count() or 1) // 2))
        self._jobs: asyncio.Queue[_Job] = asyncio.Queue(QUEUE)
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start the processes, unless they are there."""
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._work()) for _ in range(self._count)]

    def ask(self, question: bytes, seconds: float) -> Thought:
        """Return what will be the answer, if it comes within so many seconds; cancel it if it is not needed."""
        self.start()
        loop = asyncio.get_running_loop()
        answer: Thought = loop.create_future()
        try:
            self._jobs.put_nowait(_Job(question, loop.time() + seconds, answer))
        except asyncio.QueueFull:
            answer.set_result(None)
        return answer

    async def close(self) -> None:
        """End all processes."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()

    async def _work(self) -> None:
        """Have one process, started again when it is lost, answer one question after the other, until cancelled."""
        process, rest = None, SHORTEST_REST
        try:
            while True:
                try:
                    process = process or await self._begun()
                    await _answer(process, await self._jobs.get())
                    rest = SHORTEST_REST
                except (OSError, EOFError, TimeoutError) as fault:
                    _log.error("a worker of slow bots %s: %r", "is lost" if process else "does not start", fault)
                    await _end(process)
                    process = None
                    await asyncio.sleep(rest)
                    rest = min(LONGEST_REST, 2 * rest)
        finally:
            await _end(process)

    async def _begun(self) -> Process:
        environment = {**os.environ, ASKED: "1"}
        process = await asyncio.create_subprocess_exec(*self._command, stdin=PIPE, stdout=PIPE, env=environment)
        try:
            async with asyncio.timeout(START_SECONDS):
                await _read(process)
        except BaseException:
            await _end(process)
            raise
        return process


async def _end(process: Process | None) -> None:
    if process is not None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        # Unlike wait, this also reads to the end, without which the pipe would stay open.
        await process.communicate()


async def _answer(process: Process, job: _Job) -> None:
    """Let a process answer, if anyone still waits; raise ``EOFError`` if it has ended, or ``TimeoutError``."""
    answer = b""
    try:
        if not job.answer.done() and asyncio.get_running_loop().time() < job.until:
            async with asyncio.timeout_at(job.until + GRACE_SECONDS):
                assert process.stdin is not None
                process.stdin.write(len(job.question).to_bytes(HEADER, "big") + job.question)
                await process.stdin.drain()
                answer = await _read(process)
    finally:
        if not job.answer.done():
            job.answer.set_result(answer or None)


async def _read(process: Process) -> bytes:
    """Return what a process says next; raise ``EOFError`` if it has ended."""
    assert process.stdout is not None
    head = await process.stdout.readexactly(HEADER)
    return await process.stdout.readexactly(int.from_bytes(head, "big"))


_log = logging.getLogger(__name__)

CHANCE_BYTES = 16  # Random bytes for the choices of a bot.


class TableBots:
    """The bots of a table; they see it as a person on their seat does."""

    def __init__(self, services: HostServices, workers: Workers) -> None:
        self._services = services
        self._workers = workers
        self._thoughts: dict[AskBot, Thought] = {}

    def begin(self, table: Table) -> None:
        """Have workers ready for a table that has slow bots."""
        if any(self._slow(table, level) for level in table.opened.bots):
            self._workers.start()

    def rest(self) -> None:
        """Let all bots stop thinking."""
        self._forget(frozenset(self._thoughts))

    def prepare(self, table: Table | None, asks: Iterable[AskBot]) -> None:
        """Let those bots begin to think that are slow and whose turn it is, and let all others stop."""
        slow = {ask: slow for ask in asks if table and (slow := self._slow(table, ask.level))}
        self._forget(self._thoughts.keys() - slow.keys())
        if table is None:
            return
        for ask in slow.keys() - self._thoughts.keys():
            self._thoughts[ask] = self._workers.ask(self._question(table, ask), slow[ask].seconds)

    def think(self, table: Table, ask: AskBot) -> BotMove:
        """Let the bot act whose turn it is; if it fails, play the first legal action."""
        legal = table.state.legal(ask.seat)
        action: Answer = legal[0]
        try:
            slow = self._slow(table, ask.level)
            chosen = self._thought(table, ask, slow) if slow else self._ask(table, ask.seat, ask.level)
        except Exception:  # noqa: BLE001  # whatever a bot does, the table goes on
            _log.exception("the bot %s failed at table %s", ask.level, table.opened.code)
        else:
            if chosen in legal:
                action = chosen
            else:
                _log.error("the bot %s chose what is not legal at table %s", ask.level, table.opened.code)
        return BotMove(ask.seat, ask.level, table.seq, action)

    def _slow(self, table: Table, level: str) -> Slow | None:
        """Return how a level is asked that thinks too long for this process; None if it answers at once."""
        return self._services.slow.get((table.opened.setup.game, level))

    def _thought(self, table: Table, ask: AskBot, slow: Slow) -> Answer:
        """Return what a slow bot has chosen, or else what its fallback chooses."""
        answer = self._thoughts.pop(ask, None)
        data = answer.result() if answer is not None and answer.done() and not answer.cancelled() else None
        if answer is not None:
            answer.cancel()
        if data is not None:
            return self._services.codec.unpack(Answer, data)
        _log.info("table %s: the bot %s is late, and %s plays", table.opened.code, ask.level, slow.fallback)
        return self._ask(table, ask.seat, slow.fallback)

    def _ask(self, table: Table, seat: Seat, level: str) -> Answer:
        bot = self._services.bots[table.opened.setup.game][level]
        return Answer(text(bot(self.seen(table, seat), self._whims(table, seat))))

    def _question(self, table: Table, ask: AskBot) -> bytes:
        # A named seed is a request for the same game again; the seed itself decides the deals, and stays here.
        chance = "" if table.opened.seed else self._services.outside.entropy(CHANCE_BYTES).hex()
        view = table.state.view(ask.seat)
        return write_question(self._services.codec, ask.level, self.seen(table, ask.seat), view, chance)

    def seen(self, table: Table, seat: Seat) -> Observation[Any]:
        """Return what a person on a seat that may act sees of the deal; a bot, besides, how it leans."""
        return shown_to(table.state.run, seat, seat_temper(table, seat), self._services.knowledge)

    def _whims(self, table: Table, seat: Seat) -> Random:
        """Return the randomness of a bot: repeatable if the deals of the table are."""
        named = table.opened.seed
        if table.opened.daily:
            return Random(whims_of_day(named, seat, table.played))  # noqa: S311  # like any bot's
        seed = f"{named} seat {seat} after {table.seq}" if named else self._services.outside.entropy(CHANCE_BYTES)
        return Random(seed)  # noqa: S311  # the choices of a bot are no secret

    def _forget(self, asks: Iterable[AskBot]) -> None:
        for ask in asks:
            self._thoughts.pop(ask).cancel()


LEAST_COST: Final = 1.0  # The least points by which a choice must be worse than another to be told of after the deal.

_TOO_FAST: Final = denied(ErrorCode.TOO_MANY, "you ask for hints too fast: wait a moment")
_NO_ADVICE: Final = not_now("there are no hints on this server now: it cannot read what they are made from")


class _Given(Struct, frozen=True):
    """What a seat was advised for one of its turns."""

    moved: int
    """The number of the last event of the game before the turn."""
    cards: int
    legal: tuple[Answer, ...]
    advice: Advice

    @property
    def best(self) -> int:
        """The place of the best action."""
        return max(range(len(self.legal)), key=self.advice.values.__getitem__)


class TableHints:
    """The hints of a table; each seat's are told to its own person only."""

    def __init__(self, services: HostServices, subscribers: Subscribers, bots: TableBots) -> None:
        self._services = services
        self._subscribers = subscribers
        self._bots = bots
        self._prepared = False
        self._given: dict[Seat, _Given] = {}
        self._costliest: dict[Seat, CostliestChoice] = {}
        self._buckets: dict[Seat, TokenBucket] = {}

    def rest(self) -> None:
        """Forget everything: a table that was just folded from its log has sent nothing yet."""
        self._given.clear()
        self._costliest.clear()

    async def missing(self, table: Table, asked: Asked) -> Denied | None:
        """Return why there is no hint for any turn of this game; None if there is, or for any other message.

        What hints are made from is read in a thread, once for all tables. The action of someone who has had hints is
        weighed before it changes the table.
        """
        if isinstance(asked.message, Act) and self._prepared:
            # They may have asked for no hint on this turn.
            seat = seat_of(table.chairs, asked.cause.account)
            if seat is not None and seat in table.hinted and len(table.state.legal(seat)) > 1:
                self._worked_out(table, seat)
        if not isinstance(asked.message, Hint):
            return None
        game = table.opened.setup.game
        adviser = self._services.advisers.get(game)
        if adviser is None:
            return not_now("there are no hints for this game yet")
        self._prepared = adviser.prepare is None or await asyncio.to_thread(adviser.prepare)
        return None if self._prepared else _NO_ADVICE

    def give(self, table: Table, cause: Cause, message: Hint) -> FromServer:
        """Return the hint for the turn of a person, or its refusal."""
        seat = seat_of(table.chairs, cause.account)
        if seat is None or not table.state.legal(seat):
            # A repeated command is answered again, though its turn may have passed.
            return refused(message.id, NOT_YOURS.code, NOT_YOURS.text)
        now = asyncio.get_running_loop().time()
        if not self._buckets.setdefault(seat, TokenBucket(HINTS, now)).take(1.0, now):
            return refused(message.id, _TOO_FAST.code, _TOO_FAST.text)
        given = self._worked_out(table, seat)
        if given is None:
            return refused(message.id, _NO_ADVICE.code, _NO_ADVICE.text)
        values = given.advice.values
        places = sorted(range(len(given.legal)), key=lambda place: -values[place])
        choices = tuple(Appraised(given.legal[place], round(values[place], 1) + 0.0) for place in places)
        reasons: list[HintReason] = []
        for reason in given.advice.reasons:
            chair = table.chairs[reason.seat] if reason.seat is not None else None
            text = sentence(reason.words, name=chair.name) if chair is not None else sentence(reason.words)
            reasons.append(HintReason(text, wording(text)))
        return HintGiven(message.id, table.seq, choices, tuple(reasons))

    def _worked_out(self, table: Table, seat: Seat) -> _Given | None:
        """Return what a seat is advised for this turn, worked out once; None if there is no advice."""
        given = self._given.get(seat)
        if given is not None and given.moved == table.moved:
            return given
        seen = self._bots.seen(table, seat)
        advice = self._services.advisers[table.opened.setup.game].advise(seen)
        if advice is None:
            return None
        given = self._given[seat] = _Given(table.moved, len(seen.table.hands[seat]), table.state.legal(seat), advice)
        return given

    def hear(self, before: Table, command: Command, progress: Progress) -> None:
        """Take what a command has led to; at the end of a deal, tell each person their costliest choice."""
        if not (self._given or self._costliest):
            return
        if isinstance(command, Asked) and isinstance(command.message, Act):
            self._weigh(before, command.cause.account, command.message.action)
        if any(step.table.state.ends(step.event) is Delay.DEAL for step in progress.steps):
            for seat, choice in self._costliest.items():
                chair = progress.table.chairs[seat]
                if chair is not None and chair.account:
                    self._subscribers.say_to(chair.account, choice)
            self.rest()

    def _weigh(self, before: Table, account: str, action: Answer) -> None:
        """Note what a choice has cost, if its person has had hints in this game."""
        seat = seat_of(before.chairs, account)
        given = self._given.pop(seat, None) if seat is not None else None
        if seat is None or given is None or given.moved != before.moved:
            return
        values, best = given.advice.values, given.best
        cost = round(values[best] - values[given.legal.index(action)], 1)
        known = self._costliest.get(seat)
        if cost >= LEAST_COST and (known is None or cost > known.cost):
            self._costliest[seat] = CostliestChoice(
                before.state.deals + 1, given.cards, action, given.legal[best], cost
            )
