"""What a server does, as its page and ``chwech status`` show it: a real server with a front, and made-up figures."""

import asyncio
import json
import re
from pathlib import Path

import pytest

from protocol.setup import Setup
from protocol.version import program_name
from server.commands.shared import STATUS_NAME
from server.commands.status import Figures, lines
from server.metrics import read_page, sample, unpacked
from tests.running import command
from tests.server.commands.children import a_child, connect_unix, hang_up

status = command("status")


async def test_a_server_is_watched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The page of the host has the figures of its front too, counts what is done, and shows nobody's cards or names."""
    listens = ("--ssh", "127.0.0.1:0", "--fronts", "1", "--metrics", "127.0.0.1:0")
    async with a_child(*listens, data=tmp_path) as child:
        while "the host key" not in await child.said():
            pass
        ann = await connect_unix(tmp_path / "chwech.sock")
        await ann.greet("Zephyrine")
        await ann.open(Setup("chwech", 4, {"deals": 1}))
        await ann.begin()
        while await ann.step():
            pass
        text = await read_page(tmp_path / STATUS_NAME)
        figures = Figures(unpacked(await read_page(tmp_path / STATUS_NAME, "/figures")))
        assert figures.total("chwech_sessions") == 1
        assert figures.total("chwech_tables_awake") == 1
        assert figures.total("chwech_acknowledged_total") >= len(ann.acknowledged) - 1
        assert figures.total("chwech_answer_seconds_count") >= figures.total("chwech_acknowledged_total")
        assert figures.total("chwech_database_bytes") > 10_000
        assert set(figures.labelled("chwech_memory_bytes", "process")) == {"host", "front 1"}
        assert "Zephyrine" not in text
        assert 'chwech_memory_bytes{process="front 1"} ' in text
        assert await read_page(tmp_path / STATUS_NAME, "/health") == "ok\n"
        assert await asyncio.to_thread(status, ["--data", str(tmp_path)]) == 0
        assert await asyncio.to_thread(status, ["--json", "--data", str(tmp_path)]) == 0
        await hang_up(ann)
    shown = capsys.readouterr().out
    assert shown.startswith(f"Chwech\n{program_name()}, up since ")
    assert json.loads(shown.splitlines()[-1])["people"] == 1
    assert re.search(r"^people +1 signed in; ssh sessions 0$", shown, re.MULTILINE)
    assert re.search(r"^front 1 +\d+ MB", shown, re.MULTILINE)


def test_no_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where nobody answers, one line says so and what starts a server."""
    assert status(["--data", str(tmp_path)]) == 1
    assert re.fullmatch(
        r"chwech status: no server answers at .*status\.sock \(No such file or directory\): chwech serve starts one\n",
        capsys.readouterr().err,
    )


def test_what_is_shown() -> None:
    """Rates are differences, the median is the end of a bucket, and reasons are ordered by number."""
    before = Figures([sample("chwech_acknowledged_total", 10), sample("chwech_cpu_seconds_total", 1.0, process="host")])
    buckets = [
        sample("chwech_answer_seconds_bucket", n, le=end) for end, n in (("0.001", 1), ("0.005", 4), ("+Inf", 5))
    ]
    now = Figures([
        sample("chwech_acknowledged_total", 30),
        sample("chwech_tables", 2, phase="playing"),
        sample("chwech_sessions", 20),
        sample("chwech_ssh_visitors", 4, process="front 1"),
        sample("chwech_memory_bytes", 35e6, process="host"),
        sample("chwech_cpu_seconds_total", 1.5, process="host"),
        sample("chwech_refused_total", 1, reason="not_now"),
        sample("chwech_refused_total", 7, reason="illegal"),
        *buckets,
        sample("chwech_answer_seconds_count", 5),
        sample("chwech_loop_lag_seconds_bucket", 3, process="host", le="+Inf"),
        sample("chwech_loop_lag_seconds_count", 3, process="host"),
    ])  # fmt: skip
    shown = "\n".join(lines(now, before, 2.0))
    assert "actions   10.0 a second, 30 in all" in shown
    assert "answers   half of them within 5 ms" in shown
    assert "refused   4.0 a second, 8 in all: illegal 7, not_now 1" in shown
    assert "tables    2 playing; 0 awake" in shown
    assert "people    20 signed in; ssh sessions 4\n" in shown
    assert "host          35 MB  25.0%        0    more than the scale" in shown
    assert "half of them within –" in "\n".join(lines(before, before, 1.0))
