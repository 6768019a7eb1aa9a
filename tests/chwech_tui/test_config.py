"""The command ``config``: the settings of games on this machine, printed and changed."""

from contextvars import Context
from functools import partial
from pathlib import Path

import pytest

from chwech import main
from chwech_tui.commands import config
from chwech_tui.config import print_line, print_settings
from chwech_tui.launch import OfflineServer
from chwech_tui.model.settings import SETTINGS
from protocol.aio import ClientChannel
from protocol.daily import result_line
from protocol.errors import ErrorCode
from protocol.language import speak
from protocol.messages import Goodbye, Refused
from tests.chwech_tui.days import RESULT, TODAY, YESTERDAY
from tests.chwech_tui.fake_server import FakeServer


class Answering(OfflineServer):
    """A child whose part a server in memory plays."""

    def __init__(self, server: FakeServer) -> None:
        super().__init__(Path("nowhere"))
        self._server = server

    async def dial(self) -> ClientChannel:
        return await self._server.dial()


def test_the_settings_are_kept_between_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A value that was set is printed by the next run, in its line; the others are as they were."""
    data = ["--data", str(tmp_path)]
    assert main(["config", *data, "theme", "light"]) == 0
    assert capsys.readouterr().out.startswith("theme      light         Colours: light\n")
    assert main(["config", *data]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [*(setting.name for setting in SETTINGS), "keys"]
    assert lines[-1] == "keys       usual         Keys at a table: default"
    assert lines[:2] == ["theme      light         Colours: light", "cards      painted       Cards: painted"]
    assert main(["config", *data, "theme", "auto"]) == 0
    assert "theme      auto          Colours: as the terminal\n" in capsys.readouterr().out


def test_a_new_language_is_spoken_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The answer to the change is in it, unless the language was asked for with the command."""

    def told(value: str) -> str:
        assert config("language", value, tmp_path) == 0
        return capsys.readouterr().out

    reader = Context()
    reader.run(speak, "en")
    assert reader.run(told, "cy").startswith("language   cy            Iaith: Cymraeg\nIaith pob testun;")
    assert reader.run(told, "auto").startswith("language   auto          Language: as your system\n")
    reader.run(partial(speak, "en", fixed=True))
    assert reader.run(told, "cy").startswith("language   cy            Language: Cymraeg\n")


def test_keys_are_set_by_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    """A key is named as it is shown, whatever its case; all are listed with what they do, and reset together."""
    child = Answering(answering())

    def told(name: str, value: str = "", status: int = 0) -> str:
        assert print_settings(child, name, value) == status
        return "".join(capsys.readouterr())

    assert told("key.l", "U") == "key.l      u             The last trick\n"
    told("key.k", ",")
    told("key.l", "U")
    lines = told("keys").splitlines()
    assert lines[0] == "keys       2 of your own Keys at a table: 2 of your own"
    assert "key.k      ,             Cards gone" in lines
    assert "key.t      t             Say something" in lines
    assert told("key.t", "u", 2) == "chwech config: u is taken: the last trick.\n"
    assert told("keys", "usual").startswith("keys       usual         Keys at a table: default\n")
    assert told("key.l") == "key.l      l             The last trick\n"


def test_one_setting_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    """Its line, what it changes, and every value with its meaning."""
    assert print_settings(Answering(answering()), "order", "") == 0
    assert capsys.readouterr().out == (
        "order      suit          Hand: by suit\n"
        "The order of your cards:\n"
        "  suit          by suit\n"
        "  rank          by rank\n"
        "  own           your own\n"
    )


NAMES = ", ".join((*(setting.name for setting in SETTINGS), "keys")) + "\n"
"""The names of all settings, without those of single keys, which `keys` lists."""


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["theme", "neon"], "theme cannot be 'neon': choose one of auto, dark, light, contrast, colour-blind"),
        (["colour"], "there is no setting 'colour': choose one of theme, cards, motion"),
        (["config"], "there is no setting 'config': choose one of " + NAMES),
        (["key.l", "t"], "t is taken: say something."),
        (["key.l", "enter"], "Choose a letter or one of , . ; ' - + = / * # [ ]:"),
        (["key.l", "y"], "y answers questions: choose another key."),
        (["key.u", "u"], "there is no setting 'key.u': choose one of key.a, key.b, key.c"),
        (["keys", "mine"], "keys cannot be 'mine': usual resets them all"),
    ],
)
def test_wrong_words_are_answered_by_right_ones(
    words: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong name or value gets a line that says what would be right."""
    assert main(["config", "--data", str(tmp_path), *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.startswith(f"chwech config: {told}")) == ("", True)


def test_a_server_that_refuses_is_quoted(capsys: pytest.CaptureFixture[str]) -> None:
    """Its reason is the message, and nothing is printed as if it were stored."""
    server = FakeServer()
    server.knows_owner = True
    server.farewell = Goodbye(ErrorCode.SERVER_FAULT.value, "the disk\x1b[2J is gone")
    assert print_settings(Answering(server), "", "") == 1
    assert capsys.readouterr().err == "chwech config: the disk[2J is gone\n"
    server.farewell = None
    server.refusals.append(Refused(1, ErrorCode.TOO_MANY, "too many settings"))
    assert print_settings(Answering(server), "theme", "dark") == 1
    assert capsys.readouterr() == ("", "chwech config: too many settings\n")


def answering() -> FakeServer:
    """Give a server that knows who plays."""
    server = FakeServer()
    server.knows_owner = True
    return server


def test_the_line_is_all_that_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """With keycaps, or in ASCII; without one, or an answer, the reason is told and the status says so."""
    server = answering()
    server.days = (YESTERDAY,)
    assert print_line(Answering(server), ascii_only=False) == 0
    assert print_line(Answering(server), ascii_only=True) == 0
    assert capsys.readouterr() == (f"{result_line(RESULT)}\n{result_line(RESULT, ascii_only=True)}\n", "")
    server = answering()
    server.days = (TODAY,)
    assert print_line(Answering(server), ascii_only=False) == 1
    assert capsys.readouterr() == ("", "chwech today: there is no result of today yet\n")
    server = answering()
    assert print_line(Answering(server), ascii_only=False) == 1
    server.farewell = Goodbye(ErrorCode.SERVER_FAULT.value, "the store is gone")
    assert print_line(Answering(server), ascii_only=False) == 1
    server.refuses_connections = True
    assert print_line(Answering(server), ascii_only=False) == 1
    assert capsys.readouterr().err.splitlines() == [
        "chwech today: there is no such day here",
        "chwech today: the store is gone",
        "chwech today: nobody answers",
    ]


def test_a_real_server_tells_the_day(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On a machine where nobody has played there is no result."""
    assert main(["today", "--share", "--data", str(tmp_path)]) == 1
    assert capsys.readouterr() == ("", "chwech today: there is no result of today yet\n")
