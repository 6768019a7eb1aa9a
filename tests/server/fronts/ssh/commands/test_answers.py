"""What the desk says when all is well, when it is wrongly called, and when the host does not do it."""

import asyncio
from pathlib import Path

import pytest

from protocol.errors import ErrorCode
from protocol.messages import Goodbye, Refused
from server.fronts.ssh.commands import dispatch as counter
from server.fronts.ssh.commands.dispatch import answer
from server.fronts.ssh.host_dialler import STARTING, HostDialler
from tests.server.fronts.ssh.commands.script import CODEC, a_desk, saying
from tests.server.fronts.ssh.porter import MEGAN, a_porter

WRONG = {
    "": "say which command: help, tables",
    "tabels": "did you mean tables?",
    "Rules please": "did you mean rules?",
    "zzzz": "there are help, tables",
    "help me": "there is no 'me' here",
    "tables all": "'all' is one word too many: write ssh chwech@HOST tables",
    "tables --jsno": "there is no option '--jsno' here: did you mean --json?",
    "table": "something is missing: write ssh chwech@HOST table CODE",
    "history one": "NUMBER: 'one' is no whole number from 1 to",
    "keys list": "there is no 'list' after `keys`: there are code, join, name, revoke",
    "keys joni X": "did you mean join?",
    "keys name SHA256:abcd": "something is missing: write ssh chwech@HOST keys name FINGERPRINT NAME ...",
    "keys name SHA256:abcd \u200b": "the name has no letter",
    "keys revoke SHA256:a!cd": "'SHA256:a!cd' is no fingerprint",
    "keys revoke abcd --all": "there is no option '--all' here",
    "rules --option deals": "'deals' is no option: write NAME=VALUE",
    "rules --option deals=1 --option deals=2": "deals: it is set twice",
    "rules whist": "there is no game 'whist', there are chwech, ",
    "rules --players 8": "players: Chwech is for 4–7, not 8",
    "rules --players 6 --option five_pack=middle": "five_pack=middle applies to 5 players",
}
"""Calls that are wrong, and what is said."""


@pytest.mark.parametrize("words", WRONG)
async def test_a_wrong_call_says_what_is_right(tmp_path: Path, words: str) -> None:
    """Nobody is asked for what cannot be answered; a script gets 2, and a person a sentence."""
    reply = await answer(words.split(" ") if words else (), MEGAN, HostDialler(tmp_path / "nothing", CODEC))
    assert (reply.out, reply.status) == ("", 2)
    assert reply.err.startswith("chwech: ")
    assert WRONG[words] in reply.err


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
