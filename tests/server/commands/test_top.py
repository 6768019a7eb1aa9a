"""What a server does, as its page and ``chwech top`` show it: a real server with a front, and made-up figures."""

import asyncio
import re
from pathlib import Path

import pytest

from protocol.setup import Setup
from server.commands.figures_page import STATUS_NAME
from server.commands.top import Figures, lines
from server.commands.top import main as top
from server.fronts.remote.certificate import FRONT_CERTIFICATE
from server.metrics.figures import read, sample
from server.metrics.page import read_page
from tests.server.commands.children import a_child, connect_unix, hang_up


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
        figures = Figures(read(text))
        assert figures.total("chwech_sessions") == 1
        assert figures.total("chwech_tables_awake") == 1
        assert figures.total("chwech_acknowledged_total") >= len(ann.acknowledged) - 1
        assert figures.total("chwech_answer_seconds_count") >= figures.total("chwech_acknowledged_total")
        assert figures.total("chwech_database_bytes") > 10_000
        assert set(figures.labelled("chwech_memory_bytes", "process")) == {"host", "front 1"}
        assert "Zephyrine" not in text
        assert await read_page(tmp_path / STATUS_NAME, "/health") == "ok\n"
        assert await asyncio.to_thread(top, ["--once", "--data", str(tmp_path)]) == 0
        await hang_up(ann)
    shown = capsys.readouterr().out
    assert re.search(r"^people +1 connected, 0 of them by ssh$", shown, re.MULTILINE)
    assert re.search(r"^front 1 +\d+ MB", shown, re.MULTILINE)


def test_no_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where nobody answers, one line says so and what starts a server."""
    assert top(["--once", "--data", str(tmp_path)]) == 1
    assert re.fullmatch(
        r"chwech top: no server answers at .*status\.sock \(No such file or directory\): chwech serve starts one\n",
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
        sample("chwech_remote_visitors", 3, front="cellar"),
        sample("chwech_remote_visitors", 12, front="attic"),
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
    assert "elsewhere attic 12, cellar 3" in shown
    assert "people    20 connected, 19 of them by ssh\n" in shown
    assert "host          35 MB  25.0%        0    more than the scale" in shown
    assert "elsewhere" not in "\n".join(lines(before, before, 1.0))
    assert "half of them within –" in "\n".join(lines(before, before, 1.0))


def test_a_cluster_is_shown() -> None:
    """Each node and each server has a line, this node first; without a host there are no tables to count."""
    common = [
        sample("chwech_cluster_leads", 4),
        sample("chwech_cluster_held", 990, node="cellar-2"),
        sample("chwech_cluster_held", 1000, node="attic-1"),
        sample("chwech_cluster_tables", 7, node="cellar-2"),
        sample("chwech_cluster_tables", 5, node="attic-1"),
        sample("chwech_cluster_silent_seconds", 0.6, node="attic-1"),
        sample("chwech_cluster_led_seconds", 7500, node="attic-1"),
        sample("chwech_memory_bytes", 35e6, process="host"),
    ]
    servers = [
        *(sample("chwech_nats_leads", leads, server=name) for name, leads in (("n1", 0), ("n2", 1), ("n3", 0))),
        *(sample("chwech_nats_current", current, server=name) for name, current in (("n1", 1), ("n2", 1), ("n3", 0))),
        sample("chwech_nats_behind", 12, server="n3"),
        sample("chwech_cluster_entries", 1000),
    ]
    shown = [*lines(Figures([*common, *servers]), Figures([]), 1.0)]
    assert shown[:7] == [
        "cluster   2 nodes; attic-1 has led for 2 h 5 min, lead 4; 1000 entries",
        "  node    cellar-2: tables 7; 990 entries, 10 behind; here",
        "  node    attic-1: tables 5; 1000 entries, 0 behind; heard of 1 s ago",
        "  NATS    n1: holds everything",
        "  NATS    n2: leads the journal",
        "  NATS    n3: down or behind by 12",
        "",
    ]
    assert shown[7].startswith("process ")
    assert len(shown) == 9
    shown = [*lines(Figures(common), Figures([]), 1.0)]
    assert shown[0].endswith("lead 4; the journal does not answer")
    assert "  NATS    no server says now who leads the journal" in shown
    for leads, current in ((0, 1), (1, 1)):
        few = [sample("chwech_nats_leads", leads * (name == "n1"), server=name) for name in ("n1", "n2", "n3")]
        few += [sample("chwech_nats_behind", 0, server="n2")]
        few += [sample("chwech_nats_current", current, server="n1"), sample("chwech_cluster_entries", 1000)]
        shown = [*lines(Figures([*common, *few]), Figures([]), 1.0)]
        assert shown[4] == "  NATS    n2: down"
        assert shown[6] == "  NATS    too few servers are there: nothing can be stored"
    for seconds, text in ((59, "59 s"), (61, "1 min")):
        alone = [sample("chwech_cluster_held", 1, node="a"), sample("chwech_cluster_led_seconds", seconds, node="a")]
        assert f"a has led for {text}," in next(lines(Figures(alone), Figures([]), 1.0))
    nobody = [sample("chwech_cluster_held", 1, node="a"), sample("chwech_tables", 2, phase="playing")]
    shown = [*lines(Figures(nobody), Figures([]), 1.0)]
    assert shown[0].startswith("cluster   1 node; nobody leads")
    assert "people    0 connected, 0 of them by ssh at this node" in shown
    assert "tables    2 playing; 0 awake" in shown


def test_the_folder_of_a_front_has_no_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They are shown where its host is."""
    (tmp_path / FRONT_CERTIFICATE).touch()
    assert top(["--once", "--data", str(tmp_path)]) == 1
    assert f"{tmp_path} is the folder of a front: its figures are shown on the machine of its host" in (
        capsys.readouterr().err
    )


def test_whoever_has_read_enough_of_it_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A closed pipe is no server that does not answer."""

    async def fail(*_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("server.commands.top._show", fail)
    with pytest.raises(BrokenPipeError):
        top(["--once", "--data", str(tmp_path)])
