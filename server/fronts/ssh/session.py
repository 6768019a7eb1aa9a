"""One visitor's session: whether they get in, what they ask for, and what serves it: an app, a command, the bridge."""

import asyncio
import contextlib
import contextvars
import logging
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

import asyncssh

from chwech_tui.app import ChwechApp
from chwech_tui.ascii import to_ascii
from chwech_tui.errand import Join, Watch
from chwech_tui.link import Route
from protocol.language import _, speak, taken_language, told
from protocol.text import clean_lines, clean_text
from server.fronts.page import quoted
from server.fronts.public_keys import ALLOWED_NAME, allowed_keys
from server.fronts.ssh.commands.command import DONE, MISUSED, NOT_DONE, NOT_NOW, Reply, failed
from server.fronts.ssh.commands.dispatch import answer, is_word, suggestion
from server.fronts.ssh.host_dialler import SILENT, Bridge, HostDialler
from server.fronts.ssh.request import TODAY, PlainRequest, TextRequest, read_request
from server.fronts.ssh.terminal.app_session import APOLOGY, AppSession, Memory, PlainVisit, StartQueue
from server.fronts.ssh.terminal.terminal import Terminal, TerminalConnection, read_size, read_terminal, told_language
from server.fronts.ssh.transport.connection import Visitor
from server.fronts.ssh.transport.limiter import ChannelOutput, Flow
from server.host.limits import Rate, TokenBucket, TokenBuckets
from server.host.terms import KEYLESS

_log = logging.getLogger(__name__)

TRIES_OF_ADDRESS: Final = Rate(1 / 60, 5.0)  # Codes that may be tried from one address.
TRIES_OF_ALL: Final = Rate(0.5, 30.0)  # Codes that may be tried by all visitors of a front together.
WORD: Final = "invite"  # The command that uses a code.

_COPY_SECONDS: Final = 3.0
_PAUSE: Final = 0.05


class Gate:
    """Lets in everyone or, while it is closed, those on the list."""

    def __init__(self, data: Path, dialler: HostDialler) -> None:
        self.closed = False
        self._allowed = allowed_keys(data / ALLOWED_NAME)
        self._dialler = dialler
        self._tries = TokenBuckets(TRIES_OF_ADDRESS)
        self._all_tries = TokenBucket(TRIES_OF_ALL, time.monotonic())

    def lets_in(self, visitor: Visitor) -> bool:
        """Return True if a visitor may come in."""
        return not self.closed or visitor.key in self._allowed.look()

    def refusal(self, visitor: Visitor) -> Reply:
        """Say to a visitor who is not let in what would help."""
        if visitor.unaccepted:
            return failed(told(visitor.unaccepted), NOT_DONE)
        command = visitor.place.ssh(f"{WORD} CODE")
        text = _(
            "only people on the list of this server get in: ask for an invitation, then {command}", command=command
        )
        return failed(text, NOT_DONE)

    async def answer(self, words: Sequence[str], visitor: Visitor) -> Reply:
        """Have the host add the key of a visitor to the list by a code."""
        place = visitor.place
        if len(words) != 1:
            return failed(_("write {command}", command=place.ssh(f"{WORD} CODE")), MISUSED)
        if not visitor.key:
            return failed(told(visitor.unaccepted or KEYLESS), NOT_DONE)
        welcome = _("Your key is on the list. Come in: {command}", command=place.ssh()) + "\n"
        if visitor.key in self._allowed.look():
            return Reply(welcome, "", DONE)
        now = time.monotonic()
        # The address first: one that has tried too often must not use up what is left for all the others.
        if not (self._tries.take(visitor.address, 1.0, now) and self._all_tries.take(1.0, now)):
            return failed(_("too many codes have been tried: wait some minutes"), NOT_NOW)
        try:
            valid = await self._dialler.ask(WORD, words[0][:40], address=visitor.address, key=visitor.key)
        except OSError as problem:
            return failed(_(str(problem) or SILENT), NOT_NOW)
        if not valid:
            return failed(
                _("this code is not valid: each ends with its time and its uses; ask for a new one"), NOT_DONE
            )
        _log.info("visitor %d was invited: %s is on the list", visitor.number, visitor.key)
        # Where the host is elsewhere, this machine's copy of the list has the key a moment later.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_COPY_SECONDS):
                while visitor.key not in self._allowed.look():  # noqa: ASYNC110 - no event reports a file
                    await asyncio.sleep(_PAUSE)
        return Reply(welcome, "", DONE)


class FrontServices:
    """The services of a front that its sessions share."""

    def __init__(self, data: Path, dialler: HostDialler) -> None:
        self.dialler: Final = dialler
        self.gate: Final = Gate(data, dialler)
        self.memory: Final = Memory()
        self.start_queue: Final = StartQueue()
        self.sessions: Final[set[SshSession]] = set()
        self.tasks: Final[set[asyncio.Task[None]]] = set()
        """The tasks of the sessions, including those whose visitors have just left."""


SUBSYSTEM: Final = "chwech"

