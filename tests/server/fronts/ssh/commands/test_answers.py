"""What the desk says when all is well, when it is wrongly called, and when the host does not do it."""

import asyncio
from pathlib import Path

import pytest

from protocol.errors import ErrorCode
from protocol.identity import Keys
from protocol.messages import FromClient, FromServer, Goodbye, Hello, Pong, ReadRules, Refused, Rules
from protocol.setup import Setup
from server.fronts.ssh.commands import dispatch as counter
from server.fronts.ssh.commands.dispatch import answer
from server.fronts.ssh.host_dialler import STARTING, HostDialler
from server.host.terms import Passport
from tests.server.fronts.ssh.commands.script import CODEC, WELCOME, a_desk, saying
from tests.server.fronts.ssh.porter import KEY, MEGAN, a_porter

WRONG = {
    "": "say which command: help, tables",
    "tabels": "did you mean tables?",
    "Rules please": "did you mean rules?",
    "zzzz": "there are help, tables",
    "help me": "there is no 'me' here",
    "help help help": "one word too many",
    "tables all": "'all' is one word too many: write tables",
    "tables --all": "there is no option '--all' here: write tables",
    "tables --jsno": "there is no option '--jsno' here: did you mean --json?",
    "table": "something is missing: write table CODE",
    "table a b": "'b' is one word too many",
    "history 1 2": "one word too many",
    "history one": "'one' is no number of a game",
    "history 0": "'0' is no number of a game",
    "history -1": "there is no option '-1' here",
    "history 1234567890123456789": "is no number of a game",
    "whoami really": "one word too many",
    "keys list": "there are code, join, name, revoke",
    "keys joni X": "did you mean join?",
    "keys --all": "there is no option '--all' here: write keys",
    "keys code 2": "one word too many",
    "keys join": "something is missing: write keys join CODE",
    "keys name": "something is missing: write keys name",
    "keys name SHA256:abcd": "something is missing: write keys name",
    "keys name SHA256:abcd \u200b": "the name has no letter",
    "keys name abc laptop": "'abc' is no fingerprint",
    "keys name SHA256:a!cd laptop": "is no fingerprint",
    "keys revoke": "something is missing: write keys revoke",
    "keys revoke --last": "something is missing: write keys revoke",
    "keys revoke abcd --all": "there is no option '--all' here",
    "rules chwech durak": "'game' is set twice",
    "rules --all": "there are --players, --option",
    "rules --player 5": "did you mean --players?",
    "rules --players": "--players has no value",
    "rules --option": "--option has no value",
    "rules --option deals": "--option has no value",
    "rules --option =3": "--option has no value",
    "rules --players 5 --players=6": "'players' is set twice",
    "rules --option ruleset=original --option ruleset=revised": "'ruleset' is set twice",
}
"""Calls that are wrong by themselves, and what is said."""

WRONG_FOR_THE_HOST = {
    "rules --players 8": "players: 8 do not fit, chwech is for 4, 5, 6 or 7",
    "rules whist": "there is no 'whist' among the games: there are chwech, forty-five",
    "rules forty-fiv": "there is no 'forty-fiv' among the games: did you mean forty-five?",
    "rules forty-five --option ruleset=old": "there is no 'ruleset' among the options of forty-five: ",
    "rules forty-five --players 11": "players: 11 do not fit, forty-five is for 3 to 10",
    "rules --option ruleset=old": "ruleset: 'old' is not one of its values, which are revised, original",
    "rules --option dels=3": "did you mean deals?",
    "rules --option deals=99": "deals: '99' is not one of its values, which are the whole numbers 1 to 24",
    "rules --option deals=three": "deals: 'three' is not one of its values, which are the whole numbers 1 to 24",
    "rules --option review_won=yes": "review_won: 'yes' is not one of its values, which are false, true",
}
"""Calls that are wrong for the games of the host, and what is said."""


@pytest.mark.parametrize("words", WRONG)
async def test_a_wrong_call_says_what_is_right(tmp_path: Path, words: str) -> None:
    """Nobody is asked for what cannot be answered; a script gets 2, and a person a sentence."""
    reply = await answer(words.split(" ") if words else (), MEGAN, HostDialler(tmp_path / "nothing", CODEC))
    assert (reply.out, reply.status) == ("", 2)
    assert reply.err.startswith("chwech: ")
    assert WRONG[words] in reply.err


@pytest.mark.parametrize("words", WRONG_FOR_THE_HOST)
async def test_a_table_that_does_not_exist_has_no_rules(tmp_path: Path, words: str) -> None:
    """What a table can be is what the host offers; everything else is wrongly called."""
    async with a_desk(tmp_path, saying()) as desk:
        reply = await desk.ask(words)
    assert (reply.out, reply.status) == ("", 2)
    assert WRONG_FOR_THE_HOST[words] in reply.err


