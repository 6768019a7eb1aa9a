"""What each command of the desk asks the host, and what it makes of the answer."""

import asyncio
import json
from contextvars import Context
from pathlib import Path

import msgspec
import pytest

from games.kit.run import resume
from games.kit.view import view_of
from protocol.archive import Games, ReadRecord, RecordPart
from protocol.command_line import Misuse, found_command, read_words
from protocol.errors import ErrorCode
from protocol.game import Stage, View
from protocol.language import speak
from protocol.message import Seat
from protocol.messages import FromServer, Goodbye, Refused, Tables, TableShown, Welcome
from protocol.people import AdminCommand, AdminReply, KeyCode, KeyEntry, Keys, NameKey, RevokeKey, UseCode
from protocol.setup import Setup
from protocol.table import TableEntry, TablePhase
from protocol.text import text_width
from server.commands.table import COMMANDS as TABLE
from server.fronts.page import WIDTH
from server.fronts.ssh.commands.command import Reply
from server.fronts.ssh.commands.dispatch import COMMANDS, answer, is_word
from server.fronts.ssh.host_dialler import HostDialler
from server.fronts.ssh.transport.connection import Visitor
from tests.games.position import play
from tests.protocol.examples import FROM_SERVER
from tests.server.fronts.ssh.commands.examples import RUN, SHOWN, VIEW
from tests.server.fronts.ssh.commands.script import CODEC, WELCOME, Desk, Script, a_desk, saying
from tests.server.fronts.ssh.porter import GUEST, KEY, MEGAN


def welcome(name: str = "", *, guest: bool = False) -> Welcome:
    """Give the welcome of someone."""
    return msgspec.structs.replace(WELCOME, name=name, guest=guest)


UNACCEPTED = msgspec.structs.replace(GUEST, unaccepted="the key is too weak")
NAME_NEEDED = Goodbye(ErrorCode.NAME_NEEDED.value, "come again with a name")
ONE_KEY = Keys(1, "Megan", (KeyEntry(KEY, 1.0),))


@pytest.mark.parametrize(
    ("script", "visitor", "kind", "said"),
    [
        (saying(welcome=welcome(guest=True)), GUEST, "guest", "You are a guest: without a key"),
        (saying(welcome=welcome("Gwen", guest=True)), GUEST, "guest", "You are a guest, Gwen: "),
        (saying(welcome=NAME_NEEDED), GUEST, "guest", "You are a guest"),
        (saying(welcome=NAME_NEEDED), UNACCEPTED, "guest", "next time:\nthe key is too weak\n"),
        (saying(welcome=welcome()), MEGAN, "new", "You are new here: "),
        (saying(welcome=NAME_NEEDED), MEGAN, "new", "Choose a name: `ssh chwech@HOST` asks for it."),
        (saying(ONE_KEY, ONE_KEY), MEGAN, "account", "Your account has 1 key; you came"),
    ],
    ids=["guest", "guest with a name", "guest sent back", "weak key", "new key", "new key sent back", "account"],
)
async def test_everybody_can_ask_who_they_are(
    tmp_path: Path, script: Script, visitor: Visitor, kind: str, said: str
) -> None:
    """Guests and new people learn that they are, and what to do to have a name."""
    async with a_desk(tmp_path, script) as desk:
        plain, document = await desk.ask("whoami", visitor), await desk.ask("whoami --json", visitor)
    assert said in plain.out
    assert json.loads(document.out)["kind"] == kind
    assert json.loads(document.out)["key"] == (visitor.key or None)
    assert (plain.status, document.status) == (0, 0)


@pytest.mark.parametrize(
    ("visitor", "said"),
    [(GUEST, "come with a key"), (UNACCEPTED, "the key is too weak"), (MEGAN, "asks for a name and makes one")],
)
async def test_who_has_no_account_learns_how_to_get_one(tmp_path: Path, visitor: Visitor, said: str) -> None:
    """What needs an account says so in terms of what one types."""
    refusal: FromServer = Refused(1, ErrorCode.NAME_NEEDED, "greet again")
    async with a_desk(tmp_path, saying(refusal)) as desk:
        reply = await desk.ask("keys code", visitor)
    assert said in reply.err
    assert reply.status == 1


NEAR = Keys(1, "Megan", (KeyEntry("SHA256:abcdef", 1.0), KeyEntry("SHA256:abcdeg", 2.0)))


@pytest.mark.parametrize("word", ["abcdef", "SHA256:abcdef"])
async def test_a_fingerprint_may_be_cut_short(tmp_path: Path, word: str) -> None:
    """The host is asked for the whole key, once it is clear which is meant."""
    async with a_desk(tmp_path, saying(NEAR, NEAR, NEAR, NEAR)) as desk:
        assert (await desk.ask(f"keys name {word} my old laptop")).status == 0
        assert (await desk.ask(f"keys revoke {word} --last")).status == 0
        asked = [message for message in desk.heard if isinstance(message, NameKey | RevokeKey)]
    assert [(message.key, message.id > 0) for message in asked] == [("SHA256:abcdef", True)] * 2
    assert isinstance(asked[0], NameKey)
    assert asked[0].name == "my old laptop"
    assert isinstance(asked[1], RevokeKey)
    assert asked[1].last


