"""Sessions by real SSH: with a terminal, without one, and for those who come for something else."""

import asyncio
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import asyncssh
import pytest
from msgspec import structs

from chwech_tui.terminal_input import COLOURS_QUERY
from protocol.messages import Accepted, OpenTable, Seated
from protocol.people import Invite
from protocol.setup import Arrangement, Clock, Setup
from protocol.table import TableView
from server.fronts.ssh.terminal.app_session import AppSession
from server.fronts.ssh.transport.connection import Visitor
from tests.server.commands.children import Player
from tests.server.fronts.ssh import visits
from tests.server.fronts.ssh.commands.premises import premises
from tests.server.fronts.ssh.raw_client import ROOMY
from tests.server.fronts.ssh.theatre import until
from tests.server.fronts.ssh.visits import a_front, a_place, ask, enter, knock

COLOUR = r"\x1b\[(?:\d+;)*(?:[349]\d|10\d)(?:;\d+)*m"
RESTORED = "\x1b[?25h\x1b[?1049l"


async def test_somebody_new_gives_a_name_and_is_in_the_lobby(tmp_path: Path) -> None:
    """The whole way: a key, a terminal, a nickname, the lobby, and out again with status 0."""
    async with a_place(tmp_path) as front, knock(front) as connection:
        visit = await enter(connection)
        await visit.sees("What shall the others call you")
        visit.type("Angharad\r")
        await visit.sees("New table", "Online")
        visit.type("q")
        assert await visit.ends() == 0
        assert visit.text.startswith("\x1b[?1049h")
        assert visit.text.endswith(RESTORED)


