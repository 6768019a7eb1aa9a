"""Whatever a server says, the client ends in good order; and the fuzzer would find a client that does not."""

import pytest

from chwech_tui.app import ChwechApp
from chwech_tui.rooms import Rooms
from chwech_tui.screens.table import TableScreen
from tests.fuzz import messages


@pytest.mark.no_cover
def test_a_hostile_server_brings_no_client_down() -> None:
    """A few odd messages of all kinds end in a sentence, and a key ends each client."""
    said, wrong = messages.fuzz(7, lambda number: number < 6)
    assert wrong == []
    assert said.total() >= 6


@pytest.mark.attack
@pytest.mark.timeout(1800)
def test_hundreds_of_hostile_servers_bring_no_client_down() -> None:
    """The same with 500 servers, each of which says something odd of every kind there is."""
    said, wrong = messages.fuzz(1, lambda number: number < 500)
    assert wrong == []
    kinds = {type(message).__name__ for message in messages.UNASKED}
    assert kinds <= said.keys()
    assert said.total() >= 500


@pytest.mark.no_cover
def test_a_client_that_cannot_be_left_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen that is deaf to all keys is a failure."""
    monkeypatch.setattr(ChwechApp, "end", lambda *_, **_as: None)
    _, wrong = messages.fuzz(7, lambda number: number < 2)
    assert "nothing ends it" in "".join(wrong)


@pytest.mark.no_cover
def test_a_fault_without_a_sentence_is_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An exception that goes past the last guard is a failure, and the exit status says so."""

    def fails(_self: object, _news: object) -> None:
        raise KeyError("odd")

    monkeypatch.setattr(Rooms, "hear", fails)
    monkeypatch.setattr(ChwechApp, "give_up", lambda *_, **_as: None)
    monkeypatch.setattr(TableScreen, "press", fails)
    assert messages.main(["--rounds", "3", "--seed", "7"]) == 1
    assert "seed 7, round" in capsys.readouterr().out
