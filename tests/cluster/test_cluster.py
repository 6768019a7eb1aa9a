"""The measurement of a cluster in small: it loads both nodes, ends one of them, and says what came of it."""

import pytest

from tests.cluster import faults
from tests.cluster.__main__ import load, main
from tests.nats_servers import PROGRAM

pytestmark = [
    pytest.mark.skipif(not PROGRAM, reason="there is no nats-server for this kind of machine"),
    pytest.mark.timeout(180),
]


async def test_both_nodes_are_loaded(capsys: pytest.CaptureFixture[str]) -> None:
    """People act at a table of each, and are answered."""
    taken = await load((1, 1), 4, 1)
    assert [one.sent > 0 for one in taken] == [True, True]
    said = capsys.readouterr().out
    assert "2 tables, 4 actions/s, through the other:" in said
    assert "ms of the three NATS servers together" in said


async def test_a_node_ends_and_all_is_counted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing accepted is lost or doubled; how long somebody waited is said, and is for ``make cluster-faults``."""
    monkeypatch.setattr(faults, "CALM_SECONDS", 0.1)
    monkeypatch.setattr(faults, "KINDS", ("other node ended",))
    await main(["--tables", "0", "--rounds", "1", "--people", "2"])
    said = capsys.readouterr().out
    assert "other node ended: " in said
    assert "1 faults: " in said
    assert " 0 lost, 0 doubled, 0 logs that differ" in said