async def test_a_second_visit_is_told_what_has_happened(tmp_path: Path) -> None:
    """On the first screen and without a terminal: three true things, and one key goes to the first."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    ann, setup = Visitor(1, key.get_fingerprint(), "chwech", "192.0.2.1"), Setup(players=4)
    async with premises(tmp_path) as place, a_front(tmp_path) as front:
        async with knock(front, client_keys=[key]) as connection:
            visit = await enter(connection)
            await visit.sees("What shall the others call you")
            visit.type("Ann\r")
            await visit.sees("New table", "Online")
            visit.type("q")
            await visit.ends()
        assert "Since your last visit" not in visit.text
        ben, codes = await place.come(Visitor(2, "SHA256:" + "b" * 43, "chwech", "192.0.2.2"), "Ben"), list[str]()
        for days in (3, 0):
            player = await place.come(ann, "Ann")
            opening = partial(OpenTable, setup=setup, arrangement=Arrangement(Clock(days * 86_400.0)))
            codes.append((await answered(player, opening)).view.table)
            await player.begin()
            while not (isinstance(player.view, TableView) and player.view.game and player.view.game.legal):
                await player.hear()
            player.channel.close()
        codes.append((await answered(ben, partial(OpenTable, setup=setup))).view.table)
        await until(lambda: place.host.sessions == 1)
        assert isinstance(await ben.ask(partial(Invite, name="Ann", table=codes[2])), Accepted)
        news = "Your turn in Chwech: ", "Ben invites you to Chwech.", "Your game of Chwech isn't finished."
        async with knock(front, client_keys=[key]) as connection:
            without = (await ask(connection)).output.decode()
            lines = [line for line in without.splitlines() if not line.startswith(" ")]
            assert all(line.startswith(words) for line, words in zip(lines, news, strict=False))
            assert re.findall(r"^  .* (\S+)$", without, re.MULTILINE) == [codes[0], codes[2], codes[1]]
            visit = await enter(connection)
            await visit.sees("Since your last visit", *news)
            visit.type("1")
            await visit.sees(codes[0])


async def answered(player: Player, opening: Callable[[int], OpenTable]) -> Seated:
    """Open a table, and give the answer."""
    answer = await player.ask(opening)
    assert isinstance(answer, Seated), answer
    return answer


class Latin(str):
    """A command of a client that writes no UTF-8."""

    __slots__ = ()

    def encode(self, encoding: str = "", errors: str = "") -> bytes:
        """Return its bytes."""
        return super().encode("latin-1")


@pytest.mark.parametrize(
    ("command", "status", "says"),
    [
        (None, 2, "ssh -p 2222 -t chwech@cards.example CODE"),
        ("hilove", 2, "a table needs a terminal: ssh -p 2222 -t chwech@cards.example hilove"),
        ("watch hilove", 2, "a table needs a terminal: ssh -p 2222 -t chwech@cards.example watch hilove"),
        ("tabels", 2, "-t chwech@cards.example tabels (there is no command 'tabels': did you mean tables?)"),
        ("foo", 2, "(there is no command 'foo': ssh -p 2222 chwech@cards.example help lists the commands)"),
        ("t\u200bables", 2, "there is no 't\\u200bables' here: did you mean tables?"),
        ("learn", 2, "learn needs a terminal: ssh -p 2222 -t chwech@cards.example learn"),
        ("amber \n\r\n river stone", 2, "ssh -p 2222 -t chwech@cards.example amber-river-stone"),
        ("watch", 2, "watch needs the code"),
        ("tables 'open", 2, "quotation mark"),
        ("rm -rf /", 2, "rm"),
        ("x" * 600, 2, "512 bytes"),
        pytest.param("x" * 261_000, 2, "512 bytes", id="the longest of all"),
        pytest.param(Latin("caf\xe9"), 2, "caf\ufffd", id="latin-1"),
        ("scp -t .", 2, "scp"),
    ],
)
async def test_without_a_terminal_a_sentence_says_what_is_right(
    tmp_path: Path, command: str | None, status: int, says: str
) -> None:
    """It goes to standard error, with a status for scripts, and standard output stays empty."""
    async with a_front(tmp_path) as front, knock(front) as connection:
        visit = await ask(connection, command=command)
        assert visit.output == b""
        assert says in visit.errors.decode()
        assert command is None or visit.errors.count(b"\n") == 1
        assert await visit.ends() == status


async def test_a_command_is_answered_with_and_without_a_terminal(tmp_path: Path) -> None:
    """A terminal gets the ends of lines that it needs; a pipe gets plain ones."""
    async with a_front(tmp_path) as front:
        async with knock(front) as connection:
            plain = await ask(connection, command="help")
        async with knock(front) as connection:
            drawn = await enter(connection, command="help")
            assert await drawn.ends() == await plain.ends() == 0
        assert b"\r" not in plain.output
        assert drawn.output == plain.output.replace(b"\n", b"\r\n")
        assert plain.errors == drawn.errors == b""


@pytest.mark.parametrize(
    ("term", "variables", "foreign"),
    [
        ("xterm-256color", {"NO_COLOR": "1", "COLORTERM": "truecolor"}, COLOUR),
        ("xterm-256color", {"LANG": "en_GB.ISO-8859-1"}, r"[^\x00-\x7f]"),
        ("xterm-256color", {}, r"[34]8;2;"),
        ("linux", {}, r"[34]8;[25];|\?2026|\?1000|>25u|\?2004|\?1004|\[2[23];2t"),
        ("vt100", {"LC_ALL": "C"}, rf"[^\x00-\x7f]|\?1000|{COLOUR}"),
    ],
)
async def test_a_terminal_is_sent_what_it_knows_and_no_more(
    tmp_path: Path, term: str, variables: dict[str, str], foreign: str
) -> None:
    """The lobby and the form of a new table, on terminals that have less than the newest."""
    async with a_place(tmp_path) as front, knock(front) as connection:
        visit = await enter(connection, term_type=term, env=variables)
        await visit.sees("What shall the others call you")
        visit.type("Angharad\r")
        await visit.sees("New table", "Online")
        visit.type("n")
        await visit.sees("Players")
        visit.type("\x03")
        await visit.ends()
        # The question for the terminal's colours sets one, before anything is drawn.
        assert re.findall(foreign, visit.text.replace(COLOURS_QUERY, "")) == []


async def test_sizes_are_bounded_and_of_many_the_last_one_counts(tmp_path: Path) -> None:
    """A screen beyond all bounds is drawn within them, and hundreds of changes are a few."""
    async with a_front(tmp_path) as front, knock(front) as connection:
        visit = await enter(connection, term_size=(65535, 65535))
        await visit.sees("cards.example", "\x1b[148;")
        assert "\x1b[151;1H" not in visit.text
        channel = visit.channel
        assert channel is not None
        seen = len(visit.output)
        for number in range(300):
            channel.change_terminal_size(20 + number % 80, 30)
        channel.change_terminal_size(0, 0)
        channel.change_terminal_size(90, 31)
        (session,) = front.sessions
        stage = session._work
        assert isinstance(stage, AppSession)
        await until(lambda: stage._size.height == 31)
        await until(lambda: b"\x1b[31;1H" in visit.output[seen:])
        assert len(visit.output) - seen < 400_000


async def test_a_terminal_from_which_no_keys_can_come_is_let_go(tmp_path: Path) -> None:
    """Whoever starts it without an input at all would have to be killed."""
    async with a_front(tmp_path) as front, knock(front) as connection:
        visit = await enter(connection)
        await visit.sees("cards.example")
        assert visit.channel is not None
        visit.channel.write_eof()
        assert await visit.ends() == 0
        assert visit.text.endswith(f"{RESTORED}no more keys can come from you: the game is kept\r\n")


async def test_whoever_takes_nothing_for_long_is_disconnected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Meanwhile one screen at most waits for them."""
    monkeypatch.setattr(visits, "ROOMY", structs.replace(ROOMY, stuck_seconds=0.2))
    async with a_front(tmp_path) as front, knock(front) as connection:
        visit = await enter(connection, window=16_384, term_size=(300, 100))
        assert visit.channel is not None
        visit.channel.pause_reading()
        (session,) = front.sessions
        channel = session._channel
        assert channel is not None
        await until(channel.get_write_buffer_size)
        for number in range(50):
            visit.channel.change_terminal_size(200 + number, 90)
            await asyncio.sleep(0)
            assert channel.get_write_buffer_size() < 100_000
        await until(lambda: not front.sessions)
        await until(connection.is_closed)


async def test_a_session_that_stumbles_ends_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Its visitor is told that it was none of their doing; the log says what it was."""

    async def stumble(*_given: object) -> None:
        raise RuntimeError("the desk is overturned")

    monkeypatch.setattr("server.fronts.ssh.session.answer", stumble)
    async with a_front(tmp_path) as front, knock(front) as connection:
        visit = await ask(connection, command="help")
        assert await visit.ends() == 1
        assert b"something went wrong" in visit.errors
        assert "the desk is overturned" in caplog.text


async def test_an_answer_is_given_whole_before_its_status(tmp_path: Path) -> None:
    """A client that takes an answer in little pieces is told that all is well when it has all of it, and not before."""
    async with a_front(tmp_path) as front, knock(front) as connection:
        visit = await enter(connection, term_type=None, command="help", window=64, max_pktsize=64)
        assert visit.channel is not None
        visit.channel.pause_reading()
        (session,) = front.sessions
        await until(lambda: not session._flow.open)
        # Whatever the front has sent until now is here when this is answered.
        await connection._make_global_request(b"keepalive@openssh.com")
        assert visit.channel.get_exit_status() is None
        visit.channel.resume_reading()
        assert await visit.ends() == 0
        assert visit.text.endswith("try again in a moment\n")