_EARLY: Final = 8 * 1024
_CTRL_C: Final = b"\x03"
_CELLS: Final = 200
_LINES: Final = 5


class SshSession(asyncssh.SSHServerSession[bytes]):
    """The session of one visitor."""

    def __init__(self, visitor: Visitor, flow: Flow, services: FrontServices) -> None:
        self.visitor: Final = visitor
        self._flow = flow
        self._services = services
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._output: ChannelOutput | None = None
        self._work: AppSession | PlainVisit | Bridge | None = None
        self._task: asyncio.Task[None] | None = None
        self._early = b""
        self._over = False
        self._asking = False  # True while a key is waited for before the screens.
        self._farewell = ""
        self._stirred = asyncio.Event()

    # Requests of the client

    def connection_made(self, chan: "asyncssh.SSHServerChannel[bytes]") -> None:
        """Store the channel."""
        self._channel = chan
        self._output = ChannelOutput(chan, self._flow)
        self._services.sessions.add(self)

    def shell_requested(self) -> bool:
        """Accept it as a request for the lobby: there is no shell."""
        return True

    def exec_requested(self, command: str) -> bool:
        """Accept the command, which the channel stores; nothing is executed."""
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """Accept any subsystem, so that unknown ones can be refused with a sentence."""
        return True

    def session_started(self) -> None:
        """Start serving the request."""
        channel, output = self._channel, self._output
        assert channel is not None
        assert output is not None
        # The task gets a context of its own, so that tasks started by others keep nothing of this session alive.
        work = self._attend(channel, output)
        self._task = asyncio.get_running_loop().create_task(work, context=contextvars.Context())
        self._services.tasks.add(self._task)
        self._task.add_done_callback(self._services.tasks.discard)

    # Input and the state of the channel

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Pass on input from the client; it may arrive together with the request."""
        if self._work is not None:
            self._work.receive(data)
        else:
            self._early = (self._early + data)[:_EARLY]
            self._stirred.set()

    def eof_received(self) -> bool:
        """Pass on that no more can come; a client that asked a question may still be reading."""
        self._over = True
        self._stirred.set()
        if self._work is not None:
            self._work.end_input()
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Pass on the new terminal size; a size of zero is ignored."""
        size = read_size(width, height)
        if size is not None and isinstance(self._work, AppSession | PlainVisit):
            self._work.resize(size)

    def pause_writing(self) -> None:
        """Pause output: the channel is full."""
        self._flow.hold("channel")

    def resume_writing(self) -> None:
        """Resume output."""
        self._flow.release("channel")

    def connection_lost(self, exc: Exception | None) -> None:
        """End the work of a visitor who has disconnected."""
        if self._output is not None:
            self._output.lost()
        if self._task is not None:
            self._task.cancel()
        self._services.sessions.discard(self)
        self._channel = self._output = None

    def close(self, words: str) -> None:
        """End the session, with these words if there is a screen."""
        if isinstance(self._work, AppSession | PlainVisit):
            self._work.close(words)
        elif self._asking:
            self._farewell, self._over = f"{words}\n", True
            self._stirred.set()
        elif self._task is not None:
            self._task.cancel()

    # Serving the request

    async def _attend(self, channel: "asyncssh.SSHServerChannel[bytes]", output: ChannelOutput) -> None:
        terminal = _terminal(channel)
        try:
            reply = await self._reply(channel, output, terminal)
        except Exception:  # noqa: BLE001 - a fault in one session must not reach the others
            _log.exception("visitor %d: the session fails", self.visitor.number)
            reply = failed(_(APOLOGY), 1)
        finally:
            self._work = None
        await output.deliver(_encoded(reply.out, terminal))
        await output.deliver(_encoded(reply.err, terminal), aside=terminal is None)
        output.finish(reply.status)

    async def _reply(
        self, channel: "asyncssh.SSHServerChannel[bytes]", output: ChannelOutput, terminal: Terminal | None
    ) -> Reply:
        subsystem = channel.get_subsystem()
        try:
            command = _begin_to_speak(channel)
        except ValueError as problem:
            return failed(str(problem))
        gate, (word, *words) = self._services.gate, command.split() or [""]
        if word == WORD and subsystem is None:
            return await gate.answer(words, self.visitor)
        if not gate.lets_in(self.visitor):
            return gate.refusal(self.visitor)
        if subsystem == SUBSYSTEM:
            self._work = bridge = Bridge(channel, self._flow, self.visitor, self._services.dialler)
            self._catch_up()
            return Reply("", "", await bridge.run())
        if subsystem is not None:
            name = repr(clean_text(subsystem, cells=20))
            return failed(_("there is no {name} here: no files, no shell, only cards", name=name))
        try:
            request = read_request(command, is_word, self.visitor.place)
            if terminal is not None and terminal.plain and isinstance(request, Join | Watch):
                request = PlainRequest(request)
        except ValueError as problem:
            return failed(str(problem))
        return await self._do(request, output, terminal)

    async def _do(
        self, request: Join | Watch | PlainRequest | TextRequest, output: ChannelOutput, terminal: Terminal | None
    ) -> Reply:
        place = self.visitor.place
        match request:
            case PlainRequest(errand=errand):
                return await self._converse(errand, output, terminal)
            case TextRequest(words=words):
                return await answer(words, self.visitor, self._services.dialler)
            case errand if terminal is not None:
                return await self._play(errand, output, terminal)
            case Join(daily=True):
                return await answer((TODAY,), self.visitor, self._services.dialler)
            case Join(learn=True):
                screen, plain = place.ssh("learn", terminal=True), place.ssh("plain learn")
                return failed(_("learn needs a terminal: {here}; without one: {plain}", here=screen, plain=plain))
            case Join(table=""):
                news, about = [await answer((word,), self.visitor, self._services.dialler) for word in ("news", "help")]
                return Reply(news.out, about.out, MISUSED)
            case Join(table=code):
                advice = suggestion(code) or _("{command} lists the commands", command=place.ssh("help"))
                text = _(
                    "a table needs a terminal: {command} (there is no command {word}: {advice})",
                    command=place.ssh(code, terminal=True),
                    word=quoted(code),
                    advice=advice,
                )
                return failed(text)
            case Watch(table=code):
                command = place.ssh(f"watch {code}", terminal=True)
                return failed(_("a table needs a terminal: {command}", command=command))

    async def _play(self, errand: Join | Watch, output: ChannelOutput, terminal: Terminal) -> Reply:
        """Show the app until it ends, and return its closing words."""
        if self.visitor.unaccepted:
            if not await self._goes_on(output, terminal):
                return Reply(self._farewell, "", DONE)
            # The window may have another size by now.
            terminal = (_terminal(self._channel) if self._channel is not None else None) or terminal
        services = self._services
        connection = TerminalConnection(terminal, self._flow, output.send, self.visitor.number, services.memory.drawn)
        app = partial(ChwechApp, Route(partial(services.dialler.dial, self.visitor)), errand, terminal.palette)
        self._work = playing = AppSession(app, connection, services.start_queue, services.memory)
        self._catch_up()
        ending = await playing.run()
        words = "".join(f"{line}\n" for line in clean_lines(ending.words, cells=_CELLS, lines=_LINES) if line)
        return Reply(words, "", ending.status)

    async def _goes_on(self, output: ChannelOutput, terminal: Terminal) -> bool:
        """Say why a key is not accepted, before the screens cover it; return False if its owner then leaves."""
        asked = _("You are a guest, and will not be recognised next time. Press any key to continue, Ctrl-C to leave.")
        await output.deliver(_encoded(f"chwech: {told(self.visitor.unaccepted)}\n\n{asked}\n", terminal))
        self._asking = True
        while not (self._early or self._over):
            self._stirred.clear()
            await self._stirred.wait()
        self._asking = False
        pressed, self._early = self._early, b""
        return bool(pressed) and not self._farewell and _CTRL_C not in pressed

    async def _converse(self, errand: Join | Watch, output: ChannelOutput, terminal: Terminal | None) -> Reply:
        """Hold the dialogue of plain mode until it ends, and return its closing words."""
        door = Route(partial(self._services.dialler.dial, self.visitor))
        if self.visitor.unaccepted:
            await output.deliver(_encoded(f"chwech: {told(self.visitor.unaccepted)}\n", terminal))
        self._work = visit = PlainVisit(door, errand, terminal, self._flow, output.send)
        self._catch_up()
        self._services.memory.began()
        try:
            ending = await visit.run()
        finally:
            self._services.memory.ended()
        return Reply(f"{ending.words}\n" if ending.words else "", "", ending.status)

    def _catch_up(self) -> None:
        """Pass on input that arrived before the request was being served."""
        if self._early:
            self.data_received(self._early, None)
            self._early = b""
        if self._over:
            self.eof_received()


def _terminal(channel: "asyncssh.SSHServerChannel[bytes]") -> Terminal | None:
    """Return the terminal that the client has described by the time the session starts; None without one."""
    kind = channel.get_terminal_type()
    if kind is None:
        return None
    width, height, *_pixels = channel.get_terminal_size()
    return read_terminal(kind, channel.get_environment_bytes(), width, height)


def _begin_to_speak(channel: "asyncssh.SSHServerChannel[bytes]") -> str:
    """Speak the language of the command, or the client's; return the rest. Raise ``ValueError`` if it is unknown."""
    own, command = told_language(channel.get_environment_bytes()), channel.get_command() or ""
    speak(own)
    wanted, rest = taken_language(command.split(" "))
    if wanted:
        speak(wanted, fixed=True)
    return " ".join(rest)


def _encoded(text: str, terminal: Terminal | None) -> bytes:
    """Encode a text for the visitor: with a terminal, line ends become CR LF, since nothing else translates them."""
    if terminal is None:
        return text.encode()
    shown = to_ascii(text) if terminal.palette.ascii else text
    return shown.replace("\n", "\r\n").encode()
