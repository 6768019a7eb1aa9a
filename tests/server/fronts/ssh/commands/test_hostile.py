"""Text that is meant for someone else's terminal: wherever it comes from, nothing of it leaves the desk."""

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from protocol.archive import GameEntry, Games, RecordPart
from protocol.errors import ErrorCode
from protocol.messages import FromServer, Goodbye, Refused, Tables, TableShown, Welcome
from protocol.people import KeyCode, KeyEntry, Keys
from protocol.rating import RankedPlayer, Rankings, Rating
from protocol.setup import Setup
from protocol.table import Occupant, TableEntry, TablePhase
from protocol.tournaments import (
    Standing,
    TournamentEntry,
    TournamentPlan,
    Tournaments,
    TournamentShown,
    TournamentTable,
)
from server.fronts.ssh.commands.command import Reply
from server.fronts.ssh.commands.dispatch import COMMANDS, answer
from server.fronts.ssh.host_dialler import HostDialler
from tests.server.fronts.ssh.commands.examples import SHOWN
from tests.server.fronts.ssh.commands.script import CODEC, WELCOME, a_desk, saying
from tests.server.fronts.ssh.porter import MEGAN

RATING = Rating(1500, 90, 40)

CORPUS = (
    "\x1b[31mred",
    "\x1b]0;title\x07",
    "\x1b]52;c;aGk=\x1b\\",
    "\x9b2J",
    "nul\x00nul",
    "\u202eright to left",
    "two\nlines\r\n\x1b[2K",
    "\u200b\u2066\ufeff\u00ad",
    "\ue000\U000f0000",
    "[/nope]",
    "\x7f\x08\x08",
    "a\u0300\u0301\u0302\u0303\u0304",
    "word " * 200,
)
"""Texts that nobody should have to see."""


def answers(text: str) -> dict[str, tuple[FromServer, ...]]:
    """Give answers that hold a text wherever a text can be."""
    setup = Setup(text[:40], 4, {text[:40]: text[:40]})
    name = text[:64]
    seats = (Occupant(name), Occupant(name, bot=text), None, Occupant(name, here=False))
    view = msgspec.structs.replace(SHOWN, setup=setup, seats=seats)
    entry = TournamentEntry(1, TournamentPlan(text[:64] or "x", setup), TablePhase.PLAYING, text, 2, round=1)
    keys = Keys(1, text, (KeyEntry(text, 1.0, text), KeyEntry(MEGAN.key, 1.0, text, current=True)))
    return {
        "tables": (
            Tables(1, (TableEntry("quiet-nine", setup, TablePhase.PLAYING, (text, "", text), text, yours=True),)),
        ),
        "table x": (TableShown(1, view),),
        "table y": (TableShown(1, msgspec.structs.replace(view, game=None, phase=TablePhase.GATHERING)),),
        "history": (Games(1, (GameEntry(1, name, 1.0, setup, (text, text), (1, 2)),)),),
        "tournament": (Tournaments(1, (entry,)),),
        "tournament 1": (
            TournamentShown(1, entry, (Standing(text, 1, 0.5),), 1, (TournamentTable("quiet-nine", (text, "")),), 1.0),
        ),
        "rankings original": (
            Rankings(1, text[:40], text[:40], (RankedPlayer(RATING, text, place=1), RankedPlayer(RATING, bot=text))),
        ),
        "history 1": (RecordPart(1, (json.dumps({"names": text}, ensure_ascii=False),)),),
        "whoami": (keys,),
        "keys": (keys,),
        "keys code": (KeyCode(1, "7K2M-9QXD", 600),),
    }


def texts(value: object) -> Iterator[str]:
    """Give every text in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)


def harmless(text: str) -> bool:
    """Say whether a terminal would only show the text."""
    return all(sign == "\n" or sign.isprintable() for sign in text)


@pytest.mark.parametrize("json_wanted", ["", " --json"], ids=["plain", "json"])
@pytest.mark.parametrize("text", CORPUS, ids=ascii)
async def test_what_the_host_tells_is_harmless(tmp_path: Path, text: str, json_wanted: str) -> None:
    """Names, codes, options and all other texts come out as something that can only be looked at."""
    for words, said in answers(text).items():
        welcome = msgspec.structs.replace(WELCOME, name=text)
        async with a_desk(tmp_path, saying(*said, welcome=welcome)) as desk:
            reply = await desk.ask(words + json_wanted)
        assert reply.err == "", words
        assert reply.status == 0
        assert harmless(reply.out), words
        if json_wanted and not words.startswith("history 1"):
            assert all(map(harmless, texts(json.loads(reply.out)))), words


@pytest.mark.parametrize("text", CORPUS, ids=ascii)
@pytest.mark.parametrize("kind", ["refusal", "goodbye"])
async def test_what_the_host_refuses_is_one_harmless_line(tmp_path: Path, text: str, kind: str) -> None:
    """A refusal may repeat what someone has chosen; it is one line without any order to a terminal."""
    welcome: Welcome | Goodbye = Goodbye("superseded", text) if kind == "goodbye" else WELCOME
    async with a_desk(tmp_path, saying(Refused(1, ErrorCode.KEY_TAKEN, text), welcome=welcome)) as desk:
        reply = await desk.ask("keys")
    assert is_one_sentence(reply)
    assert reply.status == 1


@pytest.mark.parametrize(
    "words", ["table \udcff", "keys join \ud800", "keys join AAAA-AAAA \udcff", "\udcff", "--\ud800"]
)
async def test_what_is_no_text_raises_nothing(tmp_path: Path, words: str) -> None:
    """Half a character cannot be sent to a host, and is answered like any other wrong word."""
    async with a_desk(tmp_path, saying()) as desk:
        assert is_one_sentence(await desk.ask(words))


@pytest.mark.parametrize("text", CORPUS, ids=ascii)
@pytest.mark.parametrize("word", ["", "nonsense", *(command.name for command in COMMANDS)])
async def test_what_somebody_types_is_repeated_harmlessly(tmp_path: Path, word: str, text: str) -> None:
    """A wrong call repeats a few words of it at most; no host is needed to see that it is wrong, or none is there."""
    line = HostDialler(tmp_path / "nothing", CODEC)
    for words in ([text], [*word.split(), text], [*word.split(), text, text], [*word.split(), "--option", text]):
        reply = await answer(words, MEGAN, line)
        assert is_one_sentence(reply), words
        assert reply.status in {1, 2, 75}


def is_one_sentence(reply: Reply) -> bool:
    """Say whether there is one harmless line of error and nothing else."""
    text = reply.err
    return not reply.out and text.startswith("chwech: ") and text.count("\n") == 1 and harmless(text)
