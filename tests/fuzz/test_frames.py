"""The fuzzer of frames finds nothing in a short run, and would find what there is."""

from collections.abc import Iterator
from random import Random

import pytest

from tests.fuzz import frames


@pytest.mark.no_cover
def test_damaged_frames_raise_nothing_but_what_is_documented() -> None:
    """Hundreds of damaged frames give messages or refusals, the same whole and in pieces."""
    outcomes, failure = frames.fuzz(Random(9), lambda number: number < 400)
    assert failure is None
    assert outcomes["frames"] == 400
    assert min(outcomes["messages"], outcomes["invalid_message"], outcomes["invalid_frame"]) > 20


def test_the_same_seed_makes_the_same_frames() -> None:
    """A failure can be looked at again."""
    assert [frames.damaged(Random(seed)) for seed in range(50)] == [frames.damaged(Random(seed)) for seed in range(50)]


def test_an_undocumented_error_is_found(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A fault in the protocol ends the run with its bytes and the status 1."""

    def fail(connection: frames.AnyConnection, pieces: Iterator[bytes]) -> frames.Heard:
        raise KeyError("a fault")

    monkeypatch.setattr(frames, "hear", fail)
    assert frames.main(["--seconds", "60", "--seed", "5"]) == 1
    assert "seed 5: _silent_server: KeyError('a fault')" in capsys.readouterr().out


def test_a_difference_between_whole_and_pieces_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """What depends on how the bytes arrive is a failure."""

    def hear_pieces(connection: frames.AnyConnection, pieces: Iterator[bytes]) -> frames.Heard:
        return [str(len(list(pieces)))]

    monkeypatch.setattr(frames, "hear", hear_pieces)
    outcomes, failure = frames.fuzz(Random(9), lambda number: number < 400)
    assert failure is not None
    assert "whole" in failure.reason
    assert outcomes["frames"] == 1


def test_a_run_ends_in_time(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a failure the status is 0."""
    assert frames.main(["--seconds", "0"]) == 0
    assert capsys.readouterr().out == "\n"