@pytest.mark.parametrize(
    ("word", "said"), [("abcde", "2 keys begin with 'SHA256:abcde'"), ("wxyz", "you have no key 'SHA256:wxyz'")]
)
async def test_a_fingerprint_that_is_not_clear_changes_nothing(tmp_path: Path, word: str, said: str) -> None:
    """Neither a guess nor a key that is not there is sent to the host."""
    async with a_desk(tmp_path, saying(NEAR)) as desk:
        reply = await desk.ask(f"keys revoke {word}")
        assert not any(isinstance(message, RevokeKey) for message in desk.heard)
    assert said in reply.err
    assert reply.status == 1


async def test_a_code_is_used_as_typed(tmp_path: Path) -> None:
    """The host knows which codes there are; the name of the key may have several words."""
    async with a_desk(tmp_path, saying(NEAR)) as desk:
        await desk.ask("keys join 7k2m-9qxd my phone")
        asked = desk.heard[-1]
    assert isinstance(asked, UseCode)
    assert (asked.code, asked.name) == ("7k2m-9qxd", "my phone")


@pytest.mark.parametrize(
    "words", [("keys", "join", "x" * 41), ("keys", "join", ""), ("table", ""), ("table", "x" * 65)]
)
async def test_a_word_that_is_too_long_or_empty_names_nothing(tmp_path: Path, words: tuple[str, ...]) -> None:
    """There is no such code or table, and the host need not be asked."""
    reply = await answer(words, MEGAN, HostDialler(tmp_path / "nothing", CODEC))
    assert reply.status == 1


async def test_a_record_is_fetched_in_parts(tmp_path: Path) -> None:
    """Parts are asked for until there are no more, each from the next line on."""
    parts = (RecordPart(1, ("one", "two"), more=True), RecordPart(1, ("three",), more=True), RecordPart(1, ("four",)))
    async with a_desk(tmp_path, saying(*parts)) as desk:
        assert (await desk.ask("history 7")).out == "one\ntwo\nthree\nfour\n"
        asked = [(message.game, message.line) for message in desk.heard if isinstance(message, ReadRecord)]
    assert asked == [(7, 0), (7, 2), (7, 3)]


async def test_a_record_without_end_is_not_given(tmp_path: Path) -> None:
    """No more of it is held than the bound."""
    async with a_desk(tmp_path, saying(*[RecordPart(1, ("0" * 250_000,), more=True)] * 20)) as desk:
        reply = await desk.ask("history 7")
    assert "cannot be understood" in reply.err
    assert reply.out == ""


def between(stage: Stage, winners: tuple[Seat, ...] = ()) -> View:
    """Give a view between two deals or at the end."""
    return msgspec.structs.replace(VIEW, stage=stage, asked=(), winners=winners)


def dealt(moves: str) -> View:
    """Give the view of the second deal after some moves."""
    run = resume(RUN.match.before(2), RUN.order, ())
    play(run, moves)
    return view_of(run, None)


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (between(Stage.DEALING), "Megan has the next deal."),
        (between(Stage.OVER, winners=(Seat(0), Seat(2))), "The game is over. Megan and Cerys"),
        (dealt(""), "Deal 2 of 2, dealt by Megan. Dylan leads.\n"),
        (dealt("6D, -, -, -"), "Dylan leads or passes.\n"),
    ],
    ids=["between", "over", "opening", "leading"],
)
async def test_a_table_says_how_far_it_is(tmp_path: Path, view: View, said: str) -> None:
    """Between two deals, in a deal and at the end there is a sentence for it."""
    async with a_desk(tmp_path, saying(TableShown(1, msgspec.structs.replace(SHOWN, game=view)))) as desk:
        assert said in (await desk.ask("table quiet-nine")).out


@pytest.mark.parametrize("word", [*(command.name for command in COMMANDS), "--help", "-h"])
async def test_every_word_has_help(tmp_path: Path, word: str) -> None:
    """Whoever asks for help gets a page about each word, without a host, in either way."""
    assert is_word(word.split(maxsplit=1)[0])
    line = HostDialler(tmp_path / "nothing", CODEC)
    reply = await answer(("help", *word.split()) if word[0] != "-" else (word,), MEGAN, line)
    assert reply.status == 0
    assert word[0] == "-" or reply.out.startswith(f"usage: ssh chwech@HOST {word} ")
    assert word[0] == "-" or await answer((*word.split(), "--help"), MEGAN, line) == reply


async def in_welsh(desk: Desk, words: str, visitor: Visitor = MEGAN) -> Reply:
    """Give the reply to a command of someone who reads Welsh."""
    context = Context()
    context.run(speak, "cy")
    return await asyncio.create_task(desk.ask(words, visitor), context=context)