async def test_a_setup_that_the_host_refuses_is_wrongly_called(tmp_path: Path) -> None:
    """Options that do not go together are known by the rules alone."""
    refusal: FromServer = Refused(1, ErrorCode.INVALID_SETUP, "five_pack=middle applies to 5 players")
    async with a_desk(tmp_path, saying(refusal)) as desk:
        reply = await desk.ask("rules --option five_pack=middle")
    assert (reply.err, reply.status) == ("chwech: five_pack=middle applies to 5 players\n", 2)


async def test_options_of_a_table_are_asked_for_as_written(tmp_path: Path) -> None:
    """Numbers, words and truth values reach the host as what they are, however the option is written."""
    line = "rules --players=7 --option ruleset=revised --option=deals=3 --option thirteens_as_jokers=true"
    async with a_desk(tmp_path, saying(Rules(1, "# Rules"))) as desk:
        assert (await desk.ask(line)).out == "# Rules\n"
        asked = desk.heard[-1]
    assert isinstance(asked, ReadRules)
    assert asked.setup == Setup("chwech", 7, {"ruleset": "revised", "deals": 3, "thirteens_as_jokers": True})


@pytest.mark.parametrize(
    ("code", "status"),
    [
        (ErrorCode.UNKNOWN_TABLE, 1),
        (ErrorCode.UNKNOWN_GAME, 1),
        (ErrorCode.KEY_TAKEN, 1),
        (ErrorCode.TOO_MANY, 75),
        (ErrorCode.SERVER_FAULT, 75),
        (ErrorCode.UNKNOWN_OUTCOME, 75),
    ],
)
async def test_a_refusal_is_told(tmp_path: Path, code: ErrorCode, status: int) -> None:
    """The sentence of the host goes to standard error; the status says whether trying again helps."""
    async with a_desk(tmp_path, saying(Refused(1, code, "it cannot be done"))) as desk:
        reply = await desk.ask("tables --json")
    assert (reply.out, reply.err, reply.status) == ("", "chwech: it cannot be done\n", status)


@pytest.mark.parametrize(("code", "status"), [("closing", 75), ("too_many", 75), ("revoked", 1)])
async def test_a_goodbye_is_told(tmp_path: Path, code: str, status: int) -> None:
    """So is that of a host that lets nobody in."""
    async with a_desk(tmp_path, saying(welcome=Goodbye(code, "goodbye"))) as desk:
        reply = await desk.ask("tables")
    assert (reply.err, reply.status) == ("chwech: goodbye\n", status)


async def test_without_a_host_one_is_told_to_come_again(tmp_path: Path) -> None:
    """A script gets the status that means a failure of the moment."""
    reply = await answer(("tables",), MEGAN, HostDialler(tmp_path / "nothing", CODEC))
    assert (reply.out, reply.err, reply.status) == ("", f"chwech: {STARTING}\n", 75)


async def test_a_host_that_says_nothing_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer takes some seconds at most."""
    monkeypatch.setattr(counter, "PATIENCE", 0.05)
    async with a_desk(tmp_path, lambda _: None) as desk:
        reply = await desk.ask("tables")
    assert (reply.err, reply.status) == ("chwech: the game server does not answer now\n", 75)


async def test_a_host_that_is_not_understood_is_told(tmp_path: Path) -> None:
    """A host of another version is as good as away."""
    async with a_porter(tmp_path / "s") as porter:
        asking = asyncio.create_task(answer(("tables",), MEGAN, HostDialler(tmp_path / "s", CODEC)))
        (await porter.arrival()).writer.write(b"\x00\x00\x00\x01\xc1")
        reply = await asking
    assert (reply.err, reply.status) == ("chwech: the game server cannot be understood: try again later\n", 75)


async def test_news_between_question_and_answer_is_passed_over(tmp_path: Path) -> None:
    """Only an answer of the kind asked for is one."""

    def script(message: FromClient) -> FromServer:
        return WELCOME if isinstance(message, Hello) else Pong(1)

    async with a_desk(tmp_path, script) as desk:
        asking = asyncio.create_task(desk.ask("tables"))
        while len(desk.heard) < 2:
            await asyncio.sleep(0)
        for _ in range(50):
            await asyncio.sleep(0)
        assert not asking.done()
        asking.cancel()
        await asyncio.wait({asking})


async def test_a_visitor_who_asks_only_looks(tmp_path: Path) -> None:
    """The passport says so, and the greeting holds no name."""
    async with a_desk(tmp_path, saying(Keys(1, "Megan", ()))) as desk:
        await desk.ask("keys")
        hello = desk.heard[0]
        assert desk.passports == [Passport(KEY, "192.0.2.1", looks=True)]
    assert isinstance(hello, Hello)
    assert (hello.name, hello.token) == ("", "")
