"""What a node shows of its cluster: how all nodes stand, and the servers that hold their journal."""

import asyncio
from pathlib import Path

import pytest

from server.cluster.figures import Leading, cluster_samples, storing_fault
from server.cluster.journal import Holder
from server.cluster.pipes import Standing
from server.storage.store import StoreFault
from tests.server.cluster.test_node import Node, node

pytestmark = pytest.mark.timeout(120)


async def figures_of(node: Node) -> dict[tuple[str, ...], float]:
    """Give the figures that a node shows of its cluster, by their names and labels."""
    found = await cluster_samples(node.cluster.journal, node.store, node.pipes)
    return {(sample.name, *(value for _, value in sample.labels)): sample.value for sample in found}


async def until_it_leads(node: Node, other: str) -> None:
    """Wait until a node has heard that another one leads."""
    async with asyncio.timeout(60):
        while (known := node.pipes.others.get(other)) is None or known.standing.led is None:
            await asyncio.sleep(0.01)


async def test_every_node_knows_how_the_others_stand(
    nats_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What they hold, who leads and for how long; and who is silent is forgotten."""
    monkeypatch.setattr("server.cluster.pipes.ALIVE_SECONDS", 0.02)
    monkeypatch.setattr("server.cluster.pipes.SILENT_SECONDS", 0.5)
    async with node(nats_address, tmp_path / "one") as one:
        leading = Leading()
        monkeypatch.setattr(one.pipes, "_standing", lambda: Standing(one.store.place.position, leading.seconds, 3))
        async with node(nats_address, tmp_path / "other") as other:
            await one.lead()
            leading.begin()
            await other.store.catch_up()
            await until_it_leads(other, one.name)
            figures = await figures_of(other)
            assert figures["chwech_cluster_entries",] == figures["chwech_cluster_leads",] == 1
            assert figures["chwech_cluster_held", one.name] == figures["chwech_cluster_held", other.name] == 1
            assert figures["chwech_cluster_tables", one.name] == 3
            assert 0 <= figures["chwech_cluster_led_seconds", one.name] < 60
            assert ("chwech_cluster_led_seconds", other.name) not in figures
            assert ("chwech_cluster_silent_seconds", other.name) not in figures
            assert [value for name, value in figures.items() if name[0] == "chwech_nats_leads"] == [1]
        async with asyncio.timeout(60):
            while one.pipes.others:
                await asyncio.sleep(0.01)


async def test_servers_that_do_not_answer_have_no_figures(
    nats_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The nodes are shown all the same."""

    async def fail() -> tuple[int, tuple[Holder, ...]]:
        raise StoreFault("nobody leads")

    async with node(nats_address, tmp_path) as one:
        monkeypatch.setattr(one.cluster.journal, "holders", fail)
        assert {name for name, *_ in await figures_of(one)} == {
            "chwech_cluster_leads",
            "chwech_cluster_held",
            "chwech_cluster_tables",
        }


@pytest.mark.parametrize(
    ("leads", "current", "fault"),
    [
        ([1, 0, 0], [1, 1, 0], ""),
        ([], [], ""),
        ([1, 0, 0], [1, 0, 0], "1 of 3 NATS servers hold the journal"),
        ([0, 0, 0], [1, 1, 0], "no NATS server leads the journal"),
    ],
)
async def test_why_nothing_can_be_stored(
    leads: list[int], current: list[int], fault: str, nats_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Most of the servers have to be there, and one of them to lead; so it is said where an operator looks."""
    async with node(nats_address, tmp_path) as one:
        assert not await storing_fault(one.cluster.journal)

        async def holders() -> tuple[int, tuple[Holder, ...]]:
            found = zip(leads, current, strict=True)
            return 1, tuple(Holder(f"n{n}", bool(led), bool(is_), 0) for n, (led, is_) in enumerate(found))

        monkeypatch.setattr(one.cluster.journal, "holders", holders)
        assert await storing_fault(one.cluster.journal) == fault

        async def hang() -> tuple[int, tuple[Holder, ...]]:
            raise TimeoutError

        monkeypatch.setattr(one.cluster.journal, "holders", hang)
        assert await storing_fault(one.cluster.journal) == "NATS does not answer"