@pytest.mark.parametrize(
    ("words", "script", "visitor", "said"),
    [
        ("help", saying(), MEGAN, "chwarae: lobi'r byrddau"),
        ("help keys", saying(), MEGAN, "Mae `keys` yn eu rhestru."),
        ("help keys", saying(), MEGAN, "Gweld, ychwanegu, enwi a diddymu allweddi eich cyfrif"),
        ("zzz", saying(), MEGAN, "chwech: nid oes 'zzz' yma: dyma'r rhai sydd: help, tables"),
        ("keys zzz", saying(), MEGAN, "nid oes 'zzz' ar ôl `keys`: dyma'r rhai sydd: code, join, name, revoke"),
        ("tables --jsno", saying(), MEGAN, "nid oes dewis '--jsno' yma: oeddech chi'n golygu --json?"),
        ("whoami", saying(welcome=welcome("Gwen", guest=True)), GUEST, "Gwestai ydych chi, Gwen: ni ddangosoch"),
        ("whoami", saying(ONE_KEY, ONE_KEY), MEGAN, "Chi yw Megan. Mae gan eich cyfrif 1 allwedd; daethoch â\nSHA"),
        ("keys", saying(ONE_KEY), MEGAN, "1970-01-01"),
        ("keys code", saying(KeyCode(1, "abc", 120)), MEGAN, "teipiwch o fewn 2 funud:"),
        ("keys code", saying(KeyCode(1, "abc", 600)), MEGAN, "teipiwch o fewn 10 munud:"),
        ("tables", saying(Tables(1, ())), MEGAN, "Nid oes bwrdd ar agor. Mae `ssh -t chwech@HOST` yn agor un."),
        ("rankings original", saying(FROM_SERVER["rankings"]), MEGAN, "cyson"),
        ("history", saying(Games(1, ())), MEGAN, "Nid ydych wedi gorffen gêm eto."),
    ],
)
async def test_a_reader_of_welsh_is_answered_in_welsh(
    tmp_path: Path, words: str, script: Script, visitor: Visitor, said: str
) -> None:
    """Answers, help and what is wrong are said in the visitor's language."""
    async with a_desk(tmp_path, script) as desk:
        reply = await in_welsh(desk, words, visitor)
    assert said in reply.out + reply.err
    assert all(text_width(line) <= WIDTH for line in reply.out.splitlines())


OPEN = Tables(
    1,
    (
        TableEntry("hilove", Setup("chwech", 6), TablePhase.PLAYING, ("Ben (left)", "Ann"), "deal 2 of 6"),
        TableEntry("lohive", Setup("chwech", 6), TablePhase.GATHERING, ("Ann", ""), "{0} of %s {x}"),
    ),
)


async def test_how_far_tables_are_is_told_in_the_language_of_the_reader(tmp_path: Path) -> None:
    """Who has left is marked in it too; JSON stays as it came."""
    async with a_desk(tmp_path, saying(OPEN, OPEN)) as desk:
        told, document = await in_welsh(desk, "tables"), await in_welsh(desk, "tables --json")
    assert "rhaniad 2 o 6" in told.out
    assert "Ben (gadawodd), Ann" in told.out
    assert "6 rhaniad" in told.out
    assert json.loads(document.out)["tables"][0]["summary"] == "deal 2 of 6"
    assert json.loads(document.out)["tables"][0]["names"] == ["Ben (left)", "Ann"]


@pytest.mark.parametrize(
    ("words", "sent"),
    [
        ("mute Ann 1h", ("mute", "Ann", "1h")),
        ("mute -- -x", ("mute", "-x")),
        ("say -- --json -- x", ("say", "--json", "--", "x")),
        ("mute -x", None),
        ("say --loud Ann", None),
    ],
)
async def test_words_for_those_who_run_the_server(tmp_path: Path, words: str, sent: tuple[str, ...] | None) -> None:
    """They are read alike by SSH and on the machine: what begins with a hyphen is a word behind -- alone."""
    async with a_desk(tmp_path, saying(AdminReply(1, ("done",)))) as desk:
        reply = await desk.ask(f"admin {words}")
        assert [message.words for message in desk.heard if isinstance(message, AdminCommand)] == (
            [sent] if sent else []
        )
    if sent:
        assert (reply.status, reply.out) == (0, "done\n")
        assert read_words(found_command(TABLE, ["admin"])[0], words.split())["words"] == sent
        return
    assert reply.status == 2
    assert "there is no option" in reply.err
    with pytest.raises(Misuse):
        read_words(found_command(TABLE, ["admin"])[0], words.split())


@pytest.mark.parametrize("words", ["help --json", "help rules --json", "whoami --json", "keys --json"])
async def test_programs_read_the_same_in_every_language(tmp_path: Path, words: str) -> None:
    """What is written as JSON is not translated."""
    async with a_desk(tmp_path, saying(*[ONE_KEY] * 4)) as desk:
        assert (await in_welsh(desk, words)).out == (await desk.ask(words)).out
